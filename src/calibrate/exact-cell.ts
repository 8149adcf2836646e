import { pairOf, type Ratio } from '../judges/index.js';
import type { Rational } from '../table/index.js';

/** An exact ratio as a cell of a table. */
export const exact = (value: Ratio): Rational => pairOf(value);
