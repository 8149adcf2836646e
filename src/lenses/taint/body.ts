import { blockForm, closureBody, operandForm, type Block } from '../../dump/index.js';
import type { CodeGraph } from '../../graph/index.js';
import { compareUtf8 } from '../../table/index.js';
import { bodiesOf, readBlock } from '../bodies.js';
import { liveSuccessors } from './conditions.js';
import { shapeOf, type Shape } from './shape.js';
import { namedByPlace } from './value-calls.js';

/**
 * A body as taint reads it. Places are `_n`, `_n.Type#field`, `*_n`, `g:STATIC`; constants `k:…`. The receiver is `_1`
 * and argument 0; a nested body's `_1` is its environment, whose captured value i is `_1.BODY#i`.
 */
export interface TaintBody {
  readonly name: string;
  /** Parameters `_1` to `_params`. */
  readonly params: number;
  /** In order of their numbers; the first is the entry. */
  readonly blocks: readonly TaintBlock[];
  /** Function of the dump that it belongs to; -1 = none. */
  readonly owner: number;
  /** Whether it is a nested body, whose first parameter is its environment. */
  readonly nested: boolean;
}

export interface TaintBlock {
  /** `bbN`. */
  readonly name: string;
  readonly statements: readonly TaintStatement[];
  readonly terminator: TaintTerminator;
  /** Positions in the body's blocks. */
  readonly successors: readonly number[];
}

export interface TaintStatement {
  readonly to: Place;
  readonly op: 'copy' | 'ref' | 'const' | 'closure';
  /** Body that a closure statement makes. */
  readonly closure: string | null;
  readonly operands: readonly Operand[];
  /** What it does to the parts of its operands; none = it copies them. */
  readonly shape?: Shape;
  readonly line: number;
}

export type TaintTerminator = { readonly line: number } & (
  | {
      readonly op: 'call';
      readonly callee: string;
      readonly operands: readonly Operand[];
      readonly to: number;
      /** Where the function is, when the call runs a value. */
      readonly value?: Operand;
      /** Leading operands that are no written arguments: the function that runs, or its receiver. */
      readonly lead?: number;
    }
  | { readonly op: 'throw'; readonly on: Operand }
  | { readonly op: 'await' | 'yield'; readonly on: Operand; readonly to: number }
  | { readonly op: 'return' | 'other' }
);

export type Place =
  | { readonly kind: 'local'; readonly local: number }
  | { readonly kind: 'field'; readonly local: number; readonly key: string }
  | { readonly kind: 'deref'; readonly local: number }
  | { readonly kind: 'static'; readonly name: string };

export type Operand = Place | { readonly kind: 'constant' };

/** Reads a place or constant in its written form. */
export function parseOperand(text: string): Operand {
  if (text.startsWith('k:')) return { kind: 'constant' };
  if (text.startsWith('g:')) return { kind: 'static', name: text.slice(2) };
  if (text.startsWith('*_')) return { kind: 'deref', local: Number(text.slice(2)) };
  const dot = text.indexOf('.');
  if (dot < 0) return { kind: 'local', local: Number(text.slice(1)) };
  return { kind: 'field', local: Number(text.slice(1, dot)), key: text.slice(dot + 1) };
}

/** The bodies of a program, sorted by name, and what a virtual callee may run. */
export interface TaintProgram {
  readonly bodies: readonly TaintBody[];
  /** Bodies by name. */
  readonly bodyOf: ReadonlyMap<string, number>;
  /** Names of the bodies that a call of this callee may run by dispatch. */
  readonly dispatch: (callee: string) => readonly string[];
  readonly unparsed: number;
  /** Place in the sources of a body's line, as far as the dump says. */
  readonly fileOf: (body: TaintBody) => string | null;
}

export function programOf(
  bodies: readonly TaintBody[],
  rest: Omit<TaintProgram, 'bodies' | 'bodyOf'>,
): TaintProgram {
  const sorted = [...bodies].sort((a, b) => compareUtf8(a.name, b.name));
  return { ...rest, bodies: sorted, bodyOf: new Map(sorted.map(({ name }, i) => [name, i])) };
}

