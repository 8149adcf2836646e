import { splitMoniker } from '../../dump/index.js';
import type { UnitBody } from './units.js';

/** Where a body stands. */
export interface Span {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
}

/** Packages whose calls say little (S1:2036), and the language library of TypeScript. */
const BOILERPLATE: ReadonlySet<string> = new Set([
  'core',
  'alloc',
  'std',
  'serde',
  'serde_json',
  'clap',
  'clap_builder',
  'typescript',
]);

const LEAST_SOURCE_LINES = 4;
const LEAST_INTERIOR_LINES = 3;
const LEAST_CALLEES = 4;
/** Shares of the span that a group covers: both sides the first, one the second. */
const COVER_BOTH = [3, 10] as const;
const COVER_ONE = [5, 10] as const;

/** Source lines of some units, distinct and ascending. */
export const sourceLines = ({ units }: UnitBody, places: readonly number[]): number[] =>
  [...new Set(places.flatMap((at) => units[at]!.lines))].sort((a, b) => a - b);

/**
 * Whether a pair of groups of blocks is more than derived code and idioms (S1:2029–2039). Fact lines are when they share one
 * thing outside of boilerplate (ours). How much
 * of its span a group covers, and whether the spans are one, says nothing about two groups of one body: those gates are
 * for two functions.
 */
export function substantive(
  a: { readonly body: UnitBody; readonly places: readonly number[]; readonly span: Span },
  b: { readonly body: UnitBody; readonly places: readonly number[]; readonly span: Span },
  sharedKeys: readonly string[],
  sameFunction: boolean,
): boolean {
  if (a.body.granularity === 'lines') return sharedKeys.some(says);
  const lines = [a, b].map(({ body, places }) => sourceLines(body, places));
  const spans = [a.span, b.span];
  if (lines.some((own) => own.length < LEAST_SOURCE_LINES)) return false;
  if (lines.some((own, side) => interior(own, spans[side]!) < LEAST_INTERIOR_LINES)) return false;
  if (!sameFunction) {
    if (sameSpan(a.span, b.span)) return false;
    const covers = lines.map((own, side) => [own.length, height(spans[side]!)] as const);
    const reaches = (
      [part, whole]: readonly [number, number],
      [num, den]: readonly [number, number],
    ) => part * den >= num * whole;
    if (!covers.every((cover) => reaches(cover, COVER_BOTH))) return false;
    if (!covers.some((cover) => reaches(cover, COVER_ONE))) return false;
  }
  return sharedKeys.filter((key) => key.startsWith('c:') && says(key)).length >= LEAST_CALLEES;
}

/** A callee, field or table outside of boilerplate. */
const says = (key: string): boolean =>
  !key.startsWith('l:') && !BOILERPLATE.has(splitMoniker(key.slice(2))?.package ?? '');

const height = ({ line, endLine }: Span): number => endLine - line + 1;

/** Lines more than two away from the first and the last of the span. */
const interior = (lines: readonly number[], { line, endLine }: Span): number =>
  lines.filter((at) => at - line > 2 && endLine - at > 2).length;

const sameSpan = (a: Span, b: Span): boolean =>
  a.file === b.file && a.line === b.line && a.endLine === b.endLine;
