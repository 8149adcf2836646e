import path from 'node:path';
import type { CallContext, CellFacts, HostContext } from '../engine/index.js';
import { openGraph, type CodeGraph } from '../graph/index.js';
import { StepCache, startRun, type Lens, type TypedLens } from '../lens/index.js';
import {
  recordPin,
  recordRun,
  type PinOptions,
  type RecordedPin,
  type RecordedRun,
  type SessionCell,
} from '../study/index.js';
import { fromArquero, isArquero } from '../table/index.js';
import { CodedError, createTask, InvalidArgument, type Task } from '../task/index.js';
import { configured, findConfig, type MimirConfig } from './config.js';
import { LensRun } from './lens-run.js';
import { pinSource, readsOf, runSource } from './run-source.js';
import { Chart } from '../view/index.js';
import { chooseDump, type ChosenDump } from './which-dump.js';

/** What a front door tells its session, as JSON through `createEngine({args})`. */
export interface SessionArgs {
  /** The dump that was named on the command line. */
  readonly dump?: string;
  /** The dump that the header of a study or notebook names, absolute. */
  readonly header?: string;
  /** Seed of every random choice. */
  readonly seed?: number;
  /** A study that is being replayed records every run that a cell starts. */
  readonly study?: string;
}

/** Names whose first use needs the dump. */
const NEEDS_GRAPH = new Set(['graph', 'dump', 'lens', 'judge', 'calibrate']);

/** One session of a workbench: its dump, the runs and pins so far, and how work in it is stopped. */
export class Session {
  readonly cache = new StepCache();
  readonly runs: LensRun[] = [];
  readonly pins: RecordedPin[] = [];
  readonly cells: SessionCell[] = [];
  readonly args: SessionArgs;
  #graph: CodeGraph | null = null;
  #chosen: ChosenDump | null = null;
  #failure: unknown = null;
  #opening: Promise<CodeGraph> | null = null;
  /** Runs whose steps or parameters a front door's view has changed. */
  readonly walked = new Set<LensRun>();
  /** Names that cells have pinned, and pins of views with the cells that would have made them. */
  readonly #cellPins = new Set<string>();
  readonly #viewed = new Map<string, { readonly run: LensRun; readonly source: string }>();
  readonly #opened = new Map<string, Promise<CodeGraph>>();
  #marks = 0;

  constructor(readonly host: HostContext) {
    this.args = host.args as SessionArgs;
  }

  /** A task that an interrupt of the running cell, or of the call, stops, and whose progress the front door shows. */
  task({ flag, emit }: CallContext = { flag: this.host.stopFlag(), emit: this.host.emit }): Task {
    return createTask({
      flag,
      onProgress: ({ what, done, total }) =>
        emit({ type: 'progress', what, done, ...(total !== undefined && { total }) }),
    });
  }

  get config(): MimirConfig {
    return findConfig(this.host.cwd)?.config ?? {};
  }

  /** The first folder of sources that the configuration names. */
  get sources(): string | undefined {
    const found = findConfig(this.host.cwd);
    const [first] = found?.config.sources ?? [];
    return found === null || first === undefined ? undefined : path.resolve(found.folder, first);
  }

