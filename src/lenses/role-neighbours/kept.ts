import { reversed, wlRefine } from '../../ops/index.js';
import type { CodeGraph } from '../../graph/index.js';
import { fingerprints, firstLabels, refineRows } from './fingerprint-rows.js';
import { taggedOf, type ItemGraph } from './items.js';

/** Labels of one dump by stable id, as a later dump reads them. */
export interface KeptLabels {
  readonly rounds: number;
  readonly byId: ReadonlyMap<string, { readonly labels: readonly bigint[]; readonly fp: bigint }>;
}

/** Labels ℓ⁰ … ℓᵀ of every item, and how they came about. */
export interface RoleLabels {
  /** One column a round, T + 1 of them. */
  readonly rounds: readonly BigUint64Array[];
  readonly fp: BigUint64Array;
  readonly mode: 'full' | 'ball';
  /** Items whose own words or neighbours are others than before; all of them in a full run. */
  readonly changed: Uint32Array;
  readonly recomputed: number;
  /** Items that the earlier dump had labels for. */
  readonly stored: number;
}

/** A full run: products, round by round. */
export async function fullLabels(
  graph: CodeGraph,
  items: ItemGraph,
  rounds: number,
): Promise<RoleLabels> {
  const first = firstLabels(items);
  const all = Uint32Array.from(first.keys());
  return {
    rounds: await refined(items, first, rounds),
    fp: fingerprints(graph, items, first),
    mode: 'full',
    changed: all,
    recomputed: all.length,
    stored: 0,
  };
}

const refined = async (
  items: ItemGraph,
  first: BigUint64Array,
  rounds: number,
): Promise<readonly BigUint64Array[]> =>
  first.length === 0
    ? Array.from({ length: rounds + 1 }, () => first)
    : wlRefine(taggedOf(items), first, rounds, { counts: 'binary_digits' });

export function keepLabels(graph: CodeGraph, items: ItemGraph, labels: RoleLabels): KeptLabels {
  const byId = new Map<string, { labels: readonly bigint[]; fp: bigint }>();
  items.ordinals.forEach((v, item) =>
    byId.set(graph.stableId(v), {
      labels: labels.rounds.map((round) => round[item]!),
      fp: labels.fp[item]!,
    }),
  );
  return { rounds: labels.rounds.length - 1, byId };
}

/**
 * Labels where an earlier dump's are kept: only items whose fingerprint moved, and what sees them within T hops over the
 * followed edges, are recomputed; everything when that is a quarter of all or more. Equal to a full run (S1:1514).
 */
export async function ballLabels(
  graph: CodeGraph,
  items: ItemGraph,
  rounds: number,
  kept: KeptLabels,
): Promise<RoleLabels> {
  const first = firstLabels(items);
  const fp = fingerprints(graph, items, first);
  const before = Array.from(items.ordinals, (v) => kept.byId.get(graph.stableId(v)));
  const stored = before.filter((one) => one !== undefined).length;
  const changed = Uint32Array.from(first.keys()).filter((item) => before[item]?.fp !== fp[item]);
  const ball = ballAround(items, changed, rounds);
  if (kept.rounds !== rounds || 4 * ball.length >= first.length) {
    const all = await refined(items, first, rounds);
    return { rounds: all, fp, mode: 'full', changed, recomputed: first.length, stored };
  }
  const columns = [first];
  for (let t = 1; t <= rounds; t++) {
    const next = BigUint64Array.from(first, (_, item) => before[item]?.labels[t] ?? 0n);
    refineRows(items, columns[t - 1]!, ball, next);
    columns.push(next);
  }
  return { rounds: columns, fp, mode: 'ball', changed, recomputed: ball.length, stored };
}

/** What a change reaches in T rounds: v sees u when u is a neighbour of v in any relation. Ascending. */
function ballAround(
  { relations, ordinals }: ItemGraph,
  changed: Uint32Array,
  rounds: number,
): Uint32Array {
  const inside = new Uint8Array(ordinals.length);
  for (const item of changed) inside[item] = 1;
  const seenBy = relations.map(({ graph }) => reversed(graph));
  let frontier = [...changed];
  for (let t = 0; t < rounds; t++) {
    const next: number[] = [];
    for (const u of frontier) {
      for (const { offsets, targets } of seenBy) {
        for (let e = offsets[u]!; e < offsets[u + 1]!; e++) {
          if (inside[targets[e]!] === 1) continue;
          inside[targets[e]!] = 1;
          next.push(targets[e]!);
        }
      }
    }
    frontier = next;
  }
  return Uint32Array.from(inside.keys()).filter((item) => inside[item] === 1);
}
