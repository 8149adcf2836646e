type Numbers = Int32Array | Uint32Array | Uint8Array;

/** A column of numbers that is as long as it needs to be. */
export class Grown<T extends Numbers> {
  length = 0;

  constructor(private values: T) {}

  get(at: number): number {
    return this.values[at]!;
  }

  set(at: number, value: number): void {
    this.values[at] = value;
  }

  push(value: number): void {
    if (this.length === this.values.length) this.#widen(this.length + 1);
    this.values[this.length++] = value;
  }

  /** As long as asked for, with a value in what is new. */
  fillTo(length: number, value: number): void {
    if (length <= this.length) return;
    if (length > this.values.length) this.#widen(length);
    this.values.fill(value, this.length, length);
    this.length = length;
  }

  #widen(length: number): void {
    const make = this.values.constructor as new (length: number) => T;
    const wide = new make(Math.max(64, length, this.values.length * 2));
    wide.set(this.values);
    this.values = wide;
  }
}

export const grownIntegers = (): Grown<Int32Array> => new Grown(new Int32Array(0));
export const grownCodes = (): Grown<Uint32Array> => new Grown(new Uint32Array(0));
export const grownBytes = (): Grown<Uint8Array> => new Grown(new Uint8Array(0));
