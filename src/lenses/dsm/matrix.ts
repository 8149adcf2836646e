import type { CodeGraph } from '../../graph/index.js';
import { Matrix } from '../../grb/index.js';
import type { EdgeKind } from '../../dump/index.js';
import type { Need } from '../../lens/index.js';
import { CodedError } from '../../task/index.js';
import type { Modules } from '../modules.js';
import type { Dependencies } from './dependencies.js';

/** What counts as one module using another. */
export const DSM_KINDS = [
  'CALLS',
  'USES_TYPE',
  'READS_FIELD',
  'WRITES_FIELD',
  'IMPLEMENTS',
  'EXTENDS',
  'DISPATCH',
  'PASSES_FN',
  'DEPENDS_ON',
] as const satisfies readonly EdgeKind[];
export type DsmKind = (typeof DSM_KINDS)[number];

/** `pairs`: distinct (item, item, kind); `sites`: places in the source. */
export type DsmWeight = 'pairs' | 'sites';

export interface DsmMatrix {
  readonly dependencies: Dependencies;
  /** The kinds asked for that the dump carries. */
  readonly kindsUsed: readonly DsmKind[];
  /** Weight of each arc by kind, in the order of `kindsUsed`. */
  readonly byKind: readonly Float64Array[];
  /** Edges that were looked at: both ends in scope. */
  readonly edges: number;
  readonly needs: readonly Need[];
}

/**
 * D = offdiag(Σ over kinds of Pᵀ·E·P), where P puts each item into its module. Two products a kind, no triple
 * temporary: E·P keeps one entry an item and used module.
 */
export async function matrixOf(
  graph: CodeGraph,
  modules: Modules,
  kinds: readonly DsmKind[],
  weight: DsmWeight,
): Promise<DsmMatrix> {
  const size = modules.names.length;
  const kindsUsed = kinds.filter((kind) => graph.has(kind));
  const needs =
    kinds.includes('DEPENDS_ON') && !graph.has('DEPENDS_ON')
      ? [{ fact: 'DEPENDS_ON', producer: 'mimir dump ts, cargo mimir-dump' }]
      : [];
  const members = await membershipOf(modules, graph.nodeCount);
  const parts: Dependencies[] = [];
  let edges = 0;
  for (const kind of kindsUsed) {
    const placed = placedEdges(graph, kind, modules, weight);
    edges += placed.count;
    if (size > 0) parts.push(await foldEdges(kind, placed, members));
  }
  members.dispose();
  const dependencies = sumOf(size, parts);
  const byKind = parts.map((part) => alignTo(dependencies, part));
  return { dependencies, kindsUsed, byKind, edges, needs };
}

/** P: one entry a node, in the column of its module. */
async function membershipOf({ of, names }: Modules, nodes: number): Promise<Matrix<'int32'>> {
  const items: number[] = [];
  for (let v = 0; v < nodes; v++) if (of[v]! >= 0) items.push(v);
  const columns = Uint32Array.from(items, (v) => of[v]!);
  return Matrix.fromCOO('int32', Uint32Array.from(items), columns, 1, {
    nrows: nodes,
    ncols: Math.max(1, names.length),
  });
}

interface PlacedEdges {
  readonly count: number;
  readonly rows: Uint32Array;
  readonly cols: Uint32Array;
  /** `null` = 1 each. */
  readonly weights: Uint32Array | null;
  readonly sum: number;
}

function placedEdges(
  graph: CodeGraph,
  kind: DsmKind,
  modules: Modules,
  weight: DsmWeight,
): PlacedEdges {
  const table = graph.edges(kind);
  const { of } = modules;
  const placed = (v: number): boolean => v < graph.nodeCount && of[v]! >= 0;
  let count = 0;
  for (let e = 0; e < table.count; e++) if (placed(table.src[e]!) && placed(table.dst[e]!)) count++;
  const rows = new Uint32Array(count);
  const cols = new Uint32Array(count);
  const weights = weight === 'sites' ? new Uint32Array(count) : null;
  let sum = 0;
  for (let e = 0, at = 0; e < table.count; e++) {
    if (!placed(table.src[e]!) || !placed(table.dst[e]!)) continue;
    rows[at] = table.src[e]!;
    cols[at] = table.dst[e]!;
    if (weights !== null) weights[at] = table.counts[e]!;
    sum += weights === null ? 1 : weights[at]!;
    at++;
  }
  return { count, rows, cols, weights, sum };
}

/** The products, in int32: a sum that would not fit is refused before it could wrap. */
async function foldEdges(
  kind: DsmKind,
  edges: PlacedEdges,
  p: Matrix<'int32'>,
): Promise<Dependencies> {
  if (edges.sum >= 2 ** 31) {
    throw new CodedError('too_large', `weight of ${kind}: ${edges.sum} sites; take weight pairs`);
  }
  const values = edges.weights === null ? 1 : Int32Array.from(edges.weights);
  const e = await Matrix.fromCOO('int32', edges.rows, edges.cols, values, {
    nrows: p.nrows,
    ncols: p.nrows,
  });
  const ep = await e.mxm(p, 'plus_times');
  const whole = await p.mxm(ep, 'plus_times', { transposeFirst: true });
  const d = await whole.select('offdiag');
  const { offsets, indices, values: sums } = await d.toCSR();
  for (const held of [e, ep, whole, d]) held.dispose();
  return { size: p.ncols, offsets, targets: indices, weights: Float64Array.from(sums) };
}

/** Row-wise union of the parts' patterns, weights added. */
function sumOf(size: number, parts: readonly Dependencies[]): Dependencies {
  const offsets = new Uint32Array(size + 1);
  const targets: number[] = [];
  const weights: number[] = [];
  const sums = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    const used: number[] = [];
    for (const part of parts) {
      for (let at = part.offsets[row]!; at < part.offsets[row + 1]!; at++) {
        const target = part.targets[at]!;
        if (sums[target] === 0) used.push(target);
        sums[target]! += part.weights[at]!;
      }
    }
    used.sort((a, b) => a - b);
    for (const target of used) {
      targets.push(target);
      weights.push(sums[target]!);
      sums[target] = 0;
    }
    offsets[row + 1] = targets.length;
  }
  return { size, offsets, targets: Uint32Array.from(targets), weights: Float64Array.from(weights) };
}

/** The part's weight on each arc of the whole. */
function alignTo(whole: Dependencies, part: Dependencies): Float64Array {
  const aligned = new Float64Array(whole.targets.length);
  for (let row = 0; row < whole.size; row++) {
    let at = part.offsets[row]!;
    for (let to = whole.offsets[row]!; to < whole.offsets[row + 1]!; to++) {
      if (at < part.offsets[row + 1]! && part.targets[at] === whole.targets[to])
        aligned[to] = part.weights[at++]!;
    }
  }
  return aligned;
}
