import { parseBlockName, parsePayload, type Block } from '../dump/index.js';
import type { CodeGraph } from '../graph/index.js';
import { kindFlags } from './modules.js';

/** Where the blocks of a dump are: by the function that owns them, each body in order, `bb0` first. */
export interface Bodies {
  /** Blocks as ordinals of the dump, sorted by (owner, body, block). */
  readonly blocks: Uint32Array;
  /** Function of each block. */
  readonly owner: Uint32Array;
  /** Body number of each block (0 = the function's own, then nested ones), and its number in the body. */
  readonly body: Uint32Array;
  readonly number: Uint32Array;
  /** Position in `blocks` of an ordinal; -1 = no block. */
  readonly placeOf: (ordinal: number) => number;
  /** The blocks of a function are `blocks[from .. to)`; from = to where it has none. */
  range(owner: number): readonly [from: number, to: number];
}

const OWNERS: ReadonlySet<string> = new Set([
  'fn',
  'method',
  'class',
  'module',
  'const',
  'static',
  'field',
]);

const made = new WeakMap<CodeGraph, Bodies>();

/** The bodies of a dump; made once. */
export function bodiesOf(graph: CodeGraph): Bodies {
  let bodies = made.get(graph);
  if (bodies === undefined) {
    bodies = locate(graph);
    made.set(graph, bodies);
  }
  return bodies;
}

function locate(graph: CodeGraph): Bodies {
  const all = graph.nodesOf('mir_block');
  const isOwner = kindFlags(graph, OWNERS);
  const found = {
    block: new Uint32Array(all.length),
    owner: new Uint32Array(all.length),
    body: new Uint32Array(all.length),
    number: new Uint32Array(all.length),
  };
  let count = 0;
  for (const block of all) {
    let owner = graph.parents[block]!;
    while (owner >= 0 && isOwner[owner] === 0) owner = graph.parents[owner]!;
    const name = parseBlockName(graph.nameOf(block));
    if (owner < 0 || name === null) continue;
    found.block[count] = block;
    found.owner[count] = owner;
    found.body[count] = name.body;
    found.number[count++] = name.block;
  }
  const order = Uint32Array.from({ length: count }, (_, row) => row).sort(
    (a, b) =>
      found.owner[a]! - found.owner[b]! ||
      found.body[a]! - found.body[b]! ||
      found.number[a]! - found.number[b]! ||
      a - b,
  );
  const blocks = order.map((row) => found.block[row]!);
  const owner = order.map((row) => found.owner[row]!);
  const places = new Int32Array(graph.nodeCount).fill(-1);
  blocks.forEach((block, place) => (places[block] = place));
  const first = (value: number): number => {
    let [low, high] = [0, owner.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (owner[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    blocks,
    owner,
    body: order.map((row) => found.body[row]!),
    number: order.map((row) => found.number[row]!),
    placeOf: (ordinal) => (ordinal < places.length ? places[ordinal]! : -1),
    range: (value) => [first(value), first(value + 1)],
  };
}

/** The payload of a block; `null` = unparsable. */
export function readBlock(graph: CodeGraph, block: number): Block | null {
  return parsePayload(graph.ty?.at(block) ?? '');
}
