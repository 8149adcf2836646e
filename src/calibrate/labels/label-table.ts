import { fromCSV, table as tableOf } from 'arquero';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { didYouMean } from '../../lens/index.js';
import { compareUtf8 } from '../../table/index.js';
import { CodedError, InvalidArgument } from '../../task/index.js';

/** What a reader says of a pair: one idea twice; related, but not worth a finding; unrelated. */
export const VERDICTS = ['good', 'weak', 'bad'] as const;

export type Verdict = (typeof VERDICTS)[number];

/** One reader's verdict on one pair that a lens proposed. */
export interface Label {
  readonly lens: string;
  /** Stable ids, the lesser first. */
  readonly left: string;
  readonly right: string;
  /** The lens's score, which the reader did not see; empty where it gives none. */
  readonly score: number | null;
  readonly reader: string;
  readonly verdict: Verdict;
}

/** Columns of the file, in order. */
export const LABEL_COLUMNS = ['lens', 'left', 'right', 'score', 'reader', 'verdict'] as const;

type Row = Readonly<Partial<Record<string, unknown>>>;

/**
 * Labels of a text: CSV with `LABEL_COLUMNS`, or the JSON lines that the terminal's blind reading writes (`a`, `b`,
 * `verdict`; `lens`, `reader` and `score` where they are there, else no lens's name and the file's own).
 * Throws `InvalidArgument` naming the file and the row where it is neither.
 */
export function parseLabels(text: string, name: string): Label[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  const lines = trimmed.startsWith('{');
  const rows = lines ? jsonRows(trimmed, name) : csvRows(trimmed, name);
  return rows.map((row, at) => labelOfRow(row, `${name}, row ${at + (lines ? 1 : 2)}`));
}

function csvRows(text: string, name: string): Row[] {
  const table = fromCSV(text, { autoType: false });
  const missing = LABEL_COLUMNS.find((column) => !table.columnNames().includes(column));
  if (missing !== undefined)
    throw new InvalidArgument(
      `missing column of labels: ${missing} in ${name}; columns are ${LABEL_COLUMNS.join(', ')}`,
    );
  return table.objects() as Row[];
}

function jsonRows(text: string, name: string): Row[] {
  const reader = path.basename(name).replace(/\.[^.]*$/, '');
  return text.split('\n').map((line, at) => {
    try {
      const { a, b, ...row } = JSON.parse(line) as Record<string, unknown>;
      return { lens: 'unnamed', reader, left: a, right: b, ...row };
    } catch (cause) {
      throw new InvalidArgument(`label that is no JSON: ${name}, row ${at + 1}`, { cause });
    }
  });
}

function labelOfRow(row: Row, place: string): Label {
  const text = (name: string): string => {
    const value = row[name];
    if (typeof value === 'string' && value !== '') return value;
    throw new InvalidArgument(`incomplete label: ${place}; ${name} is missing`);
  };
  const verdict = VERDICTS.find((one) => one === row['verdict']);
  if (verdict === undefined) {
    const found = String(row['verdict'] ?? 'empty');
    throw new InvalidArgument(`verdict of ${place}: ${found}; ${didYouMean(found, VERDICTS)}`);
  }
  const given = row['score'];
  const score = given === undefined || given === null || given === '' ? null : Number(given);
  if (Number.isNaN(score))
    throw new InvalidArgument(`score of ${place}: ${String(given)}; it takes a number or nothing`);
  return labelOf({
    lens: text('lens'),
    left: text('left'),
    right: text('right'),
    score,
    reader: text('reader'),
    verdict,
  });
}

/** Labels of a file; none where there is no file yet. */
export function readLabels(file: string): Label[] {
  if (!existsSync(file)) return [];
  try {
    return parseLabels(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof InvalidArgument) throw error;
    throw new CodedError('unreadable_file', `labels cannot be read: ${file}`, { cause: error });
  }
}

/** The file's bytes: one verdict per (lens, left, right, reader), the last given; ordered by these. */
export function labelsText(labels: readonly Label[]): string {
  const latest = new Map(labels.map((label) => [keyOf(label), label]));
  const keys = [...latest.keys()].sort(compareUtf8);
  const rows = keys.map((key) => latest.get(key)!);
  return `${tableOf(
    LABEL_COLUMNS.map((name) => [name, rows.map((row) => row[name] ?? '')]),
  ).toCSV()}`;
}

/** Written aside and renamed, so that a reading that is cut loses at most the verdict being written. */
export function writeLabels(file: string, labels: readonly Label[]): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, labelsText(labels));
  renameSync(aside, file);
}

const keyOf = ({ lens, left, right, reader }: Label): string =>
  [lens, left, right, reader].join('\u0000');

/** The label of a pair whichever way round it was met. */
export function labelOf(label: Label): Label {
  const turned = compareUtf8(label.left, label.right) > 0;
  return turned ? { ...label, left: label.right, right: label.left } : label;
}
