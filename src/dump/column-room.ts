/** Most that one buffer takes; columns beyond it get buffers of their own. */
const MOST = 2 ** 31;

/**
 * Columns that are made together, in one piece of memory: the engine looks for garbage each time that some 64 MiB of
 * buffers were made, however many that is of one dump.
 */
export class ColumnRoom {
  readonly #buffer: ArrayBuffer | null;
  #at = 0;

  /** Room for so many bytes. Columns of words come first, those of bytes after them. */
  constructor(bytes: number) {
    this.#buffer = bytes <= MOST ? new ArrayBuffer(bytes) : null;
  }

  words(length: number): Uint32Array {
    return new Uint32Array(...this.#take(4 * length), length);
  }

  integers(length: number): Int32Array {
    return new Int32Array(...this.#take(4 * length), length);
  }

  bytes(length: number): Uint8Array {
    return new Uint8Array(...this.#take(length), length);
  }

  #take(bytes: number): [ArrayBuffer, number] {
    if (this.#buffer === null) return [new ArrayBuffer(bytes), 0];
    const at = this.#at;
    this.#at += bytes;
    return [this.#buffer, at];
  }
}
