import type { RunContext } from '../grb/index.js';
import { partitionOf, type Partition } from './components.js';
import { InvalidArgument } from '../task/index.js';
import { nodeCount, operation, reversed, type GraphInput, type Links, type Poll } from './links.js';

/**
 * Strongly connected components.
 *
 * Formula: u ~ v ⇔ u →* v ∧ v →* u. No product: Tarjan 1972, with its own stack so that a chain of 10⁶ nodes
 * does not overflow the call stack. Cost: O(n + m), 20 bytes a node.
 */
export async function scc(graph: GraphInput, options: RunContext = {}): Promise<Partition> {
  return operation(
    'scc',
    graph,
    options,
    (links, poll) => partitionOf(tarjan(links, poll)),
    (p) => p.count,
  );
}

/** A label in 0..n for each node, the same exactly within a component. */
function tarjan({ offsets, targets }: Links, poll: Poll): Uint32Array {
  const n = offsets.length - 1;
  const found = new Uint32Array(n);
  const low = new Uint32Array(n);
  const closed = new Uint8Array(n);
  const label = new Uint32Array(n);
  const cursor = new Uint32Array(n);
  const open = new Uint32Array(n);
  const walk = new Uint32Array(n);
  let openTop = 0;
  let time = 0;
  for (let root = 0; root < n; root++) {
    if (found[root] !== 0) continue;
    let walkTop = 0;
    walk[walkTop++] = root;
    while (walkTop > 0) {
      const v = walk[walkTop - 1]!;
      if (found[v] === 0) {
        found[v] = low[v] = ++time;
        cursor[v] = offsets[v]!;
        open[openTop++] = v;
      }
      const end = offsets[v + 1]!;
      let child = -1;
      let e = cursor[v]!;
      poll.spend(1);
      for (; e < end; e++) {
        const w = targets[e]!;
        if (found[w] === 0) {
          child = w;
          break;
        }
        if (closed[w] === 0 && found[w]! < low[v]!) low[v] = found[w]!;
      }
      cursor[v] = e;
      if (child >= 0) {
        walk[walkTop++] = child;
        continue;
      }
      walkTop--;
      if (low[v] === found[v]) {
        for (let w = -1; w !== v;) {
          w = open[--openTop]!;
          closed[w] = 1;
          label[w] = v;
        }
      }
      if (walkTop > 0) {
        const parent = walk[walkTop - 1]!;
        if (closed[v] === 0 && low[v]! < low[parent]!) low[parent] = low[v]!;
      }
    }
  }
  return label;
}

export interface Condensation {
  readonly scc: Partition;
  /** The components' graph: no loops, no repeats, rows ascending. */
  readonly links: Links;
  /** Whether a component is a cycle: more than one member, or a node that links to itself. */
  readonly cyclic: Uint8Array;
}

/**
 * The acyclic graph of the strongly connected components.
 *
 * Formula: C = offdiag(PᵀAP), P one-hot by component. As one pass over the members of each component with a mark
 * per target; the triple product needs two temporaries. Cost: O(n + m).
 */
export async function condensation(
  graph: GraphInput,
  options: RunContext = {},
): Promise<Condensation> {
  return operation('condensation', graph, options, condensationOf, (c) => c.links.targets.length);
}

/** The same inside another operation. */
export function condensationOf(links: Links, poll: Poll): Condensation {
  const parts = partitionOf(tarjan(links, poll));
  return { scc: parts, ...quotient(links, parts, poll) };
}

function quotient(
  links: Links,
  parts: Partition,
  poll: Poll,
): Pick<Condensation, 'links' | 'cyclic'> {
  const offsets = new Uint32Array(parts.count + 1);
  const cyclic = new Uint8Array(parts.count);
  const targets = new Uint32Array(links.targets.length);
  const marked = new Uint32Array(parts.count);
  let w = 0;
  for (let b = 0; b < parts.count; b++) {
    const begin = w;
    const last = parts.offsets[b + 1]!;
    if (last - parts.offsets[b]! > 1) cyclic[b] = 1;
    for (let k = parts.offsets[b]!; k < last; k++) {
      const v = parts.members[k]!;
      const end = links.offsets[v + 1]!;
      poll.spend(end - links.offsets[v]! + 1);
      for (let e = links.offsets[v]!; e < end; e++) {
        const t = links.targets[e]!;
        const c = parts.blockOf[t]!;
        if (t === v) cyclic[b] = 1;
        if (c === b || marked[c] === b + 1) continue;
        marked[c] = b + 1;
        targets[w++] = c;
      }
    }
    targets.subarray(begin, w).sort();
    offsets[b + 1] = w;
  }
  return { links: { offsets, targets: targets.slice(0, w) }, cyclic };
}

/** Blocks of an acyclic graph so that every link goes from a later to an earlier one; ties by smallest. */
export function usedFirst(dag: Links, poll: Poll): Uint32Array {
  const n = nodeCount(dag);
  const order = new Uint32Array(n);
  const level = levelsOf(dag, poll);
  const counts = new Uint32Array(n + 1);
  for (const l of level) counts[l + 1]!++;
  for (let l = 0; l < n; l++) counts[l + 1]! += counts[l]!;
  for (let v = 0; v < n; v++) order[counts[level[v]!]!++] = v;
  return order;
}

/**
 * Levels of an acyclic graph: 0 for a node without successors, else 1 + the greatest level of its successors.
 *
 * Formula: ℓ(v) = max(0, 1 + max {ℓ(w) : v → w}). No product: one pass in reverse topological order. Cost: O(n + m).
 * Throws `InvalidArgument` on a cycle, naming one of its nodes: condense first.
 */
export async function levels(graph: GraphInput, options: RunContext = {}): Promise<Uint32Array> {
  return operation(
    'levels',
    graph,
    options,
    (links, poll) => levelsOf(links, poll),
    (l) => l.length,
  );
}

function levelsOf(links: Links, poll: Poll): Uint32Array {
  const n = nodeCount(links);
  const { offsets } = links;
  const level = new Uint32Array(n);
  const waiting = new Uint32Array(n);
  const users = reversed(links, poll);
  const queue = new Uint32Array(n);
  let tail = 0;
  for (let v = 0; v < n; v++) {
    waiting[v] = offsets[v + 1]! - offsets[v]!;
    if (waiting[v] === 0) queue[tail++] = v;
  }
  for (let head = 0; head < tail; head++) {
    const v = queue[head]!;
    poll.spend(users.offsets[v + 1]! - users.offsets[v]! + 1);
    for (let e = users.offsets[v]!; e < users.offsets[v + 1]!; e++) {
      const u = users.targets[e]!;
      if (level[u]! < level[v]! + 1) level[u] = level[v]! + 1;
      const left = --waiting[u]!;
      if (left === 0) queue[tail++] = u;
    }
  }
  if (tail < n) {
    let stuck = 0;
    while (waiting[stuck] === 0) stuck++;
    throw new InvalidArgument(
      `graph has a cycle through or before node: ${String(stuck)}; condense it first`,
    );
  }
  return level;
}
