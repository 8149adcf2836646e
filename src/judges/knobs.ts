import { createHash } from 'node:crypto';
import type { TsedThreshold } from './tree-clones.js';
import type { DuplicateThreshold } from './document-duplicates.js';
import type { TokenProfile } from './token-clones.js';
import type { StructureKnobs } from './structure.js';
import type { SoftLineKnobs } from './penalty.js';
import type { ScoreKnobs, Tolerance } from './ratchet.js';
import type { ChurnKnobs } from './three-signals.js';
import type { SeamPrices } from './split-seams.js';
import type { MoveCosts } from './edit-classes.js';
import type { RoleKnobs } from './same-role.js';

/**
 * Every knob of the fifteen families, apart from the lenses' defaults: their digest is part of the baseline, so that a
 * gate whose knobs moved fails by `knobs_digest` until it is established again.
 *
 * `STATED` names the knobs that the source gives; every other value is ours.
 */
export interface Knobs {
  readonly tokenClones: TokenProfile & { readonly bucketCap: number };
  readonly treeClones: TsedThreshold & { readonly leastNodes: number };
  readonly documentDuplicates: DuplicateThreshold & {
    readonly shingle: number;
    readonly leastWords: number;
  };
  readonly structure: StructureKnobs;
  readonly softLine: SoftLineKnobs;
  /** H of the penalty, as a multiple of S, and its height at H. */
  readonly penalty: { readonly hardTimesSoft: bigint; readonly pMax: bigint };
  readonly score: ScoreKnobs & {
    readonly floor: bigint;
    readonly weights: Readonly<Record<string, bigint>>;
  };
  readonly tolerance: Tolerance;
  readonly liveness: { readonly minRung: number; readonly inert: readonly string[] };
  readonly threeSignals: ChurnKnobs;
  readonly splitSeams: SeamPrices;
  readonly editClasses: MoveCosts;
  readonly trend: { readonly band: bigint };
  readonly guard: { readonly cap: bigint; readonly promoted: boolean };
  readonly tombstones: { readonly budget: number | null; readonly marks: readonly string[] };
  readonly sameRole: RoleKnobs & { readonly widen: number };
}

export const KNOBS: Knobs = {
  tokenClones: { k: 25, window: 26, tie: 'rightmost', bucketCap: 64 },
  treeClones: { num: 85n, den: 100n, leastNodes: 20 },
  documentDuplicates: { num: 80n, den: 100n, verbatim: 50n, shingle: 5, leastWords: 12 },
  structure: { scale: 1000n, violCost: 5n, violCostNeutral: 10n },
  softLine: { k: 2n, softMin: 100n, softMax: 500n },
  penalty: { hardTimesSoft: 2n, pMax: 1n },
  score: {
    scale: 1000n,
    violCost: 1n,
    violCostNeutral: 10n,
    floor: 0n,
    weights: {
      file_size: 4n,
      token_clones: 3n,
      tree_clones: 2n,
      document_duplicates: 1n,
      dead_files: 2n,
      unmentioned: 1n,
      structure: 2n,
    },
  },
  tolerance: { num: 1n, den: 1n, abs: 0n },
  liveness: { minRung: 2, inert: ['type_only'] },
  threeSignals: { rewriteNum: 1n, rewriteDen: 2n, cochangeFloor: 3n },
  splitSeams: { refMilli: 20n, cloneMilli: 50n, churnMilli: 5n, phiMilli: 100n },
  editClasses: { moved: 1n, plain: 3n, siteCross: 2n, siteSame: 1n, anchorFloor: 19n },
  trend: { band: 1000n },
  guard: { cap: 750n, promoted: true },
  tombstones: {
    budget: null,
    marks: [
      'no longer',
      'not needed',
      'removed',
      'deleted',
      'dropped',
      'gone',
      'formerly',
      'used to',
      'without',
      'instead of',
      'replaced',
    ],
  },
  sameRole: { weights: { N: 3n, P: 2n, C: 3n, D: 1n, S: 2n, L: 1n }, unit: 1000n, widen: 5 },
};

/** Knobs whose values the source states (S2), by path. */
export const STATED: ReadonlySet<string> = new Set([
  'tokenClones.k',
  'tokenClones.window',
  'treeClones.num',
  'treeClones.den',
  'documentDuplicates.num',
  'documentDuplicates.den',
  'documentDuplicates.verbatim',
  'structure.violCostNeutral',
  'score.scale',
  'editClasses.moved',
  'editClasses.plain',
  'editClasses.siteCross',
  'editClasses.anchorFloor',
  'guard.cap',
]);

/** SHA-256 of the knobs in canonical JSON: sorted keys, big integers as strings. */
export function knobsDigest(knobs: Knobs = KNOBS): string {
  return createHash('sha256').update(canonical(knobs)).digest('hex');
}

function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}
