/** Why two functions may be twins. */
export const EDGE_CLASSES = ['api', 'name+sig', 'shape', 'NEAR', 'inlined', 'DIVERGENT'] as const;
export type EdgeClass = (typeof EDGE_CLASSES)[number];

/** Rows a < b, but for `inlined`, where a sits in b. */
export interface TwinEdge {
  readonly class: EdgeClass;
  readonly a: number;
  readonly b: number;
  /** 0 to 1. */
  readonly score: number;
  readonly why: string;
}

/** A similarity with two decimals, half away from zero. */
export const shown = (score: number): string => (Math.round(score * 100) / 100).toFixed(2);

/** A threshold as a fraction of millionths, so that comparing quotients is exact. */
export const fraction = (threshold: number): readonly [num: number, den: number] => [
  Math.round(threshold * 1e6),
  1e6,
];
