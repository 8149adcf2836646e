import type { CodeGraph } from '../../graph/index.js';
import type { Need } from '../../lens/index.js';
import type { Task } from '../../task/index.js';
import type { CallGraph } from '../call-graph.js';
import { callEdges, dispatchOf, icfgOf, linksOfEdges, summariesOf, type Icfg } from '../icfg.js';
import { inTurns } from '../turns.js';
import { corridorBetween, type Corridor, type Ends } from './corridor.js';

const BLOCKS: Need = { fact: 'basic blocks, CFG_SUCC', producer: 'mimir dump ts, mimir dump rust' };

/**
 * The corridor over blocks: H is gate-bypass's A_mat = Intra ∪ Matched ∪ Call. It begins at the first blocks of the
 * entries and ends at the blocks that call a sink from outside the sinks.
 */
export async function blockCorridorOf(
  graph: CodeGraph,
  calls: CallGraph,
  ends: Ends,
  scope: Uint8Array,
  task: Task,
): Promise<{ readonly corridor: Corridor; readonly needs: readonly Need[] }> {
  const work = icfgOf(graph, calls, functionsBetween(graph, calls, ends, scope));
  const icfg = await inTurns(work, task, 'corridor, blocks');
  const { places, bodies, owner, functions } = icfg;
  // Vertices stand in the order of their ids, as functions do: the dump's order of the block nodes.
  const order = Uint32Array.from(places.keys()).sort(
    (a, b) => bodies.blocks[places[a]!]! - bodies.blocks[places[b]!]!,
  );
  const vertexOf = new Uint32Array(order.length);
  order.forEach((block, vertex) => (vertexOf[block] = vertex));
  const edges = [...icfg.intra, ...summariesOf(icfg).matched, ...callEdges(icfg)];
  const links = linksOfEdges(
    order.length,
    edges.map(([from, to]) => [vertexOf[from]!, vertexOf[to]!] as const),
  );
  const sinkBlocks = blocksThatCall(icfg, new Set(ends.sinks.map((f) => calls.nodes[f]!)));
  const numberOf = new Map(Array.from(functions, (v, f) => [v, f]));
  const entryBlocks = ends.entries.flatMap((f): number[] => {
    const block = icfg.entry[numberOf.get(calls.nodes[f]!)!]!;
    return block < 0 ? [] : [vertexOf[block]!];
  });
  const corridor = await corridorBetween({
    ordinals: Uint32Array.from(order, (block) => bodies.blocks[places[block]!]!),
    links,
    entries: [...new Set(entryBlocks)].sort((a, b) => a - b),
    sinks: [...sinkBlocks.keys()].map((block) => vertexOf[block]!).sort((a, b) => a - b),
    outside: new Uint8Array(order.length),
    byValue: [],
  });
  const blockOf = new Map(Array.from(order, (block) => [bodies.blocks[places[block]!]!, block]));
  const kept = Array.from(corridor.ordinals, (v) => blockOf.get(v)!);
  const callees = calleesOf(icfg);
  const blocks = {
    fn: Uint32Array.from(kept, (block) => functions[owner[block]!]!),
    callees: kept.map((block) => callees.get(block) ?? []),
  };
  const found = new Set(Array.from(corridor.sinks, (vertex) => blocks.callees[vertex]!).flat());
  return {
    corridor: {
      ...corridor,
      blocks,
      entriesCutOff: ends.entries.length - corridor.entries.length,
      sinksCutOff: ends.sinks.filter((f) => !found.has(calls.nodes[f]!)).length,
    },
    needs: places.length === 0 ? [BLOCKS] : [],
  };
}

/** Φ = what is in scope, the ends, and what the sinks dispatch to; as ordinals. */
function functionsBetween(
  graph: CodeGraph,
  calls: CallGraph,
  { entries, sinks }: Ends,
  scope: Uint8Array,
): Uint32Array {
  const members = new Set<number>();
  for (const v of calls.nodes) if (v < scope.length && scope[v] === 1) members.add(v);
  for (const f of [...entries, ...sinks]) members.add(calls.nodes[f]!);
  for (const f of sinks) for (const v of dispatchOf(graph, calls, calls.nodes[f]!)) members.add(v);
  return Uint32Array.from(members).sort();
}

/** Blocks outside the sinks that call one of them. */
function blocksThatCall(
  { calls, owner, functions }: Icfg,
  sinks: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const { block, target } of calls) {
    if (sinks.has(functions[target]!) && !sinks.has(functions[owner[block]!]!))
      found.set(block, functions[target]!);
  }
  return found;
}

/** What each block may call, as ordinals, ascending. */
function calleesOf({ calls, functions }: Icfg): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const { block, target } of calls) {
    const own = found.get(block);
    if (own === undefined) found.set(block, [functions[target]!]);
    else own.push(functions[target]!);
  }
  for (const own of found.values()) own.sort((a, b) => a - b);
  return found;
}
