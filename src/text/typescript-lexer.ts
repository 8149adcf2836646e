import ts from 'typescript';
import { Role, TokenColumns, TokenKind, type TextUnit, type TokenStream } from './token-stream.js';
import { isFunction, leafRole } from './typescript-roles.js';

/**
 * The tokens of a TypeScript or JavaScript file: the compiler's scanner, corrected by its own tree where a token
 * depends on context (templates, patterns, JSX, compound `>`). Layout is taken away: an end of statement that its
 * author left to the compiler is an empty `;`, a comma before a closing bracket is none. Faulty code is read as the
 * compiler recovers.
 */
export function lexTypeScript(path: string, text: string): TokenStream {
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  const file = ts.createSourceFile(path, text, options, false, scriptKind(path));
  const tree = readTree(file);
  const columns = new TokenColumns();
  const lineStarts = file.getLineStarts();
  let lineIndex = 0;
  const lineOf = (position: number): number => {
    while (lineIndex + 1 < lineStarts.length && lineStarts[lineIndex + 1]! <= position) lineIndex++;
    return lineIndex + 1;
  };
  const starts: number[] = [];
  let comma = false;
  const push = (kind: number, role: number, from: number, to: number): void => {
    if (comma && kind === TokenKind.punctuation && /[)\]}>]/.test(text[from]!) && to === from + 1) {
      columns.pop();
      starts.pop();
    }
    comma = to === from + 1 && text.charCodeAt(from) === 44;
    const first = lineOf(from);
    const last = to > from ? lineOf(to - 1) : first;
    columns.push(kind, role, [from, to], [first, last]);
    starts.push(from);
    if (tree.openEnds.has(to)) {
      tree.openEnds.delete(to);
      comma = false;
      columns.push(TokenKind.punctuation, Role.verbatim, [to, to], [last, last]);
      starts.push(to);
    }
  };
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  const { leaves } = tree;
  let leaf = 0;
  let at = 0;
  let ignored = 0;
  for (;;) {
    while (leaf < leaves.length && leaves[leaf]!.start < at) leaf++;
    const next = leaves[leaf];
    if (next?.kind === ts.SyntaxKind.JsxText && next.start === at) {
      if (text.slice(next.start, next.end).trim() !== '')
        push(TokenKind.string, Role.string, next.start, next.end);
      at = next.end;
      leaf++;
      scanner.resetTokenState(at);
      continue;
    }
    const scanned = scanner.scan();
    if (scanned === ts.SyntaxKind.EndOfFileToken) break;
    const start = scanner.getTokenStart();
    const own = next !== undefined && next.start === start ? next : null;
    const end = own === null ? scanner.getTokenEnd() : own.end;
    while (ignored < tree.decorators.length && tree.decorators[ignored]![1] <= start) ignored++;
    const decorated = ignored < tree.decorators.length && tree.decorators[ignored]![0] <= start;
    const kind = kindOf(own?.kind ?? scanned);
    const role = decorated ? Role.dropped : (own?.role ?? Role.verbatim);
    push(kind, role, start, end);
    at = end;
    if (end !== scanner.getTokenEnd()) scanner.resetTokenState(end);
  }
  return { ...columns.stream(text), units: unitsOf(file, tree.units, starts) };
}

function scriptKind(path: string): ts.ScriptKind {
  if (/\.[jt]sx$/.test(path)) return ts.ScriptKind.TSX;
  return /\.[cm]?js$/.test(path) ? ts.ScriptKind.JSX : ts.ScriptKind.TS;
}

function kindOf(kind: ts.SyntaxKind): number {
  switch (kind) {
    case ts.SyntaxKind.Identifier:
    case ts.SyntaxKind.PrivateIdentifier:
      return TokenKind.identifier;
    case ts.SyntaxKind.NumericLiteral:
    case ts.SyntaxKind.BigIntLiteral:
      return TokenKind.number;
    case ts.SyntaxKind.StringLiteral:
    case ts.SyntaxKind.NoSubstitutionTemplateLiteral:
    case ts.SyntaxKind.TemplateHead:
    case ts.SyntaxKind.TemplateMiddle:
    case ts.SyntaxKind.TemplateTail:
    case ts.SyntaxKind.JsxText:
      return TokenKind.string;
    case ts.SyntaxKind.RegularExpressionLiteral:
      return TokenKind.pattern;
    default:
      return kind >= ts.SyntaxKind.FirstKeyword && kind <= ts.SyntaxKind.LastKeyword
        ? TokenKind.keyword
        : TokenKind.punctuation;
  }
}

interface Leaf {
  readonly start: number;
  readonly end: number;
  readonly kind: ts.SyntaxKind;
  readonly role: number;
}

interface UnitNode {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly body: number;
}

