import type { ColumnType } from '../table/index.js';
import type { PinTolerance, RecordedCell, Tolerance } from './recorded.js';

const EXACT: Required<Tolerance> = { absolute: 0, relative: 0 };

/** The tolerance of one column, or of a single value when `column` is undefined. */
export function toleranceOf(
  tolerance: PinTolerance | undefined,
  column?: string,
): Required<Tolerance> {
  if (tolerance === undefined) return EXACT;
  if (typeof tolerance === 'number') return { ...EXACT, absolute: tolerance };
  if ('columns' in tolerance) {
    return column === undefined ? EXACT : toleranceOf(tolerance.columns[column]);
  }
  return { ...EXACT, ...tolerance };
}

/** An exact number: num / den with den > 0, or a double. */
type Exact = { readonly num: bigint; readonly den: bigint } | { readonly double: number };

const INTEGER = /^-?\d+$/;

/**
 * A cell as an exact number; null where it is none. Text counts only as the long form of an integer, and only in a
 * column (or beside a value) that says so.
 */
function exactOf(cell: RecordedCell, type: ColumnType): Exact | null {
  if (typeof cell === 'number') {
    return Number.isSafeInteger(cell) ? { num: BigInt(cell), den: 1n } : { double: cell };
  }
  if (type === 'bigint' && typeof cell === 'string' && INTEGER.test(cell))
    return { num: BigInt(cell), den: 1n };
  if (type === 'rational' && Array.isArray(cell) && cell.length === 2) {
    return { num: BigInt(cell[0] as number | string), den: BigInt(cell[1] as number | string) };
  }
  return null;
}

const doubleOf = (value: Exact): number =>
  'double' in value ? value.double : Number(value.num) / Number(value.den);

function compareExact(a: Exact, b: Exact): number {
  if ('double' in a || 'double' in b) return doubleOf(a) - doubleOf(b);
  const left = a.num * b.den;
  const right = b.num * a.den;
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * How an actual number lies to its expectation: 0 when equal or within the tolerance, else -1 or 1; null when one of
 * the two is no number.
 */
export function compareNumbers(
  expected: RecordedCell,
  actual: RecordedCell,
  type: ColumnType,
  tolerance: Required<Tolerance>,
): -1 | 0 | 1 | null {
  const want = exactOf(expected, type);
  const got = exactOf(actual, type);
  if (want === null || got === null) return null;
  const order = compareExact(got, want);
  if (order === 0) return 0;
  const x = doubleOf(want);
  const y = doubleOf(got);
  const allowed = Math.max(
    tolerance.absolute,
    tolerance.relative * Math.max(Math.abs(x), Math.abs(y)),
  );
  if (allowed > 0 && Math.abs(y - x) <= allowed) return 0;
  return order < 0 ? -1 : 1;
}

export function sameCell(
  expected: RecordedCell,
  actual: RecordedCell,
  type: ColumnType,
  tolerance: Required<Tolerance>,
): boolean {
  const order = compareNumbers(expected, actual, type, tolerance);
  return order === null ? JSON.stringify(expected) === JSON.stringify(actual) : order === 0;
}

/** The type under which a lone value is compared: only a pair of long integers is `bigint`. */
export function typeOfValue(expected: RecordedCell, actual: RecordedCell): ColumnType {
  const longs = [expected, actual].filter((cell) => typeof cell === 'string');
  if (longs.length > 0 && [expected, actual].every((cell) => INTEGER.test(String(cell))))
    return 'bigint';
  return Array.isArray(expected) ? 'list' : typeof expected === 'number' ? 'real' : 'text';
}
