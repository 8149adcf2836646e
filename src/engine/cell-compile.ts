import ts from 'typescript';
import { CELL_PREFIX, INTRINSICS } from './cell-runtime.js';
import { declaredNames, insert, type CellShape, type Insertion } from './cell-source.js';
import { insertedColumns, withInserted, type InsertedColumns } from './inserted-columns.js';

const TICK = `if (${INTRINSICS[0]}[0] | ${INTRINSICS[1]}[0]) ${INTRINSICS[2]}();`;

export interface CompileOptions {
  /** Which cell declares each name that is taken from an earlier one. */
  readonly origins: ReadonlyMap<string, number>;
  /** Imported names that are types only. */
  readonly typeOnly: ReadonlySet<string>;
  readonly fileName: string;
}

/**
 * A cell as CommonJS. Every top-level declaration is exported, so that the compiler turns its uses into properties of
 * the cell's own module object, and names of earlier cells become properties of theirs: bindings stay live in both
 * directions, and declaring a name again makes a new binding, as a reader expects.
 */
export function compileCell(
  shape: CellShape,
  options: CompileOptions,
): { readonly code: string; readonly map: string } {
  const { file } = shape;
  const covered = new Set<string>();
  const insertions: Insertion[] = [
    ...exportEdits(shape, covered),
    ...showEdits(file),
    ...loopEdits(file),
    ...importEdits(file),
  ];
  // Imports run where they stand: those of earlier cells go first, on the cell's first line.
  insertions.unshift({ at: 0, text: importHead(options.origins) });
  const text = `${insert(file.text, insertions)}\n${exportTrailer(shape, options, covered)}`;
  return transpile(text, options.fileName, insertedColumns(file, insertions));
}

/** A module of the user's own, in TypeScript or JavaScript, as CommonJS whose loops can be stopped. */
export function compileModule(
  text: string,
  fileName: string,
): { readonly code: string; readonly map: string } {
  const kind = /[jt]sx$/.test(fileName) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true, kind);
  const insertions = [...loopEdits(file), ...importEdits(file)];
  return transpile(insert(text, insertions), fileName, insertedColumns(file, insertions));
}

function transpile(
  text: string,
  fileName: string,
  inserted: readonly InsertedColumns[],
): { readonly code: string; readonly map: string } {
  const { outputText, sourceMapText } = ts.transpileModule(text, {
    fileName,
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
      isolatedModules: true,
      sourceMap: true,
      jsx: ts.JsxEmit.React,
    },
  });
  return {
    code: outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'),
    map: withInserted(sourceMapText ?? '', inserted),
  };
}

/** Puts `export` before declarations; `covered` collects the names that then need no further export. */
function exportEdits({ file, exported }: CellShape, covered: Set<string>): Insertion[] {
  const edits: Insertion[] = [];
  for (const statement of file.statements) {
    const names = declaredNames(statement);
    if (names.length === 0 || names.some((name) => exported.includes(name))) continue;
    for (const name of names) covered.add(name);
    if (!hasExport(statement)) edits.push({ at: statement.getStart(file), text: 'export ' });
  }
  return edits;
}

const hasExport = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

/** The value of a last expression goes to the host. */
function showEdits(file: ts.SourceFile): Insertion[] {
  const last = file.statements.filter((statement) => !ts.isEmptyStatement(statement)).at(-1);
  if (last === undefined || !ts.isExpressionStatement(last)) return [];
  return [
    { at: last.expression.getStart(file), text: `${INTRINSICS[3]}((` },
    { at: last.expression.getEnd(), text: '));' },
  ];
}

/** Every loop looks at the stop flags once a turn. */
function loopEdits(file: ts.SourceFile): Insertion[] {
  const edits: Insertion[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false)) {
      const body = node.statement;
      if (ts.isBlock(body)) edits.push({ at: body.getStart(file) + 1, text: TICK });
      else
        edits.push({ at: body.getStart(file), text: `{${TICK}` }, { at: body.getEnd(), text: '}' });
    }
    ts.forEachChild(node, walk);
  };
  walk(file);
  return edits;
}

function importEdits(file: ts.SourceFile): Insertion[] {
  const edits: Insertion[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      edits.push({
        at: node.expression.getStart(file),
        text: INTRINSICS[4],
        instead: 'import'.length,
      });
    } else if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) {
      edits.push({ at: node.getStart(file), text: INTRINSICS[5], instead: node.getWidth(file) });
    }
    ts.forEachChild(node, walk);
  };
  walk(file);
  return edits;
}

/** Exports what no modifier exports: imports, `var`s of inner blocks, and what the cell exports in part. */
function exportTrailer(
  { declares, exported }: CellShape,
  { typeOnly }: CompileOptions,
  covered: ReadonlySet<string>,
): string {
  const names = declares.filter(
    (name) => !covered.has(name) && !typeOnly.has(name) && !exported.includes(name),
  );
  return names.length === 0 ? '' : `export { ${names.join(', ')} };\n`;
}

function importHead(origins: ReadonlyMap<string, number>): string {
  const byCell = new Map<number, string[]>();
  for (const [name, cell] of origins) {
    const names = byCell.get(cell);
    if (names === undefined) byCell.set(cell, [name]);
    else names.push(name);
  }
  return [...byCell]
    .map(([cell, names]) => `import { ${names.join(', ')} } from '${CELL_PREFIX}${cell}'; `)
    .join('');
}
