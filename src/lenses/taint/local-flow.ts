import type { FlowLabel } from './access-paths.js';
import type { Operand, TaintBody, TaintProgram, TaintStatement } from './body.js';
import type { FlowKind } from './flow.js';
import { FlowEdges } from './flow-edges.js';
import { ReachingDefinitions } from './reaching.js';
import { captureOf, partKey, writtenCell, THROWN, type Shape } from './shape.js';
import { CAPTURED } from './numbering.js';
import { cellsThatClosuresWrite, untypedFields } from './shared-cells.js';
import { caughtAt } from './thrown.js';
import type { InTurns } from './turns.js';
import type { BodyVertices, Definition, Vertices } from './vertices.js';
import { mayMatch } from './access-paths.js';

/** Inside the bodies: definitions to uses, and what goes through the heap. */
export function* localEdges(
  program: TaintProgram,
  vertices: Vertices,
): InTurns<{ edges: FlowEdges; fieldsUnresolved: number }> {
  const edges = new FlowEdges();
  let fieldsUnresolved = 0;
  const written =
    vertices.paths > 0 ? cellsThatClosuresWrite(program, vertices) : new Set<string>();
  for (const [b, body] of program.bodies.entries()) {
    const walker = new BodyFlow(body, b, vertices, edges, program, written);
    walker.run();
    fieldsUnresolved += walker.unresolved;
    yield b;
  }
  if (vertices.paths > 0) untypedFields(program, vertices, edges);
  return { edges, fieldsUnresolved };
}

/** What a use takes: a vertex, how, and the part of its value. */
interface Taken {
  readonly vertex: number;
  readonly kind: FlowKind;
  readonly label: Partial<FlowLabel>;
  readonly base?: number | undefined;
}

type Reaching = (local: number) => readonly number[];

class BodyFlow {
  unresolved = 0;
  readonly #reaching: ReachingDefinitions;
  readonly #own: BodyVertices;
  readonly #parts: boolean;

  constructor(
    readonly body: TaintBody,
    readonly number: number,
    readonly vertices: Vertices,
    readonly edges: FlowEdges,
    readonly program: TaintProgram,
    readonly written: ReadonlySet<string>,
  ) {
    this.#own = vertices.bodies[number]!;
    this.#reaching = new ReachingDefinitions(body, this.#own);
    this.#parts = vertices.paths > 0;
  }

  run(): void {
    const own = this.#own;
    const at = new Map<string, Definition[]>();
    for (const definition of own.definitions) {
      if (definition.block < 0) continue;
      const key = `${definition.block} ${definition.position}`;
      const list = at.get(key);
      if (list === undefined) at.set(key, [definition]);
      else list.push(definition);
    }
    const callOf = new Map(own.calls.map((call) => [call.block, call]));
    const live = this.#parts ? reachedFrom(this.body, 0, true) : null;
    this.body.blocks.forEach(({ statements, terminator, successors }, block) => {
      if (live?.has(block) === false) return;
      this.#reaching.walk(block, (position, reaching) => {
        const targets = at.get(`${block} ${position}`) ?? [];
        const statement = statements[position];
        if (statement !== undefined) {
          this.#statement(statement, reaching, targets);
          if (this.#parts) this.#captured(statement, block, position, targets);
          return;
        }
        if (terminator.op === 'call') {
          const call = callOf.get(block)!;
          terminator.operands.forEach((operand, j) => {
            this.#use(operand, reaching, call.firstArgument + j);
          });
          for (const { vertex, local, kills } of targets)
            if (kills !== undefined) this.#kept(reaching(local), vertex, kills);
        }
        if (terminator.op === 'await') {
          const caught = this.#parts ? caughtAt(this.body, own, successors) : [];
          this.#await(terminator.on, reaching, targets[0]!.vertex, caught);
        }
        if (terminator.op === 'yield') this.#use(terminator.on, reaching, own.returned);
        if (terminator.op === 'throw' && this.#parts) {
          const caught = caughtAt(this.body, own, successors);
          for (const vertex of caught) this.#use(terminator.on, reaching, vertex);
          if (caught.length === 0)
            for (const taken of this.#taken(terminator.on, reaching))
              this.#edge(taken, own.returned, [THROWN]);
        }
      });
      if (terminator.op === 'return') this.#returns(block);
    });
    if (this.#parts) this.#cellWrites(live!);
    this.#madeClosures();
  }

  #edge(
    { vertex, kind, label, base }: Taken,
    dst: number,
    push: readonly string[] = [],
    flat = false,
  ): void {
    const whole = { ...label, push, flat };
    this.edges.push({
      src: vertex,
      dst,
      kind,
      site: -1,
      ...(this.#parts && { label: this.vertices.labels.number(whole) }),
      ...(base !== undefined && { base }),
    });
  }

  /** Reaching definitions, a read field and a static into `target`. */
  #use(operand: Operand, reaching: Reaching, target: number): void {
    for (const taken of this.#taken(operand, reaching)) this.#edge(taken, target);
  }

  /** What a promise was rejected with is thrown where it is awaited. */
  #await(on: Operand, reaching: Reaching, target: number, caught: readonly number[]): void {
    if (!this.#parts || on.kind !== 'local') {
      this.#use(on, reaching, target);
      return;
    }
    for (const taken of this.#taken(on, reaching)) {
      this.#edge({ ...taken, label: { except: THROWN } }, target);
      const thrown = { ...taken, label: { pop: [THROWN] } };
      for (const vertex of caught) this.#edge(thrown, vertex);
      if (caught.length === 0) this.#edge(thrown, this.#own.returned, [THROWN]);
    }
  }

