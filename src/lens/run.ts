import type { CodeGraph } from '../graph/index.js';
import { Recorder, underRun } from '../grb/index.js';
import type { Relation } from '../table/index.js';
import { CodedError, InvalidArgument, createTask, type Task } from '../task/index.js';
import { readArguments, readChanges } from './arguments.js';
import { mergeNeeds } from './define.js';
import { didYouMean } from './did-you-mean.js';
import type { Lens, ProductLine, Step, TypedLens } from './lens.js';
import type { Need, Report } from './report.js';
import { StepCache, stepKey, type CachedStep } from './step-cache.js';

/** `pending`: has not run; `done`: ran here; `reused`: its result was there; `failed`: threw, and may be run again. */
export type StepStatus = 'pending' | 'done' | 'reused' | 'failed';

/** One step as a front door shows it. */
export interface StepView {
  readonly step: Step;
  readonly status: StepStatus;
  /** Rows of its table; `null` until it ran. */
  readonly rows: number | null;
  readonly milliseconds: number | null;
  /** The products that it ran, as recorder lines. */
  readonly products: readonly ProductLine[];
  readonly needs: readonly Need[];
  readonly error: string | null;
}

export interface RunOptions {
  /** Shared by the runs of a session; a run of its own otherwise. */
  readonly cache?: StepCache;
  readonly task?: Task;
  /** Opens the dump named by a parameter of kind `dump`. */
  readonly open?: (path: string) => Promise<CodeGraph>;
}

interface Slot {
  status: StepStatus;
  key: string | null;
  entry: CachedStep | null;
  rows: number | null;
  error: string | null;
}

/**
 * One question asked of one dump, walked step by step.
 *
 * @example
 * const run = startRun(dsm, graph, { level: 'file' });
 * await run.until('scc');
 * run.table('scc');
 * const coarse = run.retune({ level: 'folder:1' });
 */
export class Run<P = Readonly<Record<string, unknown>>, S = Readonly<Record<string, unknown>>> {
  readonly #slots: Slot[];
  readonly #otherDumps = new Map<string, CodeGraph>();
  /** Results of the runs that this one was retuned from, so that a full cache can't undo the sharing. */
  #shared: ReadonlyMap<string, CachedStep> = new Map();
  /** Calls of one run queue up: two cells that ask for the same step run it once. */
  #tail: Promise<unknown> = Promise.resolve();

