/**
 * xoshiro128** (Blackman, Vigna 2018), seeded by splitmix32: the same numbers for a seed on every platform, in 32-bit
 * words, so that a thousand resamples cost no big integers.
 */
export class Xoshiro {
  readonly #state: Uint32Array;

  /** From a seed, or from the four words of a state, not all 0. */
  constructor(seed: number, state?: Uint32Array) {
    this.#state = state?.slice() ?? Xoshiro.#words(seed);
  }

  static #words(seed: number): Uint32Array {
    const words = new Uint32Array(4);
    let word = seed >>> 0;
    for (let i = 0; i < 4; i++) {
      word = (word + 0x9e3779b9) >>> 0;
      let mixed = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      words[i] = mixed ^ (mixed >>> 15);
    }
    return words;
  }

  next(): number {
    const s = this.#state;
    const spun = Math.imul(s[1]!, 5);
    const result = Math.imul((spun << 7) | (spun >>> 25), 9) >>> 0;
    const shifted = s[1]! << 9;
    s[2]! ^= s[0]!;
    s[3]! ^= s[1]!;
    s[1]! ^= s[2]!;
    s[0]! ^= s[3]!;
    s[2]! ^= shifted;
    s[3] = (s[3]! << 11) | (s[3]! >>> 21);
    return result;
  }

  /** A number below n, each equally likely: draws beyond the last whole multiple of n are thrown away. */
  below(n: number): number {
    const limit = 2 ** 32 - (2 ** 32 % n);
    let drawn = this.next();
    while (drawn >= limit) drawn = this.next();
    return drawn % n;
  }
}

/** `count` of the places below n, without repeats, in the order drawn (a partial Fisher-Yates shuffle). */
export function drawPlaces(n: number, count: number, random: Xoshiro): Uint32Array {
  const places = Uint32Array.from({ length: n }, (_, i) => i);
  const taken = Math.min(n, count);
  for (let i = 0; i < taken; i++) {
    const j = i + random.below(n - i);
    [places[i], places[j]] = [places[j]!, places[i]!];
  }
  return places.subarray(0, taken);
}