  /** What an operand takes, `under` it a part that is chosen from it. */
  #taken(operand: Operand, reaching: Reaching, under: readonly string[] = []): Taken[] {
    if (operand.kind === 'constant') return [];
    if (operand.kind === 'static') {
      const vertex = this.vertices.statics.get(operand.name)!;
      return [{ vertex, kind: 'global', label: { pop: under } }];
    }
    const key = operand.kind === 'field' ? operand.key : null;
    const isOwn = key !== null && captureOf(key) === this.body.name;
    const pop = [...(key === null ? [] : [isOwn ? key : partKey(key)]), ...under];
    const found: Taken[] = [];
    for (const d of reaching(operand.local)) {
      const { vertex, key: other, path, update, alias } = this.#own.definitions[d]!;
      const fits = this.#parts
        ? update ||
          alias?.pop.length ||
          path.every((part, i) => i >= pop.length || mayMatch(part, pop[i]!))
        : key === null || other === null || key === other;
      if (fits) found.push({ vertex, kind: 'defuse', label: { pop } });
    }
    const cell = key === null ? undefined : this.vertices.heap.get(key);
    if (cell !== undefined)
      found.push({
        vertex: cell,
        kind: 'field',
        label: { pop: under },
        ...(!isOwn && { base: operand.local }),
      });
    if (key?.startsWith('?')) this.unresolved++;
    return found;
  }

  #statement(
    { to, closure, operands, shape }: TaintStatement,
    reaching: Reaching,
    targets: readonly Definition[],
  ): void {
    const direct = this.#parts ? targets.filter(({ alias }) => alias !== CAPTURED) : targets;
    operands.forEach((operand, i) => {
      const part = this.#parts ? partFlow(shape, i) : COPIED;
      if (part === null) return;
      const taken = this.#taken(operand, reaching, part.pop);
      for (const one of taken) {
        // What a closure captures is a part of it, which its body alone reads.
        const captured = closure !== null && this.#parts ? [`${closure}#${i}`] : [];
        for (const target of direct)
          this.#edge(one, target.vertex, [...target.path, ...captured, ...part.push], part.flat);
        if (to.kind === 'static')
          this.#edge(
            { ...one, kind: 'global' },
            this.vertices.statics.get(to.name)!,
            part.push,
            part.flat,
          );
        if (closure === null) continue;
        const cell = this.vertices.heap.get(`${closure}#${i}`);
        const base = this.program.bodyOf.get(closure);
        if (cell === undefined) continue;
        this.#edge({ ...one, kind: 'capture', ...(this.#parts && { base }) }, cell);
      }
    });
    const [written] = targets;
    if (to.kind === 'field') {
      const { heap } = this.vertices;
      const cell = heap.get(writtenCell(to.key)) ?? heap.get(to.key);
      if (cell !== undefined)
        this.#edge({ vertex: written!.vertex, kind: 'field', label: { pop: written!.path } }, cell);
    }
    if (written?.update === true)
      this.#kept(reaching(written.local), written.vertex, written.path[0]!);
  }

  /** What a local held stays in it, but for the part that is written anew. */
  #kept(reaching: readonly number[], dst: number, except: string): void {
    for (const d of reaching) {
      const { vertex } = this.#own.definitions[d]!;
      this.#edge({ vertex, kind: 'defuse', label: { except } }, dst);
    }
  }

  /** A captured variable and its closure share it: what either writes later, the other reads. */
  #captured(
    { closure, operands }: TaintStatement,
    block: number,
    position: number,
    targets: readonly Definition[],
  ): void {
    if (closure === null) return;
    const later = reachedFrom(this.body, block, false);
    operands.forEach((operand, i) => {
      const name = `${closure}#${i}`;
      const cell = this.vertices.heap.get(name);
      if (cell === undefined || operand.kind === 'constant' || operand.kind === 'static') return;
      if (this.written.has(name)) {
        const back = targets.find(
          ({ alias, local }) => alias === CAPTURED && local === operand.local,
        );
        if (back !== undefined)
          this.#edge({ vertex: cell, kind: 'capture', label: {} }, back.vertex);
        const outer = operand.kind === 'field' ? this.vertices.heap.get(operand.key) : undefined;
        if (
          outer !== undefined &&
          operand.kind === 'field' &&
          captureOf(operand.key) === this.body.name
        )
          this.#edge({ vertex: cell, kind: 'capture', label: {} }, outer);
      }
      if (operand.kind !== 'local') return;
      for (const { local, vertex, alias, block: at, position: when, path } of this.#own
        .definitions) {
        if (local !== operand.local || alias !== null || at < 0) continue;
        if (!later.has(at) && !(at === block && when > position)) continue;
        if (path.length === 0) this.#edge({ vertex, kind: 'capture', label: {} }, cell);
      }
    });
  }

  /** Statics and captured values that are written under another name. */
  #cellWrites(live: ReadonlySet<number>): void {
    for (const { cell, label, block, position } of this.#own.cellWrites) {
      const vertex = (cell.kind === 'static' ? this.vertices.statics : this.vertices.heap).get(
        cell.name,
      );
      const statement = this.body.blocks[block]!.statements[position];
      if (vertex === undefined || statement === undefined || !live.has(block)) continue;
      this.#reaching.walk(block, (at, reaching) => {
        if (at !== position) return;
        statement.operands.forEach((operand, i) => {
          const part = partFlow(statement.shape, i);
          if (part === null) return;
          for (const one of this.#taken(operand, reaching, part.pop))
            this.#edge(
              { ...one, kind: cell.kind === 'static' ? 'global' : 'capture' },
              vertex,
              [...(label.push ?? []), ...part.push],
              part.flat,
            );
        });
      });
    }
  }

  #returns(block: number): void {
    const own = this.#own;
    const reaching = this.#reaching.atEnd(block);
    const into = (d: number, dst: number): void => {
      this.#edge({ vertex: own.definitions[d]!.vertex, kind: 'defuse', label: {} }, dst);
    };
    for (const d of reaching(0)) into(d, own.returned);
    for (let k = 1; k <= this.body.params; k++) {
      for (const d of reaching(k)) {
        const { strong, update } = own.definitions[d]!;
        if (!strong || update) into(d, own.firstOut + k - 1);
      }
    }
  }

  /** A function that returns the closure it makes gives what that gives: awaiting a coroutine is calling it. */
  #madeClosures(): void {
    for (const { statements } of this.body.blocks) {
      for (const { to, closure } of statements) {
        if (closure === null || to.kind !== 'local' || to.local !== 0) continue;
        const made = this.program.bodyOf.get(closure);
        if (made !== undefined)
          this.#edge(
            {
              vertex: this.vertices.bodies[made]!.returned,
              kind: 'defuse',
              // What it throws it throws where it runs.
              label: { except: THROWN },
            },
            this.#own.returned,
          );
      }
    }
  }
}

interface PartFlow {
  readonly pop: readonly string[];
  readonly push: readonly string[];
  readonly flat: boolean;
}

const COPIED: PartFlow = { pop: [], push: [], flat: false };

/** What a statement does to the parts of operand i; `null` = it does not carry them. */
function partFlow(shape: Shape | undefined, i: number): PartFlow | null {
  switch (shape?.kind) {
    case undefined:
    case 'catch':
      return COPIED;
    case 'none':
      return null;
    case 'flat':
      return { ...COPIED, flat: true };
    case 'element':
      return i === 0 ? { ...COPIED, pop: [shape.key] } : null;
    case 'members': {
      const key = shape.keys[i];
      if (key === null || key === undefined) return { ...COPIED, flat: true };
      return key === '' ? COPIED : { ...COPIED, push: [key] };
    }
  }
}

/** Blocks that one leads to, itself among them if asked. */
function reachedFrom({ blocks }: TaintBody, block: number, self: boolean): Set<number> {
  const met = new Set<number>(self ? [block] : (blocks[block]?.successors ?? []));
  for (const b of met) for (const next of blocks[b]?.successors ?? []) met.add(next);
  return met;
}
