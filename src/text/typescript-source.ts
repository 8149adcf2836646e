import ts from 'typescript';
import { wordHash } from './fnv.js';
import type {
  Comment,
  Declaration,
  SourceFacts,
  SourceImport,
  SourceStatement,
  SourceUnit,
} from './source-facts.js';
import type { LabelTree } from './tree-edit-distance.js';

/** Parses one file; never throws on faulty code, whose parts that parse are read. */
export function readTypeScript(path: string, text: string): SourceFacts {
  const kind = /\.[jt]sx$/.test(path)
    ? ts.ScriptKind.TSX
    : /\.[cm]?js$/.test(path)
      ? ts.ScriptKind.JS
      : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const lineAt = (position: number): number =>
    file.getLineAndCharacterOfPosition(position).line + 1;
  const leaves: bigint[] = [];
  const tokenLines: number[] = [];
  const units: SourceUnit[] = [];
  const spelled = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    if (isLeaf(node)) {
      const word = text.slice(node.getStart(file), node.end);
      if (word === '') return;
      if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
        spelled.set(word, (spelled.get(word) ?? 0) + 1);
      leaves.push(wordHash(roleOf(node, word)));
      tokenLines.push(lineAt(node.getStart(file)));
      return;
    }
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      units.push({
        name: unitName(node, file),
        line: lineAt(node.getStart(file)),
        endLine: lineAt(node.end),
        tree: kindTree(node),
        ...wordsOfUnit(node, file),
      });
    }
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return {
    leaves: BigUint64Array.from(leaves),
    tokenLines: Uint32Array.from(tokenLines),
    units,
    declarations: declarationsOf(file, lineAt),
    spelled,
    exceptions: new Set(),
    imports: importsOf(file),
    comments: commentsOf(file, lineAt),
    statements: file.statements.map((statement) => statementOf(statement, file, lineAt)),
  };
}

const isLeaf = (node: ts.Node): boolean =>
  ts.isToken(node) || ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isJsxText(node);

function roleOf(node: ts.Node, word: string): string {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return 'identifier';
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) return 'number';
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return 'string';
  if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
    return 'template';
  if (ts.isRegularExpressionLiteral(node)) return 'pattern';
  return word;
}

function unitName(node: ts.SignatureDeclaration, file: ts.SourceFile): string {
  if (node.name !== undefined) return node.name.getText(file);
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const { parent } = node;
  const named =
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent);
  return named ? parent.name.getText(file) : '(anonymous)';
}

function wordsOfUnit(
  unit: ts.SignatureDeclaration,
  file: ts.SourceFile,
): Pick<SourceUnit, 'parameters' | 'callees' | 'literals'> {
  const callees: string[] = [];
  const literals: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const callee = node.expression;
      if (ts.isIdentifier(callee)) callees.push(callee.text);
      else if (ts.isPropertyAccessExpression(callee)) callees.push(callee.name.text);
    } else if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) literals.push(node.text);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(unit, visit);
  return { parameters: unit.parameters.map(({ name }) => name.getText(file)), callees, literals };
}

/** The tree of syntax kinds below a node, in postorder; tokens that carry no choice are left out. */
function kindTree(root: ts.Node): LabelTree {
  const labels: number[] = [];
  const leftmost: number[] = [];
  const visit = (node: ts.Node): number => {
    let first = -1;
    ts.forEachChild(node, (child) => {
      const leaf = visit(child);
      if (first < 0) first = leaf;
    });
    labels.push(node.kind);
    leftmost.push(first < 0 ? labels.length - 1 : first);
    return leftmost[leftmost.length - 1]!;
  };
  visit(root);
  return { labels: Uint32Array.from(labels), leftmost: Uint32Array.from(leftmost) };
}

function declarationsOf(file: ts.SourceFile, lineAt: (position: number) => number): Declaration[] {
  const exportedNames = new Set<string>();
  for (const statement of file.statements) {
    if (
      ts.isExportDeclaration(statement) &&
      statement.moduleSpecifier === undefined &&
      statement.exportClause !== undefined
    ) {
      if (ts.isNamedExports(statement.exportClause)) {
        for (const element of statement.exportClause.elements)
          exportedNames.add((element.propertyName ?? element.name).text);
      }
    }
  }
  const found: Declaration[] = [];
  const add = (name: ts.Node | undefined, statement: ts.Statement, kind: string): void => {
    if (name === undefined || !ts.isIdentifier(name)) return;
    const marked =
      ts.canHaveModifiers(statement) &&
      (ts.getModifiers(statement) ?? []).some((m) => m.kind === ts.SyntaxKind.ExportKeyword);
    const comments = ts.getLeadingCommentRanges(file.text, statement.pos) ?? [];
    found.push({
      name: name.text,
      line: lineAt(name.getStart(file)),
      exported: marked || exportedNames.has(name.text),
      restricted: comments.some(({ pos, end }) => /@internal\b/.test(file.text.slice(pos, end))),
      kind,
      documented: comments.length > 0,
    });
  };
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement)) add(statement.name, statement, 'fn');
    else if (ts.isClassDeclaration(statement)) add(statement.name, statement, 'class');
    else if (ts.isInterfaceDeclaration(statement)) add(statement.name, statement, 'interface');
    else if (ts.isTypeAliasDeclaration(statement)) add(statement.name, statement, 'type_alias');
    else if (ts.isEnumDeclaration(statement)) add(statement.name, statement, 'enum');
    else if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations)
        add(declaration.name, statement, 'const');
    }
  }
  return found;
}

function statementOf(
  statement: ts.Statement,
  file: ts.SourceFile,
  lineAt: (position: number) => number,
): SourceStatement {
  const spells = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) spells.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(statement);
  const names = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => name)
    : 'name' in statement && statement.name !== undefined
      ? [statement.name as ts.Node]
      : [];
  return {
    line: lineAt(statement.getStart(file)),
    endLine: lineAt(statement.end),
    declares: names.filter(ts.isIdentifier).map(({ text }) => text),
    spells,
  };
}

function importsOf(file: ts.SourceFile): SourceImport[] {
  const found: SourceImport[] = [];
  const add = (target: ts.Node | undefined, typeOnly: boolean, reexported: boolean): void => {
    if (target !== undefined && ts.isStringLiteral(target))
      found.push({ form: 'path', specifier: target.text, typeOnly, reexported });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const typeOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      add(node.moduleSpecifier, typeOnly, false);
    } else if (ts.isExportDeclaration(node))
      add(node.moduleSpecifier, node.isTypeOnly, node.exportClause === undefined);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false, false);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function commentsOf(file: ts.SourceFile, lineAt: (position: number) => number): Comment[] {
  const { text } = file;
  const seen = new Set<number>();
  const found: Comment[] = [];
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? []) {
      if (seen.has(range.pos)) continue;
      seen.add(range.pos);
      const bare = text
        .slice(range.pos, range.end)
        .replace(/^\/\*+|\*+\/$|^\/\/+/g, '')
        .replace(/^\s*\* ?/gm, '')
        .trim();
      if (bare !== '') found.push({ line: lineAt(range.pos), text: bare });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  visit(file.endOfFileToken);
  return found.sort((a, b) => a.line - b.line);
}
