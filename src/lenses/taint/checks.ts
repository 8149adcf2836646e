import type { Block, Operand, Rvalue } from '../../dump/index.js';
import type { TaintTerminator } from './body.js';

/** The rows of a body: its blocks as they were read, and where each goes on. */
export interface Flowchart {
  readonly blocks: readonly (Block | null)[];
  readonly successors: readonly (readonly number[])[];
  /** Place of the block of that number in the body; -1 = none. */
  readonly placeOf: (block: number) => number;
  readonly params: number;
}

/** On the way from one block to another a value has passed a check. */
export interface Check {
  readonly from: number;
  readonly to: number;
  readonly checked: Operand;
  /** The callee that said yes, and as which of its arguments; `null` = the value is a constant there. */
  readonly by: { readonly callee: string; readonly argument: number } | null;
}

/** Truth of a local on the way into a block. */
interface Truth {
  readonly local: number;
  readonly holds: boolean;
}

const EQUAL: Readonly<Record<string, boolean>> = {
  eq: true,
  looseeq: true,
  ne: false,
  loosene: false,
};

const UNTYPED: ReadonlySet<string> = new Set(['any', 'unknown']);

/** Types of a yes or no: what has no type known may be one, where a catalogue names its callee. */
const YES: ReadonlySet<string> = new Set(['bool', 'boolean', ...UNTYPED]);

/** What each way out of a switch says of the local that it is on; nothing where a block is reached by both. */
function truthsOf(block: Block | null): ReadonlyMap<number, Truth> {
  const found = new Map<number, Truth | null>();
  const terminator = block?.terminator;
  if (terminator?.op !== 'switch' || terminator.on.place !== 'local') return new Map();
  const { local } = terminator.on;
  const truths = terminator.cases.map(({ value }) => truthOf(value));
  const others = new Set(truths.filter((one) => one !== undefined));
  const rest = others.size === 1 && truths.filter((one) => one === undefined).length === 1;
  terminator.cases.forEach(({ value, target }, i) => {
    const isRest = value === 'otherwise' && rest;
    const holds = isRest ? ![...others][0]! : truths[i];
    const before = found.get(target.block);
    const same = holds !== undefined && (before === undefined || before?.holds === holds);
    found.set(target.block, same ? { local, holds } : null);
  });
  return new Map([...found].flatMap(([to, truth]) => (truth === null ? [] : [[to, truth]])));
}

function truthOf(value: string): boolean | undefined {
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0' ? false : undefined;
}

/**
 * Checks that a branch heeds: a callee that gives a truth value and was asked of a value just before, and comparisons of a
 * value with a constant. A callee cleans only a whole local: the part of one that it was asked of has no name of its own.
 */
export function checksOf(
  chart: Flowchart,
  /** The terminators of the blocks, calls of values named by where these lie. */
  named: readonly TaintTerminator[],
): Check[] {
  const { blocks, successors, placeOf } = chart;
  const into = predecessorsOf(successors);
  const rootOf = rootsOf(chart);
  const writes = writesOf(chart);
  const callOf = new Map<number, number>();
  blocks.forEach((block, b) => {
    if (block !== null && 'callee' in block.terminator) callOf.set(block.terminator.to, b);
  });
  const checks: Check[] = [];
  blocks.forEach((block, from) => {
    if (block?.terminator.op !== 'switch') return;
    for (const [number, truth] of truthsOf(block)) {
      const to = placeOf(number);
      if (to < 0 || !successors[from]!.includes(to)) continue;
      const root = rootOf(truth);
      const earlier = root?.holds === true ? callOf.get(root.local) : undefined;
      if (earlier !== undefined) {
        // Asked once of what is written once: whenever the answer is heeded, it is of that value.
        for (const { checked, by } of saidBy(blocks[earlier]!, named[earlier]!, root!.local))
          if (checked.place === 'local' && (writes.get(checked.local) ?? 0) <= 1)
            checks.push({ from, to, checked, by });
      }
      const asked = askedOf(block, truth);
      if (asked === null) continue;
      if (asked.constant !== null) {
        checks.push({ from, to, checked: asked.constant, by: null });
        continue;
      }
      const [before, ...more] = into[from]!;
      if (before === undefined || more.length > 0 || !asked.holds) continue;
      const written = new Set(block.statements.map(({ to: place }) => localOf(place)));
      for (const { checked, by } of saidBy(blocks[before]!, named[before]!, asked.local)) {
        const isSeen = checks.some(
          (one) => one.from === from && one.to === to && localOf(one.checked) === localOf(checked),
        );
        if (!isSeen && !written.has(localOf(checked))) checks.push({ from, to, checked, by });
      }
    }
  });
  return checks;
}

