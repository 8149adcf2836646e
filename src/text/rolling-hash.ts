/**
 * Rabin–Karp hashes of all k-grams of a sequence of leaf hashes, over 64-bit words that wrap:
 * `h ← (h − t[i−k]·BASE^(k−1))·BASE + t[i]`. One hash a start position; none when the sequence is shorter than k.
 * The base is ours (an odd constant; the source names none).
 */
export function rollingHashes(leaves: BigUint64Array, k: number): BigUint64Array {
  const count = leaves.length - k + 1;
  if (k < 1 || count < 1) return new BigUint64Array(0);
  const hashes = new BigUint64Array(count);
  let top = 1n;
  for (let i = 1; i < k; i++) top = BigInt.asUintN(64, top * BASE);
  let hash = 0n;
  for (let i = 0; i < leaves.length; i++) {
    if (i >= k) hash -= leaves[i - k]! * top;
    hash = BigInt.asUintN(64, hash * BASE + leaves[i]!);
    if (i >= k - 1) hashes[i - k + 1] = hash;
  }
  return hashes;
}

/** Odd, so that multiplication loses no information. */
export const BASE = 0x9e37_79b9_7f4a_7c15n;
