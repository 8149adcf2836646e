import { labelOf } from '../../dump/index.js';
import type { CodeGraph } from '../../graph/index.js';
import { hash64, linksFromEdges, type Links } from '../../ops/index.js';
import { outlineOf } from '../block-outline.js';
import { bodiesOf } from '../bodies.js';
import type { InTurns } from '../turns.js';
import { apiFamily } from './families.js';
import type { Functions } from './functions.js';
import { isNoise } from './noise.js';

/** One node a block of every function: where control goes, and which block reads what another writes. */
export interface Pdg {
  /** Row of each block's function; blocks of one function stand together, `bb0` first. */
  readonly owner: Uint32Array;
  /** The blocks of row f are `first[f] .. first[f + 1])`. */
  readonly first: Uint32Array;
  readonly control: Links;
  readonly data: Links;
  /** ℓ⁰. */
  readonly labels: BigUint64Array;
  /** Functions with a call that is no noise. */
  readonly calls: Uint8Array;
  readonly unparsed: number;
  /** Locals with so many writers and readers that their data edges were left out. */
  readonly tangled: number;
}

/** Data edges of one local beyond this many are left out: a variable that a whole interpreter loop shares. */
const MOST_DATA_EDGES = 1_000_000;

/**
 * ℓ⁰(b) = hash(terminator | API family of the callee | "k" for a constant string), control edges from CFG_SUCC, data
 * edges from every writer of a local to every reader of it in the same body, whatever the order (S1:2559-2586). It
 * yields how many blocks were read.
 */
export function* pdgOf(
  graph: CodeGraph,
  functions: Functions,
  families: readonly (readonly [string, string])[],
): InTurns<Pdg> {
  const bodies = bodiesOf(graph);
  const places: number[] = [];
  const owner: number[] = [];
  const first = new Uint32Array(functions.ordinals.length + 1);
  functions.ordinals.forEach((v, row) => {
    const [from, to] = bodies.range(v);
    for (let place = from; place < to; place++) {
      places.push(place);
      owner.push(row);
    }
    first[row + 1] = places.length;
  });
  const calls = new Uint8Array(functions.ordinals.length);
  const labels = new BigUint64Array(places.length);
  const data = new DataEdges();
  const hashes = new Map<string, bigint>();
  const hashed = (text: string): bigint => {
    let hash = hashes.get(text);
    if (hash === undefined) hashes.set(text, (hash = hash64(text)));
    return hash;
  };
  let unparsed = 0;
  for (const [block, place] of places.entries()) {
    if ((block & 0xff) === 0) yield block;
    const parsed = outlineOf(graph, bodies.blocks[place]!);
    if (block === first[owner[block]!] || bodies.body[place] !== bodies.body[places[block - 1]!])
      data.newBody();
    if (parsed === null) {
      unparsed++;
      labels[block] = hashed('?');
      continue;
    }
    const { word, callee, hasConstantString } = parsed;
    const label = callee === null ? '' : labelOf(callee);
    labels[block] = hashed(
      `${word}|${callee === null ? '' : apiFamily(label, families)}|${hasConstantString ? 'k' : ''}`,
    );
    if (callee !== null && !isNoise(label)) calls[owner[block]!] = 1;
    data.add(block, parsed);
  }
  data.newBody();
  return {
    owner: Uint32Array.from(owner),
    first,
    control: controlEdges(graph, places, owner),
    data: linksFromEdges(places.length, data.from, data.to),
    labels,
    calls,
    unparsed,
    tangled: data.tangled,
  };
}

function controlEdges(
  graph: CodeGraph,
  places: readonly number[],
  owner: readonly number[],
): Links {
  const bodies = bodiesOf(graph);
  const { out, how } = graph.edges('CFG_SUCC');
  const unwind = how?.codeOf('unwind') ?? -1;
  const numberOf = new Int32Array(bodies.blocks.length).fill(-1);
  places.forEach((place, block) => (numberOf[place] = block));
  const src: number[] = [];
  const dst: number[] = [];
  places.forEach((place, block) => {
    const node = bodies.blocks[place]!;
    for (let i = out.offsets[node]!; i < out.offsets[node + 1]!; i++) {
      if (unwind >= 0 && how!.codes[out.edges[i]!] === unwind) continue;
      const to = bodies.placeOf(out.targets[i]!);
      if (to < 0 || numberOf[to]! < 0 || owner[numberOf[to]!] !== owner[block]) continue;
      src.push(block);
      dst.push(numberOf[to]!);
    }
  });
  return linksFromEdges(places.length, src, dst);
}

/** Writers and readers of the locals of one body at a time. */
class DataEdges {
  readonly from: number[] = [];
  readonly to: number[] = [];
  tangled = 0;
  readonly #writers = new Map<number, number[]>();
  readonly #readers = new Map<number, number[]>();

  add(
    block: number,
    {
      definitions,
      uses,
    }: { readonly definitions: readonly number[]; readonly uses: readonly number[] },
  ): void {
    for (const local of definitions) push(this.#writers, local, block);
    for (const local of uses) push(this.#readers, local, block);
  }

  newBody(): void {
    for (const [local, writers] of this.#writers) {
      const readers = this.#readers.get(local) ?? [];
      if (writers.length * readers.length > MOST_DATA_EDGES) {
        this.tangled++;
        continue;
      }
      for (const w of writers) {
        for (const r of readers) {
          if (w === r) continue;
          this.from.push(w);
          this.to.push(r);
        }
      }
    }
    this.#writers.clear();
    this.#readers.clear();
  }
}

function push(map: Map<number, number[]>, key: number, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
