import type { TS } from './compiler.js';
import type { Reading } from './reading.js';

/** Symbols of expressions. */
export class Names {
  constructor(private readonly reading: Reading) {}

  /** The symbol that an expression names, aliases followed. */
  symbolOf(expression: TS.Node): TS.Symbol | undefined {
    const { ts, checker } = this.reading;
    const at = ts.isPropertyAccessExpression(expression)
      ? expression.name
      : ts.isElementAccessExpression(expression)
        ? this.#literalKey(expression)
        : expression;
    if (at === undefined) return undefined;
    const symbol = checker.getSymbolAtLocation(at);
    return symbol && this.aliased(symbol);
  }

  aliased(symbol: TS.Symbol): TS.Symbol | undefined {
    const { ts, checker } = this.reading;
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return checker.isUnknownSymbol(target) ? undefined : target;
  }

  /** `a["b"]` names a property, `a[i]` none. */
  #literalKey(access: TS.ElementAccessExpression): TS.Expression | undefined {
    const key = this.reading.syntax.bare(access.argumentExpression);
    return this.reading.ts.isStringLiteralLike(key) || this.reading.ts.isNumericLiteral(key)
      ? key
      : undefined;
  }

  /** `f` of `f.call(x)` and `f.apply(x, a)`, which run f. */
  throughCallOrApply(callee: TS.Expression): TS.Expression | undefined {
    const { ts, checker, sources } = this.reading;
    if (!ts.isPropertyAccessExpression(callee) || !['call', 'apply'].includes(callee.name.text))
      return undefined;
    const declaration = checker.getSymbolAtLocation(callee.name)?.declarations?.[0];
    if (!declaration || sources.isLocal(declaration.getSourceFile())) return undefined;
    const owner = declaration.parent;
    const isFunctions =
      ts.isInterfaceDeclaration(owner) && /^(Callable|Newable)?Function$/u.test(owner.name.text);
    return isFunctions ? this.reading.syntax.bare(callee.expression) : undefined;
  }

  /** `this[Symbol.iterator]` names one member; `table[k]` may be any. */
  isWellKnown(access: TS.ElementAccessExpression): boolean {
    const type = this.reading.checker.getTypeAtLocation(access.argumentExpression);
    return (type.flags & this.reading.ts.TypeFlags.UniqueESSymbol) !== 0;
  }
}
