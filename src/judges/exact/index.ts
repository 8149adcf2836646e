export { medianOf } from './median.js';
export {
  compareRatios,
  floorDiv,
  floorOf,
  maxOf,
  minOf,
  pairOf,
  ratio,
  sumOf,
  ZERO,
  type Ratio,
} from './ratio.js';
export { isRefused, refused, type Refused } from './refusal.js';
