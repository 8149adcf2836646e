import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as aq from 'arquero';
import type { HostContext, Prelude } from '../engine/index.js';
import * as grb from '../grb/index.js';
import { judgeRegistry } from '../judges/index.js';
import { createRegistry } from '../lens/index.js';
import { registry as lensRegistry } from '../lenses/index.js';
import * as ops from '../ops/index.js';
import type { PinOptions } from '../study/index.js';
import { arrowPage, type Relation } from '../table/index.js';
import { CodedError } from '../task/index.js';
import { cellDisplay, cellInput, cellProgress } from './cell-display.js';
import { cellLenses } from './cell-lenses.js';
import { cellPlot } from './cell-plot.js';
import { cellStudy, type SaveOptions } from './cell-study.js';
import { declarationsText } from './declarations.js';
import { Chart, isRelation } from '../view/index.js';
import { drawChart, Drawing } from './drawing.js';
import { DumpSummary } from './dump-summary.js';
import { answerGraph, isGraphMethod } from './graph-comm.js';
import { LensRun } from './lens-run.js';
import { presentValue } from './present.js';
import { answerRun } from './run-handle.js';
import type { ChartComm } from './run-comm.js';
import { seededRandom } from './seeded-random.js';
import { Session } from './session.js';

/** The folder of the compiled rooms, to which declarations refer. */
const dist = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Everything that a cell can ask by name. */
const registry = createRegistry([...lensRegistry.all(), ...judgeRegistry.all()]);

/** Prepares a host for the workbench: what every front door preloads. */
export function start(host: HostContext): Prelude {
  const session = new Session(host);
  // A study that draws random numbers draws the same ones in each replay.
  if (session.args.seed !== undefined) Math.random = seededRandom(session.args.seed);
  return {
    globals: globalsOf(session),
    declarations: () =>
      declarationsText({
        registry,
        graph: session.loaded ? session.graph : null,
        module: (name) => path.join(dist, name),
      }),
    before: (cell) => session.before(cell),
    after: (cell) => Promise.resolve(session.after(cell)),
    around: (run) => grb.underRun({ task: session.task() }, run),
    present: presentValue,
    page: (value, request) => Promise.resolve(arrowPage(tableOf(value), request)),
    comm: (value, method, argument) => answer(session, value, method, argument),
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
    lens: cellLenses(session, registry, 'lens'),
    calibrate: cellLenses(session, registry, 'calibration'),
    judge: cellLenses(session, registry, 'judge'),
    grb,
    ops,
    aq,
    Plot: cellPlot(),
    study: cellStudy(session),
    pin: (name: string, value: unknown, options?: PinOptions): void => {
      session.pin(name, value, options);
    },
    display: cellDisplay(host),
    progress: cellProgress(host),
    input: cellInput(host),
    open: (dump: string) => session.open(dump),
    esm: (specifier: string) => host.load(specifier),
  };
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
): Promise<unknown> {
  if (value === null) return answerSession(session, method, argument);
  if (value instanceof LensRun) return answerRun(session, value, method, argument);
  if ((value instanceof Chart || value instanceof Drawing) && method === 'draw') {
    return drawChart(value, argument as ChartComm['draw']['argument']);
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
): Promise<unknown> {
  if (isGraphMethod(method))
    return answerGraph(await session.load(), method, argument, session.task());
  switch (method) {
    case 'records':
      return session.records();
    case 'save': {
      const { name, ...options } = argument as SaveOptions & { readonly name: string };
      return cellStudy(session).save(name, options);
    }
    case 'memory':
      return process.memoryUsage().rss;
    case 'dump':
      return session.loaded ? { path: session.graph.path, key: session.graph.dumpKey } : null;
    default:
      throw new CodedError(
        'unknown_method',
        `unknown method of a session: ${method}; one of records, save, memory, dump, find, look, path`,
      );
  }
}
