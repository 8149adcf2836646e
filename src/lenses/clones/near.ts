import type { Task } from '../../task/index.js';
import { BAND_ROWS, BANDS, equalMinima } from '../../text/index.js';

/** A bucket of one band: bodies with the same four minima. */
export interface Bucket {
  readonly band: number;
  /** Numbers of signatures, ascending. */
  readonly members: Uint32Array;
}

export interface Buckets {
  /** Signatures of at least two a bucket, by band and then by minima. */
  readonly buckets: readonly Bucket[];
  /** 1 = the bucket that holds this signature in this band is over the cap: `skippedIn[signature · BANDS + band]`. */
  readonly skippedIn: Uint8Array;
  /** Buckets over the cap, and the pairs that only such buckets could have opened at most. */
  readonly skipped: number;
}

/** Signatures by the four minima of each of their 16 bands (S1:1324). `null` signatures are in none. */
export function bandBuckets(signatures: readonly (Uint32Array | null)[], cap: number): Buckets {
  const rows = Uint32Array.from(signatures.keys()).filter((row) => signatures[row] !== null);
  const buckets: Bucket[] = [];
  const skippedIn = new Uint8Array(signatures.length * BANDS);
  let skipped = 0;
  for (let band = 0; band < BANDS; band++) {
    const at = band * BAND_ROWS;
    const order = Uint32Array.from(rows).sort((x, y) => {
      const [a, b] = [signatures[x]!, signatures[y]!];
      for (let i = at; i < at + BAND_ROWS; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
      return x - y;
    });
    let from = 0;
    for (let i = 1; i <= order.length; i++) {
      if (i < order.length && sameBand(signatures[order[from]!]!, signatures[order[i]!]!, band))
        continue;
      const members = order.subarray(from, i);
      from = i;
      if (members.length < 2) continue;
      if (members.length > cap) {
        skipped++;
        for (const row of members) skippedIn[row * BANDS + band] = 1;
      } else buckets.push({ band, members });
    }
  }
  return { buckets, skippedIn, skipped };
}

function sameBand(a: Uint32Array, b: Uint32Array, band: number): boolean {
  for (let i = band * BAND_ROWS; i < (band + 1) * BAND_ROWS; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Pairs a < b of signatures by equal minima, most first, then by (a, b) (S1:1328). */
export interface NearPairs {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** Equal minima, of 64. */
  readonly equal: Uint8Array;
  /** Pairs that share a bucket. */
  readonly candidates: number;
}

/**
 * near pair ⇔ the two share a bucket and at least `least` of 64 minima (S1:1324-1325). Each pair is judged in the first
 * band whose bucket holds both. Cost: Σ over buckets of (members)².
 */
export function nearPairs(
  signatures: readonly (Uint32Array | null)[],
  { buckets, skippedIn }: Buckets,
  least: number,
  task: Task,
): NearPairs {
  const found: { a: number; b: number; equal: number }[] = [];
  let candidates = 0;
  let work = 0;
  for (const { band, members } of buckets) {
    for (let i = 0; i < members.length; i++) {
      const a = members[i]!;
      work += members.length;
      if (work > 1 << 16) {
        work = 0;
        task.check('near pairs');
      }
      for (let j = i + 1; j < members.length; j++) {
        const b = members[j]!;
        const [x, y] = [signatures[a]!, signatures[b]!];
        if (metBefore(x, y, a, band, skippedIn)) continue;
        candidates++;
        const equal = equalMinima(x, y);
        if (equal >= least) found.push({ a, b, equal });
      }
    }
  }
  found.sort((x, y) => y.equal - x.equal || x.a - y.a || x.b - y.b);
  return {
    a: Uint32Array.from(found, (pair) => pair.a),
    b: Uint32Array.from(found, (pair) => pair.b),
    equal: Uint8Array.from(found, (pair) => pair.equal),
    candidates,
  };
}

/** Both in one bucket of an earlier band: then that band is skipped for both or for neither. */
function metBefore(
  x: Uint32Array,
  y: Uint32Array,
  a: number,
  band: number,
  skippedIn: Uint8Array,
): boolean {
  for (let before = 0; before < band; before++)
    if (skippedIn[a * BANDS + before] === 0 && sameBand(x, y, before)) return true;
  return false;
}
