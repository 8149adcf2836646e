import type { Quality } from '../../dump/index.js';
import type { CallClass } from './callees.js';

/** The quality figures of one package. */
export class Tally {
  #counts: Record<CallClass, number> = {
    resolved: 0,
    external: 0,
    by_value: 0,
    dispatch: 0,
    unresolved: 0,
  };
  #unparsed = 0;
  #imports = 0;
  #importsUnresolved = 0;

  call(kind: CallClass): void {
    this.#counts[kind]++;
  }

  import(resolved: boolean): void {
    this.#imports++;
    if (!resolved) this.#importsUnresolved++;
  }

  unparsed(): void {
    this.#unparsed++;
  }

  get imports(): number {
    return this.#imports;
  }

  quality(): Quality {
    const counts = this.#counts;
    const calls = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return {
      calls,
      ...counts,
      unparsed: this.#unparsed,
      imports_unresolved: this.#importsUnresolved,
    };
  }
}
