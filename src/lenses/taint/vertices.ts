import { sortUtf8 } from '../../table/index.js';
import { Labels, type FlowLabel } from './access-paths.js';
import {
  aliasesOf,
  sameArguments,
  storesIn,
  type Alias,
  type Cell,
  type Stores,
} from './aliases.js';
import type { Operand, TaintBody, TaintProgram } from './body.js';
import { BodyNumbering } from './numbering.js';
import { namedFit, writtenLocal } from './receivers.js';
import { isOfEverything, partKey, RECEIVER, writtenCell } from './shape.js';
import type { InTurns } from './turns.js';

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
  /** Argument of a `through`. */
  readonly argument: number;
  /** Part that an alias writes; '' = the whole, or named by the statement. */
  readonly part: string;
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
  /** The part of the local that it writes, where access paths are followed. */
  readonly path: readonly string[];
  /** Strong for one part: whatever else the local held stays in it. */
  readonly update: boolean;
  /** Part that a call surely writes anew; the rest of what the local held stays in it. */
  readonly kills?: string;
  /** Alias by which a statement writes it; `null` = the statement names it. */
  readonly alias: Alias | null;
}

/** A vertex that a call may write through an argument, and what becomes of the part that it writes. */
export interface ThroughEnd {
  readonly vertex: number;
  readonly label: Partial<FlowLabel>;
}

/** A static or captured value that a statement writes by an alias. */
export interface CellWrite {
  readonly cell: Cell;
  readonly label: Partial<FlowLabel>;
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
  readonly through: readonly (readonly ThroughEnd[])[];
  readonly result: number;
}

export interface BodyVertices {
  /** P(f, 1), P(f, 2), … are consecutive from here. */
  readonly firstParam: number;
  readonly definitions: readonly Definition[];
  readonly calls: readonly CallSite[];
  readonly returned: number;
  readonly firstOut: number;
  readonly cellWrites: readonly CellWrite[];
}

export interface Vertices {
  readonly all: readonly Vertex[];
  readonly bodies: readonly BodyVertices[];
  readonly statics: ReadonlyMap<string, number>;
  readonly heap: ReadonlyMap<string, number>;
  readonly labels: Labels;
  /** Keys that an access path holds; 0 = none: every object of a type shares its fields. */
  readonly paths: number;
}

export interface HeapOptions {
  readonly fields: boolean;
  readonly captures: boolean;
  readonly paths?: number;
}

/** Numbers all vertices; a heap key that the options turn off has none. */
export function* verticesOf(program: TaintProgram, options: HeapOptions): InTurns<Vertices> {
  const all: Vertex[] = [];
  const paths = options.paths ?? 0;
  // Cells are numbered last, so what writes them through a call is known by name until then.
  const waiting: {
    readonly ends: ThroughEnd[];
    readonly cell: Cell;
    readonly push: readonly string[];
  }[] = [];
  const storesOf = storesByCallee(program);
  const twice = paths > 0 ? givenTwice(program) : new Map<number, [number, number][]>();
  const overwrites = paths > 0 ? overwritesOf(program) : () => undefined;
  const bodies: BodyVertices[] = [];
  for (const [b, body] of program.bodies.entries()) {
    const aliases = paths > 0 ? aliasesOf(body, storesOf, twice.get(b) ?? []) : referencesOf(body);
    const toCell = (ends: ThroughEnd[], cell: Cell, push: readonly string[]): void => {
      waiting.push({ ends, cell, push });
    };
    const numbering = new BodyNumbering(body, b, all, aliases, paths > 0, toCell, overwrites);
    bodies.push(numbering.run());
    yield b;
  }
  const { statics, heap } = cellsOf(program, options);
  const cells = (kind: 'static' | 'heap', names: readonly string[]): Map<string, number> =>
    new Map(names.map((key) => [key, all.push({ ...NOWHERE, kind, key }) - 1]));
  const found = { statics: cells('static', statics), heap: cells('heap', heap) };
  for (const { ends, cell, push } of waiting) {
    const vertex = (cell.kind === 'static' ? found.statics : found.heap).get(cell.name);
    if (vertex !== undefined) ends.push({ vertex, label: { push } });
  }
  return { all, bodies, ...found, labels: new Labels(), paths };
}

/** By body, the parameters that some call gives the same local. */
function givenTwice(program: TaintProgram): ReadonlyMap<number, [number, number][]> {
  const found = new Map<number, [number, number][]>();
  const bodyOf = bodyOfCallee(program);
  for (const { blocks } of program.bodies) {
    for (const { terminator } of blocks) {
      if (terminator.op !== 'call') continue;
      const pairs = sameArguments(terminator.operands);
      const body = pairs.length === 0 ? -1 : bodyOf(terminator.callee);
      if (body >= 0) found.set(body, [...(found.get(body) ?? []), ...pairs]);
    }
  }
  return found;
}