  /** Use `startRun`, which checks the parameters. */
  constructor(
    readonly lens: TypedLens<P, S>,
    readonly graph: CodeGraph,
    readonly params: P,
    readonly options: RunOptions & { readonly cache: StepCache; readonly task: Task },
  ) {
    this.#slots = lens.steps.map(() => ({
      status: 'pending',
      key: null,
      entry: null,
      rows: null,
      error: null,
    }));
  }

  /** Every step with its state, in order. Runs nothing. */
  get steps(): readonly StepView[] {
    return this.lens.steps.map((_, index) => this.#view(index));
  }

  /** The next step that has no result, or `null` when all have. */
  get pending(): string | null {
    return this.lens.steps[this.#firstPending()]?.id ?? null;
  }

  get finished(): boolean {
    return this.#firstPending() === this.lens.steps.length;
  }

  /** Facts found missing so far. */
  get needs(): readonly Need[] {
    return mergeNeeds(this.#slots.flatMap(({ entry }) => entry?.result.needs ?? []));
  }

  /** Runs the next step; `null` when there is none left. */
  next(task?: Task): Promise<StepView | null> {
    return this.#queued(async () => {
      const index = this.#firstPending();
      if (index === this.lens.steps.length) return null;
      await this.#advance(index, task);
      return this.#view(index);
    });
  }

  /** Runs everything up to and including the step. */
  until(step: keyof S & string, task?: Task): Promise<StepView> {
    return this.#queued(async () => {
      const index = this.#indexOf(step);
      await this.#advanceTo(index, task);
      return this.#view(index);
    });
  }

  /** Runs every step; gives the run back. */
  finish(task?: Task): Promise<this> {
    return this.#queued(async () => {
      await this.#advanceTo(this.lens.steps.length - 1, task);
      return this;
    });
  }

  /**
   * The same question with other parameters: a new run in which every step that the change does not touch already has
   * its result (`reused`), at no cost.
   */
  retune(changes: Partial<P>): Run<P, S> {
    const params = Object.freeze({ ...this.params, ...readChanges(this.lens, changes) });
    const run = new Run(this.lens, this.graph, params, this.options);
    for (const [path, graph] of this.#otherDumps) run.#otherDumps.set(path, graph);
    const results = new Map(this.#shared);
    for (const { key, entry } of this.#slots)
      if (key !== null && entry !== null) results.set(key, entry);
    run.#share(results);
    return run;
  }

  /** The table of a step that ran. Throws `InvalidArgument` for a step that has not. */
  table(step: keyof S & string): Relation {
    return this.#entry(step).result.table();
  }

  /** The state of a step that ran, as later steps receive it. */
  state<K extends keyof S & string>(step: K): S[K] {
    return this.#entry(step).result.state as S[K];
  }

  /**
   * The rows that a chart mark names in `from`: a step's table by its id, or one of the relations that it draws by
   * `<step>.<name>`.
   */
  rowsFrom(from: string): Relation {
    const [step = '', name] = from.split('.');
    const { result } = this.#entry(step);
    if (name === undefined) return result.table();
    const drawn = result.drawn?.[name];
    if (drawn === undefined)
      throw new InvalidArgument(
        `unknown rows of a chart: ${from}; ${didYouMean(name, Object.keys(result.drawn ?? {}))}`,
      );
    return drawn();
  }

  /** Finishes the run and folds it. `limit` 0 = every finding; 50 when not said, as on the command line. */
  async report(options: { readonly limit?: number; readonly task?: Task } = {}): Promise<Report> {
    const limit = options.limit ?? 50;
    if (!Number.isSafeInteger(limit) || limit < 0) {
      throw new InvalidArgument(
        `limit: ${String(limit)}; it takes 0 (all) or a number of findings`,
      );
    }
    await this.finish(options.task);
    const states = Object.fromEntries(
      this.lens.steps.map(({ id }, index) => [id, this.#slots[index]!.entry!.result.state]),
    );
    const params = this.params as Readonly<Record<string, unknown>>;
    return this.lens.report({ graph: this.graph, params, states, needs: this.needs, limit });
  }

  #queued<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work, work);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  #firstPending(): number {
    const index = this.#slots.findIndex(({ entry }) => entry === null);
    return index < 0 ? this.#slots.length : index;
  }

  #indexOf(step: string): number {
    const ids = this.lens.steps.map(({ id }) => id);
    const index = ids.indexOf(step);
    if (index < 0)
      throw new InvalidArgument(
        `unknown step of ${this.lens.id}: ${step}; ${didYouMean(step, ids)}`,
      );
    return index;
  }

  #entry(step: string): CachedStep {
    const { entry } = this.#slots[this.#indexOf(step)]!;
    if (entry === null)
      throw new InvalidArgument(
        `step that has not run: ${this.lens.id}.${step}; run it with until('${step}')`,
      );
    return entry;
  }

  #view(index: number): StepView {
    const step = this.lens.steps[index]!;
    const slot = this.#slots[index]!;
    const { entry } = slot;
    if (entry !== null) slot.rows ??= entry.result.rows ?? entry.result.table().rowCount;
    return {
      step,
      status: slot.status,
      rows: slot.rows,
      milliseconds: entry?.milliseconds ?? null,
      products: entry?.products ?? [],
      needs: entry?.result.needs ?? [],
      error: slot.error,
    };
  }

  async #advanceTo(index: number, task?: Task): Promise<void> {
    for (let at = 0; at <= index; at++)
      if (this.#slots[at]!.entry === null) await this.#advance(at, task);
  }

  async #advance(index: number, task = this.options.task): Promise<void> {
    const step = this.lens.steps[index]!;
    const slot = this.#slots[index]!;
    task.check(`${this.lens.id}.${step.id}`);
    for (const path of this.#dumpPaths(step)) await this.#open(path);
    const key = this.#keyOf(step);
    const there = key === null ? undefined : (this.#shared.get(key) ?? this.options.cache.get(key));
    if (there !== undefined) {
      Object.assign(slot, { status: 'reused', key, entry: there, error: null });
      return;
    }
    try {
      const entry = await this.#compute(step, task);
      if (key !== null) this.options.cache.set(key, entry);
      Object.assign(slot, { status: 'done', key, entry, error: null });
    } catch (error) {
      Object.assign(slot, {
        status: 'failed',
        error: error instanceof Error ? error.message : String(error),
      });
      throw error;
    }
  }

  #share(results: ReadonlyMap<string, CachedStep>): void {
    this.#shared = results;
    this.lens.steps.forEach((step, index) => {
      const key = this.#keyOf(step);
      const entry = key === null ? undefined : results.get(key);
      const slot = this.#slots[index]!;
      // A step keeps its key even without a result, so that the steps behind it can be told apart.
      slot.key = key;
      if (entry !== undefined) Object.assign(slot, { status: 'reused', entry });
    });
  }

  /** The key of a step, or `null` while a dump that it reads is not open or an input has no key. */
  #keyOf(step: Step): string | null {
    const inputKeys: string[] = [];
    for (const id of step.inputs) {
      const { key } = this.#slots[this.#indexOf(id)]!;
      if (key === null) return null;
      inputKeys.push(key);
    }
    const params = this.params as Readonly<Record<string, unknown>>;
    if (this.#dumpPaths(step).some((path) => !this.#otherDumps.has(path))) return null;
    return stepKey({
      graph: this.graph,
      lens: this.lens.id,
      step,
      params,
      otherDumps: this.#otherDumps,
      inputKeys,
    });
  }

  #dumpPaths(step: Step): string[] {
    const params = this.params as Readonly<Record<string, unknown>>;
    return this.lens.params.flatMap(({ name, type }) => {
      const path = params[name];
      return type.kind === 'dump' && step.params.includes(name) && typeof path === 'string'
        ? [path]
        : [];
    });
  }

  async #compute(step: Step, given: Task): Promise<CachedStep> {
    const recorder = new Recorder();
    const task = taskNamed(this.lens.id, given);
    const context = { graph: this.graph, task, open: (path: string) => this.#open(path) };
    const params = this.params as Readonly<Record<string, unknown>>;
    const own = Object.fromEntries(step.params.map((name) => [name, params[name]]));
    const states = Object.fromEntries(step.inputs.map((id) => [id, this.#entry(id).result.state]));
    const begin = performance.now();
    const result = await underRun({ recorder, task }, () => step.run(context, own, states));
    return { result, milliseconds: performance.now() - begin, products: recorder.lines() };
  }

  async #open(path: string): Promise<CodeGraph> {
    const { open } = this.options;
    if (open === undefined)
      throw new CodedError(
        'no_opener',
        `another dump: ${path}; this run was started without a way to open it`,
      );
    let graph = this.#otherDumps.get(path);
    if (graph === undefined) {
      graph = await open(path);
      this.#otherDumps.set(path, graph);
    }
    return graph;
  }
}

/** The same task; its progress says who works, since several lenses may answer one after the other. */
function taskNamed(name: string, task: Task): Task {
  return {
    flag: task.flag,
    get stopped() {
      return task.stopped;
    },
    check: (what) => {
      task.check(what);
    },
    progress: (what, done, total) => {
      task.progress(`${name}, ${what}`, done, total);
    },
  };
}

/** A run of a lens on a graph, before its first step. Throws `InvalidArgument` for parameters that are none. */
export function startRun<P, S>(
  lens: TypedLens<P, S>,
  graph: CodeGraph,
  params: Partial<P> = {},
  options: RunOptions = {},
): Run<P, S> {
  const values = readArguments(lens as Lens, params) as P;
  return new Run(lens, graph, values, {
    ...options,
    cache: options.cache ?? new StepCache(),
    task: options.task ?? createTask(),
  });
}
