/**
 * FNV-1a over 64 bits, the state as two 32-bit halves: BigInt arithmetic would cost an allocation a byte. Stable
 * across machines and versions; a test pins known digests.
 */
export class Fnv64 {
  #high = 0xcbf2_9ce4;
  #low = 0x8422_2325;

  reset(): void {
    this.#high = 0xcbf2_9ce4;
    this.#low = 0x8422_2325;
  }

  byte(value: number): void {
    const low = (this.#low ^ (value & 0xff)) >>> 0;
    const product = low * 0x1b3;
    const carry = Math.floor(product / 0x1_0000_0000);
    this.#high = (Math.imul(this.#high, 0x1b3) + carry + (low << 8)) >>> 0;
    this.#low = product >>> 0;
  }

  /** Four bytes, low first. */
  word(value: number): void {
    this.byte(value);
    this.byte(value >>> 8);
    this.byte(value >>> 16);
    this.byte(value >>> 24);
  }

  /** Eight bytes, low first. */
  long(high: number, low: number): void {
    this.word(low);
    this.word(high);
  }

  get high(): number {
    return this.#high;
  }

  get low(): number {
    return this.#low;
  }

  digest(): bigint {
    return (BigInt(this.#high) << 32n) | BigInt(this.#low);
  }
}

/** The digest of a text's UTF-8 bytes. */
export function hash64(text: string): bigint {
  const hash = new Fnv64();
  for (const byte of new TextEncoder().encode(text)) hash.byte(byte);
  return hash.digest();
}
