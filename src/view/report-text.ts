import type { Findings, Report, ReportState } from '../lens/index.js';
import { fromRows, type Cell, type Relation } from '../table/index.js';
import { counted, countText, looseCellView } from './cell-text.js';
import { paintFor, type Paint } from './paint.js';
import { DEFAULT_WIDTH, tableText, type TextOptions } from './table-text.js';
import { widthOf, wrap } from './text-width.js';

/** What each state means, in words for a person. */
export const STATE_WORDS: Readonly<Record<ReportState, string>> = {
  complete: 'complete',
  partial: 'partial: some facts are missing',
  empty_fact: 'empty: no findings',
  empty_gap: 'no answer: the dump does not carry the facts',
  invalid_argument: 'no answer: the question is not well put',
  not_linked: 'no answer: the units are not linked',
  not_wired: 'no answer: nothing produces these facts yet',
};

/** The rows of a report as a table. */
export function findingsRelation({ key, columns, rows }: Findings): Relation {
  return fromRows(key, columns, rows);
}

/** Why an answer has no rows: nothing was found, a fact is missing, or a limit cut it. `null` when it has rows. */
export function whyEmpty(report: Report): string | null {
  if (report.findings.rows.length > 0) return null;
  if (report.total > 0) {
    return `nothing shown: ${counted(report.total, 'finding')}, all cut by the limit; --limit 0 shows them`;
  }
  const looked = Object.entries(report.population).map(([what, count]) => `${count} ${what}`);
  switch (report.state) {
    case 'complete':
    case 'empty_fact':
      return looked.length === 0 ? 'no findings' : `no findings among ${looked.join(', ')}`;
    case 'partial':
      return 'nothing found in the facts that are there; others are missing, so more may exist';
    case 'empty_gap':
      return report.needs.length === 0
        ? 'cannot be answered: the dump lacks a fact'
        : `cannot be answered without ${report.needs.map((need) => need.fact).join(', ')}`;
    case 'invalid_argument':
    case 'not_linked':
    case 'not_wired':
      return STATE_WORDS[report.state];
  }
}

function stateColor(state: ReportState, paint: Paint): (text: string) => string {
  if (state === 'complete' || state === 'empty_fact') return paint.green;
  return state === 'partial' ? paint.yellow : paint.red;
}

export function summaryPairs(report: Report): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  const population = Object.entries(report.population);
  if (population.length > 0) {
    pairs.push(['looked at', population.map(([what, count]) => `${what} ${count}`).join(' · ')]);
  }
  for (const [name, value] of Object.entries(report.summary))
    pairs.push([name, Array.isArray(value) ? listView(value) : looseCellView(value)]);
  return pairs;
}

/** Of a longer list a person reads the beginning; the whole is in the report's JSON. */
const NAMES_SHOWN = 8;

function listView(items: readonly Cell[]): string {
  if (items.length === 0) return 'none';
  const more = items.length - NAMES_SHOWN;
  if (more <= 1) return looseCellView(items as Cell);
  return `${looseCellView(items.slice(0, NAMES_SHOWN) as Cell)} and ${countText(more)} more (--json names all)`;
}

function pairLines(
  pairs: readonly (readonly [string, string])[],
  width: number,
  paint: Paint,
): string[] {
  const names = Math.max(0, ...pairs.map(([name]) => widthOf(name)));
  return pairs.flatMap(([name, value]) => {
    const lines = wrap(value, Math.max(10, width - names - 4));
    return lines.map((line, i) => {
      const head = i === 0 ? name : '';
      return `  ${paint.dim(head + ' '.repeat(names - widthOf(head)))}  ${line}`;
    });
  });
}

/** Needs, one line each: the fact, its producer, and how often it was missed. */
export function needLines(report: Report): string[] {
  return report.needs.map(({ fact, producer, missing }) => {
    const count = missing === undefined ? '' : ` (missing for ${counted(missing, 'item')})`;
    return `${fact}${count}: produced by ${producer}`;
  });
}

/** A report as text: state, what was looked at, summary, findings, what is missing, notes. */
export function reportText(report: Report, options: TextOptions = {}): string {
  const { width = DEFAULT_WIDTH } = options;
  const paint = paintFor(options.color);
  const state = stateColor(report.state, paint)(STATE_WORDS[report.state]);
  const lines = [
    `${paint.bold(report.lens)}  ${state}`,
    ...pairLines(summaryPairs(report), width, paint),
  ];
  const why = whyEmpty(report);
  if (why !== null) lines.push('', ...wrap(why, width));
  else lines.push('', tableText(findingsRelation(report.findings), options));
  if (why === null && report.shown < report.total) {
    lines.push(
      ...wrap(
        `${report.shown} of ${counted(report.total, 'finding')} kept; --limit 0 keeps all`,
        width,
      ).map(paint.dim),
    );
  }
  lines.push(...section('needs', needLines(report), width, paint.yellow));
  lines.push(...section('notes', report.notes, width, paint.dim));
  return lines.join('\n');
}

function section(
  name: string,
  items: readonly string[],
  width: number,
  style: (text: string) => string,
): string[] {
  if (items.length === 0) return [];
  return [
    '',
    style(name),
    ...items.flatMap((item) =>
      wrap(item, Math.max(10, width - 4)).map((line, i) => `${i === 0 ? '  - ' : '    '}${line}`),
    ),
  ];
}
