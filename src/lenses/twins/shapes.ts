import { hash64, prefixJoin } from '../../ops/index.js';
import { fraction, shown, type TwinEdge } from './edges.js';
import type { Pdg } from './pdg.js';

/** The final labels of every function's blocks, as numbers, and what is compared by them. */
export interface Shapes {
  /** Label of each block as a number, the same exactly for equal labels. */
  readonly labels: Uint32Array;
  /** Multiset of each function's labels: numbers ascending, with counts. */
  readonly bags: readonly {
    readonly labels: readonly number[];
    readonly counts: readonly number[];
    readonly size: number;
  }[];
  /** Signature of each function; `null` = fewer than `minBlocks`, or no real call. */
  readonly signature: readonly (bigint | null)[];
}

/** sig(f) = hash of the sorted labels of the last round; only functions of some size that call something (S1:2594). */
export function shapesOf(pdg: Pdg, final: BigUint64Array, minBlocks: number): Shapes {
  const numberOf = new Map<bigint, number>();
  const labels = Uint32Array.from(final, (label) => {
    let number = numberOf.get(label);
    if (number === undefined) numberOf.set(label, (number = numberOf.size));
    return number;
  });
  const rows = pdg.first.length - 1;
  const bags = Array.from({ length: rows }, (_, f) =>
    bagOf(labels.subarray(pdg.first[f], pdg.first[f + 1])),
  );
  const signature = bags.map((bag, f): bigint | null => {
    if (bag.size < minBlocks || pdg.calls[f] === 0) return null;
    const sorted = [...final.subarray(pdg.first[f], pdg.first[f + 1])].sort((a, b) =>
      a < b ? -1 : a > b ? 1 : 0,
    );
    return hash64(sorted.join(' '));
  });
  return { labels, bags, signature };
}

function bagOf(own: Uint32Array): Shapes['bags'][number] {
  const labels: number[] = [];
  const counts: number[] = [];
  for (const label of own.slice().sort()) {
    if (labels.at(-1) === label) counts[counts.length - 1]!++;
    else {
      labels.push(label);
      counts.push(1);
    }
  }
  return { labels, counts, size: own.length };
}

/** Same signature: every pair inside one bucket. */
export function shapeEdges({ signature, bags }: Shapes): TwinEdge[] {
  const buckets = new Map<bigint, number[]>();
  signature.forEach((sig, f) => {
    if (sig === null) return;
    const bucket = buckets.get(sig);
    if (bucket === undefined) buckets.set(sig, [f]);
    else bucket.push(f);
  });
  const edges: TwinEdge[] = [];
  for (const members of buckets.values()) {
    members.forEach((a, i) => {
      for (const b of members.slice(i + 1))
        edges.push({
          class: 'shape',
          a,
          b,
          score: 1,
          why: `the same shape, ${bags[a]!.size} blocks`,
        });
    });
  }
  return edges.sort((x, y) => x.a - y.a || x.b - y.b);
}

/** J of the label multisets ≥ near, with different signatures (S1:2600-2608): a join by prefixes, exact. */
export async function nearEdges({ signature, bags }: Shapes, near: number): Promise<TwinEdge[]> {
  const rows = signature.flatMap((sig, f) => (sig === null ? [] : [f]));
  const offsets = new Uint32Array(rows.length + 1);
  const tokens: number[] = [];
  const weights: number[] = [];
  rows.forEach((f, i) => {
    tokens.push(...bags[f]!.labels);
    weights.push(...bags[f]!.counts);
    offsets[i + 1] = tokens.length;
  });
  const pairs = await prefixJoin(
    { offsets, tokens: Uint32Array.from(tokens), weights: Float64Array.from(weights) },
    fraction(near),
  );
  const edges: TwinEdge[] = [];
  for (let k = 0; k < pairs.a.length; k++) {
    const [a, b] = [rows[pairs.a[k]!]!, rows[pairs.b[k]!]!];
    if (signature[a] === signature[b]) continue;
    const score = pairs.shared[k]! / pairs.union[k]!;
    edges.push({
      class: 'NEAR',
      a,
      b,
      score,
      why: `J ${shown(score)}, ${pairs.shared[k]!} of ${pairs.union[k]!} blocks alike`,
    });
  }
  return edges.sort((x, y) => x.a - y.a || x.b - y.b);
}

const IDIOM_HOSTS = 4;
const SMALL_FACTOR = 4;

/** A small function whose whole multiset sits in a larger one that has its entry's label, in at most 4 hosts (S1:2610). */
export function inlinedEdges(pdg: Pdg, { labels, bags }: Shapes, minBlocks: number): TwinEdge[] {
  const hosts = new Map<number, number[]>();
  bags.forEach((bag, f) => {
    for (const label of bag.labels) {
      const list = hosts.get(label);
      if (list === undefined) hosts.set(label, [f]);
      else list.push(f);
    }
  });
  const edges: TwinEdge[] = [];
  bags.forEach((bag, s) => {
    if (bag.size < minBlocks || bag.size > SMALL_FACTOR * minBlocks || pdg.calls[s] === 0) return;
    const having = hosts.get(labels[pdg.first[s]!]!)!;
    if (having.length > IDIOM_HOSTS) return;
    for (const host of having) {
      if (host === s || bags[host]!.size <= bag.size || !holds(bags[host]!, bag)) continue;
      edges.push({
        class: 'inlined',
        a: s,
        b: host,
        score: 0.9,
        why: `all ${bag.size} blocks sit in ${bags[host]!.size}`,
      });
    }
  });
  return edges;
}

/** Whether one bag holds all of another. */
function holds(large: Shapes['bags'][number], small: Shapes['bags'][number]): boolean {
  const counts = new Map(large.labels.map((label, i) => [label, large.counts[i]!]));
  return small.labels.every((label, i) => small.counts[i]! <= (counts.get(label) ?? 0));
}

/** Same name and signature, different body: both have a shape, the shapes differ, and they are not NEAR (S1:2620). */
export function divergentEdges(
  { signature }: Shapes,
  named: readonly TwinEdge[],
  near: readonly TwinEdge[],
): TwinEdge[] {
  const alike = new Set(near.map(({ a, b }) => `${a} ${b}`));
  return named
    .filter(
      ({ a, b }) =>
        signature[a] !== null &&
        signature[b] !== null &&
        signature[a] !== signature[b] &&
        !alike.has(`${a} ${b}`),
    )
    .map(({ a, b, why }) => ({
      class: 'DIVERGENT' as const,
      a,
      b,
      score: 1,
      why: `${why}: another body`,
    }));
}
