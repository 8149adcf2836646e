import type { CodeGraph } from '../../graph/index.js';
import { CONSTRUCTORS, normalType, stem, TYPESCRIPT_CONSTRUCTORS } from './names.js';
import type { TwinEdge } from './edges.js';
import type { Functions } from './functions.js';

/** What each function takes and gives, by printed type. */
export interface Signatures {
  /** Columns of each row, each once, ascending; a row without a param or ret child has none. */
  readonly rows: readonly (readonly number[])[];
  readonly columns: readonly string[];
  /** Functions that hold each column. */
  readonly df: Uint32Array;
  /** `(p₁, p₂, …) -> r`, params in order; `null` = no signature. */
  readonly text: readonly (string | null)[];
}

/** T[f]["p:" + type], T[f]["r:" + type]; no ret child = `()` (S1:2541-2545). */
export function signaturesOf(graph: CodeGraph, { ordinals }: Functions): Signatures {
  const { out } = graph.edges('CONTAINS');
  const numberOf = new Map<string, number>();
  const columns: string[] = [];
  const df: number[] = [];
  const column = (name: string): number => {
    let number = numberOf.get(name);
    if (number === undefined) {
      number = columns.push(name) - 1;
      df.push(0);
      numberOf.set(name, number);
    }
    return number;
  };
  const text: (string | null)[] = [];
  const rows = Array.from(ordinals, (v): number[] => {
    const params: string[] = [];
    let result: string | null = null;
    let has = false;
    const children = [...out.targets.subarray(out.offsets[v], out.offsets[v + 1])].filter(
      (child) => child < graph.nodeCount,
    );
    for (const child of inOrder(graph, children)) {
      const kind = graph.kind.at(child);
      if (kind === 'ret') result = graph.ty?.at(child) ?? '?';
      else if (kind !== 'param') continue;
      else if (graph.nameOf(child) !== 'self') params.push(graph.ty?.at(child) ?? '?');
      has = true;
    }
    text.push(has ? `(${params.join(', ')}) -> ${result ?? '()'}` : null);
    if (!has) return [];
    const own = new Set([
      ...params.map((type) => column(`p:${normalType(type)}`)),
      column(`r:${normalType(result ?? '()')}`),
    ]);
    for (const c of own) df[c]!++;
    return [...own].sort((a, b) => a - b);
  });
  return { rows, columns, df: Uint32Array.from(df), text };
}

/** Parameters stand in their written order where the dump has lines, else in that of their ids. */
function inOrder(graph: CodeGraph, children: readonly number[]): number[] {
  const line = (v: number): number => graph.line?.[v] ?? 0;
  return [...children].sort((a, b) => line(a) - line(b) || a - b);
}

/** The least weight of a column that every row has (S1:2521). */
export const IDF_FLOOR = 0.05;

/** w(c)² = max(ln(n / df), floor)², in units of 2⁻³²: whole numbers, so that no order of summation matters. */
export function squaredWeights(n: number, df: Uint32Array): Float64Array {
  return Float64Array.from(df, (count) => {
    if (count === 0) return 0;
    const weight = Math.max(Math.log(n / count), IDF_FLOOR);
    return Math.round(weight * weight * 2 ** 32);
  });
}

/** Cosine of two rows of ascending columns under squared weights; 0 where one is empty. */
export function cosine(a: readonly number[], b: readonly number[], squares: Float64Array): number {
  const norm = (row: readonly number[]): number => row.reduce((sum, c) => sum + squares[c]!, 0);
  const other = new Set(b);
  const dot = norm(a.filter((c) => other.has(c)));
  const [left, right] = [norm(a), norm(b)];
  if (left === 0 || right === 0) return 0;
  return dot === left && dot === right ? 1 : dot / (Math.sqrt(left) * Math.sqrt(right));
}

const LARGEST_STEM_GROUP = 2000;
const SHORTEST_STEM = 4;

/** Same stem and cos_T ≥ sim, the methods of trait impls and bare constructors left out (S1:2551-2554). */
export function nameEdges(
  graph: CodeGraph,
  functions: Functions,
  signatures: Signatures,
  sim: number,
): TwinEdge[] {
  const groups = new Map<string, number[]>();
  const implementing = new Set(graph.derived('IMPL_OF').src);
  functions.ordinals.forEach((v, row) => {
    if (signatures.rows[row]!.length === 0 || implementing.has(v) || inTraitImpl(graph, v)) return;
    const word = stem(graph.nameOf(v));
    if (word.length < SHORTEST_STEM || CONSTRUCTORS.has(word) || TYPESCRIPT_CONSTRUCTORS.has(word))
      return;
    const group = groups.get(word);
    if (group === undefined) groups.set(word, [row]);
    else group.push(row);
  });
  const squares = squaredWeights(functions.ordinals.length, signatures.df);
  const edges: TwinEdge[] = [];
  for (const [word, members] of groups) {
    if (members.length < 2 || members.length > LARGEST_STEM_GROUP) continue;
    for (let i = 0; i < members.length; i++) {
      for (let j = i + 1; j < members.length; j++) {
        const [a, b] = [members[i]!, members[j]!];
        const score = cosine(signatures.rows[a]!, signatures.rows[b]!, squares);
        if (score >= sim)
          edges.push({ class: 'name+sig', a, b, score, why: `${word} ${signatures.text[a]!}` });
      }
    }
  }
  return edges.sort((x, y) => x.a - y.a || x.b - y.b);
}

function inTraitImpl(graph: CodeGraph, v: number): boolean {
  const parent = graph.parents[v]!;
  if (parent < 0 || graph.kind.at(parent) !== 'impl') return false;
  const { out } = graph.edges('IMPLEMENTS');
  return out.offsets[parent + 1]! > out.offsets[parent]!;
}
