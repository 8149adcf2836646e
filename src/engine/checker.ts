import path from 'node:path';
import ts from 'typescript';
import { compileCell } from './cell-compile.js';
import { INTRINSICS } from './cell-runtime.js';
import { declaredNames, readShape, type CellShape } from './cell-source.js';
import { CheckerFiles } from './checker-files.js';
import { cellDiagnostics, parseDiagnostics } from './diagnostics.js';
import type { Diagnostic } from './protocol.js';
import type { CompiledCell } from './wire.js';

export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly declares: readonly string[];
  readonly reads: readonly string[];
  /** Absent when there are diagnostics. */
  readonly cell?: CompiledCell;
}

interface Origin {
  readonly cell: number;
  readonly mutable: boolean;
}

/**
 * Checks cells and makes them ready to run. Each cell is a module; the names of earlier cells come in by imports that
 * are written after its last line, so that every position stays as the user typed it.
 */
export class CellChecker {
  readonly files: CheckerFiles;
  readonly service: ts.LanguageService;
  /** The cell that is being checked or edited. */
  readonly current: string;
  readonly #origins = new Map<string, Origin>();
  readonly #pending = new Map<number, { readonly shape: CellShape; readonly text: string }>();
  readonly #committed = new Set<string>();
  /** Cells that declare something for all others: `declare global`, `declare module`. */
  readonly #ambient: number[] = [];
  #declarations: string;

