import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as aq from 'arquero';
import type { HostContext, Prelude } from '../engine/index.js';
import * as grb from '../grb/index.js';
import * as ops from '../ops/index.js';
import type { PinOptions, RecordedPin } from '../study/index.js';
import { arrowPage, type Relation } from '../table/index.js';
import { CodedError, type Task } from '../task/index.js';
import { cellDisplay, cellInput, cellProgress } from './cell-display.js';
import { cellLenses } from './cell-lenses.js';
import { cellPlot } from './cell-plot.js';
import { cellStudy, replayText, type SaveOptions } from './cell-study.js';
import { declarationsText } from './declarations.js';
import { Chart, counted, isRelation, isReport, reportText } from '../view/index.js';
import { drawChart, Drawing } from './drawing.js';
import { DumpSummary } from './dump-summary.js';
import { answerGraph, isGraphMethod } from './graph-comm.js';
import { LensRun } from './lens-run.js';
import { presentValue } from './present.js';
import { questions } from './questions.js';
import { answerRun } from './run-handle.js';
import type { ChartComm, TextComm } from './run-comm.js';
import { seededRandom } from './seeded-random.js';
import { Session } from './session.js';

/** The folder of the compiled rooms, to which declarations refer. */
const dist = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Prepares a host for the workbench: what every front door preloads. */
export function start(host: HostContext): Prelude {
  const session = new Session(host);
  // A study that draws random numbers draws the same ones in each replay.
  if (session.args.seed !== undefined) Math.random = seededRandom(session.args.seed);
  return {
    globals: globalsOf(session),
    declarations: () =>
      declarationsText({
        registry: questions,
        graph: session.loaded ? session.graph : null,
        module: (name) => path.join(dist, name),
      }),
    before: (cell) => session.before(cell),
    after: (cell, failed) => Promise.resolve(session.after(cell, failed)),
    around: (run) => grb.underRun({ task: session.task() }, run),
    present: presentValue,
    page: (value, request) => Promise.resolve(arrowPage(tableOf(value), request)),
    comm: (value, method, argument, call) =>
      answer(session, value, method, argument, session.task(call)),
  };
}

function globalsOf(session: Session): Readonly<Record<string, unknown>> {
  const { host } = session;
  return {
    get graph() {
      return session.graph;
    },
    get dump() {
      return new DumpSummary(session.graph, session.chosen);
    },
    lens: cellLenses(session, questions, 'lens'),
    calibrate: cellLenses(session, questions, 'calibration'),
    judge: cellLenses(session, questions, 'judge'),
    grb,
    ops,
    aq,
    Plot: cellPlot(),
    study: cellStudy(session),
    pin: (name: string, value: unknown, options?: PinOptions): void => {
      const pin = session.pin(name, value, options);
      // A replay compares what was pinned, and tells it in its own words.
      if (session.args.study === undefined) host.emit({ type: 'stdout', text: pinnedText(pin) });
    },
    display: cellDisplay(host),
    progress: cellProgress(host),
    input: cellInput(host),
    open: (dump: string) => session.open(dump),
    esm: (specifier: string) => host.load(specifier),
  };
}

function pinnedText({ name, value, table, expect }: RecordedPin): string {
  const kept = table === undefined ? JSON.stringify(value) : counted(table.total, 'row');
  return `pinned ${name}: ${kept}, expected ${expect}\n`;
}

function tableOf(value: unknown): Relation {
  if (typeof value === 'object' && value !== null && isRelation(value)) return value;
  throw new CodedError('no_table', 'value that is no table; only tables have pages');
}

async function answer(
  session: Session,
  value: unknown,
  method: string,
  argument: unknown,
  task: Task,
): Promise<unknown> {
  if (value === null) return answerSession(session, method, argument, task);
  if (value instanceof LensRun) return answerRun(session, value, method, argument, task);
  if ((value instanceof Chart || value instanceof Drawing) && method === 'draw') {
    return drawChart(value, argument as ChartComm['draw']['argument']);
  }
  if (typeof value === 'object' && isReport(value) && method === 'text') {
    return reportText(value, argument as TextComm['text']['argument']);
  }
  throw new CodedError(
    'unknown_method',
    `unknown method: ${method}; this value does not answer it`,
  );
}

/** What a front door may ask of the session itself: `engine.comm('session', …)`. */
async function answerSession(
  session: Session,
  method: string,
  argument: unknown,
  task: Task,
): Promise<unknown> {
  if (isGraphMethod(method)) return answerGraph(await session.load(task), method, argument, task);
  switch (method) {
    case 'records':
      return session.records();
    case 'save': {
      const { name, ...options } = argument as SaveOptions & { readonly name: string };
      return cellStudy(session, task).save(name, options);
    }
    case 'replay': {
      const { name, width } = argument as { readonly name: string; readonly width?: number };
      return replayText(await cellStudy(session, task).replay(name), width);
    }
    case 'memory':
      return process.memoryUsage().rss;
    case 'dump':
      return session.loaded ? { path: session.graph.path, key: session.graph.dumpKey } : null;
    default:
      throw new CodedError(
        'unknown_method',
        `unknown method of a session: ${method}; one of records, save, replay, memory, dump, find, look, identify, path`,
      );
  }
}
