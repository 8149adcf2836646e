/** `<name>.expected.json`: canonical, one row a line, so that a diff of two versions reads as a diff of findings. */
import { InvalidArgument } from '../task/index.js';
import type { RecordedPin, RecordedRun, RecordedTable } from './recorded.js';

export const EXPECTED_FORMAT = 1;

export interface Expected {
  readonly format: number;
  readonly study: string;
  readonly dumpKey: string | null;
  readonly runs: readonly RecordedRun[];
  readonly pins: readonly RecordedPin[];
}

/** Throws `InvalidArgument` where the text is cut, of a newer format, or no expectation at all. */
export function parseExpected(text: string, file = 'expected.json'): Expected {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new InvalidArgument(
      `unreadable expectation: ${file} is no JSON (cut, or a merge left its marks); restore it, or accept anew with \`mimir study update\``,
    );
  }
  const raw = parsed as Record<string, unknown> | null;
  if (
    raw === null ||
    typeof raw !== 'object' ||
    !Array.isArray(raw['runs']) ||
    !Array.isArray(raw['pins'])
  ) {
    throw new InvalidArgument(
      `wrong expectation: ${file} has no runs and pins; accept anew with \`mimir study update\``,
    );
  }
  const format = raw['format'];
  if (typeof format !== 'number' || format > EXPECTED_FORMAT) {
    throw new InvalidArgument(
      `newer expectation: ${file} is of format ${String(format)}, this Mímir reads ${EXPECTED_FORMAT}`,
    );
  }
  const runs = raw['runs'] as RecordedRun[];
  const pins = raw['pins'] as RecordedPin[];
  for (const { table, where } of tablesOf(runs, pins)) checkTable(table, where, file);
  return {
    format,
    study: String(raw['study']),
    dumpKey: typeof raw['dump_key'] === 'string' ? raw['dump_key'] : null,
    runs,
    pins,
  };
}

function tablesOf(
  runs: readonly RecordedRun[],
  pins: readonly RecordedPin[],
): { table: RecordedTable; where: string }[] {
  return [
    ...runs.flatMap((run) => [
      { table: run.report.findings, where: `run ${run.name}` },
      ...run.steps.flatMap(({ id, table }) =>
        table ? [{ table, where: `step ${run.name}.${id}` }] : [],
      ),
    ]),
    ...pins.flatMap((pin) => (pin.table ? [{ table: pin.table, where: `pin ${pin.name}` }] : [])),
  ];
}

function checkTable(table: RecordedTable, where: string, file: string): void {
  const whole = table.buckets === undefined;
  if (whole && table.rows.length !== table.total) {
    throw new InvalidArgument(
      `cut expectation: ${where} of ${file} has ${table.rows.length} rows and says ${table.total}; restore it, or accept anew with \`mimir study update\``,
    );
  }
  for (const row of table.rows) {
    if (row.length !== table.columns.length) {
      throw new InvalidArgument(
        `cut expectation: a row of ${where} of ${file} has ${row.length} cells for ${table.columns.length} columns`,
      );
    }
  }
}

/** Keys of objects are sorted except where their order means something (steps, columns, rows: arrays). */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([name, item]) => `${JSON.stringify(name)}: ${sortedJson(item)}`).join(', ')}}`;
  }
  return JSON.stringify(value ?? null);
}

/** Prints an expectation: the same data is the same bytes. */
export function printExpected(expected: Expected): string {
  const runs = [...expected.runs].sort((a, b) => (a.name < b.name ? -1 : 1));
  const pins = [...expected.pins].sort((a, b) => (a.name < b.name ? -1 : 1));
  const lines = [
    '{',
    `  "format": ${expected.format},`,
    `  "study": ${JSON.stringify(expected.study)},`,
    `  "dump_key": ${JSON.stringify(expected.dumpKey)},`,
    `  "runs": [${block(runs.map(printRun), '  ')}],`,
    `  "pins": [${block(pins.map(printPin), '  ')}]`,
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

/** Items of an array on lines of their own. */
function block(items: readonly string[], indent: string): string {
  if (items.length === 0) return '';
  return `\n${items.map((item) => `${indent}  ${item}`).join(',\n')}\n${indent}`;
}

function printRun(run: RecordedRun): string {
  const { report } = run;
  const steps = run.steps.map(printStep);
  const summary = Object.entries(report.summary).map(
    ([name, value]) => `${JSON.stringify(name)}: ${sortedJson(value)}`,
  );
  return [
    `{ "name": ${JSON.stringify(run.name)}, "lens": ${JSON.stringify(run.lens)}, "version": ${run.version},`,
    `      "params": ${sortedJson(run.params)},`,
    `      "steps": [${block(steps, '      ')}],`,
    `      "report": { "state": ${JSON.stringify(report.state)},`,
    `        "summary": {${block(summary, '        ')}},`,
    `        "findings": ${printTable(report.findings, '        ')} } }`,
  ].join('\n');
}

function printStep({ table, ...step }: RecordedRun['steps'][number]): string {
  const digest = sortedJson(step);
  return table
    ? `${digest.slice(0, -1)},\n          "table": ${printTable(table, '          ')}}`
    : digest;
}

function printPin(pin: RecordedPin): string {
  const { name, table, value, ...rest } = pin;
  const options = Object.entries(rest)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([option, item]) => `, ${JSON.stringify(option)}: ${sortedJson(item)}`)
    .join('');
  const head = `{ "name": ${JSON.stringify(name)}${options},`;
  return table
    ? `${head}\n      "table": ${printTable(table, '      ')} }`
    : `${head} "value": ${sortedJson(value ?? null)} }`;
}

function printTable(table: RecordedTable, indent: string): string {
  const columns = table.columns.map((column) => sortedJson(column)).join(', ');
  const rows = block(table.rows.map(sortedJson), `${indent}  `);
  const buckets = table.buckets ? `,\n${indent}  "buckets": ${sortedJson(table.buckets)}` : '';
  return `{ "key": ${sortedJson(table.key)}, "columns": [${columns}],\n${indent}  "total": ${table.total}, "rows": [${rows}]${buckets} }`;
}
