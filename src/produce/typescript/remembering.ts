import { CallSignatures } from './call-signatures.js';
import type { Compiler, TS } from './compiler.js';
import { programAgain } from './program-again.js';
import { reclaimed } from './reclaim.js';

/**
 * How much a program may hold, in nodes of its files, types and symbols together: one of them weighs some 300 to 600
 * bytes. What its files leave of it is how many types and symbols a checker may make before another takes its place
 * between two files; it lets go of none of them, though few are of use to more than one file. A count and no measure
 * of memory, so that the same sources are always read by the same checkers.
 */
const MOST_HELD = 1_600_000;

/** However large the files are: what a checker makes of the library comes anew with each. */
const LEAST_MADE = 300_000;

/**
 * A checker that remembers, until it is told to forget, the symbol and the type of every node that it was asked for.
 * The compiler works most of them out anew at each question, the type of an object literal even as another type, and
 * the passes over one file ask the same questions several times. What the compiler's own checker remembers beyond that
 * is let go of by taking a new one, behind the same face, once it has become too much.
 */
export class RememberingChecker {
  readonly checker: TS.TypeChecker;
  readonly signatures: CallSignatures;
  readonly #symbols = new Map<TS.Node, TS.Symbol | undefined>();
  readonly #types = new Map<TS.Node, TS.Type>();
  #program: TS.Program;
  #asked: TS.TypeChecker;
  #madeAtFirst: number;
  #most: number;
  #renewed: () => void = () => undefined;

  /** `most`: how many types and symbols one checker may make. */
  constructor(
    private readonly ts: Compiler,
    program: TS.Program,
    most = Math.max(MOST_HELD - program.getNodeCount(), LEAST_MADE),
  ) {
    this.#most = most;
    this.#program = program;
    this.#asked = program.getTypeChecker();
    this.#madeAtFirst = this.#made();
    this.checker = { ...this.#asked, ...this.#remembering() };
    this.signatures = new CallSignatures(ts, this.checker);
  }

  /** What is checked: the same files whichever checker it is, but another object for each. */
  get program(): TS.Program {
    return this.#program;
  }

  /** Another file comes next. */
  async forget(): Promise<void> {
    this.#symbols.clear();
    this.#types.clear();
    const gone = this.#made() - this.#madeAtFirst > this.#most ? this.#renew() : undefined;
    if (gone) await reclaimed(gone);
  }

  /** To be told when another checker has taken over: what the last one made is to be let go of. */
  onRenewal(renewed: () => void): void {
    this.#renewed = renewed;
  }

  #made(): number {
    return this.#program.getTypeCount() + this.#program.getSymbolCount();
  }

  /** The checker that was, of which nothing is held any more. */
  #renew(): WeakRef<object> | undefined {
    const again = programAgain(this.ts, this.#program);
    if (!again) {
      // Nor would it another time.
      this.#most = Infinity;
      return undefined;
    }
    const gone = new WeakRef(this.#asked);
    this.#program = again;
    this.#asked = again.getTypeChecker();
    this.#madeAtFirst = this.#made();
    Object.assign(this.checker, this.#asked, this.#remembering());
    this.#renewed();
    return gone;
  }

  #symbolAt(node: TS.Node): TS.Symbol | undefined {
    const { ts } = this;
    // Told by checking the whole access, whose type comes with it and is mostly asked for next.
    const access = ts.isSourceFile(node) ? node : node.parent;
    if (ts.isPropertyAccessExpression(access) && access.name === node)
      this.checker.getTypeAtLocation(access);
    return this.#asked.getSymbolAtLocation(node);
  }

  /**
   * `m` of `x.m()` by the type of x, which is asked for later anyway. Nobody asks for the type of `x.m`, for which the
   * checker would work out x once more, and choose the signature of a call in it.
   */
  #methodNamed(node: TS.Node): TS.Symbol | undefined {
    const { ts } = this;
    if (!ts.isIdentifier(node) || (node.flags & ts.NodeFlags.JavaScriptFile) !== 0)
      return undefined;
    const access = node.parent;
    if (!ts.isPropertyAccessExpression(access) || access.name !== node) return undefined;
    const call = access.parent;
    const isCallee =
      ts.isCallExpression(call) && call.expression === access && !ts.isOptionalChain(access);
    if (!isCallee || access.expression.kind === ts.SyntaxKind.SuperKeyword) return undefined;
    const type = this.checker.getTypeAtLocation(access.expression);
    const { Object, StringLike, NumberLike, BooleanLike } = ts.TypeFlags;
    if ((type.flags & (Object | StringLike | NumberLike | BooleanLike)) === 0) return undefined;
    const { getApparentType, getWidenedType, getPropertyOfType } = this.#asked;
    return getPropertyOfType(getApparentType(getWidenedType(type)), node.text);
  }

  #remembering(): Pick<TS.TypeChecker, 'getSymbolAtLocation' | 'getTypeAtLocation'> {
    const { ts } = this;
    // A statement's value is nobody's, so that no one asked for its call before.
    const simple = (node: TS.Node): TS.Type | undefined =>
      ts.isCallExpression(node) && ts.isExpressionStatement(node.parent)
        ? this.signatures.resultOf(node)
        : undefined;
    return {
      getSymbolAtLocation: (node) => {
        const known = this.#symbols.get(node);
        if (known || this.#symbols.has(node)) return known;
        const symbol = this.#methodNamed(node) ?? this.#symbolAt(node);
        this.#symbols.set(node, symbol);
        return symbol;
      },
      getTypeAtLocation: (node) => {
        const known = this.#types.get(node);
        if (known) return known;
        const type = simple(node) ?? this.#asked.getTypeAtLocation(node);
        this.#types.set(node, type);
        return type;
      },
    };
  }
}