  /** Which dump this session is about; throws `NoDump` when there is none. */
  get chosen(): ChosenDump {
    this.#chosen ??= chooseDump({
      argument: this.args.dump,
      header: this.args.header,
      cwd: this.host.cwd,
      env: process.env,
    });
    return this.#chosen;
  }

  /** The graph, once it is there. Throws what kept it from being opened. */
  get graph(): CodeGraph {
    if (this.#graph !== null) return this.#graph;
    if (this.#failure !== null) throw this.#failure;
    throw new CodedError(
      'not_loaded',
      'graph that is not loaded yet: name `graph` in a cell, or say `await open(path)`',
    );
  }

  get loaded(): boolean {
    return this.#graph !== null;
  }

  /** Opens the session's dump, once. */
  async load(task = this.task()): Promise<CodeGraph> {
    if (this.#graph !== null) return this.#graph;
    this.#opening ??= openGraph(this.chosen.path, {
      task,
      ...(this.sources !== undefined && { sources: this.sources }),
    });
    try {
      this.#graph = await this.#opening;
      this.#failure = null;
      return this.#graph;
    } finally {
      this.#opening = null;
    }
  }

  /** Another dump, relative to the session's folder; each is opened once. */
  open(dump: string): Promise<CodeGraph> {
    const file = path.resolve(this.host.cwd, dump);
    const known = this.#opened.get(file);
    if (known !== undefined) return known;
    const opening = openGraph(file, { task: this.task() });
    this.#opened.set(file, opening);
    opening.catch(() => this.#opened.delete(file));
    return opening;
  }

  async before(cell: CellFacts): Promise<void> {
    this.#marks = this.#done();
    if (this.#graph !== null || !cell.reads.some((name) => NEEDS_GRAPH.has(name))) return;
    try {
      await this.load();
    } catch (error) {
      this.#failure = error;
      // A lens can be listed without a dump; the graph can't be anything without one.
      if (cell.reads.includes('graph') || cell.reads.includes('dump')) throw error;
    }
  }

  after(cell: CellFacts, failed: boolean): void {
    const { source, declares, reads } = cell;
    const matters = this.#done() > this.#marks;
    this.cells.push({ kind: 'code', source, declares, reads, matters, failed });
  }

  /** Grows with everything that a study records: runs, the steps they have reached and been asked for, pins. */
  #done(): number {
    const steps = this.runs.map(
      (run) => run.named.size + run.steps.filter(({ rows }) => rows !== null).length,
    );
    return steps.reduce((sum, count) => sum + count, this.runs.length + this.pins.length);
  }

  /** The cells of this session, and what was done to runs in a front door's views as if it had been typed. */
  get saved(): readonly SessionCell[] {
    const pinned = new Set([...this.#viewed.values()].map(({ run }) => run));
    const walked = [...this.walked].flatMap((run) => {
      const source = pinned.has(run) ? null : runSource(run);
      return source === null ? [] : [{ run, source }];
    });
    const cells = [...this.#viewed.values(), ...walked].map(({ run, source }): SessionCell => {
      return { kind: 'code', source, declares: [], reads: readsOf(run), matters: true };
    });
    return [...this.cells, ...cells];
  }

  adopt(run: LensRun): void {
    this.runs.push(run);
  }

  /** Asks a question of a graph: a run before its first step. */
  run(lens: Lens, params: Readonly<Record<string, unknown>> = {}, graph = this.graph): LensRun {
    const run = startRun(
      lens as TypedLens<Record<string, unknown>, never>,
      graph,
      configured(this.config, lens, params),
      {
        cache: this.cache,
        task: this.task(),
        open: (dump) => this.open(dump),
      },
    );
    return new LensRun(run, this);
  }

  /** Keeps a value under a name: a study that is replayed compares it. A name that is pinned again replaces itself. */
  pin(name: string, value: unknown, options: PinOptions = {}): RecordedPin {
    this.#cellPins.add(name);
    this.#viewed.delete(name);
    return this.#pin(name, value, options);
  }

  /**
   * Pins the table of a step from a view; gives the cell that would have done so, null where none can. Throws
   * `InvalidArgument` when a cell has pinned the name: a study could not tell the two apart.
   */
  pinStep(run: LensRun, step: string, name: string): string | null {
    if (this.#cellPins.has(name))
      throw new InvalidArgument(`name that a cell has pinned: ${name}; choose another`);
    this.#pin(name, run.relation(step));
    const source = pinSource(run, step, name);
    if (source === null) this.#viewed.delete(name);
    else this.#viewed.set(name, { run, source });
    return source;
  }

  #pin(name: string, value: unknown, options: PinOptions = {}): RecordedPin {
    // A derived table keeps the key and the exact values of what it was derived from.
    const pin = recordPin(name, pinnable(value), options);
    const at = this.pins.findIndex((other) => other.name === name);
    if (at >= 0 && this.args.study !== undefined) {
      throw new InvalidArgument(`two pins of one name: ${name}; a study compares pins by name`);
    }
    if (at >= 0) this.pins.splice(at, 1, pin);
    else this.pins.push(pin);
    return pin;
  }

  /** Everything that a study keeps of the finished runs. */
  async records(): Promise<{
    readonly pins: readonly RecordedPin[];
    readonly runs: readonly RecordedRun[];
    readonly dumpKey: string | null;
  }> {
    const runs: RecordedRun[] = [];
    const counts = new Map<string, number>();
    for (const run of this.runs) {
      const reached = run.steps.filter(({ rows }) => rows !== null).map(({ step }) => step.id);
      // A run of which a cell only asked whether it exists says nothing.
      if (reached.length === 0) continue;
      const { id } = run.lens;
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      const steps = reached.map((step) => ({
        id: step,
        table: run.relation(step),
        named: run.named.has(step),
      }));
      runs.push(
        recordRun({
          name: count === 1 ? id : `${id}#${count}`,
          steps,
          report: run.finished
            ? await run.report({ limit: 0 })
            : { lens: id, version: run.lens.version, params: run.params },
        }),
      );
    }
    return { pins: this.pins, runs, dumpKey: this.#graph?.dumpKey ?? null };
  }
}

/** A chart is pinned by the rows that it draws: data, not pixels. */
function pinnable(value: unknown): unknown {
  if (value instanceof Chart) return value.rowsOf(undefined);
  return isArquero(value) ? fromArquero(value) : value;
}
