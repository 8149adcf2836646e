import type { EdgeKind } from '../../dump/index.js';
import type { CodeGraph } from '../../graph/index.js';
import type { Need } from '../../lens/index.js';
import { kindFlags, type Modules } from '../modules.js';

/** The edge kinds that bind an item to another. */
export const AFFINITY_KINDS = [
  'CALLS',
  'WRITES_FIELD',
  'USES_TYPE',
  'READS_FIELD',
] as const satisfies readonly EdgeKind[];
export type AffinityKind = (typeof AFFINITY_KINDS)[number];

/** Why an item can't be a candidate: the first that applies, in this order. */
export type Ineligible = 'kind' | 'trait' | 'impl' | 'test' | 'constructor' | 'entry' | 'degree';

export interface Items {
  /** Ordinal in the dump of each item, ascending. */
  readonly ordinals: Uint32Array;
  /** Module of each item. */
  readonly moduleOf: Int32Array;
  readonly modules: readonly string[];
  /** `null` = eligible. */
  readonly why: readonly (Ineligible | null)[];
  readonly uses: ItemUses;
  readonly needs: readonly Need[];
}

/** Pairs of different items, one refers to the other, sorted; `counts[k]` is aligned with them. */
export interface ItemUses {
  readonly src: Uint32Array;
  readonly dst: Uint32Array;
  /** Places, by kind in the order of `AFFINITY_KINDS`. */
  readonly counts: readonly Float64Array[];
}

const FUNCTION_KINDS: ReadonlySet<string> = new Set(['fn', 'method']);
const TYPE_KINDS: ReadonlySet<string> = new Set([
  'struct',
  'enum',
  'union',
  'trait',
  'class',
  'interface',
  'type_alias',
]);
const CONSTRUCTOR =
  /^(?:new|default|build|builder|<constructor>|constructor|from.*|into.*|with_.*)$/;

export interface ItemOptions {
  readonly minDegree: number;
  readonly entry: readonly number[];
  /** One byte a node: test code. */
  readonly isTest: Uint8Array;
}

/** The functions and types in scope that have a module, and what they refer to. Fields count as their type. */
export function itemsOf(graph: CodeGraph, modules: Modules, options: ItemOptions): Items {
  const isFunction = kindFlags(graph, FUNCTION_KINDS);
  const isType = kindFlags(graph, TYPE_KINDS);
  const owner = owners(graph, isFunction, isType);
  const numberOf = new Int32Array(graph.nodeCount).fill(-1);
  const ordinals: number[] = [];
  for (let v = 0; v < graph.nodeCount; v++)
    if (owner[v] === v && modules.of[v]! >= 0) numberOf[v] = ordinals.push(v) - 1;
  const itemOf = (v: number): number =>
    v < graph.nodeCount && owner[v]! >= 0 ? numberOf[owner[v]!]! : -1;
  const uses = itemUses(graph, itemOf);
  const degree = neighbours(ordinals.length, uses);
  const fixed = fixedMembers(graph, isType);
  const isEntry = new Set(options.entry);
  const why = ordinals.map((v, item): Ineligible | null => {
    if (isFunction[v] === 0) return 'kind';
    if (fixed[v] === DECLARES) return 'trait';
    if (fixed[v] === IMPLEMENTS) return 'impl';
    if (options.isTest[v] === 1) return 'test';
    const name = graph.nameOf(v);
    if (CONSTRUCTOR.test(name)) return 'constructor';
    if (name === 'main' || isEntry.has(v)) return 'entry';
    return degree[item]! < options.minDegree ? 'degree' : null;
  });
  return {
    ordinals: Uint32Array.from(ordinals),
    moduleOf: Int32Array.from(ordinals, (v) => modules.of[v]!),
    modules: modules.names,
    why,
    uses,
    needs: AFFINITY_KINDS.filter((kind) => !graph.has(kind)).map((fact) => ({
      fact,
      producer: 'mimir dump ts, cargo mimir-dump',
    })),
  };
}

