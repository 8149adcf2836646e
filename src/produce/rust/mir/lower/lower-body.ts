import {
  formatPayload,
  withFingerprint,
  type BlockName,
  type Declaration,
} from '../../../../dump/index.js';
import type { MirBody } from '../mir.js';
import { bareType, isClosureType, shortType } from '../type-text.js';
import { BlockLowering } from './blocks.js';
import { BodyContext, type GroupContext } from './context.js';
import { FactSink } from './fact-sink.js';
import { straighten, type FlowBlock } from './flow.js';
import { forwardMoves } from './forward.js';
import { foldTemporaries } from './fold.js';
import type { BodyGroup, LoweredBlock, LoweredBody, MirResolver } from './lowered.js';
import { eachLocal, renumber } from './operands.js';

/** Blocks of a function and of the closures and coroutines in it, and what was found on the way. */
export function lowerBody(group: BodyGroup, resolver: MirResolver): LoweredBody {
  const facts = new FactSink();
  const closures = new Map<string, number>();
  const closureTypes = new Map<string, string>();
  group.nested.forEach((body, index) => {
    const definition = body.defPath ?? body.path;
    closures.set(definition, index + 1);
    const environment = bareType(body.params[0]?.type ?? '');
    if (isClosureType(environment)) closureTypes.set(environment, definition);
  });
  const shared: GroupContext = { resolver, facts, closures, closureTypes };
  const blocks = [group.root, ...group.nested].flatMap((body, k) => lowerOne(body, k, shared));
  return { blocks, facts };
}

function lowerOne(body: MirBody, k: number, group: GroupContext): LoweredBlock[] {
  const context = new BodyContext(body, k, group);
  let flow = straighten(new BlockLowering(context).run());
  const parameters = body.params.length;
  foldTemporaries(flow, context.types, parameters, new Set(context.statics.keys()));
  forwardMoves(flow, context.types.length, parameters);
  flow = straighten(flow);
  group.facts.expansions.push(...context.sites.expansions);
  return written(ordered(flow), context, parameters);
}

/** In MIR's order, but blocks that are never reached in fact come last. */
function ordered(blocks: readonly FlowBlock[]): FlowBlock[] {
  const isDead = ({ statements, terminator }: FlowBlock): boolean =>
    terminator.op === 'unreachable' && statements.length === 0;
  const [entry, ...rest] = blocks;
  if (entry === undefined) return [];
  return [entry, ...rest.filter((block) => !isDead(block)), ...rest.filter(isDead)];
}

function written(
  blocks: readonly FlowBlock[],
  context: BodyContext,
  parameters: number,
): LoweredBlock[] {
  const names = new Map<number, BlockName>(
    blocks.map(({ id }, index) => [id, { body: context.k, block: index }]),
  );
  const locals = new Set<number>();
  for (const block of blocks) eachLocal(block, (local) => locals.add(local));
  // Numbers as rustc gives them, gaps closed; the return place and the parameters keep theirs.
  const numbers = new Map<number, number>();
  for (let local = 0; local <= parameters; local++) numbers.set(local, local);
  for (const local of [...locals].sort((a, b) => a - b))
    if (local > parameters) numbers.set(local, numbers.size);
  return blocks.map((block, index) => {
    const { statements, terminator } = renumber(block, (local) => numbers.get(local)!);
    const declarations = declared(block, index === 0, context, parameters, numbers);
    const moved =
      terminator.op === 'switch'
        ? {
            ...terminator,
            cases: terminator.cases.map(({ value, target }) => ({
              value,
              target: names.get(target.block)!,
            })),
          }
        : terminator;
    const { line } = terminator.at;
    return {
      name: names.get(block.id)!,
      payload: formatPayload(
        withFingerprint({ terminator: moved, statements, declarations, flows: [] }),
      ),
      line: line || (statements[0]?.at.line ?? 0),
      successors: block.next.map((id) => names.get(id)!),
    };
  });
}

/** Locals that a block names, ascending; an entry block first declares its parameters, then the return place. */
function declared(
  block: FlowBlock,
  isEntry: boolean,
  context: BodyContext,
  parameters: number,
  numbers: ReadonlyMap<number, number>,
): Declaration[] {
  const named = new Set<number>();
  eachLocal(block, (local) => named.add(local));
  const first: number[] = [];
  if (isEntry) {
    for (let local = 1; local <= parameters; local++) first.push(local);
    first.push(0);
  }
  const rest = [...named].filter((local) => !first.includes(local)).sort((a, b) => a - b);
  return [...first, ...rest].map((local) => ({
    local: numbers.get(local)!,
    type: shortType(context.types[local] ?? '?'),
  }));
}
