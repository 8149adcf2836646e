import { fromRows, type Cell } from '../../src/table/index.js';
import {
  recordPin,
  recordRun,
  type CellOutcome,
  type CellRunner,
  type PinOptions,
  type RecordedPin,
  type RecordedRun,
} from '../../src/study/index.js';

export interface SampleRun {
  version?: number;
  params?: Record<string, unknown>;
  /** Weights of arcs: the table of the second step and the findings. */
  arcs?: Cell[][];
  modules?: string[];
  state?: 'complete' | 'partial';
  stepIds?: [string, string];
}

export const MODULES = ['app', 'core', 'db'];
export const ARCS: Cell[][] = [
  ['app', 'core', 3],
  ['app', 'db', 1],
  ['core', 'db', 7],
];

/** A lens run of two steps, as a host would record it. */
export function sampleRun(sample: SampleRun = {}): RecordedRun {
  const modules = sample.modules ?? MODULES;
  const arcs = sample.arcs ?? ARCS;
  const [first, second] = sample.stepIds ?? ['modules', 'matrix'];
  const columns = ['src', 'dst', 'weight:integer'];
  return recordRun({
    name: 'dsm',
    steps: [
      {
        id: first,
        table: fromRows(
          ['module'],
          ['module'],
          modules.map((name) => [name]),
        ),
      },
      { id: second, table: fromRows(['src', 'dst'], columns, arcs) },
    ],
    report: {
      lens: 'dsm',
      version: sample.version ?? 1,
      dump: 'k1',
      params: sample.params ?? { level: 'module' },
      population: { modules: modules.length },
      state: sample.state ?? 'complete',
      summary: { arcs: arcs.length },
      findings: {
        key: ['src', 'dst'],
        columns: [
          { name: 'src', type: 'text' },
          { name: 'dst', type: 'text' },
          { name: 'weight', type: 'integer' },
        ],
        rows: arcs,
      },
      total: arcs.length,
      shown: arcs.length,
      needs: [],
      notes: [],
    },
  });
}

export const pin = (value: unknown, options: PinOptions = {}): RecordedPin =>
  recordPin('p', value, options);

export function outcome(parts: Partial<CellOutcome> = {}): CellOutcome {
  return { pins: [], runs: [], dumpKey: 'k1', ...parts };
}

/** A runner that gives back what it was made with, and remembers what it was asked. */
export function fixedRunner(
  result: CellOutcome,
): CellRunner & { asked: { cells: readonly string[]; dump?: string }[] } {
  const asked: { cells: readonly string[]; dump?: string }[] = [];
  return {
    asked,
    run(cells, { dump }) {
      asked.push({ cells, ...(dump !== undefined && { dump }) });
      return Promise.resolve(result);
    },
    close: () => Promise.resolve(),
  };
}
