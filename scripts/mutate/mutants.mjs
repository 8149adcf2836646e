/**
 * Every mutant of one source text at once: each mutated place becomes `$m(id) ? mutated : original`, so that one bundle
 * serves all mutants and a switch chooses.
 */
import ts from 'typescript';

const COMPARE = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};
const SWAP = { '+': '-', '-': '+', '*': '/', '/': '*', '&&': '||', '||': '&&', '&': '|', '|': '&' };
const METHODS = { some: 'every', every: 'some' };
const DROPPED = new Set(['filter', 'sort', 'slice', 'trim', 'toLowerCase', 'reverse']);
const CALLS = { maxOf: 'minOf', minOf: 'maxOf' };

/** @returns {{ text: string, mutants: { id: number, line: number, from: string, to: string, fixed: boolean }[] }} */
export function instrument(name, source, firstId) {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const mutants = [];
  let inside = 0;
  const mutant = (node, to) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    const id = firstId + mutants.length;
    // A place outside of every function is evaluated once, when the module loads.
    mutants.push({
      id,
      line: line + 1,
      from: short(node.getText(file)),
      to: short(to),
      fixed: inside === 0,
    });
    return id;
  };
  const spliced = (node) => {
    let text = '';
    let at = node.getStart(file);
    node.forEachChild((child) => {
      const start = child.getStart(file);
      text += source.slice(at, start) + emit(child);
      at = child.end;
    });
    return text + source.slice(at, node.end);
  };
  const choose = (node, original, options) =>
    options.reduce((text, to) => `($m(${mutant(node, to)}) ? ${to} : ${text})`, original);

  function emit(node) {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
      return node.getText(file);
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.getText(file);
    const body = ts.isFunctionLike(node);
    if (body) inside++;
    const text = emitInner(node);
    if (body) inside--;
    return text;
  }

  function emitInner(node) {
    if (ts.isBinaryExpression(node)) {
      const left = emit(node.left);
      const right = emit(node.right);
      const operator = node.operatorToken.getText(file);
      const written = (sign) => `(${left}) ${sign} (${right})`;
      const signs = COMPARE[operator] ?? (SWAP[operator] === undefined ? [] : [SWAP[operator]]);
      if (signs.length === 0) return `${left} ${operator} ${right}`;
      return choose(node, `(${written(operator)})`, signs.map(written));
    }
    if (isNumber(node)) {
      const big = ts.isBigIntLiteral(node);
      return choose(node, node.getText(file), [`(${node.getText(file)} + ${big ? '1n' : '1'})`]);
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) return choose(node, 'true', ['false']);
    if (node.kind === ts.SyntaxKind.FalseKeyword) return choose(node, 'false', ['true']);
    if (ts.isPrefixUnaryExpression(node)) {
      const sign = ts.tokenToString(node.operator);
      const operand = emit(node.operand);
      if (sign === '!' || sign === '-')
        return choose(node, `(${sign}${operand})`, [`(${operand})`]);
      return sign + operand;
    }
    if (ts.isConditionalExpression(node)) {
      const condition = choose(node.condition, `(${emit(node.condition)})`, ['true', 'false']);
      return `${condition} ? ${emit(node.whenTrue)} : ${emit(node.whenFalse)}`;
    }
    if (ts.isIfStatement(node)) {
      const condition = choose(node.expression, `(${emit(node.expression)})`, ['true', 'false']);
      const otherwise = node.elseStatement ? ` else ${emit(node.elseStatement)}` : '';
      // In braces: a statement that became an `if` of its own must not take this one's `else`.
      return `if (${condition}) { ${emit(node.thenStatement)} }${otherwise}`;
    }
    if (ts.isExpressionStatement(node))
      return `if (!$m(${mutant(node, ';')})) { ${spliced(node)} }`;
    if (ts.isCallExpression(node)) return call(node);
    return spliced(node);
  }

  function call(node) {
    const { expression } = node;
    const given = `(${node.arguments.map(emit).join(', ')})`;
    if (ts.isIdentifier(expression)) {
      const other = CALLS[expression.text];
      const original = expression.text + given;
      return other === undefined ? original : choose(node, original, [other + given]);
    }
    if (!ts.isPropertyAccessExpression(expression) || expression.questionDotToken)
      return spliced(node);
    const receiver = emit(expression.expression);
    const { text } = expression.name;
    const original = `${receiver}.${text}${given}`;
    if (METHODS[text]) return choose(node, original, [`${receiver}.${METHODS[text]}${given}`]);
    if (DROPPED.has(text)) return choose(node, original, [receiver]);
    return original;
  }

  return { text: emit(file), mutants };
}

function isNumber(node) {
  if (!ts.isNumericLiteral(node) && !ts.isBigIntLiteral(node)) return false;
  return !(ts.isPropertyAssignment(node.parent) && node.parent.name === node);
}

const short = (text) => text.replace(/\s+/g, ' ').slice(0, 70);
