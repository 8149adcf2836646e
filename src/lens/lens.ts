import type { CodeGraph } from '../graph/index.js';
import type { Relation } from '../table/index.js';
import type { Task } from '../task/index.js';
import type { ChartSpec } from './chart-spec.js';
import type { Need, Report } from './report.js';

export type LensKind = 'lens' | 'calibration' | 'judge';

/** How a value is spelled and edited: one declaration serves help text, completion and the type check. */
export type ParameterType =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'integer'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'number'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'text' }
  | { readonly kind: 'texts' }
  | { readonly kind: 'json'; readonly shape: string }
  /** The path of another dump, opened by the session before the lens runs. */
  | { readonly kind: 'dump' };

export interface Parameter {
  /** camelCase in TypeScript; flags are its kebab-case. */
  readonly name: string;
  readonly type: ParameterType;
  readonly default: unknown;
  readonly doc: string;
}

/** What one step gives: immutable state for later steps, and a table built when looked at. */
export interface StepResult<S = unknown> {
  readonly state: S;
  readonly table: () => Relation;
  /** Bytes that the state holds, for the result cache; an estimate. */
  readonly bytes?: number;
  /** Facts found missing by this step. */
  readonly needs?: readonly Need[];
}

/** One line of the recorder: a product that a step ran. */
export interface ProductLine {
  readonly text: string;
  readonly milliseconds: number;
}

export interface StepContext {
  readonly graph: CodeGraph;
  readonly task: Task;
  /** Opens the dump named by a parameter of kind `dump`. */
  readonly open: (path: string) => Promise<CodeGraph>;
}

export interface Step {
  readonly id: string;
  readonly title: string;
  /** TeX. */
  readonly formula: string;
  /** The product, in GraphBLAS words; absent where the step is no product. */
  readonly product?: string;
  /** Names of the parameters that this step reads: it receives exactly these. */
  readonly params: readonly string[];
  /** Ids of the earlier steps that it reads: it receives exactly their states. */
  readonly inputs: readonly string[];
  readonly key: readonly string[];
  /** Code version: part of the cache key. */
  readonly version: number;
  readonly chart?: ChartSpec;
  run(context: StepContext, params: Readonly<Record<string, unknown>>, inputs: Readonly<Record<string, unknown>>): Promise<StepResult>;
}

export interface Lens {
  /** kebab-case. */
  readonly id: string;
  readonly kind: LensKind;
  readonly version: number;
  readonly title: string;
  readonly question: string;
  readonly params: readonly Parameter[];
  /** Facts without which it can't answer, each with its producer. */
  readonly facts: readonly { readonly fact: string; readonly producer: string; readonly required: boolean }[];
  readonly steps: readonly Step[];
  /** Folds step states into the report; `limit` 0 = all. */
  report(input: {
    readonly graph: CodeGraph;
    readonly params: Readonly<Record<string, unknown>>;
    readonly states: Readonly<Record<string, unknown>>;
    readonly needs: readonly Need[];
    readonly limit: number;
  }): Report;
}
