/**
 * MinHash of role-class shingles with the manual's constants (S1:1317-1325). 64-bit words are pairs of 32-bit halves:
 * BigInt arithmetic would allocate for each of millions of minima.
 */

/** Minima of a signature. */
export const PERMUTATIONS = 64;
/** Consecutive classes of a shingle. */
export const SHINGLE = 5;
export const BANDS = 16;
export const BAND_ROWS = 4;

/** h₀ = 0x517cc1b727220a. */
const START_HIGH = 0x0051_7cc1;
const START_LOW = 0xb727_220a;
/** 0xa0761d6478bd642f, the multiplier of the permutation's number. */
const SEED = 0xa076_1d64_78bd_642fn;

const SEEDS = Uint32Array.from({ length: 2 * PERMUTATIONS }, (_, i) => {
  const seed = BigInt.asUintN(64, BigInt(i >> 1) * SEED);
  return Number(i % 2 === 0 ? seed >> 32n : seed & 0xffff_ffffn);
});

let high = 0;
let low = 0;

/** (high, low) ← the low 64 bits of a product. */
function multiply(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  const a0 = aLow & 0xffff;
  const a1 = aLow >>> 16;
  const b0 = bLow & 0xffff;
  const b1 = bLow >>> 16;
  const p00 = Math.imul(a0, b0) >>> 0;
  const p01 = Math.imul(a0, b1) >>> 0;
  const p10 = Math.imul(a1, b0) >>> 0;
  const p11 = Math.imul(a1, b1) >>> 0;
  const middle = (p00 >>> 16) + (p01 & 0xffff) + (p10 & 0xffff);
  const carried = (p11 + (p01 >>> 16) + (p10 >>> 16) + (middle >>> 16)) | 0;
  low = ((middle << 16) | (p00 & 0xffff)) >>> 0;
  high = (carried + Math.imul(aLow, bHigh) + Math.imul(aHigh, bLow)) >>> 0;
}

/** (high, low) ← the finaliser of splitmix64. */
function mix(zHigh: number, zLow: number): void {
  multiply(zHigh ^ (zHigh >>> 30), zLow ^ ((zLow >>> 30) | (zHigh << 2)), 0xbf58_476d, 0x1ce4_e5b9);
  multiply(high ^ (high >>> 27), low ^ ((low >>> 27) | (high << 5)), 0x94d0_49bb, 0x1331_11eb);
  low = (low ^ ((low >>> 31) | (high << 1))) >>> 0;
  high = (high ^ (high >>> 31)) >>> 0;
}

/** The splitmix64 finaliser of a word, as in the manual (S1:1322). */
export function mix64(word: bigint): bigint {
  mix(Number((word >> 32n) & 0xffff_ffffn), Number(word & 0xffff_ffffn));
  return (BigInt(high) << 32n) | BigInt(low);
}

/** Hashes of classes: FNV-1a 64 of the class's text, as pairs of halves (high, low). */
export class ClassHashes {
  readonly #numbers = new Map<string, number>();
  readonly #halves: number[] = [];

  /** The number of a class, the same for equal texts. */
  numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(text, number);
      this.#halves.push(...fnv64(text));
    }
    return number;
  }

  halves(): Uint32Array {
    return Uint32Array.from(this.#halves);
  }
}

/** FNV-1a 64 of a text's UTF-8 bytes, as halves. */
export function fnv64(text: string): readonly [high: number, low: number] {
  let hash = 0xcbf2_9ce4_8422_2325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100_0000_01b3n);
  return [Number(hash >> 32n), Number(hash & 0xffff_ffffn)];
}

/**
 * sig_p = min over shingles s of mix(s ⊕ p·0xa0761d6478bd642f) >> 32, p = 0..63. `classes` are numbers of `ClassHashes`,
 * `halves` its hashes. `null` for fewer than five classes. Cost: 64 mixes a shingle.
 */
export function minHash(classes: ArrayLike<number>, halves: Uint32Array): Uint32Array | null {
  const count = classes.length - SHINGLE + 1;
  if (count < 1) return null;
  const signature = new Uint32Array(PERMUTATIONS).fill(0xffff_ffff);
  const seen = new Set<number>();
  for (let i = 0; i < count; i++) {
    let sHigh = START_HIGH;
    let sLow = START_LOW;
    for (let j = i; j < i + SHINGLE; j++) {
      const c = 2 * classes[j]!;
      mix(sHigh ^ halves[c]!, sLow ^ halves[c + 1]!);
      sHigh = high;
      sLow = low;
    }
    // A repeated shingle changes no minimum; 53 bits tell shingles of one text apart well enough to skip them.
    const known = (sHigh & 0x1f_ffff) * 0x1_0000_0000 + sLow;
    if (seen.has(known)) continue;
    seen.add(known);
    for (let p = 0; p < PERMUTATIONS; p++) {
      mix(sHigh ^ SEEDS[2 * p]!, sLow ^ SEEDS[2 * p + 1]!);
      if (high < signature[p]!) signature[p] = high;
    }
  }
  return signature;
}

/** Equal minima of two signatures, 0..64. */
export function equalMinima(a: Uint32Array, b: Uint32Array): number {
  let equal = 0;
  for (let p = 0; p < PERMUTATIONS; p++) if (a[p] === b[p]) equal++;
  return equal;
}
