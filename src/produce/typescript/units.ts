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

export interface WrittenUnit {
  readonly package: string;
  /** Paths. */
  readonly files: readonly string[];
  readonly nodes: number;
  readonly edges: number;
}

/**
 * One unit a package: what reading a package's sources tells goes into its unit, with non-defining rows for what other
 * packages define. So a unit changes with its own sources, and never because another package was read.
 */
export class UnitSinks implements Sink {
  readonly #units = new Map<string, Unit>();
  readonly #nodes = new Map<string, NodeFact>();
  /** Edges of what no unit defines, such as a built-in function's system calls. */
  readonly #orphans: EdgeFact[] = [];
  #reading: Unit | undefined;

  constructor(private readonly dir: string) {}

  node(fact: NodeFact): void {
    if (fact.defined !== false && fact.crate !== undefined)
      this.#units.get(fact.crate)?.writer.node(fact);
    // A block is mentioned by its own unit only, and there are many.
    if (fact.kind !== 'mir_block') this.#nodes.set(fact.id, fact);
  }

  edge(fact: EdgeFact): void {
    const unit = this.#reading ?? this.#units.get(splitMoniker(fact.src)?.package ?? '');
    if (unit) this.#put(unit, fact);
    else this.#orphans.push(fact);
  }

  /** Names a package that gets a unit; one that is never named keeps the files that it has. */
  open(packageName: string): void {
    if (!this.#units.has(packageName))
      this.#units.set(packageName, { writer: createDumpWriter(this.dir), mentioned: new Set() });
  }

  /** Which package's sources the edges to come are told by; absent: whichever an edge starts at. */
  reading(packageName?: string): void {
    this.#reading = packageName === undefined ? undefined : this.#units.get(packageName);
  }

  commit(metadata: (packageName: string) => Omit<UnitMetadata, 'schema'>): WrittenUnit[] {
    this.#placeOrphans();
    const written: WrittenUnit[] = [];
    for (const [name, { writer, mentioned }] of this.#units) {
      for (const id of mentioned) {
        const fact = writer.has(id) ? undefined : this.#nodes.get(id);
        if (fact) writer.node(mention(fact));
      }
      const files = Object.values(writer.commit(metadata(name)));
      written.push({ package: name, files, nodes: writer.nodeCount, edges: writer.edgeCount });
      // Its facts can go before the next one's columns are made.
      this.#units.delete(name);
    }
    return written;
  }

  #placeOrphans(): void {
    const units = [...this.#units.values()];
    for (const fact of this.#orphans) {
      const mentioning = units.filter((unit) => unit.mentioned.has(fact.src));
      // A single unit is where everything is.
      for (const unit of units.length === 1 ? units : mentioning) this.#put(unit, fact);
    }
  }

  #put(unit: Unit, fact: EdgeFact): void {
    if (fact.kind !== 'CFG_SUCC') unit.mentioned.add(fact.src).add(fact.dst);
    unit.writer.edge(fact);
  }
}

/** Who something is, without what only its own sources tell: a line that moves there moves nothing here. */
function mention(fact: NodeFact): NodeFact {
  const { id, kind, name, crate, version, origin } = fact;
  // Tables, system calls and gates are of no package, and so every unit's own.
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
