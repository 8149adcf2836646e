import ts from 'typescript';

/** Functions whose answers are floats. */
const INEXACT = new Set([
  'sqrt',
  'log',
  'log2',
  'log10',
  'log1p',
  'exp',
  'pow',
  'cbrt',
  'hypot',
  'sin',
  'cos',
  'tan',
  'random',
  'fround',
]);

/**
 * No float in a verdict: no fractional literal, no division, power or remainder of numbers that are not big integers, no
 * function that answers with a float.
 */
export const exact = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      fraction: 'fractional number in a judgement: {{text}}; use a ratio',
      operator: 'inexact operator in a judgement: {{text}}; divide big integers or ratios',
      function: 'inexact function in a judgement: {{text}}; use a ratio',
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program?.getTypeChecker();
    const isBig = (node) => {
      const type = checker?.getTypeAtLocation(services.esTreeNodeToTSNodeMap.get(node));
      return (
        type !== undefined &&
        (type.flags & (ts.TypeFlags.BigInt | ts.TypeFlags.BigIntLiteral)) !== 0
      );
    };
    const text = (node) => context.sourceCode.getText(node).slice(0, 60);
    const operator = (node) => {
      if (!['/', '%', '**', '/=', '%=', '**='].includes(node.operator) || isBig(node.left)) return;
      context.report({ node, messageId: 'operator', data: { text: text(node) } });
    };
    return {
      Literal(node) {
        if (typeof node.value !== 'number' || Number.isInteger(node.value)) return;
        context.report({ node, messageId: 'fraction', data: { text: node.raw } });
      },
      BinaryExpression: operator,
      AssignmentExpression: operator,
      CallExpression(node) {
        const { callee } = node;
        const float = callee.type === 'Identifier' && callee.name === 'parseFloat';
        const math =
          callee.type === 'MemberExpression' &&
          callee.object.type === 'Identifier' &&
          callee.object.name === 'Math' &&
          INEXACT.has(callee.property.name);
        if (float || math)
          context.report({ node, messageId: 'function', data: { text: text(node) } });
      },
    };
  },
};
