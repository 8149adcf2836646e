import type { Task } from '../../task/index.js';
import { BAND_ROWS, BANDS, equalMinima, PERMUTATIONS } from '../../text/index.js';
import { Joined } from './joined.js';

/** A bucket of one band: bodies with the same four minima. */
export interface Bucket {
  readonly band: number;
  /** Numbers of signatures, ascending. */
  readonly members: Uint32Array;
}

export interface Buckets {
  /** Signatures of at least two a bucket, by band and then by minima. */
  readonly buckets: readonly Bucket[];
  /** Those over the cap, in the same order: no pair of theirs is opened but what joins classes. */
  readonly over: readonly Bucket[];
  /** 1 = the bucket that holds this signature in this band is over the cap: `skippedIn[signature · BANDS + band]`. */
  readonly skippedIn: Uint8Array;
}

/** Signatures by the four minima of each of their 16 bands (S1:1324). `null` signatures are in none. */
export function bandBuckets(signatures: readonly (Uint32Array | null)[], cap: number): Buckets {
  const rows = Uint32Array.from(signatures.keys()).filter((row) => signatures[row] !== null);
  const buckets: Bucket[] = [];
  const over: Bucket[] = [];
  const skippedIn = new Uint8Array(signatures.length * BANDS);
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
        over.push({ band, members });
        for (const row of members) skippedIn[row * BANDS + band] = 1;
      } else buckets.push({ band, members });
    }
  }
  return { buckets, over, skippedIn };
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
  /** Pairs that reach the floor, listed or not. */
  readonly count: number;
  /** Of them, those that buckets over the cap gave. */
  readonly ofOver: number;
  /** Of `count`, those that stand apart; all are listed unless `folded`, then none is. */
  readonly apart: number;
  /** More than the limit: listed are the best of each body, and what joins a class. */
  readonly folded: boolean;
}

export interface NearOptions {
  /** Least equal minima, of 64. */
  readonly least: number;
  /** Pairs that are listed; beyond, their classes and the best pairs of each body stand for all. */
  readonly limit: number;
  /** A pair that is counted and joins nothing. */
  readonly apart: (a: number, b: number) => boolean;
}

/** Bodies of a bucket over the cap that one is compared with: those after it in the order of their signatures. */
const AFTER = 4;

/**
 * near pair ⇔ the two share a bucket and at least `least` of 64 minima (S1:1324-1325). Each pair is judged in the first
 * band whose bucket holds both. Of a bucket over the cap a body is compared with the first and with some that come next
 * in the order of their signatures, and only while no pair has joined the two.
 *
 * Cost: Σ over buckets of (members)², one comparison of minima a pair; Σ over those over the cap of members·log(members).
 * Memory: signatures and at most `limit` pairs.
 */
export function nearPairs(
  signatures: readonly (Uint32Array | null)[],
  { buckets, over, skippedIn }: Buckets,
  { least, limit, apart }: NearOptions,
  task: Task,
): NearPairs {
  const joined = new Joined(signatures.length, limit);
  let candidates = 0;
  let ofOver = 0;
  let work = 0;
  const polled = (comparisons: number): void => {
    work += comparisons;
    if (work <= 1 << 16) return;
    work = 0;
    task.check('near pairs');
  };
  for (const { band, members } of buckets) {
    for (let i = 0; i < members.length; i++) {
      const a = members[i]!;
      polled(members.length);
      for (let j = i + 1; j < members.length; j++) {
        const b = members[j]!;
        const [x, y] = [signatures[a]!, signatures[b]!];
        if (metBefore(x, y, a, band, skippedIn)) continue;
        candidates++;
        const equal = equalMinima(x, y);
        if (equal >= least) joined.add(a, b, equal, apart(a, b));
      }
    }
  }
  for (const { band, members } of over) {
    const order = bySignature(members, signatures, band);
    const meet = (one: number, other: number): void => {
      if (one === other || joined.together(one, other)) return;
      const [a, b] = one < other ? [one, other] : [other, one];
      if (apart(a, b)) return;
      candidates++;
      const equal = equalMinima(signatures[a]!, signatures[b]!);
      if (equal < least) return;
      ofOver++;
      joined.add(a, b, equal, false);
    };
    for (let i = 0; i < order.length; i++) {
      polled(AFTER);
      meet(order[0]!, order[i]!);
      for (let j = i + 1; j <= i + AFTER && j < order.length; j++) meet(order[i]!, order[j]!);
    }
  }
  return { ...joined.listed(), candidates, ofOver };
}

/** Members in the order of their minima, from those of the band on: neighbours share the longest run of minima. */
function bySignature(
  members: Uint32Array,
  signatures: readonly (Uint32Array | null)[],
  band: number,
): Uint32Array {
  return Uint32Array.from(members).sort((x, y) => {
    const [a, b] = [signatures[x]!, signatures[y]!];
    for (let step = BAND_ROWS; step < PERMUTATIONS; step++) {
      const i = (band * BAND_ROWS + step) % PERMUTATIONS;
      if (a[i] !== b[i]) return a[i]! - b[i]!;
    }
    return x - y;
  });
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
