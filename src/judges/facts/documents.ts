import { readSources, type SourceText } from '../../facts/index.js';
import type { Task } from '../../task/index.js';
import { htmlSegments, paragraphsOf, WordNumbers, wordHash, wordsOf } from '../../text/index.js';
import { isRefused } from '../exact/index.js';
import { countDuplicates, duplicateDecides, type DuplicateCounts } from '../document-duplicates.js';
import { KNOBS } from '../knobs.js';
import { isCode, type ParsedSources } from './parsed-sources.js';

/** A paragraph, an HTML text or a comment, with its words numbered over the whole corpus. */
export interface Segment {
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly kind: 'markdown' | 'html' | 'text' | 'comment';
  readonly words: Uint32Array;
  readonly signature: BigUint64Array;
}

/** The prefilter's shape: bands × rows of minima, each permutation salted by its own index. Ours. */
const BANDS = 20;
const ROWS = 3;

export async function documentSegments(sources: ParsedSources, task: Task): Promise<Segment[]> {
  const documents = await readSources(
    sources.root,
    (file) => /\.(md|markdown|html?|txt)$/i.test(file),
    task,
  );
  const numbers = new WordNumbers();
  const segments: Segment[] = [];
  const add = (file: string, line: number, kind: Segment['kind'], text: string): void => {
    const words = wordsOf(text);
    if (words.length < KNOBS.documentDuplicates.leastWords) return;
    segments.push({
      key: `${file}:${line}`,
      file,
      line,
      kind,
      words: numbers.numbersOf(words),
      signature: signatureOf(words),
    });
  };
  for (const { path, text } of documents.files) {
    const kind = kindOf(path);
    for (const segment of kind === 'html' ? htmlSegments(text) : paragraphsOf(text))
      add(path, segment.line, kind, segment.text);
  }
  for (const { path, parsed } of sources.files.filter((file: SourceText) => isCode(file.path))) {
    for (const { line, text } of parsed.comments) add(path, line, 'comment', text);
  }
  return segments;
}

function kindOf(file: string): Segment['kind'] {
  if (/\.html?$/i.test(file)) return 'html';
  return /\.txt$/i.test(file) ? 'text' : 'markdown';
}

/** Minima of the shingle hashes under BANDS·ROWS permutations; no generator, the index is the salt. */
function signatureOf(words: readonly string[]): BigUint64Array {
  const k = KNOBS.documentDuplicates.shingle;
  const minima = new BigUint64Array(BANDS * ROWS).fill((1n << 64n) - 1n);
  for (let i = 0; i + k <= words.length; i++) {
    const shingle = wordHash(words.slice(i, i + k).join(' '));
    for (let p = 0; p < minima.length; p++) {
      const salted = scrambled(shingle ^ (BigInt(p) * 0x9e37_79b9_7f4a_7c15n));
      if (salted < minima[p]!) minima[p] = salted;
    }
  }
  return minima;
}

function scrambled(value: bigint): bigint {
  let z = BigInt.asUintN(64, value);
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58_476d_1ce4_e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d0_49bb_1331_11ebn);
  return z ^ (z >> 31n);
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
export function duplicatePairs(segments: readonly Segment[], task: Task): DuplicatePairs {
  const proposed = new Set<string>();
  for (let band = 0; band < BANDS; band++) {
    task.check('proposing duplicates');
    const buckets = new Map<string, number[]>();
    segments.forEach(({ signature }, i) => {
      const key = signature.slice(band * ROWS, (band + 1) * ROWS).join(':');
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
    const counts = countDuplicates(a.words, b.words, KNOBS.documentDuplicates.shingle, table);
    const verdict = duplicateDecides(KNOBS.documentDuplicates, counts);
    if (!isRefused(verdict) && verdict) pairs.push({ a, b, counts });
  }
  pairs.sort((x, y) => compare(x.a.key, y.a.key) || compare(x.b.key, y.b.key));
  return { proposed: proposed.size, pairs };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
