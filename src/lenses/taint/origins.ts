import type { Operand, TaintProgram } from './body.js';
import { paramsOf, type ResolvedCall } from './calls.js';
import type { InTurns } from './turns.js';
import { captureOf, partKey, RECEIVER } from './shape.js';

/**
 * Locals that may hold an object whose making the program does not show: a parameter that nobody here fills, what a callee
 * without a body returned, and what such an object holds. Fields of these are read from the heap, where all objects of a
 * type share them; fields of the others are followed from where they are written. Of captured values (body -1, of the
 * closure given instead of a local) it says whether some call of the closure is not seen: then what it captures is read
 * from a cell that all closures of that body share; else it is a part of the closure, which each call of it gets. It
 * yields after a body's.
 */
export function* unknownOrigins(
  program: TaintProgram,
  calls: readonly ResolvedCall[],
): InTurns<(body: number, local: number) => boolean> {
  const origins = new Origins(program);
  yield* origins.find(calls);
  const isApart = closuresSeenToRun(program, calls);
  return (body, local) => (body < 0 ? !isApart(local) : origins.isUnknown(`${body} ${local}`));
}

/** Closures all of whose calls are seen, with the operand in which the closure lies, and that are not only made and given back. */
function closuresSeenToRun(
  program: TaintProgram,
  calls: readonly ResolvedCall[],
): (body: number) => boolean {
  const seen = new Set<number>();
  const unseen = new Set<number>();
  for (const { targets } of calls)
    for (const { body, env } of targets) (env === undefined ? unseen : seen).add(body);
  for (const { blocks } of program.bodies)
    for (const { statements } of blocks)
      for (const { to, closure } of statements)
        if (closure !== null && (to.kind !== 'local' || to.local === 0))
          unseen.add(program.bodyOf.get(closure) ?? -1);
  return (body) => seen.has(body) && !unseen.has(body);
}

class Origins {
  readonly #unknown = new Set<string>();
  readonly #out = new Map<string, string[]>();
  /** Classes of the program, by what makes one. */
  readonly #classes: ReadonlySet<string>;

  constructor(readonly program: TaintProgram) {
    this.#classes = new Set(
      program.bodies.map(({ name }) => name.slice(0, name.lastIndexOf('#') + 1)),
    );
  }

  *find(calls: readonly ResolvedCall[]): InTurns<void> {
    const filled = new Set<string>();
    for (const b of this.program.bodies.keys()) {
      this.#body(b);
      yield b;
    }
    for (const [c, call] of calls.entries()) {
      this.#call(call, filled);
      if ((c & 0xff) === 0) yield c;
    }
    this.program.bodies.forEach(({ params, nested, receiver }, b) => {
      if (receiver === 'part' && !filled.has(`${b} this`)) this.#unknown.add(`${b} this`);
      for (let k = nested ? 2 : 1; k <= params; k++)
        if (!filled.has(`${b} ${k}`)) this.#unknown.add(`${b} ${k}`);
    });
    for (const at of this.#unknown)
      for (const next of this.#out.get(at) ?? []) this.#unknown.add(next);
  }

  isUnknown(node: string): boolean {
    return this.#unknown.has(node);
  }

  #edge(from: string, to: string): void {
    const list = this.#out.get(from);
    if (list === undefined) this.#out.set(from, [to]);
    else list.push(to);
  }

  #places(body: number, operand: Operand): string[] {
    switch (operand.kind) {
      case 'constant':
        return [];
      case 'static':
        return [`g ${operand.name}`];
      case 'field':
        if (operand.key === RECEIVER) return [`${body} this`];
        return this.program.bodyOf.has(captureOf(operand.key))
          ? [`c ${operand.key}`]
          : [`${body} ${operand.local}`, `f ${partKey(operand.key)}`];
      default:
        return [`${body} ${operand.local}`];
    }
  }

  #body(b: number): void {
    for (const { statements, terminator } of this.program.bodies[b]!.blocks) {
      for (const { to, closure, operands, shape } of statements) {
        if (shape?.kind === 'catch' && to.kind === 'local') this.#unknown.add(`${b} ${to.local}`);
        operands.forEach((operand, i) => {
          const key = shape?.kind === 'members' ? shape.keys[i] : null;
          const isMember = typeof key === 'string' && key !== '';
          for (const from of this.#places(b, operand)) {
            // An object that is made here is known, whatever lies in it.
            if (isMember) this.#edge(from, `f ${key}`);
            if (isMember && to.kind === 'local') continue;
            if (closure !== null) this.#edge(from, `c ${closure}#${i}`);
            else if (to.kind === 'local' || to.kind === 'deref')
              this.#edge(from, `${b} ${to.local}`);
            else if (to.kind === 'static') this.#edge(from, `g ${to.name}`);
            else
              this.#edge(
                from,
                this.program.bodyOf.has(captureOf(to.key)) ? `c ${to.key}` : `f ${partKey(to.key)}`,
              );
          }
        });
      }
      if (terminator.op === 'await' || terminator.op === 'yield') {
        const to = terminator.op === 'await' ? terminator.to : 0;
        for (const from of this.#places(b, terminator.on)) this.#edge(from, `${b} ${to}`);
      }
    }
  }

  #call({ site, targets, how }: ResolvedCall, filled: Set<string>): void {
    const { terminator } = this.program.bodies[site.body]!.blocks[site.block]!;
    if (terminator.op !== 'call') return;
    const result = `${site.body} ${terminator.to}`;
    // A class without a constructor gives the object that was made for it.
    const [first] = terminator.operands;
    const isOwn = first?.kind === 'local' && first.local === terminator.to;
    if (how === 'opaque' && isOwn && this.#classes.has(terminator.callee)) return;
    // Nobody has written to what `new` makes of a class of others.
    if (how === 'opaque' && terminator.makes === true) return;
    if (how === 'opaque' || (how === 'propagator' && targets.length > 0)) this.#unknown.add(result);
    for (const target of targets) {
      const { params } = this.program.bodies[target.body]!;
      if (target.callback !== undefined) {
        for (let k = target.shift; k < params; k++) this.#unknown.add(`${target.body} ${k + 1}`);
        continue;
      }
      this.#edge(`${target.body} 0`, result);
      if (target.fresh === true) filled.add(`${target.body} this`);
      if (target.on !== undefined) {
        filled.add(`${target.body} this`);
        for (const from of this.#places(site.body, terminator.operands[target.on]!))
          this.#edge(from, `${target.body} this`);
      }
      terminator.operands.forEach((operand, j) => {
        for (const k of paramsOf(target, j, params)) {
          filled.add(`${target.body} ${k + 1}`);
          for (const from of this.#places(site.body, operand))
            this.#edge(from, `${target.body} ${k + 1}`);
        }
      });
    }
    if (how !== 'propagator') return;
    for (const operand of terminator.operands)
      for (const from of this.#places(site.body, operand)) this.#edge(from, result);
  }
}
