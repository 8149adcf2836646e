import type { How } from '../../dump/index.js';
import type { Callee } from './callee.js';
import { Classes } from './classes.js';
import type { TS } from './compiler.js';
import type { Externals } from './externals.js';
import { ScriptFlow, type Reached } from './flow/script-flow.js';
import { Names } from './names.js';
import { isScript } from './projects.js';
import type { Reading } from './reading.js';
import { Targets, type Target } from './targets.js';
import { UntypedImports } from './untyped-imports.js';

const UNRESOLVED: Callee = { class: 'unresolved', how: 'direct', targets: [] };

/** Finds what a call calls. The callee's own symbol comes first; the resolved signature only where it says nothing. */
export class Callees {
  readonly names: Names;
  readonly classes: Classes;
  readonly #targets: Targets;
  readonly #untyped: UntypedImports;
  readonly #flow: ScriptFlow;
  /** The uses and the blocks of a file ask for the same calls. */
  readonly #found = new Map<TS.Node, Callee | undefined>();

  constructor(
    private readonly reading: Reading,
    private readonly externals: Externals,
  ) {
    this.names = new Names(reading);
    this.classes = new Classes(reading, externals, this.names);
    this.#targets = new Targets(reading, externals, this.names);
    this.#untyped = new UntypedImports(reading, externals);
    this.#flow = new ScriptFlow(reading, this.#untyped);
  }

  /** Whether the program's scripts have too much in common to be followed. */
  get isFlowGivenUp(): boolean {
    return this.#flow.isGivenUp;
  }

  /** Another file's calls are asked for from here on. */
  forget(): void {
    this.#found.clear();
  }

