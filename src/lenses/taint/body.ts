import { blockForm, closureBody, operandForm, type Block } from '../../dump/index.js';
import type { CodeGraph } from '../../graph/index.js';
import { compareUtf8 } from '../../table/index.js';
import { foreignOutlineOf, type TextOutline } from '../block-outline.js';
import { bodiesOf, readBlock } from '../bodies.js';
import { checksOf, truthsAt, type Check } from './checks.js';
import { liveSuccessors, withKnownIndexes } from './conditions.js';
import { ownStaticsOf, withOwnStatics } from './own-statics.js';
import { isPlainType } from './plain-types.js';
import type { ReceiverPlace } from './receivers.js';
import { isMade, withScriptObjects } from './script-objects.js';
import { shapeOf, type Shape } from './shape.js';
import type { InTurns } from './turns.js';
import { typeFactsOf, type Carried, type Room } from './type-facts.js';
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
  /** Where `this` is in a body that is no method; none = it asks for none. */
  readonly receiver?: ReceiverPlace;
  /** Whether its last parameter is a list, which may hold the rest of a call's arguments. */
  readonly rest?: boolean;
  /** Locals that hold texts, numbers or truth values: no function is in them. */
  readonly plain?: ReadonlySet<number>;
  /**
   * Where types are known (Rust), the room for functions of locals that have some. There a field goes by the type that
   * declares it, and a method is no value of its own.
   */
  readonly rooms?: ReadonlyMap<number, Room>;
  /** Locals whose type has no room for text: no outsider's words are in them. */
  readonly quiet?: ReadonlyMap<number, Exclude<Carried, 'text'>>;
  /** Blocks of which only definitions and uses are known, each definition depending on every use; none = 0. */
  readonly coarse?: number;
  /** Blocks of which nothing can be read; none = 0. */
  readonly unparsed?: number;
}

export interface TaintBlock {
  /** `bbN`. */
  readonly name: string;
  readonly statements: readonly TaintStatement[];
  readonly terminator: TaintTerminator;
  /** Positions in the body's blocks. */
  readonly successors: readonly number[];
  /** Truth values of locals on every way here: blocks that disagree do not run in one call. */
  readonly holds?: ReadonlyMap<number, boolean>;
}

