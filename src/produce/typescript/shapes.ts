import type { NodeKind } from '../../dump/index.js';
import type { Compiler, TS } from './compiler.js';
import { descriptor } from './monikers.js';
import type { Syntax } from './syntax.js';

/** What a declaration is in the dump, seen from its own syntax. */
export interface Shape {
  readonly kind: NodeKind;
  readonly name: string;
  /** Last descriptor of its moniker; `+n` tells several of one name apart. */
  descriptor(disambiguator?: string): string;
}

const term = (kind: NodeKind, name: string): Shape => ({
  kind,
  name,
  descriptor: (extra = '') => descriptor.term(name + extra),
});
const type = (kind: NodeKind, name: string): Shape => ({
  kind,
  name,
  descriptor: (extra = '') => descriptor.type(name + extra),
});
const callable = (kind: NodeKind, name: string, told = name): Shape => ({
  kind,
  name,
  descriptor: (extra = '') => descriptor.method(told, extra),
});

/**
 * Shapes of declarations. Closures have none: as in the manual, the body of a closure belongs to the function that
 * writes it. Local variables have none either.
 */
export class Shapes {
  constructor(
    private readonly ts: Compiler,
    private readonly syntax: Syntax,
  ) {}

  /** `inFunction`: whether a function body encloses the declaration, which makes variables local. */
  of(node: TS.Node, inFunction: boolean): Shape | undefined {
    const { ts, syntax } = this;
    const S = ts.SyntaxKind;
    switch (node.kind) {
      case S.FunctionDeclaration:
        return callable('fn', this.#declaredName(node as TS.FunctionDeclaration) ?? 'default');
      case S.ClassDeclaration:
        return type('class', this.#declaredName(node as TS.ClassDeclaration) ?? 'default');
      case S.ClassExpression:
        return type('class', this.#classExpressionName(node as TS.ClassExpression));
      case S.InterfaceDeclaration:
        return type('interface', (node as TS.InterfaceDeclaration).name.text);
      case S.TypeAliasDeclaration:
        return type('type_alias', (node as TS.TypeAliasDeclaration).name.text);
      case S.EnumDeclaration:
        return type('enum', (node as TS.EnumDeclaration).name.text);
      case S.EnumMember:
        return term('variant', syntax.nameText((node as TS.EnumMember).name) ?? '?');
      case S.ModuleDeclaration: {
        const name = (node as TS.ModuleDeclaration).name;
        const text = ts.isStringLiteral(name) ? `"${name.text}"` : name.text;
        return { kind: 'module', name: text, descriptor: () => descriptor.namespace(text) };
      }
      case S.Constructor:
        return callable('method', 'constructor', '<constructor>');
      case S.MethodDeclaration:
      case S.MethodSignature: {
        const name = syntax.nameText((node as TS.MethodDeclaration).name) ?? '?';
        if (!ts.isObjectLiteralExpression(node.parent)) return callable('method', name);
        return inFunction ? undefined : callable('fn', name);
      }
      case S.GetAccessor:
      case S.SetAccessor: {
        if (inFunction && ts.isObjectLiteralExpression(node.parent)) return undefined;
        const name = syntax.nameText((node as TS.AccessorDeclaration).name) ?? '?';
        return callable(
          'method',
          name,
          `${node.kind === S.GetAccessor ? '<get>' : '<set>'}${name}`,
        );
      }
      case S.PropertyDeclaration: {
        const property = node as TS.PropertyDeclaration;
        const name = syntax.nameText(property.name) ?? '?';
        return term(
          property.initializer && syntax.isFunctionExpression(syntax.bare(property.initializer))
            ? 'method'
            : 'field',
          name,
        );
      }
      case S.PropertySignature:
        return term('field', syntax.nameText((node as TS.PropertySignature).name) ?? '?');
      case S.PropertyAssignment: {
        const assigned = node as TS.PropertyAssignment;
        const name = syntax.nameText(assigned.name);
        if (
          inFunction ||
          name === undefined ||
          !syntax.isFunctionExpression(syntax.bare(assigned.initializer))
        )
          return undefined;
        return callable('fn', name);
      }
      case S.VariableDeclaration:
        return inFunction ? undefined : this.#variable(node as TS.VariableDeclaration);
      case S.BindingElement: {
        const element = node as TS.BindingElement;
        if (inFunction || !ts.isIdentifier(element.name) || !this.#isModules(element))
          return undefined;
        return term('const', element.name.text);
      }
      case S.PropertyAccessExpression:
        return inFunction ? undefined : this.#assigned(node as TS.PropertyAccessExpression);
      case S.ExportAssignment:
        return this.#defaultExport(node as TS.ExportAssignment);
      default:
        return undefined;
    }
  }

  /** The node whose descriptor prefixes what an object literal holds: `a.b.f().` for `const a = { b: { f() {} } }`. */
  literalPrefix(node: TS.Node, inFunction: boolean): string | undefined {
    const { ts, syntax } = this;
    if (inFunction || !ts.isPropertyAssignment(node)) return undefined;
    if (!ts.isObjectLiteralExpression(syntax.bare(node.initializer))) return undefined;
    const name = syntax.nameText(node.name);
    return name === undefined ? undefined : descriptor.term(name);
  }

  #variable(node: TS.VariableDeclaration): Shape | undefined {
    const { ts, syntax } = this;
    if (!ts.isIdentifier(node.name) || !this.#isModules(node)) return undefined;
    const value = node.initializer && syntax.bare(node.initializer);
    if (value && ts.isClassExpression(value)) return undefined;
    if (value && syntax.functionOf(value)) return term('fn', node.name.text);
    const constant = (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0;
    return term(constant ? 'const' : 'static', node.name.text);
  }

  /** A variable of a module or namespace itself, not of a block or loop in it. */
  #isModules(node: TS.Node): boolean {
    const { ts } = this;
    let outer = node;
    while (ts.isBindingElement(outer)) outer = outer.parent.parent;
    const statement = outer.parent.parent;
    if (!ts.isVariableDeclaration(outer) || !ts.isVariableStatement(statement)) return false;
    return ts.isSourceFile(statement.parent) || ts.isModuleBlock(statement.parent);
  }

  /** `exports.f = function`, `C.prototype.m = function`, `C.s = () => …`: how scripts declare. */
  #assigned(node: TS.PropertyAccessExpression): Shape | undefined {
    const { ts, syntax } = this;
    const { parent } = node;
    if (!ts.isBinaryExpression(parent) || parent.left !== node) return undefined;
    if (
      parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken ||
      !/\.[cm]?jsx?$/u.test(node.getSourceFile().fileName)
    )
      return undefined;
    if (!syntax.isFunctionExpression(syntax.bare(parent.right))) return undefined;
    const name = node.name.text;
    const owner = node.expression.getText();
    if (/^(module\.)?exports$/u.test(owner)) return callable('fn', name);
    const prototype = /^([A-Za-z_$][\w$]*)\.prototype$/u.exec(owner)?.[1];
    if (prototype !== undefined) {
      return {
        kind: 'method',
        name,
        descriptor: (extra = '') => descriptor.type(prototype) + descriptor.method(name, extra),
      };
    }
    if (!ts.isIdentifier(node.expression)) return undefined;
    return {
      kind: 'fn',
      name,
      descriptor: (extra = '') => descriptor.term(owner) + descriptor.method(name, extra),
    };
  }

  #defaultExport(node: TS.ExportAssignment): Shape | undefined {
    const value = this.syntax.bare(node.expression);
    if (this.ts.isIdentifier(value) || this.ts.isClassExpression(value)) return undefined;
    return term(this.syntax.isFunctionExpression(value) ? 'fn' : 'const', 'default');
  }

  #declaredName(node: TS.FunctionDeclaration | TS.ClassDeclaration): string | undefined {
    return node.name?.text;
  }

  #classExpressionName(node: TS.ClassExpression): string {
    const { ts, syntax } = this;
    let outer: TS.Node = node.parent;
    while (ts.isParenthesizedExpression(outer) || ts.isAsExpression(outer)) outer = outer.parent;
    if (
      ts.isVariableDeclaration(outer) ||
      ts.isPropertyDeclaration(outer) ||
      ts.isPropertyAssignment(outer)
    ) {
      return syntax.nameText(outer.name) ?? '<class>';
    }
    if (ts.isExportAssignment(outer)) return 'default';
    return node.name?.text ?? '<class>';
  }
}
