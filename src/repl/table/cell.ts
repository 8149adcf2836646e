import type { Cell } from '../../table/index.js';

/** A cell with all its digits, for copying, searching and saving; a missing fact is empty. */
export function exactText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'object') return String(cell);
  const items = cell as readonly (string | number | bigint)[];
  const isRational = items.length === 2 && items.every((item) => typeof item !== 'string');
  return items.join(isRational ? '/' : ', ');
}