/** The bodies of a dump in scope. A block that can't be read is a gap in its body: no statements, and counted. */
export function readProgram(graph: CodeGraph, scope: Uint8Array): TaintProgram {
  const located = bodiesOf(graph);
  const bodies: TaintBody[] = [];
  let unparsed = 0;
  for (let from = 0; from < located.blocks.length;) {
    const [owner, body] = [located.owner[from]!, located.body[from]!];
    let to = from;
    while (to < located.blocks.length && located.owner[to] === owner && located.body[to] === body)
      to++;
    if (scope[owner] === 1) {
      const label = graph.label(owner).replace(/`/g, '');
      const read = readBody(graph, { from, to, owner, label, body });
      unparsed += read.unparsed;
      bodies.push(read.body);
    }
    from = to;
  }
  const dispatched = (callee: string): readonly string[] => {
    const named = graph.find(callee);
    if (named < 0) return [];
    const targets = [graph.edges('DISPATCH'), graph.derived('DYN')].flatMap(({ out }) => [
      ...out.targets.subarray(out.offsets[named], out.offsets[named + 1]),
    ]);
    return targets.map((v) => graph.label(v).replace(/`/g, ''));
  };
  const memo = new Map<string, readonly string[]>();
  return programOf(bodies, {
    dispatch: (callee) => {
      let names = memo.get(callee);
      if (names === undefined) memo.set(callee, (names = dispatched(callee)));
      return names;
    },
    unparsed,
    fileOf: (body) => (body.owner < 0 ? null : (graph.file?.at(body.owner) ?? null)),
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly owner: number;
  readonly label: string;
  readonly body: number;
}

function readBody(
  graph: CodeGraph,
  { from, to, owner, label, body }: Span,
): { body: TaintBody; unparsed: number } {
  const located = bodiesOf(graph);
  // Flow to handlers counts here: they see what was written before the throw.
  const { out } = graph.edges('CFG_SUCC');
  let unparsed = 0;
  let params = 0;
  const read: (Block | null)[] = [];
  const blocks: TaintBlock[] = [];
  for (let place = from; place < to; place++) {
    const node = located.blocks[place]!;
    const block = readBlock(graph, node);
    read.push(block);
    if (block === null) unparsed++;
    else if (place === from) params = parametersOf(block);
    const successors: number[] = [];
    for (let i = out.offsets[node]!; i < out.offsets[node + 1]!; i++) {
      const target = located.placeOf(out.targets[i]!);
      if (target >= from && target < to) successors.push(target - from);
    }
    blocks.push({ name: `bb${located.number[place]!}`, ...contentOf(block, label), successors });
  }
  const name = body === 0 ? label : closureBody(label, body);
  const placeOf = new Map(blocks.map((block, i) => [block.name, i]));
  const live = liveSuccessors(
    read,
    blocks.map(({ successors }) => successors),
    (block) => placeOf.get(`bb${block}`) ?? -1,
    params,
  );
  const whole = blocks.map((block, i) => ({ ...block, successors: live[i]! }));
  return {
    body: namedByPlace({ name, params, blocks: whole, owner, nested: body > 0 }),
    unparsed,
  };
}

/** An entry block first declares all parameters, then `_0` (blocks.md). */
function parametersOf({ declarations }: Block): number {
  const at = declarations.findIndex(({ local }) => local === 0);
  let params = 0;
  for (const { local } of at < 0 ? declarations : declarations.slice(0, at))
    if (local === params + 1) params++;
  return params;
}

function contentOf(
  block: Block | null,
  label: string,
): Pick<TaintBlock, 'statements' | 'terminator'> {
  if (block === null) return { statements: [], terminator: { op: 'other', line: 0 } };
  const { s } = blockForm(block, label);
  const statements = s.map(([to, op, operands], i): TaintStatement => {
    const closure = op.startsWith('closure:') ? op.slice('closure:'.length) : null;
    const kind = closure === null ? (op as 'copy' | 'ref' | 'const') : 'closure';
    const shape = shapeOf(block.statements[i]!.value);
    return {
      to: parseOperand(to) as Place,
      op: kind,
      closure,
      operands: operands.map(parseOperand),
      ...(shape !== undefined && { shape }),
      line: block.statements[i]!.at.line,
    };
  });
  const { terminator } = block;
  const line = terminator.at.line;
  const operand = (one: Parameters<typeof operandForm>[0]): Operand =>
    parseOperand(operandForm(one, label));
  if ('callee' in terminator) {
    return {
      statements,
      terminator: {
        op: 'call',
        callee: terminator.callee,
        operands: terminator.operands.map(operand),
        to: terminator.to,
        line,
      },
    };
  }
  if (terminator.op === 'await' || terminator.op === 'yield') {
    return {
      statements,
      terminator: { op: terminator.op, on: operand(terminator.on), to: terminator.to, line },
    };
  }
  if (terminator.op === 'throw')
    return { statements, terminator: { op: 'throw', on: operand(terminator.on), line } };
  return { statements, terminator: { op: terminator.op === 'return' ? 'return' : 'other', line } };
}
