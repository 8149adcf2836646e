import {
  readArguments,
  startRun,
  StepCache,
  type Lens,
  type Registry,
  type Report,
  type Run,
  type TypedLens,
} from '../lens/index.js';
import type { CodeGraph } from '../graph/index.js';
import { InvalidArgument, type Task } from '../task/index.js';

/** The lenses that need no input, in the manual's order (S1:2230). Those that this workbench lacks are left out when run. */
export const DEFAULT_SET: readonly string[] = [
  'size',
  'twins',
  'dispatch-erosion',
  'cycles',
  'single-impl',
  'error-shape',
  'cfg-sprawl',
  'dsm',
  'misplaced',
  'taint',
  'verdict',
  'taxonomy-drift',
  'dyn-to-enum',
  'foreign-helper-sprawl',
  'late-validation',
  'asymmetric-seam',
  'deferred-init-sprawl',
  'typestate-candidate',
  'pipeline-subclass-leak',
  'monolithic-router',
];

export interface PlanInput {
  /** Lenses named; none = the default set and what the inputs allow. */
  readonly lenses?: readonly string[];
  readonly sinks?: readonly string[];
  readonly chokes?: readonly string[];
  readonly entries?: readonly string[];
  readonly sources?: readonly string[];
  /** Whether the sources are at hand. */
  readonly src?: boolean;
  /** Parameters of every lens that takes them: the scope. */
  readonly shared?: Readonly<Record<string, unknown>>;
}

/**
 * plan_src (S1:2232-2236): the lenses named, each once; else gate-bypass when sinks and chokes are given, the default
 * set, history-comments with the sources, chokepoints with entries and sinks, runtime-guard-erosion with sinks.
 */
export function planSrc({
  lenses = [],
  sinks = [],
  chokes = [],
  entries = [],
  src = false,
}: PlanInput): string[] {
  if (lenses.length > 0) return [...new Set(lenses)];
  return [
    ...(sinks.length > 0 && chokes.length > 0 ? ['gate-bypass'] : []),
    ...DEFAULT_SET,
    ...(src ? ['history-comments'] : []),
    ...(entries.length > 0 && sinks.length > 0 ? ['chokepoints'] : []),
    ...(sinks.length > 0 ? ['runtime-guard-erosion'] : []),
  ];
}

/** One line of a plan: a lens and what it is asked. */
export interface PlanLine {
  readonly lens: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly limit?: number;
}

/** A plan as lines: each lens with the inputs of the plan that it takes. Lenses that are not here are named apart. */
export function planLines(
  registry: Registry,
  input: PlanInput,
): { lines: PlanLine[]; missing: string[] } {
  const known = new Map(registry.all().map((lens) => [lens.id, lens]));
  const lines: PlanLine[] = [];
  const missing: string[] = [];
  const offered = {
    sink: input.sinks,
    choke: input.chokes,
    entry: input.entries,
    source: input.sources,
  };
  for (const id of planSrc(input)) {
    const lens = known.get(id);
    if (lens === undefined) {
      // A name that was asked for and is none is the user's; one of the default set is ours.
      if (input.lenses !== undefined && input.lenses.length > 0) registry.named(id);
      missing.push(id);
      continue;
    }
    const takes = ([name]: readonly [string, unknown]): boolean =>
      lens.params.some((parameter) => parameter.name === name);
    const named = Object.entries(offered).filter(
      ([, list]) => list !== undefined && list.length > 0,
    );
    const params = [...named, ...Object.entries(input.shared ?? {})].filter(takes);
    lines.push({ lens: id, params: Object.fromEntries(params) });
  }
  return { lines, missing };
}

/** Reads a plan of one JSON object a line, `{"lens", "params", "limit"}`. Throws `InvalidArgument` with the line's number. */
export function parsePlan(registry: Registry, text: string): PlanLine[] {
  return text.split('\n').flatMap((line, i): PlanLine[] => {
    if (line.trim() === '') return [];
    const refuse = (what: string): InvalidArgument =>
      new InvalidArgument(`line ${i + 1} of the plan: ${what}`);
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw refuse(`no JSON: ${line.slice(0, 60)}`);
    }
    if (typeof value !== 'object' || value === null)
      throw refuse('it takes {"lens": …, "params": {…}, "limit": …}');
    const {
      lens,
      params = {},
      limit,
      ...rest
    } = value as { lens?: unknown; params?: unknown; limit?: unknown };
    const [stranger] = Object.keys(rest);
    if (stranger !== undefined)
      throw refuse(`unknown member: ${stranger}; there is lens, params, limit`);
    if (typeof lens !== 'string') throw refuse('no lens is named');
    if (typeof params !== 'object' || params === null) throw refuse('params is no object');
    if (limit !== undefined && !(Number.isSafeInteger(limit) && (limit as number) >= 0))
      throw refuse(`limit: ${String(limit)}; it takes 0 (all) or a number of findings`);
    try {
      const found = registry.named(lens);
      readArguments(found, params as Record<string, unknown>);
      return [
        {
          lens: found.id,
          params: params as Record<string, unknown>,
          ...(limit !== undefined && { limit: limit as number }),
        },
      ];
    } catch (error) {
      throw error instanceof InvalidArgument ? refuse(error.message) : error;
    }
  });
}

export interface BatchOptions {
  readonly task: Task;
  readonly open: (path: string) => Promise<CodeGraph>;
  readonly limit?: number;
  readonly cache?: StepCache;
}

export interface BatchItem {
  readonly line: PlanLine;
  readonly run: Run;
  readonly report: Report;
  readonly milliseconds: number;
}

/**
 * Asks one lens after the other of one held graph; steps that two lines share run once. A question that this dump
 * can't be asked (a pattern that matches nothing) is answered as refused: the others are answered all the same.
 */
export async function* runPlan(
  registry: Registry,
  graph: CodeGraph,
  lines: readonly PlanLine[],
  options: BatchOptions,
): AsyncGenerator<BatchItem> {
  const cache = options.cache ?? new StepCache();
  for (const [i, line] of lines.entries()) {
    options.task.check('plan');
    options.task.progress('plan', i, lines.length);
    const begin = performance.now();
    const run = startRun(registry.named(line.lens) as AnyLens, graph, line.params, {
      ...options,
      cache,
    });
    const report = await answerOrRefusal(run, line.limit ?? options.limit ?? 50);
    yield { line, run, report, milliseconds: performance.now() - begin };
  }
}

async function answerOrRefusal(run: Run, limit: number): Promise<Report> {
  try {
    return await run.report({ limit });
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    return {
      lens: run.lens.id,
      version: run.lens.version,
      dump: run.graph.dumpKey,
      params: run.params,
      population: {},
      state: 'invalid_argument',
      summary: {},
      findings: { key: [], columns: [], rows: [] },
      total: 0,
      shown: 0,
      needs: [],
      notes: [error.message],
    };
  }
}

type AnyLens = TypedLens<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>> &
  Lens;
