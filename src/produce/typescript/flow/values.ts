import type { TS } from '../compiler.js';
import type { Entity } from '../entities.js';
import type { Cell, Solver } from './solver.js';

/** What a place of a script may hold, as far as it matters to calls. */
export type Value = FunctionValue | ObjectValue | ExternalValue | DeclaredValue;

/** A function or class of the project, or of another file that only types tell of. */
export interface FunctionValue extends Holder {
  readonly sort: 'function';
  readonly node: TS.FunctionLikeDeclaration | TS.ClassLikeDeclaration;
}

/** All objects that one place in the sources makes. */
export interface ObjectValue extends Holder {
  readonly sort: 'object';
  /** `module`: what a script exports; `prototype`, `instance`: of the function at the site. */
  readonly role: 'literal' | 'array' | 'module' | 'prototype' | 'instance';
  readonly site: TS.Node;
}

/** What a package without types exports, or has made. */
interface ExternalValue extends Holder {
  readonly sort: 'external';
  readonly owner: Entity;
  /** The export; undefined for the module itself. */
  readonly name: string | undefined;
  /** What calling the export gave: its members are known by what made it. */
  readonly isMade: boolean;
}

/** An object or a member whose declaration in another package says what it is. */
interface DeclaredValue extends Holder {
  readonly sort: 'declared';
  readonly type: TS.Type;
  readonly declaration: TS.Node | undefined;
}

/** Properties of a value: a cell each, and one for keys that no constant names. */
interface Holder {
  readonly id: number;
  readonly own: Map<string, Cell>;
  /** Values of keys that are computed. */
  readonly computed: Cell;
  /** Values of all properties. */
  readonly all: Cell;
  /** What it inherits from, or was mixed into it. */
  readonly above: Cell;
  /** Names that its literal or its class gives it, which hide what is above. */
  readonly hides: Set<string>;
}

/** One value for each thing that there is. */
export class Values {
  readonly #functions = new Map<TS.Node, FunctionValue>();
  readonly #objects = new Map<string, Map<TS.Node, ObjectValue>>();
  readonly #externals = new Map<string, ExternalValue>();
  readonly #declared = new Map<TS.Type | TS.Node, DeclaredValue>();
  #count = 0;

  constructor(private readonly solver: Solver) {}

  function(node: FunctionValue['node']): FunctionValue {
    const known = this.#functions.get(node);
    if (known) return known;
    const made: FunctionValue = { sort: 'function', node, ...this.#holder() };
    this.#functions.set(node, made);
    return made;
  }

  object(role: ObjectValue['role'], site: TS.Node): ObjectValue {
    const ofRole = this.#objects.get(role) ?? new Map<TS.Node, ObjectValue>();
    this.#objects.set(role, ofRole);
    const known = ofRole.get(site);
    if (known) return known;
    const made: ObjectValue = { sort: 'object', role, site, ...this.#holder() };
    ofRole.set(site, made);
    return made;
  }

  external(owner: Entity, name: string | undefined, isMade: boolean): ExternalValue {
    const key = `${owner.id}\0${name ?? ''}\0${isMade}`;
    const known = this.#externals.get(key);
    if (known) return known;
    const made: ExternalValue = { sort: 'external', owner, name, isMade, ...this.#holder() };
    this.#externals.set(key, made);
    return made;
  }

  declared(type: TS.Type, declaration: TS.Node | undefined): DeclaredValue {
    const known = this.#declared.get(declaration ?? type);
    if (known) return known;
    const made: DeclaredValue = { sort: 'declared', type, declaration, ...this.#holder() };
    this.#declared.set(declaration ?? type, made);
    return made;
  }

  /** The cell of a named property. */
  property(value: Value, name: string): Cell {
    const known = value.own.get(name);
    if (known) return known;
    const cell = this.solver.cell();
    value.own.set(name, cell);
    this.solver.flow(cell, value.all);
    return cell;
  }

  #holder(): Holder {
    const holder = {
      id: this.#count++,
      own: new Map<string, Cell>(),
      computed: this.solver.cell(),
      all: this.solver.cell(),
      above: this.solver.cell(),
      hides: new Set<string>(),
    };
    this.solver.flow(holder.computed, holder.all);
    return holder;
  }
}
