import type { Quality } from '../../dump/index.js';
import type { CallClass } from './callee.js';
import { Losses, type Loss } from './lost-imports.js';

/** The quality figures of one package. */
export class Tally {
  #counts: Record<CallClass, number> = {
    resolved: 0,
    external: 0,
    by_value: 0,
    dispatch: 0,
    unresolved: 0,
  };
  #unresolvedInScripts = 0;
  #unresolvedOfParameters = 0;
  #unparsed = 0;
  #notFollowed = 0;
  #imports = 0;
  #importsUnresolved = 0;
  readonly losses = new Losses();

  /** `inScript`: in JavaScript, where nothing need say a type. */
  call(kind: CallClass, inScript: boolean): void {
    this.#counts[kind]++;
    if (inScript && kind === 'unresolved') this.#unresolvedInScripts++;
  }

  /** An unresolved call in a script whose callee is reached from a parameter that says no type. */
  callOfParameter(): void {
    this.#unresolvedOfParameters++;
  }

  get unresolvedOfParameters(): number {
    return this.#unresolvedOfParameters;
  }

  get unresolvedInScripts(): number {
    return this.#unresolvedInScripts;
  }

  import(resolved: boolean): void {
    this.#imports++;
    if (!resolved) this.#importsUnresolved++;
  }

  unparsed(): void {
    this.#unparsed++;
  }

  /** A script of a program whose scripts are beyond what following them may cost. */
  notFollowed(): void {
    this.#notFollowed++;
  }

  get imports(): number {
    return this.#imports;
  }

  /** The figures of a package that was read before. */
  restore(quality: Quality, imports: number, losses: readonly Loss[]): void {
    this.losses.restore(losses);
    for (const name of Object.keys(this.#counts) as CallClass[])
      this.#counts[name] = Number(quality[name] ?? 0);
    this.#unparsed = Number(quality['unparsed'] ?? 0);
    this.#importsUnresolved = Number(quality['imports_unresolved'] ?? 0);
    this.#notFollowed = Number(quality['scripts_not_followed'] ?? 0);
    this.#imports = imports;
  }

  quality(): Quality {
    const counts = this.#counts;
    const calls = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return {
      calls,
      ...counts,
      unparsed: this.#unparsed,
      imports_unresolved: this.#importsUnresolved,
      ...(this.#notFollowed > 0 && { scripts_not_followed: this.#notFollowed }),
    };
  }
}

/** One tally a package, and their sum. */
export class Tallies {
  readonly #tallies = new Map<string, Tally>();

  of(packageName: string): Tally {
    const known = this.#tallies.get(packageName) ?? new Tally();
    this.#tallies.set(packageName, known);
    return known;
  }

  byPackage(): Map<string, Quality> {
    return new Map([...this.#tallies].map(([name, tally]) => [name, tally.quality()]));
  }

  total(): Quality {
    const sum: Record<string, number> = {};
    for (const quality of this.byPackage().values()) {
      for (const [name, count] of Object.entries(quality))
        sum[name] = (sum[name] ?? 0) + Number(count);
    }
    return sum;
  }
}
