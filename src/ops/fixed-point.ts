import type { Matrix } from '../grb/index.js';
import {
  currentRun,
  Vector,
  type Monoid,
  type NumericDtype,
  type RunContext,
} from '../grb/index.js';
import { InvalidArgument } from '../task/index.js';
import { checkSeeds, linksOf, nodeCount, range, type GraphInput, type Links } from './links.js';
import { matrixOf } from './matrix-of.js';

/**
 * Which labels each node meets within k steps.
 *
 * Formula: R = (I + A + … + Aᵏ)·L on the boolean semiring, L n × c.
 * Product: C⟨¬R⟩ = A ANY.PAIR C; R = R ∨ C; it stops when C is empty. The mask changes nothing in R and leaves out
 * what is known. Source: S1:2504–2512 (reach_k). Cost: the edges out of rows that still gain, k times.
 */
export async function reachK(
  graph: GraphInput,
  labels: Matrix<'bool'>,
  k: number,
  options: RunContext = {},
): Promise<Matrix<'bool'>> {
  if (!Number.isInteger(k) || k < 0)
    throw new InvalidArgument(`number of hops is no whole number from 0: ${String(k)}`);
  const run = { ...options, backend: labels.backend };
  const a = await matrixOf(graph, run);
  let reached = labels;
  let fresh = labels;
  for (let hop = 0; hop < k && fresh.nvals > 0; hop++) {
    fresh = await a.mxm(fresh, 'any_pair', { ...run, mask: reached.S.complement });
    reached = await reached.eWiseAdd(fresh, 'lor', run);
  }
  return reached;
}

/** Idempotent monoids: adding a value twice changes nothing, so a fixed point does not depend on the rounds. */
type Idempotent<D extends NumericDtype> = Extract<Monoid<D>, 'min' | 'max'>;

/**
 * Values pushed along edges until nothing changes: each node keeps the least (or greatest) value that any path
 * brings to it.
 *
 * Formula: x = x₀ ⊕ (x FIRST.⊕ A), least fixed point. Product: c = f ⊕.FIRST A; f = c where it improves x;
 * x = x ⊕ c. Cost: the edges out of the values that moved, a round; at most n rounds.
 */
export async function propagate<D extends NumericDtype>(
  graph: GraphInput,
  values: Vector<D>,
  monoid: Idempotent<D>,
  options: RunContext & { readonly maxRounds?: number } = {},
): Promise<Vector<D>> {
  const run = { ...options, backend: values.backend };
  const { task } = currentRun(options);
  const a = await matrixOf(graph, run);
  const semiring = monoid === 'min' ? ('min_first' as const) : ('max_first' as const);
  const better = monoid === 'min' ? ('lt' as const) : ('gt' as const);
  const general = values as Vector as Vector<'int64'>;
  let x = general;
  let frontier = general;
  for (let round = 0; frontier.nvals > 0 && round < (options.maxRounds ?? Infinity); round++) {
    task.progress('propagate', round);
    const c = await frontier.vxm(a, semiring, run);
    frontier = await improved(c, x, better, run);
    x = await x.eWiseAdd(c, monoid as 'min' | 'max', run);
  }
  return x as Vector as Vector<D>;
}

/** The entries of c that beat x, or that x lacks. */
async function improved(
  c: Vector<'int64'>,
  x: Vector<'int64'>,
  better: 'lt' | 'gt',
  run: RunContext,
): Promise<Vector<'int64'>> {
  const beats = await c.eWiseMult(x, better, run);
  const first = await c.apply('identity', { ...run, mask: x.S.complement });
  return c.apply('identity', { ...run, mask: beats.V, into: first, accum: 'second' });
}

/** Rounds of products before the rest is done by buckets: a chain of 10⁵ nodes would copy its vector 10⁵ times. */
const PRODUCT_ROUNDS = 512;

/**
 * Widest path: the best value that a path from an entry can keep, each node on it, both ends included, capping it.
 * 0 where no entry leads; weights are from 1 to 2³¹ − 1.
 *
 * Formula: b(v) = max over paths P: e ⇝ v of min over u ∈ P of w(u).
 * Product: c = f MAX.FIRST A; c = min(c, w); f = c where c > b, or where b has none; b = max(b, c).
 * Source: S1:954–970. Cost: the edges out of risen values, a round; values only rise, so it ends.
 */
export async function bottleneck(
  graph: GraphInput,
  entries: ArrayLike<number>,
  weights: Int32Array,
  options: RunContext = {},
): Promise<Int32Array> {
  const a = await matrixOf(graph, options);
  const n = a.nrows;
  const seeds = checkSeeds('entry', entries, n);
  if (weights.length !== n)
    throw new InvalidArgument(
      `weights of another length than the graph, ${String(n)}: ${String(weights.length)}`,
    );
  for (const weight of weights)
    if (weight < 1) throw new InvalidArgument(`weight below 1: ${String(weight)}`);
  const { task } = currentRun(options);
  const run = { ...options, backend: a.backend };
  const w = await Vector.fromCOO('int32', range(n), weights, { ...run, size: n });
  const start = Uint32Array.from(new Set(seeds)).sort();
  let b = await Vector.fromCOO(
    'int32',
    start,
    Int32Array.from(start, (v) => weights[v]!),
    { ...run, size: n },
  );
  let frontier = b;
  for (let round = 0; frontier.nvals > 0; round++) {
    task.progress('bottleneck', round);
    if (round === PRODUCT_ROUNDS) return rise(await linksOf(graph, run), weights, b, n);
    const offered = await frontier.vxm(a, 'max_first', run);
    const c = await offered.eWiseMult(w, 'min', run);
    const beats = await c.eWiseMult(b, 'gt', run);
    const first = await c.apply('identity', { ...run, mask: b.S.complement });
    frontier = await c.apply('identity', { ...run, mask: beats.V, into: first, accum: 'second' });
    b = await b.eWiseAdd(c, 'max', run);
  }
  return dense(b, n);
}

async function dense(b: Vector<'int32'>, n: number): Promise<Int32Array> {
  const { indices, values } = await b.toCOO();
  const result = new Int32Array(n);
  for (let k = 0; k < indices.length; k++) result[indices[k]!] = values[k]!;
  return result;
}

/** The rest of the way: nodes in falling order of their value, each settled once. */
async function rise(
  links: Links,
  weights: Int32Array,
  b: Vector<'int32'>,
  n: number,
): Promise<Int32Array> {
  const value = await dense(b, n);
  const waiting = new Map<number, number[]>();
  const wait = (v: number): void => {
    const list = waiting.get(value[v]!);
    if (list === undefined) waiting.set(value[v]!, [v]);
    else list.push(v);
  };
  for (let v = 0; v < n; v++) if (value[v]! > 0) wait(v);
  const order = [...new Set(weights)].sort((x, y) => y - x);
  const settled = new Uint8Array(nodeCount(links));
  for (const level of order) {
    const list = waiting.get(level) ?? [];
    for (const u of list) {
      if (settled[u] !== 0 || value[u] !== level) continue;
      settled[u] = 1;
      for (let e = links.offsets[u]!; e < links.offsets[u + 1]!; e++) {
        const v = links.targets[e]!;
        const offer = Math.min(level, weights[v]!);
        if (offer <= value[v]!) continue;
        value[v] = offer;
        if (offer === level) list.push(v);
        else wait(v);
      }
    }
  }
  return value;
}
