import {
  createDumpWriter,
  splitMoniker,
  type DumpWriter,
  type EdgeFact,
  type NodeFact,
  type Sink,
  type UnitMetadata,
} from '../../dump/index.js';

interface Unit {
  readonly writer: DumpWriter;
  readonly mentioned: Set<string>;
}

/**
 * One unit a package: what a package's sources tell goes into its unit, with non-defining rows for what other packages
 * define. Facts whose source is of no analysed package go to the first one.
 */
export class UnitSinks implements Sink {
  readonly #units = new Map<string, Unit>();
  readonly #nodes = new Map<string, NodeFact>();
  readonly #orphans: EdgeFact[] = [];

  constructor(private readonly dir: string) {}

  node(fact: NodeFact): void {
    if (fact.defined !== false && fact.crate !== undefined)
      this.#unit(fact.crate).writer.node(fact);
    // A block is mentioned by its own unit only, and there are many.
    if (fact.kind !== 'mir_block') this.#nodes.set(fact.id, fact);
  }

  edge(fact: EdgeFact): void {
    const unit = this.#units.get(splitMoniker(fact.src)?.package ?? '');
    if (unit) this.#put(unit, fact);
    else this.#orphans.push(fact);
  }

  /** Names a package whose facts are to come, so that edges told before its nodes find their unit. */
  open(packageName: string): void {
    this.#unit(packageName);
  }

  commit(metadata: (packageName: string) => Omit<UnitMetadata, 'schema'>): {
    files: string[];
    nodes: number;
    edges: number;
  } {
    const units = [...this.#units];
    const first = units[0];
    if (first) for (const fact of this.#orphans) this.#put(first[1], fact);
    const files: string[] = [];
    let [nodes, edges] = [0, 0];
    for (const [name, { writer, mentioned }] of units) {
      for (const id of mentioned) {
        const fact = writer.has(id) ? undefined : this.#nodes.get(id);
        if (fact)
          writer.node(
            fact.crate === undefined || fact.defined === false ? fact : { ...fact, defined: false },
          );
      }
      files.push(...Object.values(writer.commit(metadata(name))));
      nodes += writer.nodeCount;
      edges += writer.edgeCount;
    }
    return { files, nodes, edges };
  }

  #put(unit: Unit, fact: EdgeFact): void {
    if (fact.kind !== 'CFG_SUCC') unit.mentioned.add(fact.src).add(fact.dst);
    unit.writer.edge(fact);
  }

  #unit(name: string): Unit {
    const known = this.#units.get(name);
    if (known) return known;
    const made = { writer: createDumpWriter(this.dir), mentioned: new Set<string>() };
    this.#units.set(name, made);
    return made;
  }
}