/** What callees with a body store in what, by callee. */
function storesByCallee(
  program: TaintProgram,
): (callee: string, makes: boolean) => readonly Stores[] {
  const memo = new Map<string, readonly Stores[]>();
  return (callee, makes) => {
    const key = `${String(makes)} ${callee}`;
    let stores = memo.get(key);
    if (stores === undefined) {
      const number = bodyOfCallee(program)(callee);
      const body = program.bodies[number];
      stores = body === undefined ? [] : storesIn(body, namedFit(body, makes).shift);
      memo.set(key, stores);
    }
    return stores;
  };
}

/** Finds what a call surely overwrites: its only body writes that field of the argument before it does anything else. */
function overwritesOf(program: TaintProgram): (terminator: Call, j: number) => string | undefined {
  const bodyOf = bodyOfCallee(program);
  return ({ callee, makes, operands }, j) => {
    const one = operands[j];
    if (one?.kind !== 'local' || makes === true) return undefined;
    const isTwice = operands.some(
      (other, i) => i !== j && 'local' in other && other.local === one.local,
    );
    const body = isTwice ? undefined : program.bodies[bodyOf(callee)];
    if (body === undefined || body.nested || program.dispatch(callee).length > 0) return undefined;
    return firstWrite(body, j + 1 + namedFit(body, false).shift);
  };
}

type Call = Extract<TaintBody['blocks'][number]['terminator'], { readonly op: 'call' }>;

/** The first field that a body writes of a parameter, before it calls or asks anything. */
function firstWrite({ blocks, params }: TaintBody, param: number): string | undefined {
  if (param < 1 || param > params) return undefined;
  const met = new Set<number>();
  for (let at = 0; !met.has(at);) {
    met.add(at);
    const { statements, terminator, successors } = blocks[at]!;
    for (const { to } of statements) {
      if (!('local' in to) || to.local !== param) continue;
      return to.kind === 'field' ? partKey(to.key) : undefined;
    }
    const [next] = successors;
    if (terminator.op !== 'other' || successors.length !== 1) return undefined;
    at = next!;
  }
  return undefined;
}

/** Bodies by the callee that names them: a moniker's label, or the callee as written. */
export function bodyOfCallee(program: TaintProgram): (callee: string) => number {
  return (callee) => {
    const plain = callee.replace(/`/g, '');
    const words = plain.split(' ');
    // A moniker has four words before its descriptors, of which a label keeps the third.
    const label = words.length > 4 ? `${words[2]!} ${words.slice(4).join(' ')}` : plain;
    return program.bodyOf.get(label) ?? -1;
  };
}

const NOWHERE = {
  body: -1,
  block: -1,
  position: -1,
  number: 0,
  line: 0,
  argument: 0,
  part: '',
} as const;

/**
 * refs(r): locals x with a statement `y = &mut x`, y being r or reached from r through copies and references, anywhere
 * in the body, without r.
 */
export function referencesOf(body: TaintBody): (local: number) => readonly Alias[] {
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
  const refs = new Map<number, readonly Alias[]>();
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
        [...found].sort((a, b) => a - b).map((local) => ({ local, cell: null, pop: [], push: [] })),
      );
  }
  return (local) => refs.get(local) ?? [];
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
    if (operand.kind !== 'field' || operand.key === RECEIVER) return;
    if (!isOn(operand.key, names, options)) return;
    // Nor have elements of lists of unknown type more in common than their numbers.
    if ((options.paths ?? 0) > 0 && (isOfEverything(operand.key) || /^\?#\d+$/.test(operand.key)))
      return;
    heap.add(operand.key);
    const written = writtenCell(operand.key);
    if ((options.paths ?? 0) > 0 && written !== operand.key) heap.add(written);
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
  const { kind, body, block, position, number, key, argument, part } = all[vertex]!;
  const under = part === '' ? '' : `.${part}`;
  if (kind === 'static') return `g|${key!}`;
  if (kind === 'heap') return `h|${key!}`;
  const { name, blocks } = bodies[body]!;
  const local = writtenLocal(bodies[body]!, number);
  const at = block < 0 ? '' : blocks[block]!.name;
  const isTerminator = block >= 0 && position === blocks[block]!.statements.length;
  switch (kind) {
    case 'param':
      return `${name}|${local}@in`;
    case 'argument':
      return `${name}|${at}|a${number}`;
    case 'through':
      return `${name}|${at}.o${argument}|${local}${under}`;
    case 'definition':
      return `${name}|${at}.${isTerminator ? 't' : position}|${local}${under}`;
    case 'return':
      return `${name}|ret`;
    case 'out':
      return `${name}|out${local}`;
  }
}
