import type { CodeGraph } from '../../graph/index.js';

/** What structural agreement compares of a function: its printed signature's words, and what it calls. */
export interface SignatureFacts {
  /** Words of `fn name(self, p: T)`, divided at whitespace, ascending; empty = no signature. */
  readonly words: ReadonlySet<string>;
  /** Stable ids. */
  readonly callees: ReadonlySet<string>;
}

/** A parameter as it is written; `self` is one. */
export interface WrittenParameter {
  readonly name: string;
  readonly type: string | null;
}

/** Parameters of a function in their written order, by the numbers in their ids. */
export function parametersOf(graph: CodeGraph, v: number): readonly WrittenParameter[] {
  const { offsets, targets } = graph.edges('CONTAINS').out;
  const parts: { place: number; part: number }[] = [];
  for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
    const part = targets[e]!;
    if (part >= graph.nodeCount || graph.kind.at(part) !== 'param') continue;
    const number = /\d+/.exec(graph.id(part).slice(graph.id(v).length))?.[0];
    parts.push({ place: Number(number ?? parts.length), part });
  }
  return parts
    .sort((a, b) => a.place - b.place)
    .map(({ part }) => ({ name: graph.nameOf(part), type: graph.ty?.at(part) ?? null }));
}

/** `fn put(self, key: u32)` */
export const printedSignature = (name: string, params: readonly WrittenParameter[]): string =>
  `fn ${name}(${params
    .map((one) =>
      one.name === 'self' || one.type === null ? one.name : `${one.name}: ${one.type}`,
    )
    .join(', ')})`;

/**
 * The printed signature of a function: name, parameter names and types are part of it, so names count in the agreement
 * (S1:1719). `null` where the dump has no parameters and no result of it.
 */
export function signatureText(graph: CodeGraph, v: number): string | null {
  const params = parametersOf(graph, v);
  return params.length > 0 || hasResult(graph, v)
    ? printedSignature(graph.nameOf(v), params)
    : null;
}

function hasResult(graph: CodeGraph, v: number): boolean {
  const { offsets, targets } = graph.edges('CONTAINS').out;
  for (let e = offsets[v]!; e < offsets[v + 1]!; e++)
    if (targets[e]! < graph.nodeCount && graph.kind.at(targets[e]!) === 'ret') return true;
  return false;
}

export function signatureFacts(graph: CodeGraph, v: number): SignatureFacts {
  const text = signatureText(graph, v);
  const { offsets, targets } = graph.edges('CALLS').out;
  const callees = new Set<string>();
  for (let e = offsets[v]!; e < offsets[v + 1]!; e++) callees.add(graph.stableId(targets[e]!));
  return { words: wordsOf(text), callees };
}

export const wordsOf = (signature: string | null): ReadonlySet<string> =>
  new Set(signature === null ? [] : signature.split(/\s+/).filter((word) => word !== ''));

/** Plain Jaccard similarity; two empty sets give 0. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const one of a) if (b.has(one)) shared++;
  const union = a.size + b.size - shared;
  return union === 0 ? 0 : shared / union;
}

/**
 * structural_agreement = 0.6 · J(signature words) + 0.4 · J(callees); the signatures alone when both call nothing, the
 * callees alone when a signature is missing (S1:1697-1703).
 */
export function structuralAgreement(a: SignatureFacts, b: SignatureFacts): number {
  const callees = jaccard(a.callees, b.callees);
  if (a.words.size === 0 || b.words.size === 0) return callees;
  const words = jaccard(a.words, b.words);
  if (a.callees.size === 0 && b.callees.size === 0) return words;
  return 0.6 * words + 0.4 * callees;
}
