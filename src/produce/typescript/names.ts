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
}
