import type { TS } from '../compiler.js';
import type { Reading } from '../reading.js';
import type { Cell, Solver } from './solver.js';
import type { Value, Values } from './values.js';

/** Reading and writing properties of what a cell holds. */
export class Properties {
  /** Reads that stand already: a value's property into a cell. */
  readonly #read = new Set<string>();

  constructor(
    private readonly reading: Reading,
    private readonly solver: Solver,
    private readonly values: Values,
  ) {}

  /** `name`: undefined for a key that no constant names. */
  write(object: Cell, name: string | undefined, value: Cell): void {
    this.solver.watch(object, (holder) => {
      if (name === '__proto__') this.solver.flow(value, holder.above);
      else
        this.solver.flow(
          value,
          name === undefined ? holder.computed : this.values.property(holder, name),
        );
    });
  }

  read(object: Cell, name: string | undefined, into: Cell): void {
    this.solver.watch(object, (holder) => {
      if (name === undefined) this.solver.flow(holder.all, into);
      else if (name === '__proto__') this.solver.flow(holder.above, into);
      else this.#of(holder, name, into);
    });
  }

  /** Told apart by holder: what a member call runs has just that one as `this`. */
  readEach(object: Cell, name: string, tell: (holder: Value, value: Cell) => void): void {
    this.solver.watch(object, (holder) => {
      const part = this.solver.cell();
      tell(holder, part);
      this.#of(holder, name, part);
    });
  }

  /** What computed keys, or packages without types above, may have given to a name that nothing else gives a value. */
  readComputed(object: Cell, into: Cell): void {
    const seen = new Set<Value>();
    const visit = (holder: Value): void => {
      if (seen.has(holder)) return;
      seen.add(holder);
      this.solver.flow(holder.computed, into);
      if (holder.sort === 'external') this.solver.add(into, holder);
      for (const above of holder.above.values) visit(above);
    };
    for (const holder of object.values) visit(holder);
  }

  #of(holder: Value, name: string, into: Cell): void {
    const key = `${holder.id}.${name}>${into.id}`;
    if (this.#read.has(key)) return;
    this.#read.add(key);
    if (holder.sort === 'external') this.#ofExternal(holder, name, into);
    if (holder.sort === 'declared') this.#ofDeclared(holder.type, name, into);
    this.solver.flow(this.values.property(holder, name), into);
    if (holder.sort === 'object' && holder.role === 'array' && /^\d+$/u.test(name))
      this.solver.flow(holder.computed, into);
    if (holder.hides.has(name)) return;
    // A package without types may have any name, or not this one.
    this.solver.watch(holder.above, (above) => {
      if (above.sort !== 'external') this.#of(above, name, into);
    });
  }

  #ofExternal(holder: Extract<Value, { sort: 'external' }>, name: string, into: Cell): void {
    // What a function of a package has made is known by that function.
    const member =
      holder.isMade || holder.name !== undefined
        ? holder
        : this.values.external(holder.owner, name, false);
    this.solver.add(into, member);
  }

  #ofDeclared(type: TS.Type, name: string, into: Cell): void {
    const { checker } = this.reading;
    const property = type.getProperty(name);
    const declaration = property?.declarations?.[0];
    if (!property || !declaration) return;
    const found = checker.getTypeOfSymbol(property);
    this.solver.add(into, this.values.declared(found, declaration));
  }
}
