/** Expected against actual: one verdict a pin and a run, each with what changed, where first, and why. */
import { canonicalJson } from '../lens/index.js';
import { compareNumbers, toleranceOf, typeOfValue } from './numbers.js';
import type { Expected } from './expected.js';
import type { CellOutcome } from './cell-runner.js';
import {
  EXPECTATIONS,
  type Expectation,
  type RecordedCell,
  type RecordedPin,
  type RecordedRun,
} from './recorded.js';
import { diffTables, sameTable, type TableDiff } from './table-diff.js';

/**
 * `holds`; `drifted`: it differs from what was accepted; `improved`: a ratchet may be tightened; `unexpected`: nothing
 * was accepted for it yet; `missing`: it was accepted and the study no longer makes it; `not compared`: a fact about
 * the study's own dump, looked at on another one.
 */
export type Verdict = 'holds' | 'drifted' | 'improved' | 'unexpected' | 'missing' | 'not compared';

export interface StepDrift {
  readonly id: string;
  /** 1-based place among the steps of the run. */
  readonly place: number;
  readonly of: number;
  /** Null where the side has no such step. */
  readonly expected: { readonly rows: number; readonly sha256: string } | null;
  readonly actual: { readonly rows: number; readonly sha256: string } | null;
  /** What changed in it, where the study keeps its rows. */
  readonly diff?: TableDiff;
}

export interface Finding {
  readonly subject: 'pin' | 'run';
  readonly name: string;
  readonly verdict: Verdict;
  /** One sentence: what changed. */
  readonly sentence: string;
  readonly expect: Expectation;
  readonly diff?: TableDiff;
  readonly values?: { readonly expected: RecordedCell; readonly actual: RecordedCell };
  /** Entries of a run's summary (and its state) that differ. */
  readonly summary?: readonly {
    readonly name: string;
    readonly expected: RecordedCell;
    readonly actual: RecordedCell;
  }[];
  readonly firstStep?: StepDrift;
  /** Why it may have moved: the dump, the lens version, a parameter, or else the code. */
  readonly why: readonly string[];
  /** What was seen, where nothing was accepted yet. */
  readonly seen?: RecordedPin | RecordedRun;
}

export interface CompareOptions {
  /** On another dump only laws are compared: every expectation but `equal`. */
  readonly lawsOnly?: boolean;
}

export function compareStudy(
  expected: Expected,
  actual: CellOutcome,
  options: CompareOptions = {},
): Finding[] {
  const dump = dumpMoved(expected.dumpKey, actual.dumpKey);
  return [
    ...byName(expected.runs, actual.runs, {
      both: (want, got) =>
        options.lawsOnly ? notCompared('run', want.name, 'equal') : compareRun(want, got, dump),
      expectedOnly: (want) => missing('run', want.name, 'equal', options.lawsOnly),
      actualOnly: (got) => unexpected('run', got.name, 'equal', got, options.lawsOnly),
    }),
    ...byName(expected.pins, actual.pins, {
      both: (want, got) =>
        options.lawsOnly && got.expect === 'equal'
          ? notCompared('pin', want.name, 'equal')
          : comparePin(want, got, dump),
      expectedOnly: (want) =>
        missing('pin', want.name, want.expect, options.lawsOnly && want.expect === 'equal'),
      actualOnly: (got) =>
        unexpected('pin', got.name, got.expect, got, options.lawsOnly && got.expect === 'equal'),
    }),
  ];
}

function byName<T extends { readonly name: string }>(
  expected: readonly T[],
  actual: readonly T[],
  cases: {
    readonly both: (want: T, got: T) => Finding;
    readonly expectedOnly: (want: T) => Finding;
    readonly actualOnly: (got: T) => Finding;
  },
): Finding[] {
  const got = new Map(actual.map((item) => [item.name, item]));
  const want = new Map(expected.map((item) => [item.name, item]));
  return [...new Set([...want.keys(), ...got.keys()])].map((name) => {
    const a = want.get(name);
    const b = got.get(name);
    if (a && b) return cases.both(a, b);
    return a ? cases.expectedOnly(a) : cases.actualOnly(b!);
  });
}

const notCompared = (subject: Finding['subject'], name: string, expect: Expectation): Finding => ({
  subject,
  name,
  verdict: 'not compared',
  expect,
  sentence: 'holds of its own dump only; say what it expects of others with {expect}',
  why: [],
});

function missing(
  subject: Finding['subject'],
  name: string,
  expect: Expectation,
  skip = false,
): Finding {
  if (skip) return notCompared(subject, name, expect);
  const sentence = `accepted, but the study no longer makes this ${subject}`;
  return { subject, name, verdict: 'missing', expect, sentence, why: [] };
}

function unexpected(
  subject: Finding['subject'],
  name: string,
  expect: Expectation,
  seen: RecordedPin | RecordedRun,
  skip = false,
): Finding {
  if (skip) return notCompared(subject, name, expect);
  return {
    subject,
    name,
    verdict: 'unexpected',
    expect,
    sentence: 'no expectation yet',
    why: [],
    seen,
  };
}

