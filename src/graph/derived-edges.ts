import { sortedPairs } from '../dump/index.js';
import type { CodeGraph, DerivedKind, EdgeTable } from './code-graph.js';
import { plainEdges } from './edge-table.js';

const MEMBERS: ReadonlySet<string> = new Set(['fn', 'method']);
const TYPES: ReadonlySet<string> = new Set([
  'struct',
  'enum',
  'union',
  'class',
  'interface',
  'trait',
  'variant',
]);

/** Edges that follow from others: the manual's S1:1454, 1474–78 and 2267. */
export function deriveEdges(graph: CodeGraph, kind: DerivedKind): EdgeTable {
  const pairs = new Pairs(graph.nodeCount + graph.refCount);
  switch (kind) {
    case 'DYN':
    case 'IMPL_OF':
      implementations(graph, (declared, implemented) => {
        if (kind === 'DYN') pairs.add(declared, implemented);
        else pairs.add(implemented, declared);
      });
      break;
    case 'SELF_OF':
      selfTypes(graph, pairs);
      break;
    case 'HAS_FIELD':
      fields(graph, pairs);
      break;
  }
  return pairs.table(kind);
}

/** Same-named members of a trait or interface and of what implements it; an interface's own parents count too. */
function implementations(
  graph: CodeGraph,
  found: (declared: number, implemented: number) => void,
): void {
  const implementsEdges = graph.edges('IMPLEMENTS');
  const members = new Map<number, readonly (readonly [string, number])[]>();
  const membersOf = (v: number): readonly (readonly [string, number])[] => {
    let made = members.get(v);
    if (made === undefined) {
      made = childrenOf(graph, v)
        .filter((child) => MEMBERS.has(graph.kind.at(child) ?? ''))
        .map((child) => [graph.nameOf(child), child] as const);
      members.set(v, made);
    }
    return made;
  };
  for (let edge = 0; edge < implementsEdges.count; edge++) {
    const implementation = implementsEdges.src[edge]!;
    const declaration = implementsEdges.dst[edge]!;
    if (implementation >= graph.nodeCount || declaration >= graph.nodeCount) continue;
    const declared = new Map<string, number[]>();
    for (const [name, member] of membersOf(declaration))
      declared.set(name, [...(declared.get(name) ?? []), member]);
    for (const [name, member] of membersOf(implementation)) {
      for (const one of declared.get(name) ?? []) found(one, member);
    }
  }
}

/** A method's type: what its impl is for, else the type that contains it. */
function selfTypes(graph: CodeGraph, pairs: Pairs): void {
  const forType = graph.edges('FOR_TYPE').out;
  for (let v = 0; v < graph.nodeCount; v++) {
    if (!MEMBERS.has(graph.kind.at(v) ?? '')) continue;
    const owner = graph.parents[v]!;
    if (owner === -1) continue;
    const kind = graph.kind.at(owner);
    if (kind === 'impl') {
      for (let i = forType.offsets[owner]!; i < forType.offsets[owner + 1]!; i++)
        pairs.add(v, forType.targets[i]!);
    } else if (kind !== null && TYPES.has(kind)) pairs.add(v, owner);
  }
}

function fields(graph: CodeGraph, pairs: Pairs): void {
  for (const field of graph.nodesOf('field')) {
    let owner = graph.parents[field]!;
    // A variant's field belongs to the enum too, and lenses ask for the type.
    if (owner !== -1 && graph.kind.at(owner) === 'variant') owner = graph.parents[owner]!;
    if (owner !== -1 && TYPES.has(graph.kind.at(owner) ?? '')) pairs.add(owner, field);
  }
}

function childrenOf(graph: CodeGraph, v: number): number[] {
  const { offsets, targets } = graph.edges('CONTAINS').out;
  return Array.from(targets.subarray(offsets[v], offsets[v + 1])).filter(
    (child) => child < graph.nodeCount,
  );
}

class Pairs {
  readonly #vertices: number;
  readonly #src: number[] = [];
  readonly #dst: number[] = [];

  constructor(vertices: number) {
    this.#vertices = vertices;
  }

  add(src: number, dst: number): void {
    this.#src.push(src);
    this.#dst.push(dst);
  }

  table(kind: DerivedKind): EdgeTable {
    const { high, low } = sortedPairs(Uint32Array.from(this.#src), Uint32Array.from(this.#dst));
    return plainEdges(kind, this.#vertices, high, low);
  }
}
