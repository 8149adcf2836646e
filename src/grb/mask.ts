import type { Matrix } from './matrix.js';
import type { Vector } from './vector.js';

/**
 * Which positions a result may write: `M.S` (wherever M has an entry), `M.V` (wherever its value is true or
 * non-zero), and the complement of either.
 */
export class Mask<T extends Matrix | Vector = Matrix | Vector> {
  readonly of: T;
  readonly structural: boolean;
  readonly complemented: boolean;

  constructor(of: T, structural: boolean, complemented = false) {
    this.of = of;
    this.structural = structural;
    this.complemented = complemented;
  }

  get complement(): Mask<T> {
    return new Mask(this.of, this.structural, !this.complemented);
  }

  /** `¬M.S` */
  toString(): string {
    return `${this.complemented ? '¬' : ''}M.${this.structural ? 'S' : 'V'}`;
  }
}

export type MatrixMask = Mask<Matrix>;
export type VectorMask = Mask<Vector>;
