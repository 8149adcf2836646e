import { createRegistry, type Lens } from '../lens/index.js';
import { banding } from './banding/index.js';
import { knobs } from './knobs/index.js';
import { precision } from './labels/index.js';
import { overlap } from './overlap/index.js';
import { recall } from './recall/index.js';
import { scores } from './scores/index.js';
import { sensitivity } from './sensitivity/index.js';

export { banding, type BandingParams, type BandingStates } from './banding/index.js';
export {
  areasOf,
  bestBanding,
  candidateArea,
  candidateShare,
  costOf,
  type Banding,
} from './banding/curve.js';
export {
  sensitivity,
  sweptOf,
  type SensitivityParams,
  type SensitivityStates,
  type Stretch,
  type Swing,
} from './sensitivity/index.js';
export * from './labels/index.js';
export {
  scores,
  type Floor,
  type KnownPairs,
  type RocState,
  type ScoresParams,
  type ScoresStates,
} from './scores/index.js';
export {
  bestForObserved,
  expectedOf,
  observedPairs,
  type Expected,
  type Observed,
} from './banding/observed.js';
export * from './records/index.js';
export { knobs, type KnobsParams, type KnobsStates, type TurnedKnob } from './knobs/index.js';
export { recall, type LensRecall, type RecallParams, type RecallStates } from './recall/index.js';
export * from './inject/index.js';
export * from './embeddings/index.js';
export {
  countsAt,
  itemPairs,
  overlap,
  type ItemPair,
  type ItemPairs,
  type OverlapParams,
  type OverlapStates,
  type SignedItem,
} from './overlap/index.js';
export { defaultsTable } from './provenance.js';
export * from './statistics/index.js';

/** Every calibration under its TypeScript name. */
export const CALIBRATIONS = {
  banding,
  sensitivity,
  scores,
  overlap,
  recall,
  precision,
  knobs,
} as const;

export const calibrationRegistry = createRegistry(Object.values(CALIBRATIONS) as readonly Lens[]);
