import type { TS } from '../compiler.js';
import type { Entity } from '../entities.js';
import { isScript } from '../projects.js';
import type { Reading } from '../reading.js';
import type { UntypedImports } from '../untyped-imports.js';
import { Constraints } from './constraints.js';
import { FlowCalls } from './flow-calls.js';
import { Modules } from './modules.js';
import { Properties } from './properties.js';
import { Solver } from './solver.js';
import { Values, type Value } from './values.js';

/** What a call of a script may run. */
export type Reached =
  | { readonly sort: 'declaration'; readonly node: TS.Node }
  | { readonly sort: 'external'; readonly owner: Entity; readonly name: string };

/** More candidates than this tell nothing of a call. */
const MAX_CANDIDATES = 8;

/**
 * Which functions reach the calls of a program's scripts. The checker knows only what types tell; scripts put functions
 * into objects, mix objects into others, and pass both on. This follows them through the program: a points-to analysis
 * by inclusion, in which properties are told apart by the object's place of making, and neither the order of statements
 * nor who calls a function is.
 */
export class ScriptFlow {
  #calls: FlowCalls | undefined;
  #isDrawn = false;

  constructor(
    private readonly reading: Reading,
    private readonly untyped: UntypedImports,
  ) {}

  /** Whether the program was beyond this analysis: then none of its scripts' calls has candidates by it. */
  get isGivenUp(): boolean {
    return this.#isDrawn && this.#calls === undefined;
  }

  /** The callees that are known, in the order of their declarations; none where nothing or too much reaches it. */
  reaching(call: TS.Node): readonly Reached[] {
    if (!this.#isDrawn) {
      this.#isDrawn = true;
      this.#calls = this.#solve();
    }
    const seen = this.#calls?.seen.get(call);
    const found = seen ? [...seen.callee.values].flatMap((one) => reached(one)) : [];
    if (found.length > MAX_CANDIDATES) return [];
    return found.sort(inOrder);
  }

  #solve(): FlowCalls | undefined {
    const { reading } = this;
    const solver = new Solver(reading.mostOffers);
    const values = new Values(solver);
    const properties = new Properties(reading, solver, values);
    const tools = { reading, solver, values, properties };
    const constraints = new Constraints(tools);
    constraints.modules = new Modules(tools, constraints, this.untyped);
    constraints.calls = new FlowCalls(tools, constraints, constraints.modules);
    for (const file of reading.program.getSourceFiles()) {
      const isOwn = reading.sources.isLocal(file) && isScript(file.fileName);
      if (isOwn && reading.entities.ofDeclaration(file)?.generated !== true) constraints.draw(file);
    }
    solver.run();
    constraints.drawDefaults();
    // A name that nobody gave a value may be one of those that a computed key gave.
    constraints.calls.drawComputed();
    solver.run();
    return solver.isExhausted ? undefined : constraints.calls;
  }
}

function reached(value: Value): readonly Reached[] {
  if (value.sort === 'function') return [{ sort: 'declaration', node: value.node }];
  if (value.sort === 'external')
    return [{ sort: 'external', owner: value.owner, name: value.name ?? 'default' }];
  if (value.sort === 'declared' && value.declaration)
    return [{ sort: 'declaration', node: value.declaration }];
  return [];
}

function inOrder(a: Reached, b: Reached): number {
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

function keyOf(one: Reached): string {
  if (one.sort === 'external') return `1 ${one.owner.id} ${one.name}`;
  return `0 ${one.node.getSourceFile().fileName} ${String(one.node.pos).padStart(9, '0')}`;
}
