import { createHash } from 'node:crypto';
import { sortUtf8 } from '../table/index.js';
import type { TsedThreshold } from './tree-clones.js';
import type { DuplicateThreshold, ShingleBands } from './document-duplicates.js';
import type { TokenProfile } from './token-clones.js';
import type { FolderRules, StructureKnobs } from './structure.js';
import type { SoftLineKnobs } from './penalty.js';
import type { ScoreKnobs, Tolerance } from './ratchet.js';
import type { ChurnKnobs } from './three-signals.js';
import type { SeamPrices } from './split-seams.js';
import type { MoveCosts } from './edit-classes.js';
import type { RoleKnobs } from './same-role.js';
import type { FoldKnobs } from './unmentioned.js';

/**
 * Every knob of the fifteen families, apart from the lenses' defaults: their digest is part of the baseline, so that a
 * gate whose knobs moved fails by `knobs_digest` until it is established again. Where each value comes from stands in
 * `knob-origins.ts`.
 */
export interface Knobs {
  readonly tokenClones: TokenProfile & { readonly bucketCap: number };
  readonly treeClones: TsedThreshold & { readonly leastNodes: number };
  readonly documentDuplicates: DuplicateThreshold &
    ShingleBands & {
      readonly shingle: number;
      readonly leastWords: number;
    };
  readonly structure: StructureKnobs & FolderRules;
  readonly softLine: SoftLineKnobs;
  /** H of the penalty, as a multiple of S, and its height at H. */
  readonly penalty: { readonly hardTimesSoft: bigint; readonly pMax: bigint };
  readonly score: ScoreKnobs & {
    readonly floor: bigint;
    readonly weights: AxisWeights;
  };
  readonly tolerance: Tolerance;
  readonly liveness: { readonly minRung: number; readonly inert: readonly string[] };
  readonly threeSignals: ChurnKnobs;
  /** Commits that touch more files are sweeps (formatting, renames): they say nothing about pairs. */
  readonly history: { readonly sweep: number };
  readonly splitSeams: SeamPrices;
  readonly editClasses: MoveCosts;
  readonly trend: { readonly band: bigint };
  readonly guard: { readonly cap: bigint; readonly promoted: boolean };
  readonly unmentioned: FoldKnobs;
  readonly tombstones: { readonly budget: number | null; readonly marks: readonly string[] };
  readonly sameRole: RoleKnobs & { readonly widen: number };
}

/** Weight of each axis of the score. */
export type AxisWeights = Readonly<Record<string, bigint>>;

export const KNOBS: Knobs = {
  tokenClones: { k: 25, window: 26, tie: 'rightmost', bucketCap: 64 },
  treeClones: { num: 85n, den: 100n, leastNodes: 20 },
  documentDuplicates: {
    num: 80n,
    den: 100n,
    verbatim: 50n,
    shingle: 5,
    leastWords: 12,
    bands: 20,
    rows: 3,
  },
  structure: {
    scale: 1000n,
    violCost: 5n,
    violCostNeutral: 10n,
    mostFiles: 30,
    deepest: 6,
    leaving: [3n, 4n],
    leastReferences: 8,
    documented: [1n, 5n],
    leastExports: 5,
    staleCommits: 10,
    cloned: [1n, 10n],
    largest: [1n, 2n],
    leastFiles: 4,
  },
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
  history: { sweep: 30 },
  splitSeams: { refMilli: 20n, cloneMilli: 50n, churnMilli: 5n, phiMilli: 100n },
  editClasses: { moved: 1n, plain: 3n, siteCross: 2n, siteSame: 1n, anchorFloor: 19n },
  trend: { band: 1000n },
  guard: { cap: 750n, promoted: true },
  unmentioned: { foldSegments: 2, foldCharacters: 7 },
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

/** SHA-256 of the knobs in canonical JSON: sorted keys, big integers as strings. */
export function knobsDigest(knobs: Knobs = KNOBS): string {
  return createHash('sha256').update(canonical(knobs)).digest('hex');
}

function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = value as Readonly<Record<string, unknown>>;
  const entries = sortUtf8(Object.keys(fields)).map(
    (key) => `${JSON.stringify(key)}:${canonical(fields[key])}`,
  );
  return `{${entries.join(',')}}`;
}
