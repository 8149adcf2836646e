import { quoteName, splitMoniker } from './moniker.js';
import { poolOf, poolText, type TextPool } from './text-pool.js';

const MARK = 'bin=';

/**
 * Ids of a binary target, in one spelling. The manual says that raw ids may hold a `bin=` segment and not where; we
 * take it as a word of its own before the descriptors, or as the first namespace with or without backticks, and write
 * the namespace `` `bin=NAME`/ ``, which follows the symbol grammar.
 */
export function normalIds(pool: TextPool): TextPool {
  const run = Buffer.from(pool.bytes.buffer, pool.bytes.byteOffset, pool.bytes.byteLength);
  // Hardly any dump has one: a search of the bytes spares the decoding.
  if (!run.includes(MARK)) return pool;
  return poolOf(Array.from({ length: pool.length }, (_, i) => normalId(poolText(pool, i))));
}

export function normalId(id: string): string {
  const moniker = splitMoniker(id);
  if (moniker === null) return id;
  const match = /^`?bin=([^`/ ]+)`?(?: |\/)/u.exec(moniker.short);
  if (match === null) return id;
  const head = id.slice(0, id.length - moniker.short.length);
  return `${head}${quoteName(`bin=${match[1]!}`)}/${moniker.short.slice(match[0].length)}`;
}