  /** Undefined for what only looks like a call: `import()`, lower-case JSX tags. */
  of(call: TS.CallLikeExpression): Callee | undefined {
    if (this.#found.has(call)) return this.#found.get(call);
    const found = this.#find(call);
    const callee = found && this.#flowing(found, call);
    this.#found.set(call, callee);
    return callee;
  }

  /** What flows through a script to a call that types don't tell of. */
  #flowing(found: Callee, call: TS.CallLikeExpression): Callee {
    if (found.class === 'external' || found.class === 'dispatch') return found;
    if (!isScript(call.getSourceFile().fileName)) return found;
    const reached = this.#flow.reaching(call);
    const targets = reached.flatMap((one) => this.#reached(one));
    if (targets.length === 0) return found;
    const settled = this.#targets.settle(targets, call);
    if (found.class === 'resolved') return this.#isReplaced(call, reached) ? settled : found;
    if (found.class === 'unresolved')
      return settled.class === 'by_value' ? settled : { ...settled, how: 'points-to' };
    // Still a value: others may be passed by who is not seen.
    const isKnown = settled.class !== 'by_value' && settled.targets.length > 0;
    return isKnown ? { class: 'by_value', how: 'points-to', targets: settled.targets } : found;
  }

  /** Whether what is called is a variable or a property of an object that may hold another function by then. */
  #isReplaced(call: TS.CallLikeExpression, reached: readonly Reached[]): boolean {
    const { ts, syntax } = this.reading;
    if (!ts.isCallExpression(call) && !ts.isNewExpression(call)) return false;
    const callee = syntax.bare(call.expression);
    if (ts.isIdentifier(callee)) {
      const variable = this.names.symbolOf(callee)?.valueDeclaration;
      return (
        variable !== undefined &&
        ts.isVariableDeclaration(variable) &&
        (ts.getCombinedNodeFlags(variable) & ts.NodeFlags.Const) === 0
      );
    }
    const isMember = ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee);
    // Members of classes are told by their hierarchy.
    return (
      isMember &&
      reached.some((one) => one.sort === 'declaration' && !ts.isClassLike(one.node.parent))
    );
  }

  #reached(one: Reached): readonly Target[] {
    const { ts } = this.reading;
    if (one.sort === 'external') {
      const entity = this.#untyped.exportOf(one.owner, one.name);
      return [{ sort: 'entity', entity, how: 'points-to', class: 'external' }];
    }
    if (!ts.isClassLike(one.node)) return this.#targets.ofDeclaration(one.node);
    const made = this.classes.constructed(one.node, 'points-to');
    return made.targets.map((entity) => ({
      sort: 'entity',
      entity,
      how: 'points-to',
      class: made.class,
    }));
  }

  #find(call: TS.CallLikeExpression): Callee | undefined {
    const { ts, syntax } = this.reading;
    if (ts.isDecorator(call)) return this.#decorator(call);
    if (ts.isJsxOpeningLikeElement(call)) return this.#jsx(call);
    if (ts.isTaggedTemplateExpression(call)) return this.#expression(syntax.bare(call.tag), call);
    if (ts.isNewExpression(call)) return this.#construct(syntax.bare(call.expression), call, 'new');
    if (!ts.isCallExpression(call)) return undefined;
    const callee = syntax.bare(call.expression);
    if (callee.kind === ts.SyntaxKind.ImportKeyword) return undefined;
    if (callee.kind === ts.SyntaxKind.SuperKeyword) return this.#super(call);
    const found = this.#expression(callee, call);
    return ts.isDecorator(call.parent) ? { ...found, how: 'decorator' } : found;
  }

  #expression(callee: TS.Expression, call: TS.CallLikeExpression): Callee {
    const { ts, syntax, checker } = this.reading;
    if (syntax.isFunctionExpression(callee))
      return { class: 'resolved', how: 'direct', targets: [] };
    const through = this.names.throughCallOrApply(callee);
    if (through) {
      const called = this.#expression(through, call);
      if (called.class !== 'unresolved') return called;
    }
    const symbol = this.names.symbolOf(callee);
    const chosen = (): TS.Node | undefined => checker.getResolvedSignature(call)?.declaration;
    const found = symbol ? this.#targets.of(symbol, chosen) : [];
    if (found.length > 0) return this.#targets.settle(found, callee);
    if (symbol === undefined || !symbol.declarations?.length) {
      const unknown =
        checker.getTypeAtLocation(callee).flags &
        (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never);
      if (unknown) {
        return this.#withoutTypes(callee);
      }
    }
    const signature = chosen();
    if (signature && ts.isElementAccessExpression(callee) && this.names.isWellKnown(callee)) {
      const target = this.#targets.ofDeclaration(signature, 0);
      if (target.length > 0) return this.#targets.settle(target, callee);
    }
    // What another package's function returns is that package's: test.each(rows)('…', f).
    const outer = ts.isCallExpression(callee) ? this.of(callee) : undefined;
    if (outer?.class === 'external') return outer;
    return this.#bySignature(signature);
  }

  #withoutTypes(callee: TS.Expression): Callee {
    const untyped = this.#untyped.of(callee, (call) => this.of(call)?.targets ?? []);
    if (!untyped) return UNRESOLVED;
    if (untyped.sort === 'external')
      return { class: 'external', how: 'direct', targets: [untyped.entity] };
    const symbol = this.names.aliased(untyped.symbol);
    const found = symbol ? this.#targets.of(symbol) : [];
    return found.length > 0 ? this.#targets.settle(found, callee) : UNRESOLVED;
  }

  #bySignature(signature: TS.Node | undefined): Callee {
    const { sources, ts } = this.reading;
    if (
      signature &&
      !sources.isLocal(signature.getSourceFile()) &&
      !ts.isFunctionTypeNode(signature)
    ) {
      const entity = this.externals.entityOf(signature);
      if (entity) return { class: 'external', how: 'method', targets: [entity] };
    }
    if (signature && ts.isMethodSignature(signature)) {
      const entity = this.externals.entityOf(signature);
      if (entity) return { class: 'dispatch', how: 'interface', targets: [entity] };
    }
    return this.#targets.anyFunction();
  }

  #construct(callee: TS.Expression, call: TS.NewExpression, how: How): Callee {
    const { ts, checker, sources, syntax } = this.reading;
    const declared = ts.isClassExpression(callee)
      ? callee
      : this.classes.classOf(this.names.symbolOf(callee));
    if (declared) return this.classes.constructed(declared, how);
    const signature = checker.getResolvedSignature(call)?.declaration;
    if (signature && ts.isConstructorDeclaration(signature))
      return this.classes.constructed(signature.parent, how);
    const made = checker.getTypeAtLocation(call).getSymbol()?.declarations ?? [];
    if (signature && !sources.isLocal(signature.getSourceFile())) {
      // `interface MapConstructor { new (): Map }`: what is made says more than who makes it.
      const named = made.find(
        (one) =>
          !sources.isLocal(one.getSourceFile()) &&
          (ts.isInterfaceDeclaration(one) || ts.isClassLike(one)),
      );
      const entity = this.externals.entityOf(named ?? signature);
      if (entity) return { class: 'external', how, targets: [entity] };
    }
    const type = checker.getTypeAtLocation(callee);
    const instance = made.find(ts.isClassLike);
    if (instance && !signature) return this.classes.constructed(instance, how);
    if (type.flags & ts.TypeFlags.Any) return UNRESOLVED;
    const symbol = this.names.symbolOf(callee);
    const place = symbol?.valueDeclaration;
    if (place && syntax.isFunction(place)) {
      const entity = this.externals.entityOf(place);
      if (entity) return { class: 'resolved', how, targets: [entity] };
    }
    const holder = place && !ts.isClassLike(place) ? this.#targets.ofDeclaration(place) : [];
    if (holder.length > 0) return this.#targets.settle(holder, callee);
    return this.#targets.anyFunction();
  }

  #super(call: TS.CallExpression): Callee {
    const { ts, checker } = this.reading;
    let outer: TS.Node = call;
    while (!ts.isClassLike(outer) && !ts.isSourceFile(outer)) outer = outer.parent;
    const base = ts.isClassLike(outer) ? this.classes.baseOf(outer) : undefined;
    if (base) return this.classes.constructed(base, 'super');
    const signature = checker.getResolvedSignature(call)?.declaration;
    const entity = signature && this.externals.entityOf(signature);
    if (entity)
      return { class: entity.local ? 'resolved' : 'external', how: 'super', targets: [entity] };
    return signature ? this.#targets.anyFunction() : UNRESOLVED;
  }

  #jsx(element: TS.JsxOpeningLikeElement): Callee | undefined {
    const { ts } = this.reading;
    const tag = element.tagName;
    // Not asked by its predicate, which 5.0 lacks.
    if (tag.kind === ts.SyntaxKind.JsxNamespacedName) return undefined;
    if (ts.isIdentifier(tag) && /^[a-z]/u.test(tag.text)) return undefined;
    const symbol = this.names.symbolOf(tag);
    const declared = this.classes.classOf(symbol);
    const callee = declared
      ? this.classes.constructed(declared, 'jsx')
      : this.#expression(tag, element);
    return callee.class === 'resolved' || callee.class === 'external'
      ? { ...callee, how: 'jsx' }
      : callee;
  }

  #decorator(decorator: TS.Decorator): Callee | undefined {
    const { ts, syntax } = this.reading;
    const expression = syntax.bare(decorator.expression);
    // `@f(x)`: the walk meets the call of f by itself.
    if (ts.isCallExpression(expression)) return undefined;
    return { ...this.#expression(expression, decorator), how: 'decorator' };
  }
}
