import type { CodeGraph, EdgeTable } from '../../graph/index.js';
import { linksFromEdges, reversed, type Links, type Relation as Tagged } from '../../ops/index.js';
import type { ClonePopulation } from '../clones/index.js';
import { kindFlags } from '../modules.js';
import { isNoise } from '../twins/noise.js';
import { RoundZero } from './round-zero.js';
import { inWorkspace } from './workspace.js';

/** Ways in which items touch one another; the tag of a direction is 2κ for out, 2κ + 1 for in (S1:1462–1465). */
export const CHANNELS = [
  'CALLS',
  'USES_TYPE',
  'READS_FIELD',
  'WRITES_FIELD',
  'TABLE_R',
  'TABLE_W',
  'HAS_FIELD',
  'IMPL_OF',
  'SELF_OF',
] as const;

export type Channel = (typeof CHANNELS)[number];

/** In-edges stop at what more than this many things point to (D_hub, S1:1501). */
export const HUB = 256;

/** A has-role function has at least this many neighbours (S1:1511). */
export const LEAST_DEGREE = 3;

/** Functions, then what they touch, and the typed edges between: what refinement reads. */
export interface ItemGraph {
  /** Ordinals of the dump: the population's rows first, in its order. */
  readonly ordinals: Uint32Array;
  /** Rows of the population: the first so many items. */
  readonly functions: number;
  /** 1 = defined in the workspace. */
  readonly own: Uint8Array;
  /** One entry a channel and direction that has any edge, ascending by tag. */
  readonly relations: readonly { readonly tag: number; readonly graph: Links }[];
  /** What ℓ⁰ is the hash of, by item. */
  readonly words: readonly string[];
  /** Neighbours of each function over all relations. */
  readonly degree: Uint32Array;
  /** Items whose in-edges were cut, being outside or hubs. */
  readonly cut: number;
}

/** The item graph of a population (S1:1470–1478): in-edges stop at the boundary of the workspace and at hubs. */
export function itemGraph(graph: CodeGraph, population: ClonePopulation): ItemGraph {
  const builder = new Items(graph, population);
  const edges = CHANNELS.map((channel) => builder.channel(channel));
  const { ordinals, own } = builder.close();
  const relations: { tag: number; graph: Links }[] = [];
  let cut = 0;
  edges.forEach(({ src, dst }, κ) => {
    if (src.length === 0) return;
    const out = linksFromEdges(ordinals.length, src, dst);
    const { links, dropped } = bounded(reversed(out), own);
    cut += dropped;
    relations.push({ tag: 2 * κ, graph: out }, { tag: 2 * κ + 1, graph: links });
  });
  const functions = population.ordinals.length;
  const degree = new Uint32Array(functions);
  for (const { graph: links } of relations)
    for (let f = 0; f < functions; f++) degree[f]! += links.offsets[f + 1]! - links.offsets[f]!;
  const zero = new RoundZero(graph);
  const words = Array.from(ordinals, (v, item) => zero.words(v, own[item] === 1));
  return { ordinals, functions, own, relations, words, degree, cut };
}

/** The relations as `wlRefine` takes them. */
export const taggedOf = ({ relations }: Pick<ItemGraph, 'relations'>): readonly Tagged[] =>
  relations;

/** In-rows without those of items outside the workspace and of hubs. */
function bounded(links: Links, own: Uint8Array): { links: Links; dropped: number } {
  const n = links.offsets.length - 1;
  const offsets = new Uint32Array(n + 1);
  const targets = new Uint32Array(links.targets.length);
  let end = 0;
  let dropped = 0;
  for (let v = 0; v < n; v++) {
    const row = links.targets.subarray(links.offsets[v], links.offsets[v + 1]);
    if (own[v] === 1 && row.length <= HUB) {
      targets.set(row, end);
      end += row.length;
    } else if (row.length > 0) dropped++;
    offsets[v + 1] = end;
  }
  return { links: { offsets, targets: targets.slice(0, end) }, dropped };
}

interface Ends {
  readonly src: number[];
  readonly dst: number[];
}

/** Numbers items as edges mention them. */
class Items {
  readonly #graph: CodeGraph;
  readonly #numberOf: Int32Array;
  readonly #ordinals: number[];
  readonly #functions: number;
  readonly #local: (v: number) => boolean;
  readonly #isType: Uint8Array;

  constructor(graph: CodeGraph, population: ClonePopulation) {
    this.#graph = graph;
    this.#numberOf = new Int32Array(graph.nodeCount + graph.refCount).fill(-1);
    this.#ordinals = [...population.ordinals];
    this.#functions = population.ordinals.length;
    population.ordinals.forEach((v, row) => (this.#numberOf[v] = row));
    this.#local = inWorkspace(graph);
    this.#isType = kindFlags(
      graph,
      new Set(['struct', 'enum', 'union', 'class', 'interface', 'trait', 'variant']),
    );
  }

  channel(channel: Channel): Ends {
    const ends: Ends = { src: [], dst: [] };
    switch (channel) {
      case 'CALLS':
        this.#fromFunctions(this.#graph.edges('CALLS'), ends, (_, v) => this.#speaks(v));
        break;
      case 'USES_TYPE':
      case 'READS_FIELD':
      case 'WRITES_FIELD':
        this.#fromFunctions(this.#graph.edges(channel), ends);
        break;
      case 'TABLE_R':
      case 'TABLE_W': {
        const table = this.#graph.edges('TOUCHES_TABLE');
        const other = channel === 'TABLE_R' ? 'write' : 'read';
        const only = channel === 'TABLE_W';
        this.#fromFunctions(table, ends, (edge) => {
          const access = table.access?.at(edge) ?? null;
          return access !== other && (!only || (access !== null && access !== 'unknown'));
        });
        break;
      }
      case 'HAS_FIELD':
        this.#fields(ends);
        break;
      case 'IMPL_OF':
      case 'SELF_OF':
        this.#fromFunctions(this.#graph.derived(channel), ends);
        break;
    }
    return ends;
  }

  close(): { readonly ordinals: Uint32Array; readonly own: Uint8Array } {
    const ordinals = Uint32Array.from(this.#ordinals);
    return { ordinals, own: Uint8Array.from(ordinals, (v) => Number(this.#local(v))) };
  }

  #number(v: number): number {
    if (this.#numberOf[v] === -1) this.#numberOf[v] = this.#ordinals.push(v) - 1;
    return this.#numberOf[v]!;
  }

  #fromFunctions(
    table: EdgeTable,
    ends: Ends,
    takes: (edge: number, target: number) => boolean = () => true,
  ): void {
    const { offsets, targets, edges } = table.out;
    for (let f = 0; f < this.#functions; f++) {
      const v = this.#ordinals[f]!;
      for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
        if (!takes(edges[e]!, targets[e]!)) continue;
        ends.src.push(f);
        ends.dst.push(this.#number(targets[e]!));
      }
    }
  }

  /** Fields of own types that functions touch, and of fields' own types no further. */
  #fields(ends: Ends): void {
    const { offsets, targets } = this.#graph.derived('HAS_FIELD').out;
    const known = this.#ordinals.length;
    for (let item = this.#functions; item < known; item++) {
      const v = this.#ordinals[item]!;
      if (v >= this.#graph.nodeCount || this.#isType[v] === 0 || !this.#local(v)) continue;
      for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
        ends.src.push(item);
        ends.dst.push(this.#number(targets[e]!));
      }
    }
  }

  /** A callee outside of the workspace that everybody calls says nothing. */
  #speaks(v: number): boolean {
    return this.#local(v) || !isNoise(this.#graph.label(v));
  }
}
