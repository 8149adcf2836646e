import { rollingHashes, winnow, type WinnowTie } from '../text/index.js';

/**
 * Family 01: exact and parameterised repeated token segments (S2:3–9).
 *
 * Question: which runs of at least t = window + k − 1 normalised tokens stand in two places? A renamed variable or a
 * changed constant is still a clone (normalisation makes their tokens equal); changed syntax is not.
 * Contract: no run of t tokens is missed. A fingerprint only proposes; each segment is compared token by token.
 */
export interface TokenProfile {
  readonly k: number;
  readonly window: number;
  readonly tie: WinnowTie;
}

/** Tokens that a common run needs before a shared fingerprint is certain. */
export const guaranteedRun = (profile: TokenProfile): number => profile.window + profile.k - 1;

export interface TokenSequence {
  readonly file: number;
  /** 64-bit hash of each normalised token. */
  readonly leaves: BigUint64Array;
}

/** A maximal common run: `length` tokens from `startA` of sequence a and from `startB` of sequence b; (a, startA) < (b, startB). */
export interface CloneSegment {
  readonly a: number;
  readonly startA: number;
  readonly b: number;
  readonly startB: number;
  readonly length: number;
}

export interface Fingerprint {
  readonly hash: bigint;
  readonly position: number;
}

/** The kept fingerprints of one sequence, by position. None when it has fewer than k tokens. */
export function fingerprintsOf(leaves: BigUint64Array, profile: TokenProfile): Fingerprint[] {
  const hashes = rollingHashes(leaves, profile.k);
  return [...winnow(hashes, profile.window, profile.tie)].map((position) => ({
    hash: hashes[position]!,
    position,
  }));
}

/**
 * All maximal common runs of at least t tokens, ordered by (a, startA, b, startB). `bucketCap` bounds the places of one
 * fingerprint that are paired; places beyond it are counted in `passedOver`, never dropped in silence.
 */
export function cloneSegments(
  sequences: readonly TokenSequence[],
  profile: TokenProfile,
  bucketCap: number,
): { readonly segments: readonly CloneSegment[]; readonly passedOver: number } {
  const places = new Map<bigint, { sequence: number; position: number }[]>();
  sequences.forEach(({ leaves }, sequence) => {
    for (const { hash, position } of fingerprintsOf(leaves, profile)) {
      const bucket = places.get(hash);
      if (bucket === undefined) places.set(hash, [{ sequence, position }]);
      else bucket.push({ sequence, position });
    }
  });
  const found = new Map<string, CloneSegment>();
  let passedOver = 0;
  for (const bucket of places.values()) {
    passedOver += bucket.length > bucketCap ? bucket.length - bucketCap : 0;
    const paired = bucket.slice(0, bucketCap);
    paired.forEach((first, i) => {
      for (const second of paired.slice(i + 1)) {
        const segment = extend(sequences, first, second);
        if (segment.length < guaranteedRun(profile)) continue;
        found.set(`${segment.a}:${segment.startA}:${segment.b}:${segment.startB}`, segment);
      }
    });
  }
  const segments = [...found.values()].sort(
    (x, y) => x.a - y.a || x.startA - y.startA || x.b - y.b || x.startB - y.startB,
  );
  return { segments, passedOver };
}

function extend(
  sequences: readonly TokenSequence[],
  first: { sequence: number; position: number },
  second: { sequence: number; position: number },
): CloneSegment {
  const a = sequences[first.sequence]!.leaves;
  const b = sequences[second.sequence]!.leaves;
  let startA = first.position;
  let startB = second.position;
  while (startA > 0 && startB > 0 && a[startA - 1] === b[startB - 1]) {
    startA--;
    startB--;
  }
  let length = 0;
  while (
    startA + length < a.length &&
    startB + length < b.length &&
    a[startA + length] === b[startB + length]
  )
    length++;
  return { a: first.sequence, startA, b: second.sequence, startB, length };
}
