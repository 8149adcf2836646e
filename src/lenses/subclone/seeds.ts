import type { Corpus } from './corpus.js';

/** A fingerprint that several places keep: each a file and a k-gram. */
export interface Seed {
  readonly hash: string;
  readonly files: Uint32Array;
  readonly positions: Uint32Array;
}

export interface Seeds {
  /** By hash. */
  readonly seeds: readonly Seed[];
  /** Buckets of more places than allowed. */
  readonly skipped: number;
}

/**
 * Phase B (S1:1817-1822): fingerprints of at least two places, in at least two files unless said otherwise, and of at
 * most `maxBucket` places. The single-file test runs first, so a big bucket inside one file does not count as skipped.
 */
export function seedsOf(
  { files }: Corpus,
  { maxBucket, crossFileOnly }: { readonly maxBucket: number; readonly crossFileOnly: boolean },
): Seeds {
  const total = files.reduce((sum, { kept }) => sum + kept.length, 0);
  const file = new Uint32Array(total);
  const position = new Uint32Array(total);
  const high = new Uint32Array(total);
  const low = new Uint32Array(total);
  let at = 0;
  files.forEach(({ kept, hashes }, number) => {
    for (const place of kept) {
      file[at] = number;
      position[at] = place;
      high[at] = hashes.high[place]!;
      low[at++] = hashes.low[place]!;
    }
  });
  const order = new Uint32Array(total).map((_, i) => i);
  order.sort(
    (a, b) =>
      high[a]! - high[b]! ||
      low[a]! - low[b]! ||
      file[a]! - file[b]! ||
      position[a]! - position[b]!,
  );
  const seeds: Seed[] = [];
  let skipped = 0;
  let from = 0;
  for (let i = 1; i <= total; i++) {
    const first = order[from]!;
    const here = order[i];
    if (here !== undefined && high[here] === high[first] && low[here] === low[first]) continue;
    const bucket = order.subarray(from, i);
    from = i;
    if (bucket.length < 2) continue;
    if (crossFileOnly && file[bucket[0]!] === file[bucket[bucket.length - 1]!]) continue;
    if (bucket.length > maxBucket) {
      skipped++;
      continue;
    }
    seeds.push({
      hash: high[first]!.toString(16).padStart(8, '0') + low[first]!.toString(16).padStart(8, '0'),
      files: bucket.map((one) => file[one]!),
      positions: bucket.map((one) => position[one]!),
    });
  }
  return { seeds, skipped };
}
