import { poolText, type TextColumn, type TextPool } from '../dump/index.js';
import type { CodedColumn } from './code-graph.js';

/** A coded column over a pool of bytes: texts are decoded when looked at. */
export class PooledColumn implements CodedColumn {
  readonly codes: Uint32Array;
  readonly #pool: TextPool;
  #dictionary: (string | null)[] | null = null;
  #codeOf: Map<string, number> | null = null;

  constructor(column: TextColumn) {
    this.codes = column.codes;
    this.#pool = column.pool;
  }

  get dictionary(): readonly (string | null)[] {
    if (this.#dictionary === null) {
      const dictionary: (string | null)[] = [null];
      for (let code = 1; code < this.#pool.length; code++)
        dictionary.push(poolText(this.#pool, code));
      this.#dictionary = dictionary;
    }
    return this.#dictionary;
  }

  at(row: number): string | null {
    const code = this.codes[row]!;
    if (code === 0) return null;
    return this.#dictionary === null ? poolText(this.#pool, code) : this.#dictionary[code]!;
  }

  codeOf(text: string): number {
    if (this.#codeOf === null) {
      this.#codeOf = new Map();
      this.dictionary.forEach((word, code) => {
        if (word !== null) this.#codeOf!.set(word, code);
      });
    }
    return this.#codeOf.get(text) ?? -1;
  }
}
