import type { TS } from '../compiler.js';
import type { Reading } from '../reading.js';
import type { Frame } from './frame.js';
import type { Local, Operand, Place } from './ir.js';
import type { Types } from './evaluator.js';
import type { Labels } from './labels.js';
import type { Scopes } from './scopes.js';

/** Places of variables inside one function: the root of a body, or one of its closures. */
export class Scope {
  readonly #variables = new Map<TS.Node, Place>();
  #this: Place | undefined;
  /** `_1` of a closure: what holds its captured values. */
  #environment: Local | undefined;

  constructor(
    readonly frame: Frame,
    readonly home: TS.Node,
    private readonly reading: Reading,
    private readonly scopes: Scopes,
    private readonly labels: Labels,
    private readonly types: Types,
    readonly outer?: Scope,
  ) {}

  /** Must come before any parameter. */
  receiver(type: string): void {
    this.#this = this.frame.param(type);
  }

  environment(): void {
    this.#environment = this.frame.param('closure');
  }

  /** Undefined where `this` is whatever the caller gives a plain function. */
  this(): Place | undefined {
    if (this.#this) return this.#this;
    return this.#captured('this');
  }

  variable(declaration: TS.Node, type: () => string): Place {
    const known = this.#variables.get(declaration);
    if (known) return known;
    const place = this.#find(declaration, type);
    this.#variables.set(declaration, place);
    return place;
  }

  /** Lets a local stand for a variable, unless another body shares it. */
  bind(declaration: TS.Node, local: Local): Place {
    if (this.isLocal(declaration)) {
      this.#variables.set(declaration, local);
      return local;
    }
    return this.variable(declaration, () => local.type);
  }

  isLocal(declaration: TS.Node): boolean {
    return !this.#isStatic(declaration) && this.scopes.homeOf(declaration) === this.home;
  }

  /** What a closure captures, as operands of this scope. */
  operands(closure: TS.Node): Operand[] {
    return this.scopes.captures(closure).map((what) => {
      if (what === 'this') return this.this() ?? { sort: 'constant', type: 'undefined' };
      return this.variable(what, () => this.types.text(what));
    });
  }

  #find(declaration: TS.Node, type: () => string): Place {
    const { entities, ts } = this.reading;
    if (this.#isStatic(declaration)) {
      const entity = entities.ofDeclaration(declaration);
      if (entity && !ts.isParameter(declaration))
        return { sort: 'static', name: this.labels.static(declaration) };
      return { sort: 'static', name: this.#sharedName(declaration) };
    }
    return this.#captured(declaration) ?? this.frame.variable(type());
  }

  #isStatic(declaration: TS.Node): boolean {
    const { entities, ts } = this.reading;
    if (this.scopes.isShared(declaration)) return true;
    return entities.ofDeclaration(declaration) !== undefined && !ts.isParameter(declaration);
  }

  #captured(what: TS.Node | 'this'): Place | undefined {
    if (!this.#environment) return undefined;
    const index = this.scopes.captures(this.home).indexOf(what);
    if (index < 0) return undefined;
    return {
      sort: 'captured',
      local: this.#environment,
      closure: this.scopes.number(this.home),
      index,
    };
  }

  #sharedName(declaration: TS.Node): string {
    const { syntax } = this.reading;
    const body = this.scopes.bodyOf(this.scopes.homeOf(declaration));
    const name = syntax.nameText((declaration as { name?: TS.Node }).name) ?? '_';
    return `${this.labels.static(body)}${name}.`;
  }
}
