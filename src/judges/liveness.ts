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

export function keptArcs(references: readonly Reference[], knobs: LivenessKnobs): Reference[] {
  return references.filter(
    ({ src, dst, kind, rung }) => src !== dst && rung <= knobs.minRung && !knobs.inert.has(kind),
  );
}

/** One byte a node: 1 where an entry reaches it. */
export function reachedFrom(
  nodes: number,
  arcs: readonly Reference[],
  entries: readonly number[],
): Uint8Array {
  const targets: number[][] = Array.from({ length: nodes }, () => []);
  for (const { src, dst } of arcs) targets[src]!.push(dst);
  const reached = new Uint8Array(nodes);
  const queue = [...entries];
  for (const entry of entries) reached[entry] = 1;
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (const target of targets[node]!) {
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
  references: readonly Reference[],
  knobs: LivenessKnobs,
): DeadNode[] {
  const arcs = keptArcs(references, knobs);
  const entries = [...flags.keys()].filter((node) => (flags[node]! & knobs.entryMask) !== 0);
  const reached = reachedFrom(flags.length, arcs, entries);
  const referenced = new Uint8Array(flags.length);
  for (const { dst } of arcs) referenced[dst] = 1;
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
