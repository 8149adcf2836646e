import { sortUtf8 } from '../../table/index.js';
import type { Operand, TaintBlock, TaintBody, TaintProgram } from './body.js';

/**
 * The vertices of value flow, numbered by (heap last, body, rank, block, position, sub, number): parameters at entry
 * P(f, k); argument uses A(c, j); possible writes through an argument X(c, j, n); definitions D; returns R(f); parameters
 * on the way out O(f, k); then statics and the heap, one vertex a field or captured value.
 */
export type VertexKind =
  'param' | 'argument' | 'through' | 'definition' | 'return' | 'out' | 'static' | 'heap';

export interface Vertex {
  readonly kind: VertexKind;
  /** Body; -1 for statics and the heap. */
  readonly body: number;
  /** Position of its block in the body; -1 where it has none. */
  readonly block: number;
  /** Statement, or the number of statements for the terminator; -1 where it has none. */
  readonly position: number;
  /** Parameter, argument or local; the local of a `through`. */
  readonly number: number;
  /** Field or capture that a definition writes; the name of a static or of a heap cell. */
  readonly key: string | null;
  readonly line: number;
}

/** A definition of a local: what reaching definitions run on. */
export interface Definition {
  readonly vertex: number;
  readonly local: number;
  /** A strong one kills every earlier definition of its local. */
  readonly strong: boolean;
  readonly key: string | null;
  readonly block: number;
  readonly position: number;
}

export interface CallSite {
  readonly body: number;
  readonly block: number;
  readonly callee: string;
  /** A(c, 0), A(c, 1), … are consecutive from here. */
  readonly firstArgument: number;
  readonly arguments: number;
  /** X(c, j, n) of each argument. */
  readonly through: readonly (readonly number[])[];
  readonly result: number;
}

export interface BodyVertices {
  /** P(f, 1), P(f, 2), … are consecutive from here. */
  readonly firstParam: number;
  readonly definitions: readonly Definition[];
  readonly calls: readonly CallSite[];
  readonly returned: number;
  readonly firstOut: number;
}

export interface Vertices {
  readonly all: readonly Vertex[];
  readonly bodies: readonly BodyVertices[];
  readonly statics: ReadonlyMap<string, number>;
  readonly heap: ReadonlyMap<string, number>;
}

export interface HeapOptions {
  readonly fields: boolean;
  readonly captures: boolean;
}

/** Numbers all vertices; a heap key that the options turn off has none. */
export function verticesOf(program: TaintProgram, options: HeapOptions): Vertices {
  const all: Vertex[] = [];
  const bodies = program.bodies.map((body, b) => new BodyNumbering(body, b, all).run());
  const { statics, heap } = cellsOf(program, options);
  const cells = (kind: 'static' | 'heap', names: readonly string[]): Map<string, number> =>
    new Map(
      names.map((key) => [
        key,
        all.push({ kind, body: -1, block: -1, position: -1, number: 0, key, line: 0 }) - 1,
      ]),
    );
  return { all, bodies, statics: cells('static', statics), heap: cells('heap', heap) };
}

class BodyNumbering {
  readonly #definitions: Definition[] = [];
  readonly #calls: CallSite[] = [];
  readonly #refs: ReadonlyMap<number, readonly number[]>;

  constructor(
    readonly body: TaintBody,
    readonly number: number,
    readonly all: Vertex[],
  ) {
    this.#refs = referencesOf(body);
  }

  run(): BodyVertices {
    const { params } = this.body;
    const firstParam = this.all.length;
    for (let k = 1; k <= params; k++) {
      const vertex = this.#add('param', -1, -1, k);
      this.#definitions.push({
        vertex,
        local: k,
        strong: true,
        key: null,
        block: -1,
        position: -1,
      });
    }
    this.body.blocks.forEach((block, b) => {
      this.#block(block, b);
    });
    const returned = this.#add('return', -1, -1, 0);
    const firstOut = this.all.length;
    for (let k = 1; k <= params; k++) this.#add('out', -1, -1, k);
    return { firstParam, definitions: this.#definitions, calls: this.#calls, returned, firstOut };
  }

  #add(
    kind: VertexKind,
    block: number,
    position: number,
    number: number,
    key: string | null = null,
    line = 0,
  ): number {
    return this.all.push({ kind, body: this.number, block, position, number, key, line }) - 1;
  }

  #define(
    block: number,
    position: number,
    local: number,
    strong: boolean,
    key: string | null,
    line: number,
    kind: VertexKind = 'definition',
  ): number {
    const vertex = this.#add(kind, block, position, local, key, line);
    this.#definitions.push({ vertex, local, strong, key, block, position });
    return vertex;
  }

  #block(block: TaintBlock, b: number): void {
    block.statements.forEach(({ to, line }, position) => {
      if (to.kind === 'static') return;
      const key = to.kind === 'field' ? to.key : null;
      this.#define(b, position, to.local, to.kind === 'local', key, line);
      if (to.kind !== 'deref') return;
      for (const alias of this.#refs.get(to.local) ?? [])
        this.#define(b, position, alias, false, null, line);
    });
    const { terminator } = block;
    const position = block.statements.length;
    if (terminator.op === 'await' || terminator.op === 'yield')
      this.#define(b, position, terminator.to, true, null, terminator.line);
    if (terminator.op !== 'call') return;
    const firstArgument = this.all.length;
    terminator.operands.forEach((_, j) =>
      this.#add('argument', b, position, j, null, terminator.line),
    );
    const through = terminator.operands.map((operand) =>
      this.#throughLocals(operand).map((local) =>
        this.#define(b, position, local, false, null, terminator.line, 'through'),
      ),
    );
    const result = this.#define(b, position, terminator.to, true, null, terminator.line);
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

  /** The locals that a call may write through an argument: its base, and what that refers to. */
  #throughLocals(operand: Operand): number[] {
    if (operand.kind === 'constant' || operand.kind === 'static') return [];
    const refs = this.#refs.get(operand.local) ?? [];
    return [...new Set([operand.local, ...refs])].sort((a, b) => a - b);
  }
}

