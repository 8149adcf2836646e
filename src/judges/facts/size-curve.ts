import type { Refused } from '../exact/index.js';
import { isRefused } from '../exact/index.js';
import { KNOBS, type Knobs } from '../knobs.js';
import { softLineOf, type PenaltyCurve, type SoftLine } from '../penalty.js';

/** The penalty curve of a distribution of file lengths: S from its statistic, H a multiple of S. Empty files are none. */
export function curveOf(
  lengths: readonly number[],
  frozenSoft?: bigint,
  knobs: Pick<Knobs, 'softLine' | 'penalty'> = KNOBS,
): (PenaltyCurve & SoftLine) | Refused<'no_lengths' | 'empty_file'> {
  const line = softLineOf(lengths.filter((n) => n > 0).map(BigInt), knobs.softLine);
  if (isRefused(line)) return line;
  const soft = frozenSoft ?? line.soft;
  return { ...line, soft, hard: soft * knobs.penalty.hardTimesSoft, pMax: knobs.penalty.pMax };
}
