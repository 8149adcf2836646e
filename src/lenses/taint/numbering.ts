import type { Alias, Cell } from './aliases.js';
import type { Operand, Place, TaintBlock, TaintBody } from './body.js';
import { ANY_ELEMENT, captureOf, partKey } from './shape.js';
import type {
  BodyVertices,
  CallSite,
  CellWrite,
  Definition,
  ThroughEnd,
  Vertex,
  VertexKind,
} from './vertices.js';

/** Numbers the vertices of one body, in order: what it holds at entry, then block by block, then what it gives back. */
export class BodyNumbering {
  readonly #definitions: Definition[] = [];
  readonly #calls: CallSite[] = [];
  readonly #cellWrites: CellWrite[] = [];
  readonly #own = new Map<number, Alias>();

  constructor(
    readonly body: TaintBody,
    readonly number: number,
    readonly all: Vertex[],
    readonly aliases: (local: number) => readonly Alias[],
    readonly parts: boolean,
    readonly toCell: (ends: ThroughEnd[], cell: Cell, push: readonly string[]) => void,
    readonly overwrites: (call: Call, argument: number) => string | undefined,
  ) {}

  run(): BodyVertices {
    const { params } = this.body;
    const firstParam = this.all.length;
    for (let k = 1; k <= params; k++) {
      const vertex = this.#add('param', -1, -1, k);
      const at = { block: -1, position: -1, key: null, path: NO_PARTS, update: false, alias: null };
      this.#definitions.push({ vertex, local: k, strong: true, ...at });
    }
    this.body.blocks.forEach((block, b) => {
      this.#block(block, b);
    });
    const returned = this.#add('return', -1, -1, 0);
    const firstOut = this.all.length;
    for (let k = 1; k <= params; k++) this.#add('out', -1, -1, k);
    return {
      firstParam,
      definitions: this.#definitions,
      calls: this.#calls,
      returned,
      firstOut,
      cellWrites: this.#cellWrites,
    };
  }

