import type { CodeGraph } from '../graph/index.js';
import type { Relation } from '../table/index.js';
import type { Task } from '../task/index.js';
import type { ChartSpec } from './chart-spec.js';
import type { Parameter } from './parameters.js';
import type { Need, Report } from './report.js';

export type { Parameter, ParameterType } from './parameters.js';

export type LensKind = 'lens' | 'calibration' | 'judge';

/** What one step gives: immutable state for later steps, and a table built when looked at. */
export interface StepResult<S = unknown> {
  readonly state: S;
  readonly table: () => Relation;
  /** Rows of the table, where they are known without building it. */
  readonly rows?: number;
  /** Further rows that the step's chart draws, by name: a mark reads them with `from: '<step>.<name>'`. */
  readonly drawn?: Readonly<Record<string, () => Relation>>;
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
  run(
    context: StepContext,
    params: Readonly<Record<string, unknown>>,
    inputs: Readonly<Record<string, unknown>>,
  ): Promise<StepResult>;
}

/** A fact that a lens reads, and who produces it. */
export interface FactNeed {
  readonly fact: string;
  readonly producer: string;
  /** Without it the lens can't answer at all. */
  readonly required: boolean;
}

export interface Lens {
  /** kebab-case. */
  readonly id: string;
  readonly kind: LensKind;
  readonly version: number;
  readonly title: string;
  readonly question: string;
  readonly params: readonly Parameter[];
  readonly facts: readonly FactNeed[];
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

/** A lens whose parameters and step states are known to the type checker. */
export interface TypedLens<P, S> extends Lens {
  /** Types only; never a value. */
  readonly types?: { readonly params: P; readonly states: S };
}
