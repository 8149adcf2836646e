/** What is known of a pair (S1:1650–1672). */
export interface PairFacts {
  /** Cosine from the join of vectors; `null` = not among its pairs. */
  readonly joined: number | null;
  /** Cosine wherever both have vectors. */
  readonly cosine: number | null;
  /** J_w. */
  readonly structural: number;
  /** Equal minima of 64; `null` where either has no text. */
  readonly body64: number | null;
  /** Among the structural pairs. */
  readonly inGraph: boolean;
  readonly mutualGraph: boolean;
  readonly mutualVectors: boolean;
}

export interface TwinFloors {
  readonly copyCosine: number;
  readonly cosine: number;
}

/** Structural score of a copy by vectors, and the most that a twin by vectors may have. */
export const COPY_STRUCTURAL = 0.5;
export const TWIN_STRUCTURAL = 0.35;
/** Shares of equal minima: of a copy whatever else is known, and of one that was judged a twin. */
export const BODY_FLOOR = [8, 10] as const;
export const COPY_BODY = [5, 10] as const;

export type TwinKind = 'copy' | 'twin' | 'between';
export type Gate = 'body' | 'copy by vectors' | 'twin by vectors' | 'twin by structure';

export interface Verdict {
  readonly kind: TwinKind;
  readonly gate: Gate | null;
  readonly rank: number;
}

const reaches = (body64: number | null, [num, den]: readonly [number, number]): boolean =>
  body64 !== null && body64 * den >= num * 64;

/** The four gates in their order, and the audit of the body, which only ever makes a twin a copy. */
export function judgeTwin(facts: PairFacts, floors: TwinFloors): Verdict {
  const judged = gated(facts, floors);
  return judged.kind === 'twin' && reaches(facts.body64, COPY_BODY)
    ? { ...judged, kind: 'copy' }
    : judged;
}

function gated(facts: PairFacts, floors: TwinFloors): Verdict {
  const { joined, cosine, structural: s, body64 } = facts;
  const known = body64 !== null;
  if (known && reaches(body64, BODY_FLOOR))
    return { kind: 'copy', gate: 'body', rank: (cosine ?? s) * (body64 / 64) };
  if (joined !== null && joined >= floors.copyCosine && s >= COPY_STRUCTURAL)
    return { kind: 'copy', gate: 'copy by vectors', rank: joined * s };
  if (
    joined !== null &&
    joined >= floors.cosine &&
    s <= TWIN_STRUCTURAL &&
    known &&
    facts.mutualVectors
  )
    return { kind: 'twin', gate: 'twin by vectors', rank: joined * (1 - s) };
  if (facts.inGraph && known && facts.mutualGraph)
    return { kind: 'twin', gate: 'twin by structure', rank: s * (1 - body64 / 64) };
  return { kind: 'between', gate: null, rank: 0 };
}
