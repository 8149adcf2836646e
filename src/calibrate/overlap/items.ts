import type { Corpus } from '../../lenses/subclone/corpus.js';
import type { ItemSpan } from '../../lenses/subclone/spans.js';
import type { Task } from '../../task/index.js';

/** A function with its fingerprints. */
export interface SignedItem {
  readonly ordinal: number;
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  /** Hashes kept by winnowing whose whole k-gram lies inside; each once. */
  readonly fingerprints: readonly string[];
}

/** A pair of items of different files that share a fingerprint. */
export interface ItemPair {
  readonly a: number;
  readonly b: number;
  readonly shared: number;
  /** The greater of both counts. */
  readonly most: number;
}

export interface ItemPairs {
  readonly pairs: readonly ItemPair[];
  /** Fingerprints of more items than allowed: they open no pair. */
  readonly skipped: number;
}

/** Functions that hold no other function, with the fingerprints inside them (S1:1846). Items without any are left out. */
export function signedItems(
  { files, profile }: Corpus,
  spans: ReadonlyMap<string, readonly ItemSpan[]>,
): SignedItem[] {
  return files.flatMap(({ file, kept, hashes, lines }) => {
    const callables = (spans.get(file) ?? []).filter(({ callable }) => callable);
    const leaves = callables.filter(
      (one) =>
        !callables.some(
          (other) => other !== one && other.line >= one.line && other.endLine <= one.endLine,
        ),
    );
    return leaves.flatMap(({ ordinal, line, endLine }): SignedItem[] => {
      const own = new Set<string>();
      for (const place of kept) {
        const last = lines[place + profile.k - 1] ?? Infinity;
        if (lines[place]! >= line && last <= endLine)
          own.add(`${String(hashes.high[place]!)} ${String(hashes.low[place]!)}`);
      }
      return own.size === 0 ? [] : [{ ordinal, file, line, endLine, fingerprints: [...own] }];
    });
  });
}

/** Pairs through an inverted index of fingerprints, by (a, b). */
export function itemPairs(items: readonly SignedItem[], maxBucket: number, task: Task): ItemPairs {
  const postings = new Map<string, number[]>();
  items.forEach(({ fingerprints }, at) => {
    for (const hash of fingerprints) {
      const own = postings.get(hash);
      if (own === undefined) postings.set(hash, [at]);
      else own.push(at);
    }
  });
  let skipped = 0;
  const shared = new Map<number, number>();
  for (const own of postings.values()) {
    task.check('pairs of items');
    if (own.length > maxBucket) {
      skipped++;
      continue;
    }
    own.forEach((a, i) => {
      for (const b of own.slice(i + 1)) {
        if (items[a]!.file === items[b]!.file) continue;
        const key = a * items.length + b;
        shared.set(key, (shared.get(key) ?? 0) + 1);
      }
    });
  }
  const pairs = [...shared].map(([key, count]) => {
    const [a, b] = [Math.floor(key / items.length), key % items.length];
    const most = Math.max(items[a]!.fingerprints.length, items[b]!.fingerprints.length);
    return { a, b, shared: count, most };
  });
  pairs.sort((x, y) => x.a - y.a || x.b - y.b);
  return { pairs, skipped };
}

/** Pairs at or above each floor, by cross-multiplication. Floors are hundredths. */
export const countsAt = ({ pairs }: ItemPairs, floors: readonly number[]): number[] =>
  floors.map((floor) => pairs.filter(({ shared, most }) => shared * 100 >= floor * most).length);
