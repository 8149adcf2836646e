import type { CodeGraph } from '../graph/index.js';
import { fromRows, toArquero, type Relation } from '../table/index.js';
import type { ChosenDump } from './which-dump.js';

/** The dump of a session, as `dump` shows it in a cell. */
export class DumpSummary {
  constructor(
    readonly graph: CodeGraph,
    readonly chosen: ChosenDump,
  ) {}

  get path(): string {
    return this.graph.path;
  }

  /** SHA-256 over the dump's files. */
  get key(): string {
    return this.graph.dumpKey;
  }

  get units() {
    return this.graph.units;
  }

  /** How many nodes there are of each kind. */
  get nodeKinds() {
    return toArquero(this.nodeTable());
  }

  /** How many edges there are of each kind. */
  get edgeKinds() {
    return toArquero(this.edgeTable());
  }

  /** Crates (packages) that the dump defines nodes of, with their number. */
  get crates() {
    return toArquero(this.crateTable());
  }

  nodeTable(): Relation {
    return counts(
      'kind',
      tally(this.graph.kind.codes, this.graph.kind.dictionary, this.graph.nodeCount),
    );
  }

  edgeTable(): Relation {
    const rows = this.graph.edgeKinds.map((kind): [string, number] => [
      kind,
      this.graph.edges(kind).count,
    ]);
    return counts('kind', rows);
  }

  crateTable(): Relation {
    const { crate, nodeCount } = this.graph;
    return counts('crate', crate === null ? [] : tally(crate.codes, crate.dictionary, nodeCount));
  }
}

function tally(
  codes: Uint32Array,
  dictionary: readonly (string | null)[],
  length: number,
): [string, number][] {
  const found = new Uint32Array(dictionary.length);
  for (let row = 0; row < length; row++) found[codes[row]!]!++;
  return dictionary.flatMap((text, code): [string, number][] =>
    text === null || found[code] === 0 ? [] : [[text, found[code]!]],
  );
}

function counts(name: string, rows: readonly (readonly [string, number])[]): Relation {
  const sorted = [...rows].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return fromRows(
    [name],
    [
      { name, type: 'text' },
      { name: 'count', type: 'integer' },
    ],
    sorted,
  );
}
