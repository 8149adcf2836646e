import { quoteName, splitMoniker } from './moniker.js';
import { poolOf, poolText, type TextPool } from './text-pool.js';

const EQUALS = 0x3d;

/** Whether `bin=` stands anywhere: a search for its rarest byte, since ids are long and `b` is everywhere. */
export function hasMark(bytes: Uint8Array): boolean {
  const run = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = run.indexOf(EQUALS); at >= 0; at = run.indexOf(EQUALS, at + 1)) {
    if (at >= 3 && run[at - 1] === 0x6e && run[at - 2] === 0x69 && run[at - 3] === 0x62)
      return true;
  }
  return false;
}

/**
 * Ids of a binary target, in one spelling. The manual says that raw ids may hold a `bin=` segment and not where; we
 * take it as a word of its own before the descriptors, or as the first namespace with or without backticks, and write
 * the namespace `` `bin=NAME`/ ``, which follows the symbol grammar.
 */
export function normalIds(pool: TextPool): TextPool {
  // Hardly any dump has one: a search of the bytes spares the decoding.
  const { bytes, offsets, length } = pool;
  if (!hasMark(bytes.subarray(offsets[0], offsets[length]))) return pool;
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
