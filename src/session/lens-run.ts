import type { ColumnTable } from 'arquero';
import type { CodeGraph } from '../graph/index.js';
import {
  didYouMean,
  readChanges,
  type Lens,
  type Report,
  type Run,
  type StepView,
} from '../lens/index.js';
import { toArquero, type Relation } from '../table/index.js';
import { InvalidArgument, type Task } from '../task/index.js';
import { readFinding, type FindingReading } from './finding-reading.js';
import { sliderOf, type RunSlider, type SliderOptions } from './slider.js';
import { Chart } from '../view/index.js';

/** What a run needs of its session. */
export interface RunHome {
  /** A task whose flag is the running cell's. */
  task(): Task;
  /** Puts a new run on the session's list. */
  adopt(run: LensRun): void;
}

/**
 * A lens run as a cell holds it: steps run one by one, each step's table is an Arquero table, and changing a parameter
 * re-runs only what depends on it.
 *
 * @example
 * const run = lens.dsm({ level: 'file' });
 * await run.until('levels');
 * run.table('levels').groupby('level').count()
 */
export class LensRun<
  Step extends string = string,
  Params extends object = Record<string, unknown>,
> {
  #run: Run;
  readonly #home: RunHome;
  /** Steps that a cell asked for by name: a study keeps their rows, not only a digest. */
  readonly named = new Set<string>();
  /** How often each step has computed its result. */
  readonly #runs = new Map<string, number>();

  /** @internal */
  constructor(run: unknown, home: RunHome) {
    this.#run = run as Run;
    this.#home = home;
    home.adopt(this as unknown as LensRun);
  }

  /** The run of the lens room behind this one. */
  get inner(): Run {
    return this.#run;
  }

  /** The lens that is asked. */
  get lens(): Lens {
    return this.#run.lens;
  }

  /** The values of all parameters. */
  get params(): Readonly<Required<Params>> {
    return this.#run.params as Readonly<Required<Params>>;
  }

  get graph(): CodeGraph {
    return this.#run.graph;
  }

  /** Every step with its state, rows, time and recorder lines. Runs nothing. */
  get steps(): readonly StepView[] {
    return this.#run.steps;
  }

  get finished(): boolean {
    return this.#run.finished;
  }

  /** How often a step has computed its result in this run: tells a new result from a shared one. */
  runsOf(step: Step): number {
    return this.#runs.get(step) ?? 0;
  }

  /** Runs the next step and shows it; null when none is left. */
  async next(task = this.#home.task()): Promise<StepLook | null> {
    const view = await this.#run.next(task);
    if (view === null) return null;
    this.#count([view]);
    return this.look(view.step.id as Step);
  }

  /** Runs everything up to and including the step, and shows it. */
  async until(step: Step, task = this.#home.task()): Promise<StepLook> {
    await this.#until(step, task);
    this.named.add(step);
    return this.look(step);
  }

  async #until(step: Step, task: Task): Promise<void> {
    const before = this.#pending();
    await this.#run.until(step as never, task);
    this.#count(before.map((id) => this.view(id)));
  }

  /** Runs every step. */
  async finish(task = this.#home.task()): Promise<this> {
    const before = this.#pending();
    await this.#run.finish(task);
    this.#count(before.map((id) => this.view(id)));
    return this;
  }

  /**
   * The same question with other parameters, as far as this run has come. Steps that the change does not touch are
   * shared; the others run again.
   */
  async retune(changes: Partial<Params>): Promise<LensRun<Step, Params>> {
    const run = new LensRun<Step, Params>(this.#run.retune(changes), this.#home);
    await run.#follow(this);
    return run;
  }

  /** As `retune`, but this run itself becomes the new one: what a front door's step view does. */
  async change(
    changes: Readonly<Record<string, unknown>>,
    task = this.#home.task(),
  ): Promise<{ readonly reran: readonly string[]; readonly shared: readonly string[] }> {
    readChanges(this.lens, changes);
    const before = this.#reached();
    const old = this.#run;
    this.#run = old.retune(changes);
    const wanted = new Set(before);
    const reran: string[] = [];
    try {
      for (const { id } of this.lens.steps) {
        if (!wanted.has(id)) continue;
        const ran = this.#pending().includes(id);
        if (ran) await this.#until(id as Step, task);
        if (ran && this.view(id).status === 'done') reran.push(id);
      }
    } catch (error) {
      // A change that was stopped, or that a step refuses, is no change.
      this.#run = old;
      throw error;
    }
    return { reran, shared: before.filter((id) => !reran.includes(id)) };
  }

  /** The table of a step that ran, as an Arquero table: verbs and `Plot` take it as it is. */
  table(step: Step, options: { readonly limit?: number } = {}): ColumnTable {
    this.named.add(step);
    return toArquero(this.relation(step), options);
  }

  /** The table of a step that ran, with exact values: rationals as pairs, large integers as bigint. */
  relation(step: Step): Relation {
    return this.#run.table(step as never);
  }

  /** What later steps receive of a step that ran. */
  state(step: Step): unknown {
    return this.#run.state(step as never);
  }

  /** The chart of a step that ran. Throws `InvalidArgument` where the step has none. */
  chart(step: Step): Chart {
    const { chart } = this.view(step).step;
    if (chart === undefined) {
      const others = this.lens.steps
        .filter((other) => other.chart !== undefined)
        .map(({ id }) => id);
      throw new InvalidArgument(
        `step without a chart: ${this.lens.id}.${step}; charts are on: ${others.join(', ') || 'no step'}`,
      );
    }
    this.named.add(step);
    const own = this.relation(step);
    return new Chart(chart, (from) => (from === undefined ? own : this.#run.rowsFrom(from)));
  }

  /** Finishes the run and folds it into the lens's answer. `limit` 0 = every finding; 50 when not said. */
  async report({
    limit,
    task = this.#home.task(),
  }: { readonly limit?: number; readonly task?: Task } = {}): Promise<Report> {
    await this.finish(task);
    return this.#run.report({ ...(limit !== undefined && { limit }), task });
  }

  /**
   * Both sides of a finding with their source, aligned, differences marked. `row` counts from 1, in the order of the
   * report. For lenses that compare pieces of text.
   */
  async sides(row = 1): Promise<FindingReading> {
    const report = await this.report({ limit: 0 });
    const { src } = this.params as { readonly src?: unknown };
    const folder = typeof src === 'string' && src !== '' ? src : null;
    return readFinding(report, row, this.graph, folder);
  }

  /**
   * A number of the finished run under a thumb: in Jupyter moving it runs again what depends on it, and draws that; the
   * terminal's step view has keys for it.
   *
   * @example
   * await lens.roleNeighbours().slider('score', { min: 0.4, max: 1 })
   */
  async slider(
    parameter: keyof Params & string,
    options: SliderOptions & { readonly step?: Step } = {},
  ): Promise<RunSlider> {
    await this.finish();
    return sliderOf(this as unknown as LensRun, parameter, options);
  }

  /** One step with its state; throws `InvalidArgument` for a step that there is not. */
  view(step: string): StepView {
    const view = this.#run.steps.find((candidate) => candidate.step.id === step);
    if (view !== undefined) return view;
    const ids = this.lens.steps.map(({ id }) => id);
    throw new InvalidArgument(`unknown step of ${this.lens.id}: ${step}; ${didYouMean(step, ids)}`);
  }

  /** One step as it is shown: head, formula, recorder lines, table, chart. */
  look(step: Step): StepLook {
    return new StepLook(this as unknown as LensRun, step);
  }

  #pending(): string[] {
    return this.#run.steps.filter(({ rows }) => rows === null).map(({ step }) => step.id);
  }

  #reached(): string[] {
    return this.#run.steps.filter(({ rows }) => rows !== null).map(({ step }) => step.id);
  }

  #count(views: readonly StepView[]): void {
    for (const { step, status } of views) {
      if (status === 'done') this.#runs.set(step.id, (this.#runs.get(step.id) ?? 0) + 1);
    }
  }

  async #follow(other: LensRun<Step, Params>): Promise<void> {
    const wanted = new Set(other.#reached());
    const task = this.#home.task();
    for (const id of this.#pending()) if (wanted.has(id)) await this.#until(id as Step, task);
  }
}

/** One step of a run, as `await run.next()` shows it. */
export class StepLook {
  constructor(
    readonly run: LensRun,
    readonly id: string,
  ) {}

  get view(): StepView {
    return this.run.view(this.id);
  }

  get relation(): Relation {
    return this.run.relation(this.id);
  }

  /** The step's table as an Arquero table. */
  table(): ColumnTable {
    return this.run.table(this.id);
  }

  get chart(): Chart | null {
    return this.view.step.chart === undefined ? null : this.run.chart(this.id);
  }
}