  #add(
    kind: VertexKind,
    block: number,
    position: number,
    number: number,
    key: string | null = null,
    line = 0,
    argument = 0,
    part = '',
  ): number {
    const body = this.number;
    return this.all.push({ kind, body, block, position, number, key, line, argument, part }) - 1;
  }

  #define(
    place: Pick<Definition, 'block' | 'position' | 'local' | 'strong'> & Partial<Definition>,
    line: number,
    argument = -1,
  ): number {
    const { block, position, local, strong, key = null, path = NO_PARTS } = place;
    const { update = false, alias = null, kills } = place;
    const kind = argument < 0 ? 'definition' : 'through';
    const part = alias === null || !this.parts ? '' : partOf(alias, path);
    const vertex = this.#add(kind, block, position, local, key, line, argument, part);
    const definition = { vertex, local, strong, key, block, position, path, update, alias };
    this.#definitions.push(kills === undefined ? definition : { ...definition, kills });
    return vertex;
  }

  #block(block: TaintBlock, b: number): void {
    block.statements.forEach(({ to, line, closure, operands }, position) => {
      const at = { block: b, position };
      if (to.kind !== 'static') this.#write(to, at, line);
      if (closure !== null && this.parts) {
        // A captured variable that the closure writes is written from here on.
        const locals = operands.flatMap((one) => (one.kind === 'local' ? [one.local] : []));
        for (const local of new Set(locals))
          this.#define({ ...at, local, strong: false, alias: CAPTURED }, line);
      }
    });
    const { terminator } = block;
    const at = { block: b, position: block.statements.length };
    const { line } = terminator;
    if (terminator.op === 'await' || terminator.op === 'yield')
      this.#define({ ...at, local: terminator.to, strong: true }, line);
    if (terminator.op !== 'call') return;
    const firstArgument = this.all.length;
    terminator.operands.forEach((_, j) =>
      this.#add('argument', at.block, at.position, j, null, line),
    );
    const through = terminator.operands.map((operand, j) =>
      this.#through(operand, at, line, j, this.overwrites(terminator, j)),
    );
    const result = this.#define({ ...at, local: terminator.to, strong: true }, line);
    this.#calls.push({
      body: this.number,
      block: b,
      callee: terminator.callee,
      firstArgument,
      arguments: terminator.operands.length,
      through,
      result,
    });
  }

  #write(
    to: Exclude<Place, { readonly kind: 'static' }>,
    at: { readonly block: number; readonly position: number },
    line: number,
  ): void {
    const key = to.kind === 'field' ? to.key : null;
    // What a reference refers to may be one element of it.
    const part = key === null ? (to.kind === 'deref' ? ANY_ELEMENT : null) : this.#keyOf(key);
    const path = part === null || !this.parts ? NO_PARTS : [part];
    const update = this.parts && key !== null;
    const strong = to.kind === 'local' || update;
    this.#define({ ...at, local: to.local, strong, key, path, update }, line);
    if (to.kind !== 'deref' && !update) return;
    for (const alias of this.aliases(to.local)) {
      if (alias.pop.length > 0) continue;
      const parts = joined(alias.push, path);
      if (alias.cell !== null)
        this.#cellWrites.push({ ...at, cell: alias.cell, label: { push: parts } });
      else this.#define({ ...at, local: alias.local, strong: false, path: parts, alias }, line);
    }
  }

  /** A local under its own name, one object a body. */
  #named(local: number): Alias {
    let own = this.#own.get(local);
    if (own === undefined)
      this.#own.set(local, (own = { local, cell: null, pop: NO_PARTS, push: NO_PARTS }));
    return own;
  }

  #keyOf(key: string): string {
    return captureOf(key) === this.body.name ? key : partKey(key);
  }

  /** What a call may write through an argument: its base, and what that refers to. */
  #through(
    operand: Operand,
    at: { readonly block: number; readonly position: number },
    line: number,
    argument: number,
    kills: string | undefined,
  ): ThroughEnd[] {
    const ends: ThroughEnd[] = [];
    if (operand.kind === 'constant') return ends;
    if (operand.kind === 'static') {
      if (this.parts) this.toCell(ends, { kind: 'static', name: operand.name }, []);
      return ends;
    }
    const under = this.parts && operand.kind === 'field' ? [this.#keyOf(operand.key)] : NO_PARTS;
    if (under.length > 0 && operand.kind === 'field' && captureOf(operand.key) === this.body.name)
      this.toCell(ends, { kind: 'heap', name: operand.key }, []);
    const own = this.#named(operand.local);
    const written = [own, ...this.aliases(operand.local)];
    if (!this.parts) written.sort((a, b) => a.local - b.local);
    for (const alias of written) {
      if (alias.pop.length > 0 && under.length > 0) continue;
      const push = joined(alias.push, under);
      if (alias.cell !== null) {
        if (alias.pop.length === 0) this.toCell(ends, alias.cell, push);
        continue;
      }
      const isOver = alias === own && kills !== undefined;
      const over = isOver ? { strong: true, update: true, kills } : { strong: false };
      const vertex = this.#define({ ...at, local: alias.local, alias, ...over }, line, argument);
      const isWhole = alias.pop.length === 0 && push.length === 0;
      ends.push({ vertex, label: isWhole ? AS_IT_IS : { pop: alias.pop, push } });
    }
    return ends;
  }
}

type Call = Extract<TaintBlock['terminator'], { readonly op: 'call' }>;

function partOf({ local, pop, push }: Alias, path: readonly string[]): string {
  if (local < 0) return 'captured';
  const to = [...(path.length > 0 ? path : push)].join('.');
  return pop.length > 0 ? `${pop.join('.')}>${to}` : to;
}

const NO_PARTS: readonly string[] = [];
const AS_IT_IS = { pop: NO_PARTS, push: NO_PARTS };

const joined = (a: readonly string[], b: readonly string[]): readonly string[] =>
  a.length === 0 ? b : b.length === 0 ? a : [...a, ...b];

/** The alias of a captured variable: what its closure wrote. */
export const CAPTURED: Alias = { local: -1, cell: null, pop: [], push: [] };