export interface TaintStatement {
  readonly to: Place;
  readonly op: 'copy' | 'ref' | 'const' | 'closure';
  /** Body that a closure statement makes. */
  readonly closure: string | null;
  readonly operands: readonly Operand[];
  /** What it does to the parts of its operands; none = it copies them. */
  readonly shape?: Shape;
  /** The callee that said yes to the operand on the way here, and as which of its arguments. */
  readonly check?: { readonly callee: string; readonly argument: number };
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
      /** Operand whose elements are the arguments from there on. */
      readonly spread?: number;
      /** Whether the first operand is an object that the call makes. */
      readonly makes?: true;
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

const CONSTANT: Operand = { kind: 'constant' };

/** Locals by number, one object each: a large program names millions. */
const LOCALS: Operand[] = [];

/** Reads a place or constant in its written form. */
export function parseOperand(text: string): Operand {
  if (text.startsWith('k:')) return CONSTANT;
  if (text.startsWith('g:')) return { kind: 'static', name: text.slice(2) };
  if (text.startsWith('*_')) return { kind: 'deref', local: Number(text.slice(2)) };
  const dot = text.indexOf('.');
  if (dot < 0)
    return (LOCALS[Number(text.slice(1))] ??= { kind: 'local', local: Number(text.slice(1)) });
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
export function* readProgram(graph: CodeGraph, scope: Uint8Array): InTurns<TaintProgram> {
  const located = bodiesOf(graph);
  const bodies: TaintBody[] = [];
  const texts = new Map<string, string>();
  const once = (text: string): string => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, text);
    return text;
  };
  let unparsed = 0;
  const ownStatics = yield* ownStaticsOf(graph, scope);
  for (let from = 0; from < located.blocks.length;) {
    const [owner, body] = [located.owner[from]!, located.body[from]!];
    let to = from;
    while (to < located.blocks.length && located.owner[to] === owner && located.body[to] === body)
      to++;
    if (scope[owner] === 1) {
      const label = graph.label(owner).replace(/`/g, '');
      const statics = body === 0 ? ownStatics.get(owner) : undefined;
      const read = readBody(graph, { from, to, owner, label, body, once, statics });
      unparsed += read.unparsed ?? 0;
      bodies.push(read);
      yield bodies.length;
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
  /** The same text as one string. */
  readonly once: (text: string) => string;
  /** Statics that are locals of this body. */
  readonly statics: ReadonlySet<string> | undefined;
}

function readBody(graph: CodeGraph, span: Span): TaintBody {
  const { from, to, owner, label, body, once, statics } = span;
  const located = bodiesOf(graph);
  // Flow to handlers counts here: they see what was written before the throw.
  const { out } = graph.edges('CFG_SUCC');
  let unparsed = 0;
  let coarse = 0;
  let params = 0;
  let rest = false;
  const plain = new Set<number>();
  const isRust = graph.file?.at(owner)?.endsWith('.rs') === true;
  const rooms = isRust ? new Map<number, Room>() : null;
  const quiet = new Map<number, Exclude<Carried, 'text'>>();
  const types = typeFactsOf(graph);
  let read = Array.from({ length: to - from }, (_, i) =>
    readBlock(graph, located.blocks[from + i]!),
  );
  if (statics !== undefined && statics.size > 0) read = withOwnStatics(read, statics);
  read = withKnownIndexes(read, parametersOf(localsOf(read[0])));
  const blocks: TaintBlock[] = [];
  for (let place = from; place < to; place++) {
    const node = located.blocks[place]!;
    const block = read[place - from]!;
    const outline = block === null ? foreignOutlineOf(graph, node) : null;
    if (outline !== null) coarse++;
    else if (block === null) unparsed++;
    for (const { local, type } of block?.declarations ?? []) {
      if (rooms === null) {
        if (isPlainType(type, false)) plain.add(local);
        continue;
      }
      const room = types.roomOf(type);
      if (room === null) plain.add(local);
      else rooms.set(local, room);
      const carried = types.carried(type);
      if (carried !== 'text') quiet.set(local, carried);
    }
    if (place === from) {
      const declared = block?.declarations ?? [];
      params = parametersOf(outline?.declared ?? localsOf(block));
      rest = declared.some(({ local, type }) => local === params && LIST.test(type));
    }
    const successors: number[] = [];
    for (let i = out.offsets[node]!; i < out.offsets[node + 1]!; i++) {
      const target = located.placeOf(out.targets[i]!);
      if (target >= from && target < to) successors.push(target - from);
    }
    const content = outline === null ? contentOf(block, label, once) : coarseContentOf(outline);
    const { statements, terminator } = content;
    blocks.push({ name: once(`bb${located.number[place]!}`), statements, terminator, successors });
  }
  const name = body === 0 ? label : closureBody(label, body);
  const placeByName = new Map(blocks.map((block, i) => [block.name, i]));
  const placeOf = (block: number): number => placeByName.get(`bb${block}`) ?? -1;
  const all = blocks.map(({ successors }) => successors);
  const live = liveSuccessors(read, all, placeOf, params);
  const chart = { blocks: read, successors: live, placeOf, params };
  const truths = truthsAt(chart);
  const told = blocks.map(({ name, statements, terminator }, i): TaintBlock => {
    const block = { name, statements, terminator, successors: live[i]! };
    return truths[i]!.size > 0 ? { ...block, holds: truths[i]! } : block;
  });
  const nested = body > 0;
  const own = {
    ...{ name, params, blocks: told, owner, nested, rest, plain, coarse, unparsed },
    ...(rooms !== null && { rooms, quiet }),
  };
  const named = namedByPlace(own);
  const terminators = named.blocks.map(({ terminator }) => terminator);
  const whole = withChecks(named, checksOf(chart, terminators), label);
  return isRust ? whole : withScriptObjects(whole, body === 0 ? graph.label(owner) : '');
}

/** A way from block to block on which a value is checked gets a block of its own, where the value is written anew. */
function withChecks(body: TaintBody, checks: readonly Check[], label: string): TaintBody {
  if (checks.length === 0) return body;
  const blocks = [...body.blocks];
  const between = new Map<string, Check[]>();
  for (const check of checks) {
    const key = `${check.from} ${check.to}`;
    between.set(key, [...(between.get(key) ?? []), check]);
  }
  for (const list of between.values()) {
    const { from, to } = list[0]!;
    const [before, after] = [blocks[from]!, blocks[to]!];
    const { line } = before.terminator;
    const added = blocks.length;
    blocks.push({
      name: `${before.name}>${after.name}`,
      statements: list.flatMap(({ checked, by }): TaintStatement[] => {
        const to = parseOperand(operandForm(checked, label)) as Place;
        if (by === null) return [{ to, op: 'const', operands: [], closure: null, line }];
        const copy = { op: 'copy', closure: null, line } as const;
        if (to.kind === 'local') return [{ ...copy, to, operands: [to], check: by }];
        // A part is checked by itself, and the rest of the value is not.
        const part: Place = { kind: 'local', local: CHECKED };
        return [
          { ...copy, to: part, operands: [to], check: by },
          { ...copy, to, operands: [part] },
        ];
      }),
      terminator: { op: 'other', line },
      successors: [to],
      ...(before.holds !== undefined && { holds: before.holds }),
    });
    blocks[from] = {
      ...before,
      successors: before.successors.map((next) => (next === to ? added : next)),
    };
  }
  return { ...body, blocks };
}

const localsOf = (block: Block | null | undefined): readonly number[] =>
  (block?.declarations ?? []).map(({ local }) => local);

/** An entry block first declares all parameters, then `_0` (blocks.md). */
function parametersOf(declared: readonly number[]): number {
  const at = declared.indexOf(0);
  let params = 0;
  for (const local of at < 0 ? declared : declared.slice(0, at)) if (local === params + 1) params++;
  return params;
}

const LIST = /(?:\[\]|^(?:readonly )?\[.*\]|^(?:Readonly)?Array<.*>)$/u;

type Content = Pick<TaintBlock, 'statements' | 'terminator'>;

/** A block of a producer that spells its statements in its own way: every definition depends on every use. */
function coarseContentOf({ written, read, ...end }: TextOutline): Content {
  const local = (one: number): Operand => ({ kind: 'local', local: one });
  const { line, callee, to } = end;
  const statement = (result: number, from: readonly number[]): TaintStatement => ({
    to: { kind: 'local', local: result },
    op: 'copy',
    closure: null,
    operands: from.map(local),
    shape: { kind: 'flat', word: 'or' },
    line,
  });
  const statements = written.map((one) => statement(one, read));
  if (callee !== null) {
    const operands = end.operands.map((one): Operand =>
      one === null ? { kind: 'constant' } : local(one),
    );
    // What a call writes nowhere it writes to a local that nobody reads.
    return { statements, terminator: { op: 'call', callee, operands, to: to ?? UNREAD, line } };
  }
  if (to !== null) statements.push(statement(to, end.uses));
  return { statements, terminator: { op: end.word === 'return' ? 'return' : 'other', line } };
}

const UNREAD = 2 ** 31;

/** A local for the part of a value that a guard said yes to. */
const CHECKED = 2 ** 31 + 1;

function contentOf(block: Block | null, label: string, once: Span['once']): Content {
  if (block === null) return { statements: [], terminator: { op: 'other', line: 0 } };
  const { s } = blockForm(block, label);
  const statements = s.map(([to, op, operands], i): TaintStatement => {
    const closure = op.startsWith('closure:') ? op.slice('closure:'.length) : null;
    const kind = closure === null ? (op as 'copy' | 'ref' | 'const') : 'closure';
    const shape = shapeOf(block.statements[i]!.value);
    const statement: TaintStatement = {
      to: parseOperand(to) as Place,
      op: kind,
      closure,
      operands: operands.map(parseOperand),
      line: block.statements[i]!.at.line,
    };
    return shape === undefined ? statement : { ...statement, shape };
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
        callee: once(terminator.callee),
        operands: terminator.operands.map(operand),
        to: terminator.to,
        line,
        ...(isMade({ statements }, terminator.to) && { makes: true }),
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
