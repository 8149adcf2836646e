import { Fnv64, hash64 } from '../../ops/index.js';
import type { CodeGraph } from '../../graph/index.js';
import type { ItemGraph } from './items.js';
import { bucket } from './round-zero.js';

/** ℓ⁰ of every item: the hash of its words. */
export function firstLabels({ words }: Pick<ItemGraph, 'words'>): BigUint64Array {
  const known = new Map<string, bigint>();
  return BigUint64Array.from(words, (text) => {
    let label = known.get(text);
    if (label === undefined) known.set(text, (label = hash64(text)));
    return label;
  });
}

/**
 * One round for some rows only: the same hash as `wlRefine` with binary digits, over the neighbours' labels in ascending
 * order within each relation. `next` is written at those rows.
 */
export function refineRows(
  { relations }: Pick<ItemGraph, 'relations'>,
  labels: BigUint64Array,
  rows: Iterable<number>,
  next: BigUint64Array,
): void {
  const hash = new Fnv64();
  const write = (label: bigint): void =>
    hash.long(Number(label >> 32n), Number(label & 0xffff_ffffn));
  for (const v of rows) {
    hash.reset();
    write(labels[v]!);
    for (const { tag, graph } of relations) {
      const own = BigUint64Array.from(
        graph.targets.subarray(graph.offsets[v], graph.offsets[v + 1]),
        (u) => labels[u]!,
      ).sort();
      for (let i = 0; i < own.length;) {
        let count = 1;
        while (own[i + count] === own[i]) count++;
        hash.word(tag);
        write(own[i]!);
        hash.word(bucket(count));
        i += count;
      }
    }
    next[v] = hash.digest();
  }
}

/**
 * fp(v) = H(ℓ⁰(v), sorted {(tag, H(stable id of u))}) over the followed edges (S1:1514): what must be equal for a kept
 * label to hold one round on.
 */
export function fingerprints(
  graph: CodeGraph,
  items: ItemGraph,
  first: BigUint64Array,
): BigUint64Array {
  const ids = BigUint64Array.from(items.ordinals, (v) => hash64(graph.stableId(v)));
  const hash = new Fnv64();
  const write = (label: bigint): void =>
    hash.long(Number(label >> 32n), Number(label & 0xffff_ffffn));
  return BigUint64Array.from(items.ordinals, (_, v) => {
    hash.reset();
    write(first[v]!);
    for (const { tag, graph: links } of items.relations) {
      const own = BigUint64Array.from(
        links.targets.subarray(links.offsets[v], links.offsets[v + 1]),
        (u) => ids[u]!,
      ).sort();
      for (const id of own) {
        hash.word(tag);
        write(id);
      }
    }
    return hash.digest();
  });
}
