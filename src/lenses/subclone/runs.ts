import type { Task } from '../../task/index.js';
import { hashText, kgramHashes } from '../../text/index.js';
import type { Corpus, CorpusFile } from './corpus.js';
import type { Seeds } from './seeds.js';

/** A place of a run: tokens `from .. from + length` of a file. */
export interface Site {
  /** Number in the corpus. */
  readonly file: number;
  readonly from: number;
  readonly length: number;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
}

/** One run of tokens and every place where a seed found it. */
export interface Run {
  /** FNV-1a 64 over its token ids, as hexadecimal digits: one run reached from many seeds is one. */
  readonly key: string;
  readonly length: number;
  /** By (file, line, end line, tokens). */
  readonly sites: readonly Site[];
}

export interface Runs {
  /** By key. */
  readonly runs: readonly Run[];
  /** Maximal common runs that are too short, in tokens or in lines. */
  readonly rejected: number;
  /** Seeds whose tokens differ: their hashes collided. */
  readonly collisions: number;
}

/**
 * Phase C (S1:1823-1838): each pair of places of a seed grows left and right while the tokens agree. R1: at least
 * `minTokens` tokens; R2: at least `minLines` lines at both places, or most of a function at both (`mostly`): a function
 * of fifteen lines with one statement changed holds no run of twenty. Places of one file must not overlap.
 */
export function runsOf(
  { files, profile }: Corpus,
  { seeds }: Seeds,
  asked: {
    readonly minTokens: number;
    readonly minLines: number;
    readonly crossFileOnly: boolean;
  },
  mostly: (site: Site) => boolean,
  task: Task,
): Runs {
  const known = new Map<string, [from: number, to: number][]>();
  const sites = new Map<string, Map<string, Site>>();
  const lengths = new Map<string, number>();
  let [rejected, collisions, work] = [0, 0, 0];
  for (const { files: inFile, positions } of seeds) {
    if (++work % 1024 === 0) task.check('extending seeds');
    for (let i = 0; i < positions.length; i++) {
      for (let j = i + 1; j < positions.length; j++) {
        const [a, b] = [inFile[i]!, inFile[j]!];
        if (a === b && asked.crossFileOnly) continue;
        const [p, q] = [positions[i]!, positions[j]!];
        // A run is known by its files, its offset and any of its places: most seeds lie in one that was grown before.
        const diagonal = `${String(a)} ${String(b)} ${String(q - p)}`;
        const grown = known.get(diagonal) ?? [];
        if (grown.some(([from, to]) => p >= from && p < to)) continue;
        const run = extend(files[a]!, p, files[b]!, q, profile.k);
        if (run === null) {
          collisions++;
          continue;
        }
        const [start, length] = a === b ? apart(run, q - p) : run;
        known.set(diagonal, [...grown, [start, start + length]]);
        const places = [siteAt(files, a, start, length), siteAt(files, b, start + q - p, length)];
        const tall = places.every(({ line, endLine }) => endLine - line + 1 >= asked.minLines);
        if (length < asked.minTokens || (!tall && !places.every(mostly))) {
          rejected++;
          continue;
        }
        const key = runKey(files[a]!.ids, start, length);
        const own = sites.get(key) ?? new Map<string, Site>();
        for (const site of places) own.set(siteKey(site), site);
        sites.set(key, own);
        lengths.set(key, length);
      }
    }
  }
  const runs = [...sites.keys()].sort().map((key) => ({
    key,
    length: lengths.get(key)!,
    sites: [...sites.get(key)!.values()].sort(bySite),
  }));
  return { runs, rejected, collisions };
}

/** The maximal common run around two k-grams, as start in the first and length; `null` where the k-grams differ. */
export function extend(
  a: Pick<CorpusFile, 'ids'>,
  p: number,
  b: Pick<CorpusFile, 'ids'>,
  q: number,
  k: number,
): readonly [start: number, length: number] | null {
  const [x, y] = [a.ids, b.ids];
  for (let i = 0; i < k; i++) if (x[p + i] !== y[q + i]) return null;
  let before = 0;
  while (p - before > 0 && q - before > 0 && x[p - before - 1] === y[q - before - 1]) before++;
  let after = k;
  while (p + after < x.length && q + after < y.length && x[p + after] === y[q + after]) after++;
  return [p - before, before + after];
}

/** In one file the two places may touch, not overlap. */
const apart = (
  [start, length]: readonly [number, number],
  gap: number,
): readonly [number, number] => [start, Math.min(length, gap)];

function siteAt(files: readonly CorpusFile[], file: number, from: number, length: number): Site {
  const { lines } = files[file]!;
  return { file, from, length, line: lines[from]!, endLine: lines[from + length - 1]! };
}

const siteKey = ({ file, line, endLine, length }: Site): string =>
  [file, line, endLine, length].join(' ');

export const bySite = (a: Site, b: Site): number =>
  a.file - b.file || a.line - b.line || a.endLine - b.endLine || a.length - b.length;

/** The key of a run: its one k-gram of full length. */
function runKey(ids: Uint32Array, from: number, length: number): string {
  return hashText(kgramHashes(ids.subarray(from, from + length), length), 0);
}