const short = (key: string | null): string => (key === null ? 'none' : key.slice(0, 12));

function dumpMoved(expected: string | null, actual: string | null): string[] {
  if (expected === null || expected === actual) return [];
  return [`the dump moved: expected ${short(expected)}, actual ${short(actual)}`];
}

/** Whatever moved is named; when nothing did, the code is all that is left. */
const reasons = (moved: readonly string[]): string[] =>
  moved.length > 0 ? [...moved] : ['the code moved: same dump, same lens version, same parameters'];

function compareRun(want: RecordedRun, got: RecordedRun, dump: readonly string[]): Finding {
  const diff = diffTables(want.report.findings, got.report.findings);
  const summary = summaryChanges(want, got);
  const firstStep = firstStepDrift(want, got);
  const params = parameterChanges(want.params, got.params);
  const lens =
    want.lens !== got.lens
      ? [`another lens: expected ${want.lens}, actual ${got.lens}`]
      : want.version !== got.version
        ? [`the lens moved: expected version ${want.version}, actual ${got.version}`]
        : [];
  const base = { subject: 'run', name: want.name, expect: 'equal' } as const;
  const parts = [
    ...params.map((change) => `parameter ${change}`),
    ...(sameTable(diff) ? [] : [`findings: ${sentenceOf(diff)}`]),
    ...summary.map(
      ({ name, expected, actual }) => `${name}: expected ${show(expected)}, actual ${show(actual)}`,
    ),
  ];
  if (parts.length === 0 && firstStep === undefined && want.lens === got.lens) {
    return { ...base, verdict: 'holds', sentence: 'same steps, same findings', why: [] };
  }
  if (parts.length === 0) parts.push('the findings are the same, a step on the way is not');
  return {
    ...base,
    verdict: 'drifted',
    sentence:
      parts.slice(0, 3).join('; ') + (parts.length > 3 ? `; and ${parts.length - 3} more` : ''),
    ...(!sameTable(diff) && { diff }),
    ...(summary.length > 0 && { summary }),
    ...(firstStep && { firstStep }),
    why: reasons([...dump, ...lens, ...params.map((change) => `a parameter moved: ${change}`)]),
  };
}

function summaryChanges(want: RecordedRun, got: RecordedRun): NonNullable<Finding['summary']> {
  const before: Record<string, RecordedCell> = { state: want.report.state, ...want.report.summary };
  const after: Record<string, RecordedCell> = { state: got.report.state, ...got.report.summary };
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const expected = before[name] ?? null;
    const actual = after[name] ?? null;
    return JSON.stringify(expected) === JSON.stringify(actual) ? [] : [{ name, expected, actual }];
  });
}

function parameterChanges(want: RecordedRun['params'], got: RecordedRun['params']): string[] {
  return [...new Set([...Object.keys(want), ...Object.keys(got)])].flatMap((name) => {
    if (!(name in got)) return [`${name} is gone`];
    if (!(name in want)) return [`${name} is new`];
    const expected = canonicalJson(want[name]);
    const actual = canonicalJson(got[name]);
    return expected === actual ? [] : [`${name}: expected ${expected}, actual ${actual}`];
  });
}

function firstStepDrift(want: RecordedRun, got: RecordedRun): StepDrift | undefined {
  const of = Math.max(want.steps.length, got.steps.length);
  for (let at = 0; at < of; at++) {
    const expected = want.steps[at];
    const actual = got.steps[at];
    if (expected?.id === actual?.id && expected?.sha256 === actual?.sha256) continue;
    const same = expected?.id === actual?.id;
    const diff =
      same && expected?.table && actual?.table
        ? diffTables(expected.table, actual.table)
        : undefined;
    return {
      id: expected?.id ?? actual!.id,
      place: at + 1,
      of,
      ...(diff && { diff }),
      expected: expected ? { rows: expected.rows, sha256: expected.sha256 } : null,
      actual: actual && (same || !expected) ? { rows: actual.rows, sha256: actual.sha256 } : null,
    };
  }
  return undefined;
}

function comparePin(want: RecordedPin, got: RecordedPin, dump: readonly string[]): Finding {
  // The study's text says what is asked; what was accepted says of what.
  const expect = EXPECTATIONS.includes(got.expect) ? got.expect : 'equal';
  const base = { subject: 'pin', name: want.name, expect } as const;
  const why = reasons(dump);
  if (want.table && got.table) {
    const diff = diffTables(want.table, got.table, got);
    const { verdict, sentence } = judgeTable(diff, expect);
    return verdict === 'holds'
      ? { ...base, verdict, sentence, why: [] }
      : { ...base, verdict, sentence, diff, why };
  }
  if (want.table || got.table) {
    const [was, is] = want.table ? ['a table', 'a single value'] : ['a single value', 'a table'];
    return { ...base, verdict: 'drifted', sentence: `expected ${was}, actual ${is}`, why };
  }
  const values = { expected: want.value ?? null, actual: got.value ?? null };
  const { verdict, sentence } = judgeValue(values.expected, values.actual, got);
  return { ...base, verdict, sentence, values, why: verdict === 'holds' ? [] : why };
}

