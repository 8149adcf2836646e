import type { Compiler, TS } from './compiler.js';

/**
 * What the signatures of a callee tell of its call. The checker would choose among them, which takes the types of all
 * arguments and of all that is in them; most calls of a test (`expect(a).toEqual({ … })`) need no choice.
 */
export class CallSignatures {
  constructor(
    private readonly ts: Compiler,
    private readonly checker: TS.TypeChecker,
  ) {}

  /** The type of a call's result where every signature returns the same simple type, whatever its arguments. */
  resultOf(call: TS.CallExpression): TS.Type | undefined {
    const [first, ...others] = this.#of(call);
    const result = first && this.checker.getReturnTypeOfSignature(first);
    if (!result || !this.#isSimple(result)) return undefined;
    return others.every((one) => this.checker.getReturnTypeOfSignature(one) === result)
      ? result
      : undefined;
  }

  /** Whether nothing but an object literal itself says what it should hold: it is what `<E>(expected: E) => void` infers E from. */
  isInferredFrom(literal: TS.Expression): boolean {
    const { ts } = this;
    let argument: TS.Expression = literal;
    for (;;) {
      const { parent } = argument;
      if (ts.isPropertyAssignment(parent)) argument = parent.parent;
      else if (ts.isArrayLiteralExpression(parent) || ts.isParenthesizedExpression(parent))
        argument = parent;
      else break;
    }
    const call = argument.parent;
    if (!ts.isCallExpression(call) || call.arguments[0] !== argument) return false;
    if (call.typeArguments !== undefined || call.arguments.length !== 1) return false;
    const signatures = this.#of(call);
    return signatures.length === 1 && this.#infersItsParameter(signatures[0]!);
  }

  #infersItsParameter(signature: TS.Signature): boolean {
    const { typeParameters, parameters, declaration } = signature;
    const [only] = parameters;
    if (typeParameters?.length !== 1 || !only || parameters.length !== 1) return false;
    // The type of a rest parameter is an array's, never the type parameter itself without a constraint.
    return (
      declaration !== undefined &&
      this.checker.getTypeOfSymbolAtLocation(only, declaration) === typeParameters[0] &&
      typeParameters[0]!.getConstraint() === undefined &&
      this.#isSimple(this.checker.getReturnTypeOfSignature(signature))
    );
  }

  /** None where the callee is a union, optional or a script's, whose calls have rules of their own. */
  #of(call: TS.CallExpression): readonly TS.Signature[] {
    const { ts } = this;
    const callee = call.expression;
    const isPlain =
      (ts.isPropertyAccessExpression(callee) || ts.isIdentifier(callee)) &&
      !ts.isOptionalChain(call) &&
      (call.flags & ts.NodeFlags.JavaScriptFile) === 0;
    if (!isPlain) return [];
    const type = this.checker.getTypeAtLocation(callee);
    return type.flags & ts.TypeFlags.Object ? type.getCallSignatures() : [];
  }

  #isSimple(type: TS.Type): boolean {
    const { Void, String, Number, Undefined, Never, Null, Any, Unknown } = this.ts.TypeFlags;
    return (type.flags & (Void | String | Number | Undefined | Never | Null | Any | Unknown)) !== 0;
  }
}
