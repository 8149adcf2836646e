import { DEFAULTS, param, type ParamsOf } from '../../lens/index.js';
import {
  classParams,
  cloneParams,
  cosineDoc,
  sourceParams,
  vectorParams,
} from '../clones/index.js';
import type { TwinGates } from './twins.js';

export const byDefault = DEFAULTS.groupTwins;

export const params = {
  granularity: param.choice(['lines', 'blocks', 'auto'], {
    default: 'lines',
    doc: 'units of a body: fact lines, blocks, or blocks where the dump has them and fact lines elsewhere',
  }),
  score: param.number({
    default: byDefault.score.value,
    min: 0.01,
    max: 1,
    doc: 'least weighted Jaccard similarity of two groups that are not exact',
  }),
  minBlocks: param.integer({
    default: byDefault.minBlocks.value,
    min: 2,
    doc: 'blocks of a group',
  }),
  minWeight: param.number({
    default: byDefault.minWeight.value,
    min: 0,
    doc: 'least weight of what two groups of blocks share',
  }),
  maxCandidates: param.integer({
    default: byDefault.maxCandidates.value,
    min: 1,
    doc: 'pairs of functions that are judged, those with most rare keys in common first; the rest is counted',
  }),
  cosine: param.number({
    default: 0,
    min: 0,
    max: 1,
    doc: cosineDoc('least cosine of two groups of text', byDefault),
  }),
  ...classParams,
  ...vectorParams,
  ...sourceParams,
  ...cloneParams,
};

export type GroupTwinsParams = ParamsOf<typeof params>;

/** What two groups have to share to be twins. */
export const gatesOf = (asked: {
  score: number;
  minBlocks: number;
  minWeight: number;
}): TwinGates => ({
  gap: byDefault.maxGap.value,
  leastKeys: byDefault.minKeys.value,
  leastKgrams: byDefault.minKgrams.value,
  scoreFloor: asked.score,
  leastUnits: { lines: byDefault.minLines.value, blocks: asked.minBlocks },
  leastWeight: { lines: 0, blocks: asked.minWeight },
});
