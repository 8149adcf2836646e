import type { CodeGraph, EdgeTable } from '../../graph/index.js';
import { sortUtf8 } from '../../table/index.js';
import { leafShown } from './words.js';

/** Rows of feature numbers, ascending in each row. */
export interface FeatureRows {
  readonly offsets: Uint32Array;
  readonly tokens: Uint32Array;
}

/**
 * What functions touch, as sets of rare and common things. Features are numbered by the bytes of their names, so that
 * a sum over ascending numbers is a sum in sorted token order: the same bits on every run.
 */
export interface Features {
  /** Functions of the population: N. */
  readonly rows: number;
  /** `p:` and `r:` types, `t:` types used, `f:` fields read, `c:` callees. */
  readonly sets: FeatureRows;
  /** `k:` callers; they count in df, not in the similarity. */
  readonly callers: FeatureRows;
  readonly names: readonly string[];
  /** Functions that carry each feature. */
  readonly df: Uint32Array;
  /** ln(1 + N / df) */
  readonly idf: Float64Array;
}

/** Features from sets of names, one a function. */
export function featuresFrom(
  sets: readonly (readonly string[])[],
  callers: readonly (readonly string[])[] = sets.map(() => []),
): Features {
  const interner = new Interner();
  const own = sets.map((names) => names.map((name) => interner.number(name)));
  const from = callers.map((names) => names.map((name) => interner.number(name)));
  return numbered(interner.names, own, from);
}

/** Ranks the names, and rewrites the rows by it. */
export function numbered(
  names: readonly string[],
  sets: readonly (readonly number[])[],
  callers: readonly (readonly number[])[],
): Features {
  const sorted = sortUtf8(names);
  const place = new Map<string, number>();
  sorted.forEach((name, rank) => place.set(name, rank));
  const rankOf = Uint32Array.from(names, (name) => place.get(name)!);
  const rows = sets.length;
  const df = new Uint32Array(names.length);
  const own = rowsOf(sets, rankOf, df);
  const from = rowsOf(callers, rankOf, df);
  return { rows, sets: own, callers: from, names: sorted, df, idf: idfOf(rows, df) };
}

/** idf = ln(1 + N / df); a token that nobody holds weighs nothing. */
export function idfOf(rows: number, df: Uint32Array): Float64Array {
  return Float64Array.from(df, (count) => (count === 0 ? 0 : Math.log(1 + rows / count)));
}

function rowsOf(
  lists: readonly (readonly number[])[],
  rankOf: Uint32Array,
  df: Uint32Array,
): FeatureRows {
  const offsets = new Uint32Array(lists.length + 1);
  const distinct = lists.map((list) =>
    Uint32Array.from(new Set(list), (number) => rankOf[number]!).sort(),
  );
  distinct.forEach((row, f) => (offsets[f + 1] = offsets[f]! + row.length));
  const tokens = new Uint32Array(offsets[lists.length]!);
  distinct.forEach((row, f) => tokens.set(row, offsets[f]));
  for (const token of tokens) df[token]!++;
  return { offsets, tokens };
}

/** Numbers names by first appearance. */
export class Interner {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  number(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) this.#numbers.set(name, (number = this.names.push(name) - 1));
    return number;
  }
}

/**
 * The features of functions (S1:1345–1376): types of parameters and result, types used but for the own one, fields read,
 * callees; and callers, of which `callersIn` says which count.
 */
export function featuresOf(
  graph: CodeGraph,
  functions: Uint32Array,
  callersIn: Uint8Array,
): Features {
  const interner = new Interner();
  const sets = Array.from(functions, (): number[] => []);
  const callers = Array.from(functions, (): number[] => []);
  const byNode = (letter: string): ((v: number) => number) => {
    const known = new Int32Array(graph.nodeCount + graph.refCount).fill(-1);
    return (v) => {
      if (known[v] === -1) known[v] = interner.number(`${letter}:${graph.stableId(v)}`);
      return known[v]!;
    };
  };
  const outOf = (
    table: EdgeTable,
    letter: string,
    skip?: (f: number, v: number) => boolean,
  ): void => {
    const { offsets, targets } = table.out;
    const number = byNode(letter);
    functions.forEach((f, row) => {
      for (let e = offsets[f]!; e < offsets[f + 1]!; e++)
        if (skip?.(f, targets[e]!) !== true) sets[row]!.push(number(targets[e]!));
    });
  };
  signatures(graph, functions, interner, sets);
  const self = graph.derived('SELF_OF').out;
  outOf(graph.edges('USES_TYPE'), 't', (f, type) => {
    for (let e = self.offsets[f]!; e < self.offsets[f + 1]!; e++)
      if (self.targets[e] === type) return true;
    return false;
  });
  outOf(graph.edges('READS_FIELD'), 'f');
  outOf(graph.edges('CALLS'), 'c');
  const into = graph.edges('CALLS').in;
  const caller = byNode('k');
  functions.forEach((f, row) => {
    for (let e = into.offsets[f]!; e < into.offsets[f + 1]!; e++) {
      const v = into.targets[e]!;
      if (v < graph.nodeCount && callersIn[v] === 1) callers[row]!.push(caller(v));
    }
  });
  return numbered(interner.names, sets, callers);
}

function signatures(
  graph: CodeGraph,
  functions: Uint32Array,
  interner: Interner,
  sets: number[][],
): void {
  const { offsets, targets } = graph.edges('CONTAINS').out;
  functions.forEach((f, row) => {
    for (let e = offsets[f]!; e < offsets[f + 1]!; e++) {
      const part = targets[e]!;
      if (part >= graph.nodeCount) continue;
      const kind = graph.kind.at(part);
      if (kind !== 'param' && kind !== 'ret') continue;
      const type = graph.ty?.at(part) ?? null;
      if (type === null || (kind === 'param' && graph.nameOf(part) === 'self')) continue;
      sets[row]!.push(interner.number(`${kind === 'param' ? 'p' : 'r'}:${type}`));
    }
  });
}

/** A feature as words: `both return MapLayout`. */
export function featureWords(name: string): string {
  const rest = name.slice(2);
  switch (name[0]) {
    case 'p':
      return `both take ${rest}`;
    case 'r':
      return `both return ${rest}`;
    case 't':
      return `both use ${leafShown(rest)}`;
    case 'f':
      return `both read .${leafShown(rest)}`;
    case 'c':
      return `both call ${leafShown(rest)}`;
    case 'k':
      return `both are called by ${leafShown(rest)}`;
    default:
      return `both have ${rest}`;
  }
}

/** What two rows share, rarest first, then by name. */
export function sharedFeatures(
  { sets, idf, names }: Features,
  a: number,
  b: number,
  limit: number,
): string[] {
  const other = new Set(sets.tokens.subarray(sets.offsets[b], sets.offsets[b + 1]));
  return [...sets.tokens.subarray(sets.offsets[a], sets.offsets[a + 1])]
    .filter((token) => other.has(token))
    .sort((x, y) => idf[y]! - idf[x]! || x - y)
    .slice(0, limit)
    .map((token) => names[token]!);
}
