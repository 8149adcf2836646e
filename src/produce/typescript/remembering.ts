import { CallSignatures } from './call-signatures.js';
import type { Compiler, TS } from './compiler.js';

/**
 * A checker that remembers, until it is told to forget, the symbol and the type of every node that it was asked for.
 * The compiler works most of them out anew at each question, the type of an object literal even as another type, and
 * the passes over one file ask the same questions several times.
 */
export class RememberingChecker {
  readonly checker: TS.TypeChecker;
  readonly signatures: CallSignatures;
  readonly #symbols = new Map<TS.Node, TS.Symbol | undefined>();
  readonly #types = new Map<TS.Node, TS.Type>();

  constructor(ts: Compiler, asked: TS.TypeChecker) {
    // A statement's value is nobody's, so that no one asked for its call before.
    const simple = (node: TS.Node): TS.Type | undefined =>
      ts.isCallExpression(node) && ts.isExpressionStatement(node.parent)
        ? this.signatures.resultOf(node)
        : undefined;
    this.checker = {
      ...asked,
      getSymbolAtLocation: (node) => {
        const known = this.#symbols.get(node);
        if (known || this.#symbols.has(node)) return known;
        const symbol = asked.getSymbolAtLocation(node);
        this.#symbols.set(node, symbol);
        return symbol;
      },
      getTypeAtLocation: (node) => {
        const known = this.#types.get(node);
        if (known) return known;
        const type = simple(node) ?? asked.getTypeAtLocation(node);
        this.#types.set(node, type);
        return type;
      },
    };
    this.signatures = new CallSignatures(ts, this.checker);
  }

  forget(): void {
    this.#symbols.clear();
    this.#types.clear();
  }
}