interface Tree {
  readonly leaves: readonly Leaf[];
  readonly units: readonly UnitNode[];
  readonly decorators: readonly (readonly [start: number, end: number])[];
  /** Ends of statements that no `;` marks. */
  readonly openEnds: Set<number>;
}

/** Declarations and statements that a `;` ends, or the compiler ends for their author. */
const ENDED: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.ThrowStatement,
  ts.SyntaxKind.BreakStatement,
  ts.SyntaxKind.ContinueStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.DebuggerStatement,
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.ExportAssignment,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.PropertyDeclaration,
]);

function readTree(file: ts.SourceFile): Tree {
  const { text } = file;
  const leaves: Leaf[] = [];
  const units: UnitNode[] = [];
  const decorators: [number, number][] = [];
  const openEnds = new Set<number>();
  const visit = (node: ts.Node, parent: ts.Node, grandparent: ts.Node): void => {
    if (node.kind <= ts.SyntaxKind.LastToken) {
      const start = node.kind === ts.SyntaxKind.JsxText ? node.pos : node.getStart(file);
      if (node.end > start)
        leaves.push({
          start,
          end: node.end,
          kind: node.kind,
          role: leafRole(node, parent, grandparent),
        });
      return;
    }
    if (node.kind === ts.SyntaxKind.Decorator) decorators.push([node.getStart(file), node.end]);
    if (ENDED.has(node.kind) && text.charCodeAt(node.end - 1) !== 59) openEnds.add(node.end);
    const unit = unitOf(node, file);
    if (unit !== null) units.push(unit);
    ts.forEachChild(node, (child) => {
      visit(child, node, parent);
    });
  };
  ts.forEachChild(file, (child) => {
    visit(child, file, file);
  });
  leaves.sort((a, b) => a.start - b.start);
  units.sort((a, b) => a.start - b.start || b.end - a.end);
  decorators.sort((a, b) => a[0] - b[0]);
  return { leaves, units, decorators, openEnds };
}

/** A declaration that a dump has a function for: with the body that is its own. */
function unitOf(node: ts.Node, file: ts.SourceFile): UnitNode | null {
  const body = bodyOf(node);
  if (body === null) return null;
  const name = ts.isConstructorDeclaration(node)
    ? 'constructor'
    : 'name' in node && node.name !== undefined
      ? (node.name as ts.Node).getText(file)
      : 'default';
  return { name, start: node.getStart(file), end: node.end, body: body.getStart(file) };
}

function bodyOf(node: ts.Node): ts.Node | null {
  switch (node.kind) {
    case ts.SyntaxKind.FunctionDeclaration:
    case ts.SyntaxKind.MethodDeclaration:
    case ts.SyntaxKind.Constructor:
    case ts.SyntaxKind.GetAccessor:
    case ts.SyntaxKind.SetAccessor:
      return (node as ts.FunctionLikeDeclaration).body ?? null;
    case ts.SyntaxKind.VariableDeclaration:
    case ts.SyntaxKind.PropertyDeclaration:
    case ts.SyntaxKind.PropertyAssignment: {
      const written = bare((node as ts.VariableDeclaration).initializer);
      return isFunction(written) ? ((written as ts.ArrowFunction).body as ts.Node) : null;
    }
    case ts.SyntaxKind.ExportAssignment: {
      const written = bare((node as ts.ExportAssignment).expression);
      return isFunction(written) ? ((written as ts.ArrowFunction).body as ts.Node) : null;
    }
    case ts.SyntaxKind.BinaryExpression: {
      const { left, right } = node as ts.BinaryExpression;
      const written = bare(right);
      return ts.isPropertyAccessExpression(left) && isFunction(written)
        ? ((written as ts.ArrowFunction).body as ts.Node)
        : null;
    }
    default:
      return null;
  }
}

/** An expression without the parentheses and assertions around it. */
function bare(node: ts.Expression | undefined): ts.Expression | undefined {
  let at = node;
  while (
    at !== undefined &&
    (ts.isParenthesizedExpression(at) ||
      ts.isAsExpression(at) ||
      ts.isSatisfiesExpression(at) ||
      ts.isNonNullExpression(at))
  )
    at = at.expression;
  return at;
}

function unitsOf(
  file: ts.SourceFile,
  units: readonly UnitNode[],
  starts: readonly number[],
): TextUnit[] {
  const lineAt = (position: number): number =>
    file.getLineAndCharacterOfPosition(position).line + 1;
  const tokenAt = (position: number): number => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return units.map(({ name, start, end, body }) => ({
    name,
    line: lineAt(start),
    endLine: lineAt(end),
    from: tokenAt(start),
    to: tokenAt(end),
    body: tokenAt(body),
  }));
}