interface Asked {
  /** Local that came into the block, and its truth; what it was compared with is known where `constant` is. */
  readonly local: number;
  readonly holds: boolean;
  readonly constant: Operand | null;
}

/** What a truth at the end of a block says of what its statements computed it from. */
function askedOf({ statements }: Block, { local, holds }: Truth): Asked | null {
  let asked: Asked = { local, holds, constant: null };
  const later = new Set<number>();
  for (const { to, value } of [...statements].reverse()) {
    if (to.place !== 'local' || to.local !== asked.local) {
      if (to.place !== 'static') later.add(to.local);
      continue;
    }
    const from = sourceOf(value);
    if (from?.place === 'local') {
      asked = {
        ...asked,
        local: from.local,
        holds: value.op === 'op' ? !asked.holds : asked.holds,
      };
      if (later.has(from.local)) return null;
      continue;
    }
    const equal = value.op === 'op' ? EQUAL[value.word] : undefined;
    if (value.op !== 'op' || equal !== asked.holds) return null;
    const places = value.operands.filter((one) => isPlace(one));
    const [constant] = places;
    const isFixed = value.operands.some((one) => one.place === 'constant');
    if (constant === undefined || !isFixed || value.operands.length !== 2) return null;
    return later.has(localOf(constant)) ? null : { ...asked, constant };
  }
  return later.has(asked.local) ? null : asked;
}

/** Where a truth value comes from: a copy, or its opposite. */
function sourceOf(value: Rvalue): Operand | null {
  if (value.op === 'copy' || value.op === 'move' || value.op === 'cast') return value.from;
  return value.op === 'op' && value.word === 'not' ? (value.operands[0] ?? null) : null;
}

const isPlace = (operand: Operand): boolean =>
  operand.place === 'local' || operand.place === 'field';

const localOf = (operand: Operand): number => ('local' in operand ? operand.local : -1);

/** Arguments of the call that gave a truth value, and where they were read from. */
function saidBy(
  call: Block,
  named: TaintTerminator,
  result: number,
): { readonly checked: Operand; readonly by: NonNullable<Check['by']> }[] {
  const { terminator } = call;
  if (!('callee' in terminator) || named.op !== 'call') return [];
  if (terminator.to !== result || !isYesOrNo(call, result)) return [];
  const { callee } = named;
  // A static that is called is no operand of the call by its name.
  const lead = terminator.operands.length - named.operands.length;
  return terminator.operands
    .slice(lead)
    .flatMap((operand, argument) =>
      [operand, ...readFrom(call, operand)]
        .filter(isPlace)
        .map((checked) => ({ checked, by: { callee, argument } })),
    );
}

/** How often each local is written: a parameter once more. */
function writesOf({ blocks, params }: Flowchart): ReadonlyMap<number, number> {
  const writes = new Map<number, number>();
  const write = (local: number): unknown => writes.set(local, (writes.get(local) ?? 0) + 1);
  for (let k = 1; k <= params; k++) write(k);
  for (const block of blocks) {
    for (const { to } of block?.statements ?? []) if ('local' in to) write(to.local);
    if (block !== null && 'to' in block.terminator) write(block.terminator.to);
  }
  return writes;
}

const isYesOrNo = ({ declarations }: Block, local: number): boolean =>
  declarations.every((one) => one.local !== local || YES.has(one.type));

/** The place that an argument was read from in its block. */
function readFrom({ statements }: Block, operand: Operand): Operand[] {
  if (operand.place !== 'local') return [];
  const writes = statements.filter(({ to }) => to.place === 'local' && to.local === operand.local);
  const value = writes.length === 1 ? writes[0]!.value : undefined;
  if (value === undefined || !('from' in value)) return [];
  const at = statements.indexOf(writes[0]!);
  const isStale = statements
    .slice(at + 1)
    .some(({ to }) => to.place !== 'static' && to.local === localOf(value.from));
  return isStale ? [] : [value.from];
}