  constructor(readonly cwd: string) {
    this.files = new CheckerFiles(cwd);
    this.current = path.join(cwd, 'mimir-cell.ts');
    this.#declarations = path.join(cwd, 'mimir-globals.d.ts');
    this.files.write(this.#declarations, '');
    this.files.write(this.current, 'export {};\n');
    this.files.roots = [this.#declarations, this.current];
    this.service = ts.createLanguageService(this.files, ts.createDocumentRegistry(true, cwd));
  }

  /** Ambient declarations of what every cell sees. */
  declare(text: string, file?: string): void {
    if (file !== undefined && file !== this.#declarations) {
      this.files.remove(this.#declarations);
      this.#declarations = file;
      this.files.roots = [file, this.current];
    }
    this.files.write(this.#declarations, text);
  }

  check(source: string, number: number): Checked {
    const shape = readShape(source);
    const text = this.#write(shape, shape.reads);
    const syntax = parseDiagnostics(shape.file);
    const diagnostics = syntax.length > 0 ? syntax : cellDiagnostics(this, source);
    const reserved = shape.declares.find((name) =>
      INTRINSICS.some((intrinsic) => intrinsic === name),
    );
    if (reserved !== undefined)
      diagnostics.push({
        line: 1,
        col: 1,
        code: 0,
        message: `reserved name: ${reserved}; the engine uses it`,
      });
    const { declares } = shape;
    if (diagnostics.length > 0) return { diagnostics, declares, reads: shape.reads };
    const reads = this.#trueReads(source.length, shape.reads);
    const origins = new Map<string, number>();
    for (const name of shape.reads) {
      const origin = this.#origins.get(name);
      if (origin !== undefined) origins.set(name, origin.cell);
    }
    const { code, map } = compileCell(shape, {
      origins,
      typeOnly: this.#typeOnly(shape),
      fileName: `cell-${number}.ts`,
    });
    this.#pending.set(number, { shape, text });
    return {
      diagnostics,
      declares,
      reads,
      cell: {
        number,
        source,
        code,
        map,
        imports: shape.imports.filter(
          (name) => code.includes(`require("${name}")`) || code.includes(`require('${name}')`),
        ),
        declares,
        reads,
      },
    };
  }

  /** Makes a cell's names known to later cells: all of them, or those that a failed cell reached. */
  commit(number: number, defined: readonly string[] | null): void {
    const pending = this.#pending.get(number);
    this.#pending.delete(number);
    if (pending === undefined) return;
    const { shape, text } = pending;
    const file = this.cellFile(number);
    this.files.write(file, text);
    this.#committed.add(file);
    if (shape.ambient) this.#ambient.push(number);
    const reached = new Set(defined === null ? shape.declares : [...defined, ...typeNames(shape)]);
    for (const name of shape.declares) {
      if (reached.has(name))
        this.#origins.set(name, { cell: number, mutable: shape.mutable.includes(name) });
    }
  }

  forget(): void {
    this.#origins.clear();
    this.#pending.clear();
    for (const file of this.#committed) this.files.remove(file);
    this.#committed.clear();
    this.#ambient.length = 0;
  }

  cellFile(number: number): string {
    return path.join(this.cwd, `mimir-cell-${number}.ts`);
  }

  /** Names that earlier cells declared. */
  get known(): ReadonlySet<string> {
    return new Set(this.#origins.keys());
  }

  /** Puts an unfinished cell where the service looks, with every known name in sight. */
  edit(source: string): void {
    this.#write(readShape(source), [...this.#origins.keys()]);
  }

  #write(shape: CellShape, names: readonly string[]): string {
    const text = shape.file.text + this.#trailer(shape, names);
    this.files.write(this.current, text);
    return text;
  }

  #trailer(shape: CellShape, names: readonly string[]): string {
    const own = shape.declares.filter(
      (name) => !shape.exported.includes(name) && !isExportedByModifier(shape, name),
    );
    const lines = [`\n;export { ${own.join(', ')} };`];
    for (const cell of this.#ambient) lines.push(`import './mimir-cell-${cell}';`);
    const declares = new Set(shape.declares);
    for (const name of names) {
      const origin = this.#origins.get(name);
      if (origin === undefined || declares.has(name)) continue;
      const from = `./mimir-cell-${origin.cell}`;
      // An import can't be assigned to; what was declared by `let` may be.
      lines.push(
        origin.mutable
          ? `declare let ${name}: typeof import('${from}').${name};`
          : `import { ${name} } from '${from}';`,
      );
    }
    return lines.join('\n');
  }

  /** Of the names, those that some use in the cell takes from an earlier cell or from the prelude. */
  #trueReads(length: number, names: readonly string[]): string[] {
    const program = this.service.getProgram();
    const file = program?.getSourceFile(this.current);
    if (program === undefined || file === undefined) return [...names];
    const checker = program.getTypeChecker();
    const candidates = new Set(names);
    const read = new Set<string>();
    const walk = (node: ts.Node): void => {
      if (node.pos >= length) return;
      if (ts.isIdentifier(node) && candidates.has(node.text) && !read.has(node.text)) {
        const symbol = ts.isShorthandPropertyAssignment(node.parent)
          ? checker.getShorthandAssignmentValueSymbol(node.parent)
          : checker.getSymbolAtLocation(node);
        const ours = symbol?.declarations?.some((declaration) => {
          const from = declaration.getSourceFile();
          return from === file ? declaration.pos >= length : from.fileName === this.#declarations;
        });
        if (ours === true) read.add(node.text);
      }
      ts.forEachChild(node, walk);
    };
    walk(file);
    return names.filter((name) => read.has(name));
  }

  #typeOnly(shape: CellShape): Set<string> {
    const found = new Set<string>();
    const program = this.service.getProgram();
    const file = program?.getSourceFile(this.current);
    if (program === undefined || file === undefined || shape.imported.length === 0) return found;
    const checker = program.getTypeChecker();
    const imported = new Set(shape.imported);
    for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(file)!)) {
      if (!imported.has(symbol.name) || !(symbol.flags & ts.SymbolFlags.Alias)) continue;
      const target = checker.getAliasedSymbol(symbol);
      if (target.flags & ts.SymbolFlags.Type && !(target.flags & ts.SymbolFlags.Value))
        found.add(symbol.name);
    }
    return found;
  }
}

function isExportedByModifier(shape: CellShape, name: string): boolean {
  return shape.file.statements.some(
    (statement) =>
      ts.canHaveModifiers(statement) &&
      (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ??
        false) &&
      declaredNames(statement).includes(name),
  );
}

/** Names of interfaces and type aliases, which have no value at run time. */
function typeNames({ file }: CellShape): string[] {
  return file.statements.flatMap((statement) =>
    ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
      ? [statement.name.text]
      : [],
  );
}
