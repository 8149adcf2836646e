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
  readonly packageName: string;
  readonly name: string;
  readonly writer: DumpWriter;
  readonly mentioned: Set<string>;
}

/** One unit a package and version, with non-defining rows for what others define. */
export class UnitSinks implements Sink {
  readonly #units = new Map<string, Unit>();
  readonly #nodes = new Map<string, NodeFact>();
  readonly #orphans: EdgeFact[] = [];

  constructor(private readonly dir: string) {}

  /** Names a package that gets a unit, before its facts are told. */
  open(packageName: string, version: string): void {
    const key = `${packageName} ${version}`;
    if (this.#units.has(key)) return;
    const taken = [...this.#units.values()].some((unit) => unit.name === packageName);
    this.#units.set(key, {
      packageName,
      name: taken ? `${packageName}@${version}` : packageName,
      writer: createDumpWriter(this.dir),
      mentioned: new Set(),
    });
  }

  node(fact: NodeFact): void {
    if (fact.defined !== false && fact.crate !== undefined)
      this.#units.get(`${fact.crate} ${fact.version ?? ''}`)?.writer.node(fact);
    // A block is mentioned by its own unit only, and so are the parts of a function; there are many.
    if (
      fact.kind !== 'mir_block' &&
      fact.kind !== 'local' &&
      fact.kind !== 'param' &&
      fact.kind !== 'ret'
    )
      this.#nodes.set(fact.id, fact);
  }

  edge(fact: EdgeFact): void {
    const moniker = splitMoniker(fact.src);
    const unit = moniker && this.#units.get(`${moniker.package} ${moniker.version}`);
    if (unit) this.#put(unit, fact);
    else this.#orphans.push(fact);
  }

  commit(metadata: (packageName: string, unit: string) => Omit<UnitMetadata, 'schema'>): {
    readonly files: string[];
    readonly nodes: number;
    readonly edges: number;
  } {
    const units = [...this.#units.values()];
    // Whoever mentions the end of an edge that starts nowhere has it: a trait's candidates, a derive's impls.
    for (const fact of this.#orphans) {
      const moniker = splitMoniker(fact.dst);
      const unit =
        (moniker && this.#units.get(`${moniker.package} ${moniker.version}`)) ?? units[0];
      if (unit) this.#put(unit, fact);
    }
    const files: string[] = [];
    let [nodes, edges] = [0, 0];
    for (const { packageName, name, writer, mentioned } of units) {
      for (const id of mentioned) {
        const fact = writer.has(id) ? undefined : this.#nodes.get(id);
        if (fact) writer.node(mention(fact));
      }
      files.push(...Object.values(writer.commit(metadata(packageName, name))));
      nodes += writer.nodeCount;
      edges += writer.edgeCount;
    }
    return { files, nodes, edges };
  }

  #put(unit: Unit, fact: EdgeFact): void {
    if (fact.kind !== 'CFG_SUCC') unit.mentioned.add(fact.src).add(fact.dst);
    unit.writer.edge(fact);
  }
}

/** Who something is, without what only its own sources tell. Tables and system calls are every unit's own. */
function mention(fact: NodeFact): NodeFact {
  const { id, kind, name, crate, version, origin } = fact;
  if (crate === undefined) return fact;
  return {
    id,
    kind,
    name,
    crate,
    defined: false,
    ...(version !== undefined && { version }),
    ...(origin !== undefined && { origin }),
  };
}
