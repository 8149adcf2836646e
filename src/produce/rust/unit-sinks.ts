import {
  DumpBuilder,
  splitMoniker,
  writeUnit,
  type EdgeFact,
  type NodeFact,
  type Sink,
  type UnitFiles,
  type UnitMetadata,
} from '../../dump/index.js';
import { digestOf, type LastUnits, type WrittenUnit } from './written-units.js';

interface Unit {
  readonly packageName: string;
  readonly name: string;
  readonly builder: DumpBuilder;
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
      builder: new DumpBuilder(),
      mentioned: new Set(),
    });
  }

  node(fact: NodeFact): void {
    if (fact.defined !== false && fact.crate !== undefined)
      this.#units.get(`${fact.crate} ${fact.version ?? ''}`)?.builder.node(fact);
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

  /** Writes the units that are not, in the dump of last time, what they are now. */
  commit(
    last: LastUnits,
    metadata: (packageName: string, unit: string) => Omit<UnitMetadata, 'schema'>,
  ): WrittenUnit[] {
    this.#placeOrphans();
    const written: WrittenUnit[] = [];
    for (const [key, { packageName, name, builder, mentioned }] of this.#units) {
      for (const id of mentioned) {
        const fact = builder.has(id) ? undefined : this.#nodes.get(id);
        if (fact) builder.node(mention(fact));
      }
      const columns = builder.columns(metadata(packageName, name));
      const digest = digestOf(columns);
      const standing = last.standing(name, digest);
      written.push({
        name,
        digest,
        files: standing ?? filesOf(writeUnit(this.dir, columns)),
        isWritten: standing === null,
        nodes: builder.nodeCount,
        edges: builder.edgeCount,
      });
      // Its facts can go before the next one's columns are made.
      this.#units.delete(key);
    }
    return written;
  }

  /** Whoever mentions the end of an edge that starts nowhere has it: a trait's candidates, a derive's impls. */
  #placeOrphans(): void {
    const [first] = this.#units.values();
    for (const fact of this.#orphans) {
      const moniker = splitMoniker(fact.dst);
      const unit = (moniker && this.#units.get(`${moniker.package} ${moniker.version}`)) ?? first;
      if (unit) this.#put(unit, fact);
    }
  }

  #put(unit: Unit, fact: EdgeFact): void {
    if (fact.kind !== 'CFG_SUCC') unit.mentioned.add(fact.src).add(fact.dst);
    unit.builder.edge(fact);
  }
}

function filesOf({ nodes, edges }: UnitFiles): string[] {
  return [nodes, edges];
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
