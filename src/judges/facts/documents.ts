import { readSources, type ParsedSources } from '../../facts/index.js';
import { compareUtf8 } from '../../table/index.js';
import type { Task } from '../../task/index.js';
import {
  htmlSegments,
  mix64,
  paragraphsOf,
  WordNumbers,
  wordHash,
  wordsOf,
} from '../../text/index.js';
import { isRefused } from '../exact/index.js';
import { countDuplicates, duplicateDecides, type DuplicateCounts } from '../document-duplicates.js';
import { KNOBS, type Knobs } from '../knobs.js';

export type DocumentKnobs = Knobs['documentDuplicates'];

/** A paragraph, an HTML text or a comment, with its words numbered over the whole corpus. */
export interface Segment {
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly kind: 'markdown' | 'html' | 'text' | 'comment';
  readonly words: Uint32Array;
  readonly signature: BigUint64Array;
}

export async function documentSegments(
  sources: ParsedSources,
  task: Task,
  knobs: DocumentKnobs = KNOBS.documentDuplicates,
): Promise<Segment[]> {
  const documents = await readSources(
    sources.root,
    (file) => /\.(md|markdown|html?|txt)$/i.test(file),
    task,
  );
  const numbers = new WordNumbers();
  const segments: Segment[] = [];
  const add = (file: string, line: number, kind: Segment['kind'], text: string): void => {
    const words = wordsOf(text);
    if (words.length < knobs.leastWords) return;
    segments.push({
      key: `${file}:${line}`,
      file,
      line,
      kind,
      words: numbers.numbersOf(words),
      signature: signatureOf(words, knobs),
    });
  };
  for (const { path, text } of documents.files) {
    const kind = kindOf(path);
    for (const segment of kind === 'html' ? htmlSegments(text) : paragraphsOf(text))
      add(path, segment.line, kind, segment.text);
  }
  for (const { path, parsed } of sources.files) {
    for (const { line, text } of parsed.comments) add(path, line, 'comment', text);
  }
  return segments;
}

function kindOf(file: string): Segment['kind'] {
  if (/\.html?$/i.test(file)) return 'html';
  return /\.txt$/i.test(file) ? 'text' : 'markdown';
}

/** Minima of the shingle hashes under bands·rows permutations; no generator, the index is the salt. */
export function signatureOf(words: readonly string[], knobs: DocumentKnobs): BigUint64Array {
  const k = knobs.shingle;
  const minima = new BigUint64Array(knobs.bands * knobs.rows).fill((1n << 64n) - 1n);
  for (let i = 0; i + k <= words.length; i++) {
    const shingle = wordHash(words.slice(i, i + k).join(' '));
    for (let p = 0; p < minima.length; p++) {
      const salted = mix64(BigInt.asUintN(64, shingle ^ (BigInt(p) * 0x9e37_79b9_7f4a_7c15n)));
      if (salted < minima[p]!) minima[p] = salted;
    }
  }
  return minima;
}

export interface DuplicatePair {
  readonly a: Segment;
  readonly b: Segment;
  readonly counts: DuplicateCounts;
}

export interface DuplicatePairs {
  readonly proposed: number;
  readonly pairs: readonly DuplicatePair[];
}

/** Pairs that share a band, decided exactly. What the bands miss is missed: the prefilter is the one inexact step. */
export function duplicatePairs(
  segments: readonly Segment[],
  task: Task,
  knobs: DocumentKnobs = KNOBS.documentDuplicates,
): DuplicatePairs {
  const { bands, rows, shingle } = knobs;
  const proposed = new Set<string>();
  for (let band = 0; band < bands; band++) {
    task.check('proposing duplicates');
    const buckets = new Map<string, number[]>();
    segments.forEach(({ signature }, i) => {
      const key = signature.slice(band * rows, (band + 1) * rows).join(':');
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [i]);
      else bucket.push(i);
    });
    for (const bucket of buckets.values()) {
      bucket.forEach((i, at) => {
        for (const j of bucket.slice(at + 1)) proposed.add(`${i} ${j}`);
      });
    }
  }
  const table = new Map<string, number>();
  const pairs: DuplicatePair[] = [];
  for (const pair of proposed) {
    const [i, j] = pair.split(' ').map(Number);
    const a = segments[i!]!;
    const b = segments[j!]!;
    const counts = countDuplicates(a.words, b.words, shingle, table);
    const verdict = duplicateDecides(knobs, counts);
    if (!isRefused(verdict) && verdict) pairs.push({ a, b, counts });
  }
  pairs.sort((x, y) => compareUtf8(x.a.key, y.a.key) || compareUtf8(x.b.key, y.b.key));
  return { proposed: proposed.size, pairs };
}
