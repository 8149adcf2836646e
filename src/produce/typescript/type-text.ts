import type { TS } from './compiler.js';
import { isScript } from './projects.js';
import type { Reading } from './reading.js';

/** Types as the compiler prints them, cut at its own default length, without anything of this machine. */
export class TypeText {
  constructor(private readonly reading: Reading) {}

  of(type: TS.Type, at: TS.Node): string {
    const { ts, checker } = this.reading;
    const text = checker.typeToString(
      type,
      this.#scopeAt(at),
      ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
    );
    if (!text.includes('import("')) return text;
    // An inaccessible module is printed with its absolute path.
    return text.replaceAll(
      /import\("([^"]*)"\)/gu,
      (_, file: string) => `import("${this.#withoutMachine(file)}")`,
    );
  }

  /**
   * The innermost scope around a node that names more than variables. Printing looks each type's name up from there
   * outwards, through what is imported and the library's thousands of names, and remembers per scope what it found:
   * looked up from every expression, that was the better part of reading.
   */
  #scopeAt(at: TS.Node): TS.Node {
    const { ts } = this.reading;
    if (isScript(at.getSourceFile().fileName)) return at;
    let node = at;
    while (!ts.isSourceFile(node) && !this.#namesTypes(node)) node = node.parent;
    return node;
  }

  #namesTypes(node: TS.Node): boolean {
    const { ts } = this.reading;
    if (ts.isModuleDeclaration(node) || ts.isMappedTypeNode(node) || ts.isConditionalTypeNode(node))
      return true;
    if (ts.isBlock(node) || ts.isCaseOrDefaultClause(node))
      return node.statements.some((one) => ts.isDeclarationStatement(one));
    return ((node as { typeParameters?: readonly TS.Node[] }).typeParameters?.length ?? 0) > 0;
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
