/**
 * Family 06: which files can no living thing reach? (S2:72–84)
 *
 * Nodes are row numbers, references carry a kind and the rung of the resolution ladder that found them. Cycles are
 * reported elsewhere; an island without an entry is dead by reachability alone. A file does not keep itself alive:
 * self-references are left out (ours; the source is silent).
 */
export interface Reference {
  readonly src: number;
  readonly dst: number;
  readonly kind: number;
  readonly rung: number;
}

/** References as columns: a dump has millions. */
export interface ReferenceColumns {
  readonly src: Uint32Array;
  readonly dst: Uint32Array;
  readonly kind: Uint8Array;
  readonly rung: Uint8Array;
}

export function referenceColumns(references: readonly Reference[]): ReferenceColumns {
  return {
    src: Uint32Array.from(references, ({ src }) => src),
    dst: Uint32Array.from(references, ({ dst }) => dst),
    kind: Uint8Array.from(references, ({ kind }) => kind),
    rung: Uint8Array.from(references, ({ rung }) => rung),
  };
}

export interface LivenessKnobs {
  /** References found on a rung above this are not trusted. */
  readonly minRung: number;
  readonly inert: ReadonlySet<number>;
  /** Flag bits of which any makes a node an entry. */
  readonly entryMask: number;
}

/** Bit 0 of a node's flags: it is public. */
export const PUBLIC_FLAG = 1;

export const DEAD_CODES = {
  1: 'unref_private',
  2: 'unref_public',
  3: 'unreach_private',
  4: 'unreach_public',
} as const;
export type DeadCode = keyof typeof DEAD_CODES;

const CODE_TABLE: readonly DeadCode[] = [1, 2, 3, 4];

/** The table is the authority: index = public + 2·referenced. */
export function deadCode(isPublic: boolean, referenced: boolean): DeadCode {
  return CODE_TABLE[(isPublic ? 1 : 0) | (referenced ? 2 : 0)]!;
}

/** Rows of the references that keep alive: of a trusted rung, of a living kind, from another node. */
export function keptArcs(
  { src, dst, kind, rung }: ReferenceColumns,
  { minRung, inert }: Pick<LivenessKnobs, 'minRung' | 'inert'>,
): Uint32Array {
  const kept = new Uint32Array(src.length);
  let count = 0;
  for (let row = 0; row < src.length; row++) {
    if (src[row] === dst[row] || rung[row]! > minRung || inert.has(kind[row]!)) continue;
    kept[count++] = row;
  }
  return kept.subarray(0, count);
}

/** One byte a node: 1 where an entry reaches it over the arcs, which are rows of the references. */
export function reachedFrom(
  nodes: number,
  { src, dst }: ReferenceColumns,
  arcs: Uint32Array,
  entries: readonly number[],
): Uint8Array {
  const next = new Uint32Array(nodes + 1);
  for (const row of arcs) next[src[row]! + 1]!++;
  for (let node = 0; node < nodes; node++) next[node + 1]! += next[node]!;
  const ends = next.slice(1);
  const targets = new Uint32Array(arcs.length);
  for (const row of arcs) targets[--ends[src[row]!]!] = dst[row]!;
  const reached = new Uint8Array(nodes);
  const queue = [...entries];
  for (const entry of entries) reached[entry] = 1;
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (let at = next[node]!; at < next[node + 1]!; at++) {
      const target = targets[at]!;
      if (reached[target] === 1) continue;
      reached[target] = 1;
      queue.push(target);
    }
  }
  return reached;
}

export interface DeadNode {
  readonly node: number;
  readonly code: DeadCode;
}

/** The judged (unreached) nodes with their codes, ascending. */
export function judgeLiveness(
  flags: Uint32Array,
  references: ReferenceColumns,
  knobs: LivenessKnobs,
): DeadNode[] {
  const arcs = keptArcs(references, knobs);
  const entries = [...flags.keys()].filter((node) => (flags[node]! & knobs.entryMask) !== 0);
  const reached = reachedFrom(flags.length, references, arcs, entries);
  const referenced = new Uint8Array(flags.length);
  for (const row of arcs) referenced[references.dst[row]!] = 1;
  const dead: DeadNode[] = [];
  for (let node = 0; node < flags.length; node++) {
    if (reached[node] === 1) continue;
    dead.push({ node, code: deadCode((flags[node]! & PUBLIC_FLAG) !== 0, referenced[node] === 1) });
  }
  return dead;
}

export type Resolution =
  | { readonly outcome: 'resolved'; readonly target: number; readonly rung: number }
  | { readonly outcome: 'unresolved'; readonly rung: number }
  | { readonly outcome: 'external' };

/**
 * Walks a ladder of candidate lists: the first rung with candidates decides. One candidate resolves the site, several
 * leave it unresolved and never fall through; none anywhere is external, a correct answer.
 */
export function resolveSite(ladder: readonly (readonly number[])[]): Resolution {
  for (const [rung, candidates] of ladder.entries()) {
    const [first, ...others] = new Set(candidates);
    if (first === undefined) continue;
    return others.length === 0
      ? { outcome: 'resolved', target: first, rung }
      : { outcome: 'unresolved', rung };
  }
  return { outcome: 'external' };
}
