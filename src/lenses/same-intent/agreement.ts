import type { CodeGraph } from '../../graph/index.js';
import { parametersOf } from './words.js';

/** What the structural agreement of two functions is computed from. */
export interface AgreementFacts {
  /** Tokens of `fn name(self, p: T, …)` between white space: names are part of them (S1:1719). `null` = no signature. */
  readonly signature: ReadonlySet<string> | null;
  /** Stable ids of what it calls, as ordinals. */
  readonly callees: ReadonlySet<number>;
}

export function agreementFacts(graph: CodeGraph, v: number): AgreementFacts {
  const { offsets, targets } = graph.edges('CALLS').out;
  return {
    signature: signatureTokens(graph.nameOf(v), parametersOf(graph, v)),
    callees: new Set(targets.subarray(offsets[v], offsets[v + 1])),
  };
}

export function signatureTokens(
  name: string,
  params: readonly { readonly name: string; readonly type: string }[],
): ReadonlySet<string> {
  const listed = params.map((one) => (one.name === 'self' ? 'self' : `${one.name}: ${one.type}`));
  return new Set(`fn ${name}(${listed.join(', ')})`.split(/\s+/));
}

/** 0.6·J(signature tokens) + 0.4·J(callees); the one that is known where the other is not (S1:1617). */
export function structuralAgreement(a: AgreementFacts, b: AgreementFacts): number {
  const callees = jaccard(a.callees, b.callees);
  if (a.signature === null || b.signature === null) return callees;
  const signature = jaccard(a.signature, b.signature);
  return a.callees.size === 0 && b.callees.size === 0 ? signature : 0.6 * signature + 0.4 * callees;
}

/** |A ∩ B| / |A ∪ B|; two empty sets give 0. */
export function jaccard<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  let both = 0;
  for (const item of a) if (b.has(item)) both++;
  const either = a.size + b.size - both;
  return either === 0 ? 0 : both / either;
}
