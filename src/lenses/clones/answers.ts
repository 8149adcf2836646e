import type { Need, ReportState } from '../../lens/index.js';
import { repeatNotes } from '../one-text.js';
import type { Buckets, NearPairs } from './near.js';
import { LEFT_OUT, type ClonePopulation } from './population.js';
import type { Shapes } from './shapes.js';

/** Functions that the population's rules left out, by rule, for a summary. */
export const leftOutCounts = ({ leftOut }: ClonePopulation): Record<string, number> =>
  Object.fromEntries(LEFT_OUT.map((why) => [summaryName('left_out', why), leftOut[why]]));

/** Says what buckets over the cap cost; nothing where there are none. */
export const nearBucketNotes = (
  { over }: Pick<Buckets, 'over'>,
  { ofOver }: Pick<NearPairs, 'ofOver'>,
): string[] =>
  over.length === 0
    ? []
    : [
        `${String(over.length)} buckets hold more bodies than bucket-max: of their pairs only ${String(ofOver)} that join classes are told`,
      ];

/** Says that functions of one text were compared once; nothing where there are none. */
export const oneTextNotes = ({ leftOut }: ClonePopulation): string[] =>
  repeatNotes(leftOut['same lines']);

/** `left_out_test_like_path`: a count of a summary by what it counts. */
export const summaryName = (group: string, what: string): string =>
  `${group}_${what.replace(/[ -]/g, '_')}`;

/** The state of a lens that is told by text: without any it can't answer. */
export function textState(
  { ordinals }: ClonePopulation,
  { without }: Shapes,
  needs: readonly Need[],
  findings: number,
): ReportState {
  if (ordinals.length > 0 && without === ordinals.length) return 'empty_gap';
  return plainState(needs, findings);
}

/** Partial where a fact is missing, empty where nothing was found. */
export const plainState = (needs: readonly Need[], findings: number): ReportState =>
  needs.length > 0 ? 'partial' : findings === 0 ? 'empty_fact' : 'complete';

/** Needs but for those of the text: for lenses to which sources are an addition. */
export const graphNeeds = (needs: readonly Need[], shapes: Pick<Shapes, 'needs'>): Need[] =>
  needs.filter(({ fact }) => !shapes.needs.some((need) => need.fact === fact));

/** Where to see what the family rules left out; nothing where they left out nothing. */
export const deliberateNotes = (left: readonly unknown[], what: string, step: string): string[] =>
  left.length === 0
    ? []
    : [
        `${left.length === 1 ? `1 ${what.replace(/s$/, '')} is a deliberate family` : `${String(left.length)} ${what} are deliberate families`}: see the rows that the step ${step} draws`,
      ];
