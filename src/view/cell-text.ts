import type { Cell, ColumnSpec, ColumnType, Rational } from '../table/index.js';
import { printable } from './text-width.js';

/** What stands for a missing fact: never a zero, never a blank. */
export const MISSING = '—';

/** Short names of column types, for headers. */
export const TYPE_NAMES: Readonly<Record<ColumnType, string>> = {
  integer: 'int',
  bigint: 'big int',
  rational: 'ratio',
  real: 'real',
  boolean: 'bool',
  text: 'text',
  list: 'list',
};

export function isNumeric(type: ColumnType): boolean {
  return type === 'integer' || type === 'bigint' || type === 'rational' || type === 'real';
}

/** Type and unit of a column: `int · calls`. */
export function typeLine(spec: ColumnSpec): string {
  const type = TYPE_NAMES[spec.type];
  return spec.unit === undefined ? type : `${type} · ${spec.unit}`;
}

/**
 * A rational with a fixed number of decimals, rounded half away from zero from the exact value (a double would
 * round 0.0005 by its binary neighbour).
 */
export function rationalText([num, den]: Rational, decimals = 3): string {
  const n = BigInt(num);
  const d = BigInt(den);
  const scale = 10n ** BigInt(decimals);
  const magnitude = n < 0n ? -n : n;
  const rounded = (2n * magnitude * scale + d) / (2n * d);
  const sign = n < 0n && rounded > 0n ? '-' : '';
  if (decimals === 0) return `${sign}${rounded}`;
  return `${sign}${rounded / scale}.${(rounded % scale).toString().padStart(decimals, '0')}`;
}

/** A real in at most six significant digits, without an exponent where it is easily read without. */
export function realText(value: number): string {
  if (!Number.isFinite(value)) return MISSING;
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return `${value === 0 ? 0 : value}`;
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-4 && magnitude < 1e9) return `${Number(value.toPrecision(6))}`;
  return value
    .toPrecision(4)
    .replace(/\.?0+e/, 'e')
    .replace('e+', 'e');
}

/** One cell as a person reads it. Texts have their control characters made visible. */
export function cellView(cell: Cell, type: ColumnType): string {
  if (cell === null) return MISSING;
  switch (type) {
    case 'integer':
    case 'bigint':
      return String(cell);
    case 'rational':
      return Array.isArray(cell) ? rationalText(cell as unknown as Rational) : String(cell);
    case 'real':
      return realText(Number(cell));
    case 'boolean':
      return cell === true ? 'yes' : 'no';
    case 'text':
      return printable(String(cell));
    case 'list':
      return printable((cell as readonly (string | number)[]).map(String).join(', '));
  }
}

/** A cell without a declared type (a report's summary): pairs of integers are rationals. */
export function looseCellView(cell: Cell): string {
  if (cell === null) return MISSING;
  if (typeof cell === 'number') return Number.isInteger(cell) ? String(cell) : realText(cell);
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (Array.isArray(cell)) {
    const items = cell as readonly (string | number | bigint)[];
    if (
      items.length === 2 &&
      items.every((item) => typeof item === 'bigint' || Number.isInteger(item))
    ) {
      const [num, den] = items as unknown as Rational;
      if (den > 0) return rationalText([num, den]);
    }
    return printable(items.map(String).join(', '));
  }
  return printable(String(cell));
}

/** An integer with thin groups of three digits, for captions and footers. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ' ');
}

/** `1 row`, `2 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}
