import type { CodeGraph } from '../../graph/index.js';
import type { Need } from '../../lens/index.js';
import type { Task } from '../../task/index.js';
import type { ClonePopulation } from './population.js';

/**
 * What the text of each row says once its names are taken away: the exact key, the tokens, the MinHash signature
 * (S1:1258). A row without a shape has no text at hand, or one that does not tokenise.
 */
export interface Shapes {
  has(row: number): boolean;
  /** SHA-256 of the canonical text, as hexadecimal digits; `null` without a shape. */
  exactKey(row: number): string | null;
  /** Normalised tokens; 0 without a shape. */
  tokens(row: number): number;
  /** Share of equal minima of two rows, in 64ths; `null` where either has no signature. Equal keys give 64. */
  estimate64(a: number, b: number): number | null;
  /** The body names target features or intrinsics. */
  simd(row: number): boolean;
  /** The body is one literal. */
  literal(row: number): boolean;
  /** Rows without a shape. */
  readonly without: number;
  /** The folder that was read; `null` = none was at hand. */
  readonly folder: string | null;
  readonly needs: readonly Need[];
}

/** Reads and normalises the text of every row of a population. */
export type ReadShapes = (
  graph: CodeGraph,
  population: ClonePopulation,
  src: string,
  task: Task,
) => Promise<Shapes>;
