import type { EdgeFact } from './facts.js';
import { HOWS, type EdgeKind } from './vocabulary.js';

/** An edge is certain once any of its facts is. */
export function mergePartial(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  if (a === undefined) return b;
  if (b === undefined) return a;
  return a && b;
}

export function mergeAccess(a: EdgeFact['access'], b: EdgeFact['access']): EdgeFact['access'] {
  if (a === undefined || a === 'unknown' || a === b) return b ?? a;
  if (b === undefined || b === 'unknown') return a;
  return 'both';
}

/** The first word in vocabulary order stands. On CFG_SUCC an absent word is normal flow, and normal flow stands. */
export function mergeHow(kind: EdgeKind, a: EdgeFact['how'], b: EdgeFact['how']): EdgeFact['how'] {
  if (a === undefined || b === undefined) return kind === 'CFG_SUCC' ? undefined : (a ?? b);
  return HOWS.indexOf(a) <= HOWS.indexOf(b) ? a : b;
}
