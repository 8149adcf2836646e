/** Numbers from 0 by a key that is a whole number below 2^53: open addressing, nothing on the heap for each. */
export class NumberMap {
  #keys = new Float64Array(1 << 10).fill(-1);
  #values = new Int32Array(1 << 10);
  #size = 0;

  /** -1 = none. */
  get(key: number): number {
    const at = this.#slot(key);
    return this.#keys[at] === key ? this.#values[at]! : -1;
  }

  set(key: number, value: number): void {
    let at = this.#slot(key);
    if (this.#keys[at] !== key) {
      if (2 * ++this.#size > this.#keys.length) {
        this.#grow();
        at = this.#slot(key);
      }
      this.#keys[at] = key;
    }
    this.#values[at] = value;
  }

  #slot(key: number): number {
    const mask = this.#keys.length - 1;
    let hash = Math.imul(
      (key >>> 0) ^ Math.imul(Math.floor(key / 2 ** 32), 0x85ebca6b),
      0x9e3779b1,
    );
    hash ^= hash >>> 15;
    let at = hash & mask;
    while (this.#keys[at] !== key && this.#keys[at] !== -1) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Float64Array(2 * keys.length).fill(-1);
    this.#values = new Int32Array(2 * keys.length);
    keys.forEach((key, i) => {
      if (key < 0) return;
      const at = this.#slot(key);
      this.#keys[at] = key;
      this.#values[at] = values[i]!;
    });
  }
}
