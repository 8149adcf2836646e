import { exactText } from './cell.js';
import type { TableSource } from './source.js';

const STRIDE = 256;

/** The next row, going round, whose text holds `text`; -1 when none does. Reads page by page, case-insensitive. */
export async function findRow(
  source: TableSource,
  text: string,
  from: number,
  by: 1 | -1,
): Promise<number> {
  const wanted = text.toLowerCase();
  const { total } = source;
  for (let step = 1; step <= total; step++) {
    const at = (((from + by * step) % total) + total) % total;
    let row = source.row(at);
    if (row === null) {
      const start = Math.floor(at / STRIDE) * STRIDE;
      await source.rows(start, Math.min(STRIDE, total - start));
      row = source.row(at);
    }
    if (row?.some((cell) => exactText(cell).toLowerCase().includes(wanted)) === true) return at;
  }
  return -1;
}
