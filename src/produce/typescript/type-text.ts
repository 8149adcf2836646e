import type { TS } from './compiler.js';
import type { Reading } from './reading.js';

/** Types as the compiler prints them, cut at its own default length, without anything of this machine. */
export class TypeText {
  /** By flags: words of the language, which are the same wherever they are asked for. */
  readonly #words: ReadonlyMap<number, string>;

  constructor(private readonly reading: Reading) {
    const { TypeFlags } = reading.ts;
    this.#words = new Map([
      [TypeFlags.String, 'string'],
      [TypeFlags.Number, 'number'],
      [TypeFlags.BigInt, 'bigint'],
      [TypeFlags.Boolean | TypeFlags.Union, 'boolean'],
      [TypeFlags.Void, 'void'],
      [TypeFlags.Undefined, 'undefined'],
      [TypeFlags.Null, 'null'],
      [TypeFlags.Never, 'never'],
      [TypeFlags.Unknown, 'unknown'],
    ]);
  }

  of(type: TS.Type, at: TS.Node): string {
    const { ts, checker } = this.reading;
    const word = type.aliasSymbol ? undefined : this.#words.get(type.flags);
    if (word !== undefined) return word;
    const text = checker.typeToString(
      type,
      at,
      ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
    );
    if (!text.includes('import("')) return text;
    // An inaccessible module is printed with its absolute path.
    return text.replaceAll(
      /import\("([^"]*)"\)/gu,
      (_, file: string) => `import("${this.#withoutMachine(file)}")`,
    );
  }

  #withoutMachine(file: string): string {
    if (!file.startsWith('/') && !/^[A-Za-z]:/u.test(file)) return file;
    const installed = file.lastIndexOf('/node_modules/');
    const local = this.reading.sources.relative(file);
    return local.startsWith('../') && installed >= 0
      ? file.slice(installed + '/node_modules/'.length)
      : local;
  }
}
