const MASK = (1n << 64n) - 1n;

/** SplitMix64 (Steele, Lea, Flood 2014), wrapping in 64 bits: the same draw for a seed on every platform. */
export class SplitMix64 {
  #state: bigint;

  constructor(seed: bigint) {
    this.#state = seed & MASK;
  }

  next(): bigint {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & MASK;
    let z = this.#state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
  }

  /** A number below n, each equally likely: draws beyond the last whole multiple of n are thrown away. */
  below(n: number): number {
    const size = BigInt(n);
    const limit = ((1n << 64n) / size) * size;
    let drawn = this.next();
    while (drawn >= limit) drawn = this.next();
    return Number(drawn % size);
  }
}
