import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CodeGraph } from '../../graph/index.js';
import { canonicalJson, type Report, type Run } from '../../lens/index.js';
import { rowsOf, type Cell, type Relation } from '../../table/index.js';
import { CodedError, InvalidArgument } from '../../task/index.js';

/** A table as it stands in a record. */
export interface RecordedTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** What a calibration found, and on what: the evidence that a default cites. */
export interface CalibrationRecord {
  readonly calibration: string;
  readonly version: number;
  /** What was calibrated, as the space of a score: a lens with its parameter, or a model of embeddings. */
  readonly space: string;
  /** Units of the dump, with producer and commit where the dump tells them: its date, as far as it has one. */
  readonly corpus: readonly string[];
  /** Key of the dump. */
  readonly dump: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly population: Readonly<Record<string, number>>;
  readonly summary: Readonly<Record<string, Cell>>;
  /** The tables of the steps by id: curves, histograms, floors. Long ones are cut to their first rows. */
  readonly curves: Readonly<Record<string, RecordedTable>>;
  readonly findings: RecordedTable;
  readonly notes: readonly string[];
}

/** Rows of a curve that a record keeps: pairs are evidence for the moment, curves for good. */
const MOST_ROWS = 200;

/** The steps whose tables are no curve: populations and pairs, which the dump gives again. */
const LEFT_OUT: ReadonlySet<string> = new Set(['functions', 'shapes', 'pairs', 'scores', 'labels']);

export function recordOf(run: Run, graph: CodeGraph, report: Report): CalibrationRecord {
  const { lens, params } = run;
  const curves = lens.steps
    .filter(({ id }) => !LEFT_OUT.has(id))
    .map(({ id }) => [id, recorded(run.table(id))] as const);
  return {
    calibration: lens.id,
    version: lens.version,
    space: spaceOf(lens.id, params, report),
    corpus: graph.units.map(({ unit, producer, commit }) =>
      [unit, producer, ...(commit === undefined ? [] : [`commit ${commit}`])].join(', '),
    ),
    dump: report.dump,
    params: withoutPaths(params),
    population: report.population,
    summary: report.summary,
    curves: Object.fromEntries(curves),
    findings: {
      columns: report.findings.columns.map(({ name }) => name),
      rows: report.findings.rows,
    },
    notes: report.notes,
  };
}

function spaceOf(
  calibration: string,
  { lens, parameter, of }: Readonly<Record<string, unknown>>,
  { summary: { space } }: Report,
): string {
  if (typeof lens === 'string') return `${lens}.${String(parameter)}`;
  return (
    [of, space].filter((part) => typeof part === 'string' && part !== '').join(' ') || calibration
  );
}

/** Where sources and labels stood on one machine is no part of the evidence; which labels they were is. */
function withoutPaths(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { src: _, labels, given, ...rest } = params;
  return {
    ...rest,
    ...(Array.isArray(labels) && { labels: labels.map((file) => path.basename(String(file))) }),
    ...(typeof given === 'object' &&
      given !== null && { given: withoutPaths(given as Readonly<Record<string, unknown>>) }),
  };
}

function recorded(table: Relation): RecordedTable {
  return {
    columns: table.columns.map(({ spec }) => spec.name),
    rows: rowsOf(table, 0, Math.min(MOST_ROWS, table.rowCount)),
  };
}

/** Written aside and renamed, keys in order: the same evidence is the same bytes. */
export function writeRecord(file: string, record: CalibrationRecord): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const aside = `${file}.${String(process.pid)}`;
  writeFileSync(aside, `${canonicalJson(record)}\n`);
  renameSync(aside, file);
}

/** Throws where there is no record, or the file is none. */
export function readRecord(file: string): CalibrationRecord {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new CodedError('unreadable_file', `record cannot be read: ${file}`, { cause });
  }
  const value = parsed(text);
  if (value === null)
    throw new InvalidArgument(
      `no record of a calibration: ${file}; \`mimir calibrate NAME --record FILE\` writes one`,
    );
  return value;
}

function parsed(text: string): CalibrationRecord | null {
  try {
    const value = JSON.parse(text) as Partial<CalibrationRecord> | null;
    const whole = typeof value?.calibration === 'string' && typeof value.space === 'string';
    return whole ? (value as CalibrationRecord) : null;
  } catch {
    return null;
  }
}