/**
 * refs(r): locals x with a statement `y = &mut x`, y being r or reached from r through copies and references, anywhere
 * in the body, without r.
 */
export function referencesOf(body: TaintBody): ReadonlyMap<number, readonly number[]> {
  const from = new Map<number, { readonly to: number; readonly ref: boolean }[]>();
  for (const { statements } of body.blocks) {
    for (const { to, op, operands } of statements) {
      if (to.kind !== 'local' || (op !== 'copy' && op !== 'ref')) continue;
      for (const operand of operands) {
        if (operand.kind === 'constant' || operand.kind === 'static') continue;
        const list = from.get(to.local) ?? [];
        list.push({ to: operand.local, ref: op === 'ref' });
        from.set(to.local, list);
      }
    }
  }
  const refs = new Map<number, readonly number[]>();
  for (const r of from.keys()) {
    const met = new Set([r]);
    const found = new Set<number>();
    for (const y of met) {
      for (const { to, ref } of from.get(y) ?? []) {
        met.add(to);
        if (ref) found.add(to);
      }
    }
    found.delete(r);
    if (found.size > 0)
      refs.set(
        r,
        [...found].sort((a, b) => a - b),
      );
  }
  return refs;
}

/** Names of the statics, fields and captures that any body reads or writes. */
function cellsOf(
  { bodies }: TaintProgram,
  options: HeapOptions,
): { statics: string[]; heap: string[] } {
  const statics = new Set<string>();
  const heap = new Set<string>();
  const names = new Set(bodies.map(({ name }) => name));
  const visit = (operand: Operand): void => {
    if (operand.kind === 'static') statics.add(operand.name);
    if (operand.kind === 'field' && isOn(operand.key, names, options)) heap.add(operand.key);
  };
  for (const { blocks } of bodies) {
    for (const { statements, terminator } of blocks) {
      for (const { to, closure, operands } of statements) {
        visit(to);
        operands.forEach(visit);
        if (closure !== null && options.captures)
          operands.forEach((_, i) => heap.add(`${closure}#${i}`));
      }
      if (terminator.op === 'call') terminator.operands.forEach(visit);
      if (terminator.op === 'await' || terminator.op === 'yield') visit(terminator.on);
    }
  }
  return { statics: sortUtf8([...statics]), heap: sortUtf8([...heap]) };
}

/** A key is a capture when it names a body, else a field. */
function isOn(key: string, bodies: ReadonlySet<string>, options: HeapOptions): boolean {
  const isCapture = bodies.has(key.slice(0, key.lastIndexOf('#')));
  return isCapture ? options.captures : options.fields;
}

/** The written name of a vertex. */
export function vertexName(
  { all }: Pick<Vertices, 'all'>,
  { bodies }: Pick<TaintProgram, 'bodies'>,
  vertex: number,
): string {
  const { kind, body, block, position, number, key } = all[vertex]!;
  if (kind === 'static') return `g|${key!}`;
  if (kind === 'heap') return `h|${key!}`;
  const { name, blocks } = bodies[body]!;
  const at = block < 0 ? '' : blocks[block]!.name;
  const isTerminator = block >= 0 && position === blocks[block]!.statements.length;
  switch (kind) {
    case 'param':
      return `${name}|_${number}@in`;
    case 'argument':
      return `${name}|${at}|a${number}`;
    case 'through':
      return `${name}|${at}.o${throughArgument({ all }, vertex)}|_${number}`;
    case 'definition':
      return `${name}|${at}.${isTerminator ? 't' : position}|_${number}`;
    case 'return':
      return `${name}|ret`;
    case 'out':
      return `${name}|out_${number}`;
  }
}

/** The argument of a `through`: they follow their call's arguments in order, each argument's by local. */
function throughArgument({ all }: Pick<Vertices, 'all'>, vertex: number): number {
  let argument = 0;
  for (let v = vertex; all[v - 1]?.kind === 'through' && all[v - 1]!.block === all[v]!.block; v--) {
    if (all[v - 1]!.number >= all[v]!.number) argument++;
  }
  return argument;
}
