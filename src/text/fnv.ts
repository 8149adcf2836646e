const OFFSET = 0xcbf2_9ce4_8422_2325n;
const PRIME = 0x100_0000_01b3n;

const known = new Map<string, bigint>();

/** FNV-1a 64 of a word's UTF-8 bytes. Words repeat, so digests are remembered. */
export function wordHash(word: string): bigint {
  let hash = known.get(word);
  if (hash === undefined) {
    hash = OFFSET;
    for (const byte of new TextEncoder().encode(word))
      hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
    if (known.size < 1 << 18) known.set(word, hash);
  }
  return hash;
}