/** The item that each node is part of: the nearest type, or the outermost function around nested ones; -1 = none. */
function owners(graph: CodeGraph, isFunction: Uint8Array, isType: Uint8Array): Int32Array {
  const { parents } = graph;
  const owner = new Int32Array(graph.nodeCount).fill(-2);
  const chain: number[] = [];
  for (let start = 0; start < graph.nodeCount; start++) {
    for (let v = start; v >= 0 && owner[v] === -2; v = parents[v]!) chain.push(v);
    for (let v = chain.pop(); v !== undefined; v = chain.pop()) {
      const above = parents[v]! < 0 ? -1 : owner[parents[v]!]!;
      const inFunction = above >= 0 && isFunction[above] === 1;
      owner[v] = (isFunction[v] === 1 || isType[v] === 1) && !inFunction ? v : above;
    }
  }
  return owner;
}

function itemUses(graph: CodeGraph, itemOf: (v: number) => number): ItemUses {
  const rows = new Map<number, Map<number, Float64Array>>();
  AFFINITY_KINDS.forEach((kind, k) => {
    const { count, src, dst, counts } = graph.edges(kind);
    for (let e = 0; e < count; e++) {
      const [from, to] = [itemOf(src[e]!), itemOf(dst[e]!)];
      if (from < 0 || to < 0 || from === to) continue;
      let row = rows.get(from);
      if (row === undefined) rows.set(from, (row = new Map()));
      let cells = row.get(to);
      if (cells === undefined) row.set(to, (cells = new Float64Array(AFFINITY_KINDS.length)));
      cells[k]! += counts[e]!;
    }
  });
  const src: number[] = [];
  const dst: number[] = [];
  const counts = AFFINITY_KINDS.map((): number[] => []);
  for (const [from, row] of [...rows].sort(([a], [b]) => a - b)) {
    for (const [to, cells] of [...row].sort(([a], [b]) => a - b)) {
      src.push(from);
      dst.push(to);
      counts.forEach((list, k) => list.push(cells[k]!));
    }
  }
  return {
    src: Uint32Array.from(src),
    dst: Uint32Array.from(dst),
    counts: counts.map((list) => Float64Array.from(list)),
  };
}

/** Distinct items that each one refers to or is referred to by. */
function neighbours(items: number, { src, dst }: ItemUses): Uint32Array {
  const sets = Array.from({ length: items }, () => new Set<number>());
  for (let e = 0; e < src.length; e++) {
    sets[src[e]!]!.add(dst[e]!);
    sets[dst[e]!]!.add(src[e]!);
  }
  return Uint32Array.from(sets, (set) => set.size);
}

const DECLARES = 1;
const IMPLEMENTS = 2;

/** Methods whose place is given by another: those of a trait or interface, their implementations, and overrides. */
function fixedMembers(graph: CodeGraph, isType: Uint8Array): Uint8Array {
  const fixed = new Uint8Array(graph.nodeCount);
  const mark = (v: number, as: number): void => {
    if (v < graph.nodeCount && fixed[v] === 0) fixed[v] = as;
  };
  for (const kind of ['trait', 'interface']) {
    const declares = new Set(graph.nodesOf(kind));
    for (let v = 0; v < graph.nodeCount; v++)
      if (declares.has(graph.parents[v]!)) mark(v, DECLARES);
  }
  for (const table of [graph.derived('IMPL_OF'), graph.edges('IMPLEMENTS_MEMBER')]) {
    for (let e = 0; e < table.count; e++) mark(table.src[e]!, IMPLEMENTS);
  }
  for (const method of overrides(graph, isType)) mark(method, IMPLEMENTS);
  return fixed;
}

/** Methods whose name a base type has too. */
function overrides(graph: CodeGraph, isType: Uint8Array): number[] {
  const members = new Map<number, Map<string, number>>();
  for (const v of graph.nodesOf('method')) {
    const type = graph.parents[v]!;
    if (type < 0 || isType[type] === 0) continue;
    let own = members.get(type);
    if (own === undefined) members.set(type, (own = new Map<string, number>()));
    own.set(graph.nameOf(v), v);
  }
  const { out } = graph.edges('EXTENDS');
  const found: number[] = [];
  for (const [type, own] of members) {
    const bases = new Set([type]);
    for (const base of bases) {
      for (let i = out.offsets[base]!; i < out.offsets[base + 1]!; i++)
        if (out.targets[i]! < graph.nodeCount) bases.add(out.targets[i]!);
    }
    bases.delete(type);
    for (const [name, method] of own)
      if ([...bases].some((base) => members.get(base)?.has(name))) found.push(method);
  }
  return found;
}
