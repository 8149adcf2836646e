import type { TS } from '../compiler.js';
import type { Reading } from '../reading.js';
import type { Cell, Solver } from './solver.js';
import type { Value, Values } from './values.js';

/** Reading and writing properties of what a cell holds. */
export class Properties {
  /** By holder and name: what reading it gives. */
  readonly #found = new Map<Value, Map<string, Cell>>();

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
      else this.solver.flow(this.#of(holder, name), into);
    });
  }

  /** Told apart by holder: what a member call runs has just that one as `this`. */
  readEach(object: Cell, name: string, tell: (holder: Value, value: Cell) => void): void {
    this.solver.watch(object, (holder) => {
      tell(holder, this.#of(holder, name));
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

  /** One cell for each name of each holder, however many read it: scripts where all inherits from all ask millions of times. */
  #of(holder: Value, name: string): Cell {
    const ofHolder = this.#found.get(holder) ?? new Map<string, Cell>();
    this.#found.set(holder, ofHolder);
    const known = ofHolder.get(name);
    if (known) return known;
    const found = this.solver.cell();
    ofHolder.set(name, found);
    if (holder.sort === 'external') this.#ofExternal(holder, name, found);
    if (holder.sort === 'declared') this.#ofDeclared(holder.type, name, found);
    this.solver.flow(this.values.property(holder, name), found);
    if (holder.sort === 'object' && holder.role === 'array' && /^\d+$/u.test(name))
      this.solver.flow(holder.computed, found);
    if (holder.hides.has(name)) return found;
    // A package without types may have any name, or not this one.
    this.solver.watch(holder.above, (above) => {
      if (above.sort !== 'external') this.solver.flow(this.#of(above, name), found);
    });
    return found;
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
