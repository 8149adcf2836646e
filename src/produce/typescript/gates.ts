import type { TS } from './compiler.js';
import { descriptor, packagePrefix } from './monikers.js';
import type { Reading } from './reading.js';

/** Build-time constants by their usual spelling. */
const DEFINE = /^__[A-Z][A-Z0-9_]*__$/u;
/** Features are of no package: two packages that test one variable meet at one node. */
const PREFIX = packagePrefix('.', '.');

export interface Gate {
  readonly id: string;
  readonly name: string;
}

/** The gate that an expression tests: `process.env.X`, `import.meta.env.X`, `__DEV__`. Reading one without a test is none. */
export function gateOf(reading: Reading, node: TS.Node): Gate | undefined {
  const { ts } = reading;
  if (ts.isIdentifier(node)) {
    if (!DEFINE.test(node.text) || !isTested(reading, node)) return undefined;
    const declaration = reading.checker.getSymbolAtLocation(node)?.valueDeclaration;
    const isAmbient =
      !declaration ||
      (ts.getCombinedModifierFlags(declaration as TS.Declaration) & ts.ModifierFlags.Ambient) !== 0;
    return isAmbient
      ? { id: `${PREFIX}define/${descriptor.meta(node.text)}`, name: node.text }
      : undefined;
  }
  const name = environmentName(reading, node);
  if (name === undefined || !isTested(reading, node)) return undefined;
  return { id: `${PREFIX}env/${descriptor.meta(name)}`, name };
}

function environmentName(reading: Reading, node: TS.Node): string | undefined {
  const { ts } = reading;
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return undefined;
  const environment = node.expression;
  if (!ts.isPropertyAccessExpression(environment) || environment.name.text !== 'env')
    return undefined;
  if (!/^(process|import\.meta)$/u.test(environment.expression.getText())) return undefined;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined;
}

/** Part of a condition, or compared. */
function isTested(reading: Reading, node: TS.Node): boolean {
  const { ts } = reading;
  const S = ts.SyntaxKind;
  const parent = node.parent;
  if (
    ts.isIfStatement(parent) ||
    ts.isConditionalExpression(parent) ||
    ts.isWhileStatement(parent)
  ) {
    return (ts.isConditionalExpression(parent) ? parent.condition : parent.expression) === node;
  }
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === S.ExclamationToken;
  if (ts.isSwitchStatement(parent)) return parent.expression === node;
  if (ts.isParenthesizedExpression(parent)) return isTested(reading, parent);
  if (!ts.isBinaryExpression(parent)) return false;
  const operator = parent.operatorToken.kind;
  if (operator === S.EqualsEqualsEqualsToken || operator === S.ExclamationEqualsEqualsToken)
    return true;
  if (operator === S.EqualsEqualsToken || operator === S.ExclamationEqualsToken) return true;
  if (operator === S.AmpersandAmpersandToken || operator === S.BarBarToken)
    return parent.left === node || isTested(reading, parent);
  return false;
}
