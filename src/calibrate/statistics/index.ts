export {
  averagePrecision,
  floorOfPrecision,
  pointAt,
  precisionAt,
  precisionOf,
  rocArea,
  sweepOf,
  type Judged,
  type Sweep,
  type SweepPoint,
} from './sweep.js';
export { histogramOf, percentileOf, spreadOf } from './spread.js';
export { wilson, type Interval } from './wilson.js';
export { cohensKappa, type Agreement } from './kappa.js';
export { bootstrap, type BootstrapOptions } from './bootstrap.js';
export { plateauAround, plateauOf, type Plateau } from './plateau.js';
export { drawPlaces, Xoshiro } from './xoshiro.js';
