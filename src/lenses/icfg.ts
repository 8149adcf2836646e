import type { CodeGraph } from '../graph/index.js';
import { linksFromEdges, type Links } from '../ops/index.js';
import { blockEnd } from './block-outline.js';
import { bodiesOf, type Bodies } from './bodies.js';
import type { CallGraph } from './call-graph.js';
import type { InTurns } from './turns.js';

/**
 * The interprocedural flow of blocks over a set Φ of functions, as gate-bypass reads it (S1:2297-2319): the
 * fall-through after a call into the set exists only as a matched edge, once the callee is proven to return.
 */
export interface Icfg {
  /** Block i is `bodies.blocks[places[i]]`; in order of (function, body, block). */
  readonly places: Uint32Array;
  readonly bodies: Bodies;
  /** Number in Φ of each block's function. */
  readonly owner: Uint32Array;
  /** Functions of Φ, as ordinals of the dump, ascending. */
  readonly functions: Uint32Array;
  /** `bb0` of each function; -1 = opaque: it has no blocks and returns at once. */
  readonly entry: Int32Array;
  readonly isReturn: Uint8Array;
  readonly unparsed: number;
  readonly intra: readonly Edge[];
  /** Call blocks with a target in Φ: one row a target, dispatch expanded. */
  readonly calls: readonly { readonly block: number; readonly target: number }[];
  /** Normal-flow successors of every block, calls included. */
  readonly successors: Links;
}

export type Edge = readonly [from: number, to: number];

/** Blocks and edges of the functions in `phi` (ordinals, ascending); it yields how many blocks were read. */
export function* icfgOf(graph: CodeGraph, calls: CallGraph, phi: Uint32Array): InTurns<Icfg> {
  const bodies = bodiesOf(graph);
  const places: number[] = [];
  const owner: number[] = [];
  const entry = new Int32Array(phi.length).fill(-1);
  const numberOf = new Int32Array(bodies.blocks.length).fill(-1);
  const nested: Edge[] = [];
  phi.forEach((fn, f) => {
    const [from, to] = bodies.range(fn);
    for (let place = from; place < to; place++) {
      const block = places.push(place) - 1;
      owner.push(f);
      numberOf[place] = block;
      if (bodies.number[place] !== 0) continue;
      if (bodies.body[place] === 0) entry[f] = block;
      else if (entry[f]! >= 0) nested.push([entry[f]!, block]);
    }
  });
  const successors = flowOf(graph, bodies, places, numberOf);
  const read = yield* readTerminators(graph, calls, bodies, places, phi);
  const intoSet = new Uint8Array(places.length);
  for (const { block, target } of read.calls) if (entry[target]! >= 0) intoSet[block] = 1;
  const intra: Edge[] = [...nested];
  for (let block = 0; block < places.length; block++) {
    if (intoSet[block] === 1) continue;
    for (let e = successors.offsets[block]!; e < successors.offsets[block + 1]!; e++)
      intra.push([block, successors.targets[e]!]);
  }
  return {
    places: Uint32Array.from(places),
    bodies,
    owner: Uint32Array.from(owner),
    functions: phi,
    entry,
    isReturn: read.isReturn,
    unparsed: read.unparsed,
    intra,
    calls: read.calls,
    successors,
  };
}

/** CFG_SUCC between the chosen blocks, flow to handlers left out. */
function flowOf(
  graph: CodeGraph,
  bodies: Bodies,
  places: readonly number[],
  numberOf: Int32Array,
): Links {
  const { out, how } = graph.edges('CFG_SUCC');
  const unwind = how?.codeOf('unwind') ?? -1;
  const src: number[] = [];
  const dst: number[] = [];
  places.forEach((place, block) => {
    const node = bodies.blocks[place]!;
    for (let i = out.offsets[node]!; i < out.offsets[node + 1]!; i++) {
      if (unwind >= 0 && how!.codes[out.edges[i]!] === unwind) continue;
      const to = bodies.placeOf(out.targets[i]!);
      if (to < 0 || numberOf[to]! < 0) continue;
      src.push(block);
      dst.push(numberOf[to]!);
    }
  });
  return linksFromEdges(places.length, src, dst);
}

/** What a block's end says: whether the function returns there, and what of Φ it may call. */
interface Terminators {
  readonly isReturn: Uint8Array;
  readonly calls: Icfg['calls'];
  readonly unparsed: number;
}

function* readTerminators(
  graph: CodeGraph,
  calls: CallGraph,
  bodies: Bodies,
  places: readonly number[],
  phi: Uint32Array,
): InTurns<Terminators> {
  const inPhi = new Map(Array.from(phi, (fn, f) => [fn, f]));
  const targetsOf = new Map<string, readonly number[]>();
  const resolve = (moniker: string): readonly number[] => {
    let targets = targetsOf.get(moniker);
    if (targets === undefined) {
      targets = targetsIn(graph, calls, moniker, inPhi);
      targetsOf.set(moniker, targets);
    }
    return targets;
  };
  const isReturn = new Uint8Array(places.length);
  const found: { block: number; target: number }[] = [];
  let unparsed = 0;
  for (const [block, place] of places.entries()) {
    if ((block & 0xff) === 0) yield block;
    const end = blockEnd(graph, bodies.blocks[place]!);
    if (end === null) unparsed++;
    else if (end.word === 'return') isReturn[block] = 1;
    else if (end.callee !== null)
      for (const target of resolve(end.callee)) found.push({ block, target });
  }
  return { isReturn, calls: found, unparsed };
}

