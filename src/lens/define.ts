import type { CodeGraph } from '../graph/index.js';
import { CodedError } from '../task/index.js';
import type { Cell, Relation } from '../table/index.js';
import type { ChartSpec } from './chart-spec.js';
import { findingsOf } from './findings.js';
import type { FactNeed, LensKind, Step, StepContext, StepResult, TypedLens } from './lens.js';
import { named, type Declarations, type Parameter, type ParamsOf } from './parameters.js';
import type { Findings, Need, ReportState } from './report.js';

/** What a lens is before its steps. */
export interface LensHead<R> {
  readonly id: string;
  readonly kind?: LensKind;
  readonly version: number;
  readonly title: string;
  readonly question: string;
  readonly facts: readonly FactNeed[];
  readonly params: R;
}

/** A step as a lens file writes it: `run` sees the named parameters and inputs only, by type. */
export interface StepDefinition<
  Id,
  P,
  S,
  K extends readonly string[],
  I extends readonly string[],
  T,
> {
  readonly id: Id;
  readonly title: string;
  readonly formula: string;
  readonly product?: string;
  readonly params: K;
  readonly inputs: I;
  readonly key: readonly string[];
  /** Raise it when the code gives other rows: 1 when absent. */
  readonly version?: number;
  readonly chart?: ChartSpec;
  readonly run: (
    context: StepContext,
    params: Pick<P, Extract<K[number], keyof P>>,
    inputs: Pick<S, Extract<I[number], keyof S>>,
  ) => StepResult<T> | Promise<StepResult<T>>;
}

/** What a lens answers before the envelope and the limit. */
export interface Answer {
  readonly state: ReportState;
  readonly population: Readonly<Record<string, number>>;
  readonly summary: Readonly<Record<string, Cell>>;
  readonly findings: Relation;
  readonly notes: readonly string[];
  /** Facts missing beyond those that steps told. */
  readonly needs?: readonly Need[];
}

export interface LensBuilder<P, S> {
  /** Adds a step; ids of earlier steps and names of parameters are checked by type. */
  step<
    const Id extends string,
    const K extends readonly (keyof P & string)[],
    const I extends readonly (keyof S & string)[],
    T,
  >(
    step: StepDefinition<Id, P, S, K, I, T>,
  ): LensBuilder<P, S & Readonly<Record<Id, T>>>;
  /** Closes the lens with the fold from step states to the answer. */
  answer(
    fold: (input: {
      readonly graph: CodeGraph;
      readonly params: P;
      readonly states: S;
      readonly needs: readonly Need[];
    }) => Answer,
  ): TypedLens<P, S>;
}

/**
 * A lens as a chain of steps. Errors in its shape (two steps of one id, an input that is no earlier step) are
 * programming errors and throw when the module loads.
 */
export function defineLens<const R extends Declarations>(
  head: LensHead<R>,
): LensBuilder<ParamsOf<R>, unknown> {
  return chain(head, named(head.params), []) as LensBuilder<ParamsOf<R>, unknown>;
}

type AnyDefinition = StepDefinition<
  string,
  never,
  never,
  readonly string[],
  readonly string[],
  unknown
>;

function chain(
  head: LensHead<unknown>,
  params: readonly Parameter[],
  steps: readonly Step[],
): LensBuilder<never, never> {
  return {
    step: (definition: AnyDefinition) =>
      chain(head, params, [...steps, stepOf(head.id, params, steps, definition)]),
    answer: (fold: (input: never) => Answer) => close(head, params, steps, fold),
  } as LensBuilder<never, never>;
}

function stepOf(
  lens: string,
  params: readonly Parameter[],
  earlier: readonly Step[],
  definition: AnyDefinition,
): Step {
  const wrong = earlier.some((step) => step.id === definition.id)
    ? 'a second step of this id'
    : (definition.inputs.find((input) => !earlier.some((step) => step.id === input)) ??
      definition.params.find((name) => !params.some((parameter) => parameter.name === name)));
  if (wrong !== undefined)
    throw new CodedError('bad_lens', `step of a lens: ${lens}.${definition.id} (${wrong})`);
  const run = definition.run as unknown as Step['run'];
  return {
    id: definition.id,
    title: definition.title,
    formula: definition.formula,
    ...(definition.product !== undefined && { product: definition.product }),
    params: definition.params,
    inputs: definition.inputs,
    key: definition.key,
    version: definition.version ?? 1,
    ...(definition.chart !== undefined && { chart: definition.chart }),
    run: async (context, values, inputs) => run(context, values, inputs),
  };
}

function close(
  head: LensHead<unknown>,
  params: readonly Parameter[],
  steps: readonly Step[],
  fold: (input: never) => Answer,
): TypedLens<never, never> {
  return {
    id: head.id,
    kind: head.kind ?? 'lens',
    version: head.version,
    title: head.title,
    question: head.question,
    facts: head.facts,
    params,
    steps,
    report({ limit, ...input }) {
      const answer = fold(input as never);
      const findings: Findings = findingsOf(answer.findings, limit);
      return {
        lens: head.id,
        version: head.version,
        dump: input.graph.dumpKey,
        params: input.params,
        population: answer.population,
        state: answer.state,
        summary: answer.summary,
        findings,
        total: answer.findings.rowCount,
        shown: findings.rows.length,
        needs: mergeNeeds([...input.needs, ...(answer.needs ?? [])]),
        notes: answer.notes,
      };
    },
  };
}

/** One line a fact and producer, in first-told order; counts of missing items add up. */
export function mergeNeeds(needs: readonly Need[]): readonly Need[] {
  const merged = new Map<string, Need>();
  for (const need of needs) {
    const key = `${need.fact}\u0000${need.producer}`;
    const before = merged.get(key);
    if (before === undefined) merged.set(key, need);
    else if (need.missing !== undefined)
      merged.set(key, { ...before, missing: (before.missing ?? 0) + need.missing });
  }
  return [...merged.values()];
}
