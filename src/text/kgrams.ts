import { winnowBy } from './winnowing.js';

/** Sizes of a fragment detector: k tokens a k-gram, `window` k-grams a window. */
export interface KgramProfile {
  readonly k: number;
  readonly window: number;
}

/** The lens `subclone` (S1:1793): every common run of 60 tokens is found. */
export const SUBCLONE_PROFILE: KgramProfile = { k: 25, window: 36 };
/** The first judgement family (S2:3): of 50. */
export const CLONE_FAMILY_PROFILE: KgramProfile = { k: 25, window: 26 };

/** Tokens that two places must share before a shared fingerprint is certain: window + k − 1. */
export const guaranteeTokens = ({ k, window }: KgramProfile): number => window + k - 1;

/** FNV-1a 32 of a symbol's UTF-8 bytes (S1:1787): equal in every file without a table that they share. */
export function symbolId(symbol: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < symbol.length; i++) {
    const code = symbol.charCodeAt(i);
    if (code >= 128) return wideSymbolId(symbol);
    hash = Math.imul(hash ^ code, 0x0100_0193);
  }
  return hash >>> 0;
}

function wideSymbolId(symbol: string): number {
  let hash = 0x811c_9dc5;
  for (const byte of new TextEncoder().encode(symbol)) hash = Math.imul(hash ^ byte, 0x0100_0193);
  return hash >>> 0;
}

/** 64-bit hashes as two columns of halves. */
export interface Hashes {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/** gᵢ = FNV-1a 64 over the little-endian bytes of ids i .. i + k (S1:1797). None for fewer than k ids. */
export function kgramHashes(ids: Uint32Array, k: number): Hashes {
  const count = Math.max(0, ids.length - k + 1);
  const high = new Uint32Array(count);
  const low = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    let h = 0xcbf2_9ce4;
    let l = 0x8422_2325;
    for (let j = i; j < i + k; j++) {
      const id = ids[j]!;
      for (let shift = 0; shift < 32; shift += 8) {
        l = (l ^ ((id >>> shift) & 0xff)) >>> 0;
        // prime = 2⁴⁰ + 0x1b3
        const l0 = (l & 0xffff) * 0x1b3;
        const l1 = (l >>> 16) * 0x1b3 + (l0 >>> 16);
        h = (Math.imul(h, 0x1b3) + (l1 >>> 16) + (l << 8)) >>> 0;
        l = ((l1 << 16) | (l0 & 0xffff)) >>> 0;
      }
    }
    high[i] = h;
    low[i] = l;
  }
  return { high, low };
}

/** Kept positions of k-gram hashes: ties go to the rightmost (S1:1803). */
export function winnowHashes({ high, low }: Hashes, window: number): Uint32Array {
  return winnowBy(
    high.length,
    window,
    (older, newer) =>
      high[older]! > high[newer]! || (high[older] === high[newer] && low[older]! >= low[newer]!),
  );
}

/** A hash as 16 hexadecimal digits. */
export const hashText = ({ high, low }: Hashes, at: number): string =>
  high[at]!.toString(16).padStart(8, '0') + low[at]!.toString(16).padStart(8, '0');