/** A copy of what has no type known: it may be an object that both share, and neither variable changes by the other. */
const isUntyped = (
  { declarations }: Block,
  value: Rvalue,
): value is Rvalue & { readonly op: 'mut' } => {
  if (value.op !== 'mut' || value.from.place !== 'local') return false;
  const { local } = value.from;
  return declarations.some((one) => one.local === local && UNTYPED.has(one.type));
};

function predecessorsOf(successors: readonly (readonly number[])[]): number[][] {
  const into = successors.map((): number[] => []);
  successors.forEach((list, from) => {
    for (const to of new Set(list)) into[to]!.push(from);
  });
  return into;
}

/**
 * Truth values that hold on every way into each block, of locals that are written once and not in a loop: two blocks
 * that disagree on one of them do not run in one call of the function.
 */
export function truthsAt(chart: Flowchart): readonly ReadonlyMap<number, boolean>[] {
  const { blocks, successors, placeOf } = chart;
  const rootOf = rootsOf(chart);
  const edges = blocks.map((block) => {
    const known = new Map<number, Truth>();
    for (const [number, truth] of truthsOf(block)) {
      const root = rootOf(truth);
      if (root !== null) known.set(placeOf(number), root);
    }
    return known;
  });
  const asked = new Map<number, number>();
  for (const known of edges)
    for (const local of new Set([...known.values()].map((one) => one.local)))
      asked.set(local, (asked.get(local) ?? 0) + 1);
  const none = blocks.map(() => new Map<number, boolean>());
  // What one switch alone goes by no other block can disagree with.
  if (![...asked.values()].some((count) => count > 1)) return none;
  const at: (Map<number, boolean> | null)[] = blocks.map(() => null);
  at[0] = new Map();
  const waiting = [0];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (const to of successors[from]!) {
      const out = new Map(at[from]!);
      const truth = edges[from]!.get(to);
      if (truth !== undefined && asked.get(truth.local)! > 1) out.set(truth.local, truth.holds);
      const before = at[to];
      if (before === null || before === undefined) at[to] = out;
      else {
        const both = new Map([...before].filter(([local, holds]) => out.get(local) === holds));
        if (both.size === before.size) continue;
        at[to] = both;
      }
      waiting.push(to);
    }
  }
  return at.map((one, b) => one ?? none[b]!);
}

/** The local that a truth goes back to through copies and opposites; `null` = one that may change. */
function rootsOf({ blocks, successors, params }: Flowchart): (truth: Truth) => Truth | null {
  const writes = new Map<
    number,
    { readonly value: Rvalue | null; readonly block: number } | null
  >();
  for (let k = 1; k <= params; k++) writes.set(k, { value: null, block: -1 });
  const write = (local: number, value: Rvalue | null, block: number): unknown =>
    writes.set(local, writes.has(local) ? null : { value, block });
  blocks.forEach((block, b) => {
    for (const { to, value } of block?.statements ?? []) {
      if (to.place === 'local')
        write(to.local, isUntyped(block!, value) ? { ...value, op: 'copy' } : value, b);
      else if (to.place !== 'static') writes.set(to.local, null);
      if (value.op === 'mut' && 'local' in value.from && !isUntyped(block!, value))
        writes.set(value.from.local, null);
      if (value.op === 'closure')
        for (const one of value.captures) if ('local' in one) writes.set(one.local, null);
    }
    if (block !== null && 'to' in block.terminator) write(block.terminator.to, null, b);
  });
  const isWhole = blocks.every((block) => block !== null);
  const loops = new Map<number, boolean>();
  const inLoop = (block: number): boolean => {
    let found = loops.get(block);
    if (found === undefined) {
      const met = new Set(successors[block]!);
      for (const b of met) for (const next of successors[b]!) met.add(next);
      loops.set(block, (found = met.has(block)));
    }
    return found;
  };
  return (truth) => {
    let root = truth;
    for (let steps = 0; steps < 16; steps++) {
      const written = isWhole ? writes.get(root.local) : null;
      if (written === null || written === undefined) return null;
      if (written.block >= 0 && inLoop(written.block)) return null;
      const from = written.value === null ? null : sourceOf(written.value);
      if (from?.place !== 'local') return root;
      root = {
        local: from.local,
        holds: written.value!.op === 'op' ? !root.holds : root.holds,
      };
    }
    return null;
  };
}