interface Judgement {
  readonly verdict: Verdict;
  readonly sentence: string;
}

const holds = (sentence: string): Judgement => ({ verdict: 'holds', sentence });
const drifted = (sentence: string): Judgement => ({ verdict: 'drifted', sentence });

function judgeValue(expected: RecordedCell, actual: RecordedCell, pin: RecordedPin): Judgement {
  const { expect } = pin;
  const told = `expected ${expect === 'equal' ? '' : `${expect === 'no worse' || expect === 'subset' ? 'at most' : expect} `}${show(expected)}, actual ${show(actual)}`;
  const order = compareNumbers(
    expected,
    actual,
    typeOfValue(expected, actual),
    toleranceOf(pin.tolerance),
  );
  if (order === null) {
    return JSON.stringify(expected) === JSON.stringify(actual) ? holds('equal') : drifted(told);
  }
  if (order === 0)
    return holds(
      JSON.stringify(expected) === JSON.stringify(actual) ? 'equal' : 'within the tolerance',
    );
  if (expect === 'equal') return drifted(told);
  if (expect === 'at least') return order > 0 ? holds(told) : drifted(told);
  if (order > 0) return drifted(told);
  return expect === 'no worse'
    ? { verdict: 'improved', sentence: `${told}: accept the smaller number` }
    : holds(told);
}

function judgeTable(diff: TableDiff, expect: Expectation): Judgement {
  if (sameTable(diff)) return holds('same rows');
  const sentence = sentenceOf(diff);
  if (expect === 'equal') return drifted(sentence);
  if (diff.rekeyed || diff.retyped.length > 0) return drifted(sentence);
  if (expect === 'subset') {
    return diff.added.length + diff.changed.length > 0
      ? drifted(sentence)
      : holds(`a subset: ${sentence}`);
  }
  const cells = diff.changed.flatMap((row) => row.cells);
  const larger = cells.some(({ by }) => by === 1);
  const smaller = cells.some(({ by }) => by === -1);
  if (expect === 'at least') {
    return diff.removed.length > 0 || smaller
      ? drifted(sentence)
      : holds(`at least as much: ${sentence}`);
  }
  if (diff.added.length > 0 || larger) return drifted(sentence);
  return expect === 'no worse' && (diff.removed.length > 0 || smaller)
    ? { verdict: 'improved', sentence: `${sentence}: accept the smaller set` }
    : holds(`at most as much: ${sentence}`);
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** The change in one sentence. */
export function sentenceOf(diff: TableDiff): string {
  if (diff.rekeyed) {
    return `another key: expected ${diff.rekeyed.expected.join(', ') || 'none'}, actual ${diff.rekeyed.actual.join(', ') || 'none'}`;
  }
  const cells = new Set(diff.changed.flatMap((row) => row.cells.map(({ column }) => column)));
  const parts = [
    ...diff.columnsRemoved.map((name) => `column ${name} is gone`),
    ...diff.columnsAdded.map((name) => `column ${name} is new`),
    ...diff.retyped.map(
      ({ column, expected, actual }) => `column ${column}: expected ${expected}, actual ${actual}`,
    ),
    ...(diff.added.length > 0 ? [`${count(diff.added.length, 'row')} added`] : []),
    ...(diff.removed.length > 0 ? [`${count(diff.removed.length, 'row')} removed`] : []),
    ...(diff.changed.length > 0
      ? [`${count(diff.changed.length, 'row')} changed in ${[...cells].join(', ')}`]
      : []),
    ...(diff.movedAt !== undefined ? [`another order from row ${diff.movedAt + 1} on`] : []),
    ...partialSentence(diff),
  ];
  return parts.length === 0 ? 'same rows' : parts.join(', ');
}

function partialSentence({ partial }: TableDiff): string[] {
  if (partial === undefined) return [];
  const { expectedTotal, actualTotal, bucketsChanged, buckets } = partial;
  return [
    ...(expectedTotal === actualTotal
      ? []
      : [`expected ${expectedTotal} rows, actual ${actualTotal}`]),
    ...(bucketsChanged === 0
      ? []
      : [`${bucketsChanged} of ${buckets} parts of a large table differ`]),
  ];
}

/** A value as a reader would write it. */
export function show(cell: RecordedCell): string {
  if (cell === null) return 'nothing';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

/** Whether this finding fails a replay; an uncommitted improvement does so only where `strict` (in CI). */
export function fails(finding: Finding, strict: boolean): boolean {
  switch (finding.verdict) {
    case 'holds':
    case 'not compared':
      return false;
    case 'improved':
      return strict;
    default:
      return true;
  }
}
