import { canonicalJson } from '../lens/index.js';
import { InvalidArgument, type Task } from '../task/index.js';
import type { LensRun } from './lens-run.js';
import type { RunComm, RunMethod, RunStep, RunView } from './run-comm.js';
import type { Session } from './session.js';
import { drawChart } from './drawing.js';
import { tableInfo } from './present.js';
import { tuned } from './slider.js';

type Answers = {
  readonly [M in RunMethod]: (argument: RunComm[M]['argument']) => Promise<RunComm[M]['answer']>;
};

/** Answers a front door that walks through a run. */
export async function answerRun(
  session: Session,
  run: LensRun,
  method: string,
  argument: unknown,
  task: Task,
): Promise<unknown> {
  const answers = runAnswers(session, run, task);
  if (!Object.hasOwn(answers, method))
    throw new InvalidArgument(
      `unknown method of a run: ${method}; one of ${Object.keys(answers).join(', ')}`,
    );
  const before = traceOf(run);
  try {
    return await (answers[method as RunMethod] as (argument: unknown) => Promise<unknown>)(
      argument,
    );
  } finally {
    if (traceOf(run) !== before) session.walked.add(run);
  }
}

/** What a view may have changed of a run. */
function traceOf({ params, steps }: LensRun): string {
  return canonicalJson([params, steps.map(({ rows }) => rows !== null)]);
}

function runAnswers(session: Session, run: LensRun, task: Task): Answers {
  const { host } = session;
  return {
    steps: async () => runView(run),
    advance: async () => {
      await run.next(task);
      return runView(run);
    },
    until: async ({ step }) => {
      await run.until(step, task);
      return runView(run);
    },
    finish: async () => {
      await run.finish(task);
      return runView(run);
    },
    table: async ({ step }) => {
      await run.until(step, task);
      const table = run.relation(step);
      return host.keep(table, tableInfo(table));
    },
    chart: async ({ step, ...request }) => {
      if (run.view(step).step.chart === undefined) return null;
      await run.until(step, task);
      return drawChart(run.chart(step), request);
    },
    retune: async ({ params }) => {
      const outcome = await run.change(params, task);
      return { ...runView(run), ...outcome };
    },
    tune: (argument) => tuned(run, argument, task),
    report: ({ limit }) => run.report({ limit, task }),
    pin: async ({ step, name }) => {
      await run.until(step, task);
      const source = session.pinStep(run, step, name);
      return { name, rows: run.relation(step).rowCount, source };
    },
  };
}

export function runView(run: LensRun): RunView {
  const { lens, params } = run;
  return {
    lens: lens.id,
    title: lens.title,
    question: lens.question,
    params: lens.params.map(({ name, type, default: byDefault, doc }) => ({
      name,
      type,
      default: byDefault,
      value: params[name],
      doc,
    })),
    steps: run.steps.map((view) => stepView(run, view)),
    needs: run.steps.flatMap(({ needs }) => needs),
  };
}

function stepView(
  run: LensRun,
  { step, status, rows, milliseconds, products, error }: LensRun['steps'][number],
): RunStep {
  return {
    id: step.id,
    title: step.title,
    formula: step.formula,
    ...(step.product !== undefined && { product: step.product }),
    params: step.params,
    inputs: step.inputs,
    status,
    ...(rows !== null && { rows }),
    ...(milliseconds !== null && { milliseconds }),
    products: products.map(({ text, milliseconds: took }) => ({ text, milliseconds: took })),
    hasChart: step.chart !== undefined,
    runs: run.runsOf(step.id),
    ...(error !== null && { error }),
  };
}
