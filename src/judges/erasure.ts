import type { DeadCode } from './liveness.js';

/**
 * Family 12: may a row of an erasure plan be erased? (S2:158–168) A plan only: nothing here deletes.
 *
 * The first failing predicate names the reason. Public dead rows are refused before confidence is weighed, so an
 * exported API is never erasable. An unvouched confidence has no code of its own in the source; ours reuses
 * `copy_not_dead` (the copy is not known to be dead), and the page says so.
 */
export const ERASURE_REASONS = {
  0: 'eraseable',
  1: 'language_unresolved',
  2: 'not_full_segment',
  3: 'bytes_differ',
  4: 'copy_not_dead',
  5: 'unit_not_covered',
  6: 'public_surface',
} as const;
export type ErasureReason = keyof typeof ERASURE_REASONS;

export const ERASURE_CLASSES = { 1: 'verbatim_doc', 2: 't1_twin', 3: 'dead_file' } as const;

export interface ErasureRow {
  /** 0 is retired and refused by name. */
  readonly class: 0 | 1 | 2 | 3;
  readonly languageResolved: boolean;
  readonly fullSegment: boolean;
  readonly bytesEqual: boolean;
  /** The copy that goes is dead: unreferenced, or a dead file. */
  readonly copyDead: boolean;
  readonly unitCovered: boolean;
  /** Code of family 06, for dead files. */
  readonly deadCode: DeadCode | null;
  /** The graph vouches for the row. */
  readonly vouched: boolean;
}

export type ErasureVerdict =
  | { readonly class: 'retired' }
  | { readonly reason: ErasureReason; readonly name: (typeof ERASURE_REASONS)[ErasureReason] };

export function judgeErasure(row: ErasureRow): ErasureVerdict {
  if (row.class === 0) return { class: 'retired' };
  const reason = firstFailing(row);
  return { reason, name: ERASURE_REASONS[reason] };
}

function firstFailing(row: ErasureRow): ErasureReason {
  if (row.class === 3 && (row.deadCode === 2 || row.deadCode === 4)) return 6;
  if (!row.languageResolved) return 1;
  if (!row.fullSegment) return 2;
  if (!row.bytesEqual) return 3;
  if (!row.copyDead) return 4;
  if (!row.unitCovered) return 5;
  if (row.class === 3 && !row.vouched) return 4;
  return 0;
}