/** {g′} ∪ dispatch(g′) in Φ, when g′ itself is. */
function targetsIn(
  graph: CodeGraph,
  calls: CallGraph,
  moniker: string,
  inPhi: ReadonlyMap<number, number>,
): readonly number[] {
  const named = graph.find(moniker);
  if (named < 0 || !inPhi.has(named)) return [];
  const targets = [named, ...dispatchOf(graph, calls, named)].map((v) => inPhi.get(v));
  return [...new Set(targets.filter((f) => f !== undefined))].sort((a, b) => a - b);
}

/** What a call of a trait's or interface's member may run, besides itself. */
export function dispatchOf(graph: CodeGraph, { numberOf }: CallGraph, callee: number): number[] {
  const targets: number[] = [];
  for (const { out } of [graph.edges('DISPATCH'), graph.derived('DYN')]) {
    for (let i = out.offsets[callee]!; i < out.offsets[callee + 1]!; i++)
      if (numberOf[out.targets[i]!]! >= 0) targets.push(out.targets[i]!);
  }
  return targets;
}

/** Call = {(c, entry(g))}: the way down into a callee that has blocks. */
export function callEdges({ calls, entry }: Icfg): Edge[] {
  return calls.flatMap(({ block, target }): Edge[] =>
    entry[target]! < 0 ? [] : [[block, entry[target]!]],
  );
}

/** Return = {(r, s)}: from every return of a callee to what follows each of its calls. */
export function returnEdges(icfg: Icfg): Edge[] {
  const returns = Array.from(icfg.functions, (): number[] => []);
  icfg.isReturn.forEach((flag, block) => {
    if (flag === 1) returns[icfg.owner[block]!]!.push(block);
  });
  const edges: Edge[] = [];
  for (const { block, target } of icfg.calls) {
    for (const r of returns[target]!) eachSuccessor(icfg, block, (s) => edges.push([r, s]));
  }
  return edges;
}

function eachSuccessor(
  { successors }: Icfg,
  block: number,
  visit: (successor: number) => void,
): void {
  for (let e = successors.offsets[block]!; e < successors.offsets[block + 1]!; e++)
    visit(successors.targets[e]!);
}

/** Which functions can reach one of their returns, and in which round that was found. */
export interface Summaries {
  /** Round in which each function was found to return, from 1; 0 = it never does, or is opaque. */
  readonly round: Uint32Array;
  /** Rounds run, the confirming one counted. */
  readonly rounds: number;
  /** Matched = {(c, s)}: over a call whose callee is opaque or returns. */
  readonly matched: readonly Edge[];
}

/** As many rounds as the manual allows (S1:2333). */
const MAX_ROUNDS = 64;

/**
 * Summary_{k+1} = Summary_k ∪ {g : entry(g) reaches a return over Intra ∪ Matched_k}, until unchanged. Each round adds
 * only what its new edges open, so that all rounds together cost one walk.
 */
export function summariesOf(icfg: Icfg): Summaries {
  const { calls, entry, isReturn, owner, functions } = icfg;
  const n = icfg.places.length;
  const intra = linksFromEdges(
    n,
    icfg.intra.map(([a]) => a),
    icfg.intra.map(([, b]) => b),
  );
  const round = new Uint32Array(functions.length);
  const callsOf = Array.from(functions, (): number[] => []);
  for (const { block, target } of calls) callsOf[target]!.push(block);
  const returnsHere = new Uint8Array(n);
  for (const { block, target } of calls) if (entry[target]! < 0) returnsHere[block] = 1;
  const met = new Uint8Array(n);
  let queue = [...entry].filter((block) => block >= 0);
  for (const block of queue) met[block] = 1;
  let rounds = 0;
  for (let changed = true; changed && rounds < MAX_ROUNDS;) {
    rounds++;
    const found = new Set<number>();
    const enter = (block: number): void => {
      if (met[block] === 1) return;
      met[block] = 1;
      queue.push(block);
    };
    for (const block of queue) {
      if (isReturn[block] === 1 && round[owner[block]!] === 0) found.add(owner[block]!);
      for (let e = intra.offsets[block]!; e < intra.offsets[block + 1]!; e++)
        enter(intra.targets[e]!);
      if (returnsHere[block] === 1) eachSuccessor(icfg, block, enter);
    }
    queue = [];
    changed = found.size > 0;
    for (const g of found) round[g] = rounds;
    for (const g of found) {
      for (const block of callsOf[g]!) {
        if (returnsHere[block] === 1) continue;
        returnsHere[block] = 1;
        if (met[block] === 1) eachSuccessor(icfg, block, enter);
      }
    }
  }
  const matched: Edge[] = [];
  for (const block of new Set(calls.map((call) => call.block))) {
    if (returnsHere[block] === 1) eachSuccessor(icfg, block, (s) => matched.push([block, s]));
  }
  return { round, rounds, matched };
}

/** pattern(∪ of the edges). */
export function linksOfEdges(n: number, ...lists: readonly (readonly Edge[])[]): Links {
  const src = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  const dst = new Uint32Array(src.length);
  let at = 0;
  for (const list of lists) {
    for (const [a, b] of list) {
      src[at] = a;
      dst[at++] = b;
    }
  }
  return linksFromEdges(n, src, dst);
}
