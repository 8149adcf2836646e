import { distance } from 'fastest-levenshtein';
import { labelOf, leafName, oneLine } from '../dump/index.js';
import { compareUtf8 } from '../table/index.js';
import { InvalidArgument } from '../task/index.js';

/** Ids that a name is looked for among; the graph's nodes and refs. */
export interface Ids {
  readonly length: number;
  id(v: number): string;
  /** Ordinals that may hold a word in their label, ascending; absent: any may. */
  holding?(word: string): readonly number[];
}

/** Ordinals whose label contains the pattern, backticks ignored on both sides. */
export function matchLabels(ids: Ids, pattern: string): Uint32Array {
  const wanted = pattern.replaceAll('`', '');
  const found: number[] = [];
  const see = (v: number): void => {
    if (labelOf(ids.id(v)).replaceAll('`', '').includes(wanted)) found.push(v);
  };
  const word = longestWord(wanted);
  if (word !== '' && ids.holding !== undefined) ids.holding(word).forEach(see);
  else if (wanted !== '') for (let v = 0; v < ids.length; v++) see(v);
  if (found.length === 0) {
    const near = nearestLabels(ids, wanted, 3);
    throw new InvalidArgument(
      `pattern that matches no label: ${pattern === '' ? '(empty)' : pattern}${near.length > 0 ? `; nearest: ${oneLine(near.join(' | '))}` : '; no label is near it'}`,
    );
  }
  return Uint32Array.from(found);
}

const longestWord = (text: string): string =>
  (text.match(/\w+/g) ?? []).reduce((best, word) => (word.length > best.length ? word : best), '');

/**
 * Labels nearest to a pattern: those that hold its words in order (`Context.body` for `Context#body().`), then by its
 * distance to a label's leaf name or to the whole label, whichever is less. A label that shares next to nothing with
 * the pattern is not among them: for `zzz` every name of three letters would be as near.
 */
export function nearestLabels(ids: Ids, wanted: string, count: number): string[] {
  const low = wanted.toLowerCase();
  const words = low.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const last = words.at(-1) ?? low;
  let best: { label: string; score: number }[] = [];
  for (let v = 0; v < ids.length; v++) {
    const id = ids.id(v);
    const label = labelOf(id);
    const whole = label.replaceAll('`', '').toLowerCase();
    const leaf = leafName(id).toLowerCase();
    const holds = words.length > 0 && inOrder(whole, words);
    const score = holds ? whole.length / 1e6 : Math.min(distance(low, leaf), distance(low, whole));
    if (best.length === count && score >= best[count - 1]!.score) continue;
    // The path before a name may be long and right, or short and wrong: the name alone may be near too.
    const near = holds || score <= (low.length * 2) / 3 || distance(last, leaf) <= last.length / 2;
    if (!near) continue;
    if (best.some((entry) => entry.label === label)) continue;
    best.push({ label, score });
    best.sort((a, b) => a.score - b.score || compareUtf8(a.label, b.label));
    best = best.slice(0, count);
  }
  return best.map((entry) => entry.label);
}

function inOrder(text: string, words: readonly string[]): boolean {
  let from = 0;
  for (const word of words) {
    const at = text.indexOf(word, from);
    if (at < 0) return false;
    from = at + word.length;
  }
  return true;
}
