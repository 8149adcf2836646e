import { distance } from 'fastest-levenshtein';
import { compareUtf8 } from './utf8-order.js';

/** The names nearest to `wanted` by edit distance, best first; ties by bytes. Empty when nothing is near. */
export function nearestNames(wanted: string, names: Iterable<string>, count = 1): string[] {
  const limit = Math.max(2, Math.ceil(wanted.length / 2));
  const low = wanted.toLowerCase();
  const scored: { name: string; score: number }[] = [];
  for (const name of new Set(names)) {
    const there = name.toLowerCase();
    // A name that contains what was typed is near, however long it is.
    const score = there.includes(low) && low !== '' ? 0.5 : distance(low, there);
    if (score <= limit) scored.push({ name, score });
  }
  scored.sort((a, b) => a.score - b.score || compareUtf8(a.name, b.name));
  return scored.slice(0, count).map((entry) => entry.name);
}
