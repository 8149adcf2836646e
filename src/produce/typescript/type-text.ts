import type { Compiler, TS } from './compiler.js';
import type { Sources } from './reading.js';

/**
 * Types as the compiler prints them, cut at its own default length, without anything of this machine. Names are short
 * ones, whoever asks: where to qualify them would take a search of what is in sight there, and one type is one text.
 */
export class TypeText {
  /** By flags: words of the language, which are the same wherever they are asked for. */
  readonly #words: ReadonlyMap<number, string>;

  /** What is printed already, each type of the present checker once. */
  readonly #printed = new Map<TS.Type, string>();

  constructor(
    private readonly ts: Compiler,
    private readonly checker: TS.TypeChecker,
    private readonly sources: Pick<Sources, 'relative'>,
  ) {
    const { TypeFlags } = ts;
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

  of(type: TS.Type): string {
    const word = type.aliasSymbol ? undefined : this.#words.get(type.flags);
    if (word !== undefined) return word;
    let text = this.#printed.get(type);
    if (text === undefined) {
      text = this.#portable(
        this.checker.typeToString(
          type,
          undefined,
          this.ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
        ),
      );
      this.#printed.set(type, text);
    }
    return text;
  }

  /** Another checker makes other types. */
  forget(): void {
    this.#printed.clear();
  }

  #portable(text: string): string {
    if (!text.includes('import("')) return text;
    // A module's own type is printed with its absolute path.
    return text.replaceAll(
      /import\("([^"]*)"/gu,
      (_, file: string) => `import("${this.#withoutMachine(file)}"`,
    );
  }

  #withoutMachine(file: string): string {
    if (!file.startsWith('/') && !/^[A-Za-z]:/u.test(file)) return file;
    const installed = file.lastIndexOf('/node_modules/');
    const local = this.sources.relative(file);
    return local.startsWith('../') && installed >= 0
      ? file.slice(installed + '/node_modules/'.length)
      : local;
  }
}
