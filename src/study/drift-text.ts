/** A drift as lines for a person: what changed, where first, why, and how to accept it. */
import stringWidth from 'string-width';
import { show, type Finding } from './compare.js';
import type { RecordedCell, RecordedPin, RecordedRun } from './recorded.js';
import type { TableDiff } from './table-diff.js';

export interface DriftTextOptions {
  /** Rows shown of each sort; the rest is counted. */
  readonly rows?: number;
  /** Columns of the terminal. */
  readonly width?: number;
}

const MARK: Readonly<Record<Finding['verdict'], string>> = {
  holds: '✓',
  drifted: '✗',
  improved: '↓',
  unexpected: '?',
  missing: '∅',
  'not compared': '·',
};

/** One line for what holds, a block for what does not. */
export function driftLines(finding: Finding, options: DriftTextOptions = {}): string[] {
  const limit = options.rows ?? 10;
  const width = options.width ?? 100;
  const head = `${MARK[finding.verdict]} ${finding.subject} ${finding.name}: ${finding.verdict}: ${finding.sentence}`;
  if (finding.verdict === 'holds' || finding.verdict === 'not compared') {
    return [`${MARK[finding.verdict]} ${finding.subject} ${finding.name}: ${finding.verdict}`];
  }
  return [
    head,
    ...(finding.firstStep ? [`    first step that diverged: ${stepText(finding.firstStep)}`] : []),
    ...(finding.firstStep?.diff ? diffLines(finding.firstStep.diff, limit, width) : []),
    ...(finding.diff ? findingLines(finding, limit, width) : []),
    ...(finding.seen ? seenLines(finding.seen, limit, width) : []),
    ...finding.why.map((reason) => `    why: ${reason}`),
  ];
}

/** The findings of a run, under their own head where a step's rows stand above them. */
function findingLines({ diff, firstStep }: Finding, limit: number, width: number): string[] {
  const lines = diff ? diffLines(diff, limit, width) : [];
  return firstStep?.diff ? ['    findings:', ...lines] : lines;
}

function stepText(step: NonNullable<Finding['firstStep']>): string {
  const side = (one: typeof step.expected): string =>
    one === null ? 'no such step' : `${one.rows} rows (${one.sha256.slice(0, 8)})`;
  return `${step.id} (${step.place} of ${step.of}): expected ${side(step.expected)}, actual ${side(step.actual)}`;
}

function diffLines(diff: TableDiff, limit: number, width: number): string[] {
  const changed = diff.changed.flatMap((row) =>
    row.cells.map((cell) => [
      row.key.map(show).join(' '),
      cell.column,
      show(cell.expected),
      show(cell.actual),
    ]),
  );
  return [
    ...rowLines('-', 'rows only expected', diff.columns, diff.removed, limit, width),
    ...rowLines('+', 'rows only actual', diff.columns, diff.added, limit, width),
    ...(changed.length === 0
      ? []
      : grid(
          '~',
          [
            [diff.key.join(' ') || 'row', 'column', 'expected', 'actual'],
            ...changed.slice(0, limit),
          ],
          width,
        )),
    ...more(changed.length, limit, 'changed cells'),
  ];
}

function rowLines(
  mark: string,
  title: string,
  columns: readonly string[],
  rows: readonly (readonly RecordedCell[])[],
  limit: number,
  width: number,
): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, limit).map((row) => row.map(show));
  return [
    `    ${title}:`,
    ...grid(mark, [[...columns], ...shown], width),
    ...more(rows.length, limit, title),
  ];
}

const more = (total: number, limit: number, noun: string): string[] =>
  total > limit ? [`      … ${total - limit} more ${noun}`] : [];

/** A cell is cut down to this before the last columns are left out. */
const READABLE = 14;
/** As many columns as a changed cell takes are never left out. */
const KEPT = 4;

/**
 * Aligned columns under a header; long cells are cut in the middle, where two of them differ least. Columns for
 * which there is no room are named below.
 */
function grid(mark: string, lines: readonly (readonly string[])[], width: number): string[] {
  const flat = lines.map((line) => line.map((cell) => cell.replace(/\s+/g, ' ')));
  const [header = []] = flat;
  const wanted = header.map((_, column) =>
    Math.max(...flat.map((line) => stringWidth(line[column] ?? ''))),
  );
  const roomOf = (columns: number): number => width - 8 - 2 * (columns - 1);
  const least = (columns: number): number =>
    wanted.slice(0, columns).reduce((sum, one) => sum + Math.min(one, READABLE), 0);
  let columns = header.length;
  while (columns > KEPT && least(columns) > roomOf(columns)) columns--;
  const widths = fitWidths(wanted.slice(0, columns), roomOf(columns));
  const hidden = header.slice(columns);
  const shown = flat.map((line, at) => {
    const cells = line.slice(0, columns).map((cell, column) => {
      const text = shorten(cell, widths[column]!);
      return text + ' '.repeat(Math.max(0, widths[column]! - stringWidth(text)));
    });
    return `      ${at === 0 ? ' ' : mark} ${cells.join('  ')}`.trimEnd();
  });
  return hidden.length === 0 ? shown : [...shown, `        not shown: ${hidden.join(', ')}`];
}

/** Narrows the widest columns first: short ones stay whole. */
function fitWidths(wanted: readonly number[], room: number): number[] {
  let low = 6;
  let high = Math.max(low, ...wanted);
  const total = (cap: number): number =>
    wanted.reduce((sum, width) => sum + Math.min(width, cap), 0);
  while (low < high) {
    const cap = Math.ceil((low + high) / 2);
    if (total(cap) <= room) low = cap;
    else high = cap - 1;
  }
  return wanted.map((width) => Math.min(width, low));
}

function shorten(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  const characters = [...text];
  const tail = Math.floor((width - 1) / 2);
  return `${characters.slice(0, width - 1 - tail).join('')}…${characters.slice(characters.length - tail).join('')}`;
}

function seenLines(seen: RecordedPin | RecordedRun, limit: number, width: number): string[] {
  if ('report' in seen) {
    const { findings, summary, state } = seen.report;
    return [
      `    seen: ${state}; ${Object.entries(summary)
        .map(([name, value]) => `${name} ${show(value)}`)
        .join(', ')}`,
      ...rowLines(
        '+',
        'findings seen',
        findings.columns.map(({ name }) => name),
        findings.rows,
        limit,
        width,
      ),
    ];
  }
  if (!seen.table) return [`    seen: ${show(seen.value ?? null)}`];
  return rowLines(
    '+',
    'rows seen',
    seen.table.columns.map(({ name }) => name),
    seen.table.rows,
    limit,
    width,
  );
}
