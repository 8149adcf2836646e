import ts from 'typescript';
import { Role } from './token-stream.js';
import { TYPESCRIPT_GLOBALS, TYPESCRIPT_MEMBERS } from './typescript-names.js';

/** The role of a leaf of the syntax tree, from its place in the tree. Nodes are read without links to their parents. */
export function leafRole(node: ts.Node, parent: ts.Node, grandparent: ts.Node): number {
  switch (node.kind) {
    case ts.SyntaxKind.NumericLiteral:
    case ts.SyntaxKind.BigIntLiteral:
      return Role.number;
    case ts.SyntaxKind.StringLiteral:
    case ts.SyntaxKind.NoSubstitutionTemplateLiteral:
    case ts.SyntaxKind.TemplateHead:
    case ts.SyntaxKind.TemplateMiddle:
    case ts.SyntaxKind.TemplateTail:
    case ts.SyntaxKind.JsxText:
      return Role.string;
    case ts.SyntaxKind.RegularExpressionLiteral:
      return Role.pattern;
    case ts.SyntaxKind.ExportKeyword:
    case ts.SyntaxKind.DefaultKeyword:
    case ts.SyntaxKind.PublicKeyword:
    case ts.SyntaxKind.PrivateKeyword:
    case ts.SyntaxKind.ProtectedKeyword:
    case ts.SyntaxKind.OverrideKeyword:
    case ts.SyntaxKind.DeclareKeyword:
      return Role.dropped;
    case ts.SyntaxKind.Identifier:
    case ts.SyntaxKind.PrivateIdentifier:
      return nameRole(node as ts.Identifier | ts.PrivateIdentifier, parent, grandparent);
    default:
      return Role.verbatim;
  }
}

function nameRole(
  node: ts.Identifier | ts.PrivateIdentifier,
  parent: ts.Node,
  grandparent: ts.Node,
): number {
  const { text } = node;
  if (isMember(node, parent)) {
    if (TYPESCRIPT_MEMBERS.has(text)) return Role.verbatim;
    return ts.isCallExpression(grandparent) && grandparent.expression === parent ? Role.F : Role.D;
  }
  switch (parent.kind) {
    case ts.SyntaxKind.PropertyAssignment:
      return isName(node, parent)
        ? isFunction((parent as ts.PropertyAssignment).initializer)
          ? Role.F
          : Role.D
        : value(text);
    case ts.SyntaxKind.ShorthandPropertyAssignment:
      return value(text);
    case ts.SyntaxKind.PropertyDeclaration:
      return isName(node, parent)
        ? isFunction((parent as ts.PropertyDeclaration).initializer)
          ? Role.F
          : Role.D
        : value(text);
    case ts.SyntaxKind.PropertySignature:
    case ts.SyntaxKind.EnumMember:
    case ts.SyntaxKind.JsxAttribute:
      return isName(node, parent) ? Role.D : value(text);
    case ts.SyntaxKind.BindingElement:
      return (parent as ts.BindingElement).propertyName === node ? Role.D : value(text);
    case ts.SyntaxKind.MethodDeclaration:
    case ts.SyntaxKind.MethodSignature:
    case ts.SyntaxKind.GetAccessor:
    case ts.SyntaxKind.SetAccessor:
    case ts.SyntaxKind.FunctionDeclaration:
    case ts.SyntaxKind.FunctionExpression:
      return isName(node, parent) ? Role.F : value(text);
    case ts.SyntaxKind.VariableDeclaration:
      return isName(node, parent) && isFunction((parent as ts.VariableDeclaration).initializer)
        ? Role.F
        : value(text);
    case ts.SyntaxKind.CallExpression:
      return (parent as ts.CallExpression).expression === node ? known(text, Role.F) : value(text);
    case ts.SyntaxKind.TaggedTemplateExpression:
      return known(text, Role.F);
    case ts.SyntaxKind.NewExpression:
      return (parent as ts.NewExpression).expression === node ? known(text, Role.T) : value(text);
    case ts.SyntaxKind.TypeReference:
    case ts.SyntaxKind.ExpressionWithTypeArguments:
    case ts.SyntaxKind.TypeParameter:
    case ts.SyntaxKind.ClassDeclaration:
    case ts.SyntaxKind.ClassExpression:
    case ts.SyntaxKind.InterfaceDeclaration:
    case ts.SyntaxKind.TypeAliasDeclaration:
    case ts.SyntaxKind.EnumDeclaration:
    case ts.SyntaxKind.QualifiedName:
    case ts.SyntaxKind.InferType:
      return known(text, Role.T);
    case ts.SyntaxKind.JsxOpeningElement:
    case ts.SyntaxKind.JsxClosingElement:
    case ts.SyntaxKind.JsxSelfClosingElement:
      return /^\p{Ll}/u.test(text) ? Role.verbatim : known(text, Role.T);
    case ts.SyntaxKind.LabeledStatement:
    case ts.SyntaxKind.BreakStatement:
    case ts.SyntaxKind.ContinueStatement:
      return 'label' in parent && parent.label === node ? Role.L : value(text);
    default:
      return value(text);
  }
}

const known = (text: string, role: number): number =>
  TYPESCRIPT_GLOBALS.has(text) ? Role.verbatim : role;

const value = (text: string): number => known(text, Role.V);

const isName = (node: ts.Node, parent: ts.Node): boolean =>
  'name' in parent && parent.name === node;

const isMember = (node: ts.Node, parent: ts.Node): boolean =>
  parent.kind === ts.SyntaxKind.PropertyAccessExpression &&
  (parent as ts.PropertyAccessExpression).name === node;

/** A function that is written out. */
export function isFunction(node: ts.Node | undefined): boolean {
  return (
    node !== undefined &&
    (node.kind === ts.SyntaxKind.ArrowFunction || node.kind === ts.SyntaxKind.FunctionExpression)
  );
}
