import path from 'node:path';
import ts from 'typescript';
import { nearestNames } from '../table/nearest.js';
import type { Diagnostic } from './protocol.js';

/**
 * What TypeScript minds and a cell need not: packages without types, `import x = require()`, a comma expression whose
 * left side has no effect.
 */
const IGNORED = new Set([7016, 1202, 2695]);
const ASSIGNS_TO_IMPORT = 2632;
const ASSIGNS_TO_CONSTANT = 2588;
const NO_PROPERTY = 2339;

/** A cell as the language service has it. */
interface ServedCell {
  readonly service: ts.LanguageService;
  /** The cell's file; of the service, not of the disk. */
  readonly current: string;
  readonly cwd: string;
}

export function parseDiagnostics(file: ts.SourceFile): Diagnostic[] {
  const { parseDiagnostics: found = [] } = file as ts.SourceFile & {
    parseDiagnostics?: ts.Diagnostic[];
  };
  return found.map((diagnostic) => convert(diagnostic, file));
}

/** Errors of the cell, and of the user's own modules that it imports. */
export function cellDiagnostics(cell: ServedCell, source: string): Diagnostic[] {
  const { service, current, cwd } = cell;
  const found: Diagnostic[] = [];
  for (const diagnostic of [
    ...service.getSyntacticDiagnostics(current),
    ...service.getSemanticDiagnostics(current),
  ]) {
    if (diagnostic.category !== ts.DiagnosticCategory.Error || IGNORED.has(diagnostic.code))
      continue;
    if (diagnostic.start !== undefined && diagnostic.start >= source.length + 1) continue;
    const said = convert(diagnostic, diagnostic.file);
    const near = diagnostic.code === NO_PROPERTY ? nearestProperty(service, diagnostic) : undefined;
    found.push(
      near === undefined ? said : { ...said, message: `${said.message} Did you mean '${near}'?` },
    );
  }
  for (const file of importedSources(cell)) {
    for (const diagnostic of [
      ...service.getSyntacticDiagnostics(file),
      ...service.getSemanticDiagnostics(file),
    ]) {
      if (diagnostic.category !== ts.DiagnosticCategory.Error || IGNORED.has(diagnostic.code))
        continue;
      found.push({ file: path.relative(cwd, file), ...convert(diagnostic, diagnostic.file) });
    }
  }
  return found;
}

/** TypeScript itself names none for a word as short as `dms`, where two letters changed places. */
function nearestProperty(
  service: ts.LanguageService,
  { file, start, length }: ts.Diagnostic,
): string | undefined {
  const program = service.getProgram();
  if (program === undefined || file === undefined || start === undefined) return undefined;
  const access = accessNamedAt(file, start);
  if (access === undefined) return undefined;
  const wanted = file.text.slice(start, start + (length ?? 0));
  const names = program
    .getTypeChecker()
    .getTypeAtLocation(access.expression)
    .getProperties()
    .map(({ name }) => name);
  const [near] = nearestNames(wanted, names);
  if (near === undefined) return undefined;
  // Short names of which most letters differ are near each other by length alone.
  const shared = [...near].filter((letter) => wanted.includes(letter)).length;
  return 2 * shared > near.length ? near : undefined;
}

function accessNamedAt(
  file: ts.SourceFile,
  start: number,
): ts.PropertyAccessExpression | undefined {
  const visit = (node: ts.Node): ts.PropertyAccessExpression | undefined => {
    if (start < node.pos || start >= node.end) return undefined;
    if (ts.isPropertyAccessExpression(node) && node.name.getStart(file) === start) return node;
    return ts.forEachChild(node, visit);
  };
  return visit(file);
}

/** TypeScript files of the user that the cell imports, directly or through each other. */
function importedSources({ service, current }: ServedCell): string[] {
  const program = service.getProgram();
  const cell = program?.getSourceFile(current);
  if (program === undefined || cell === undefined) return [];
  const checker = program.getTypeChecker();
  const seen = new Set<string>();
  const visit = (file: ts.SourceFile): void => {
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
      if (statement.moduleSpecifier === undefined) continue;
      const target = checker
        .getSymbolAtLocation(statement.moduleSpecifier)
        ?.valueDeclaration?.getSourceFile();
      if (target === undefined || !ts.isSourceFile(target) || target.isDeclarationFile) continue;
      const { fileName } = target;
      if (
        seen.has(fileName) ||
        fileName.includes('/node_modules/') ||
        path.basename(fileName).startsWith('mimir-cell-')
      )
        continue;
      if (!/\.[mc]?tsx?$/.test(fileName)) continue;
      seen.add(fileName);
      visit(target);
    }
  };
  visit(cell);
  return [...seen];
}

function convert(diagnostic: ts.Diagnostic, file: ts.SourceFile | undefined): Diagnostic {
  const at = file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0) ?? {
    line: 0,
    character: 0,
  };
  const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
  const place = { line: at.line + 1, col: at.character + 1 };
  if (diagnostic.code === ASSIGNS_TO_IMPORT) {
    return {
      ...place,
      code: ASSIGNS_TO_CONSTANT,
      message: message.replace('an import', 'a constant'),
    };
  }
  return { ...place, code: diagnostic.code, message };
}
