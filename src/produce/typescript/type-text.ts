import type { TS } from './compiler.js';
import type { Reading } from './reading.js';

/** Types as the compiler prints them, cut at its own default length, without anything of this machine. */
export class TypeText {
  constructor(private readonly reading: Reading) {}

  of(type: TS.Type, at: TS.Node): string {
    const { ts, checker } = this.reading;
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
