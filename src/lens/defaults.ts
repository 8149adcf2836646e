/** Where a threshold comes from: a calibration that was run, a text that states it, or nothing yet. */
export type Provenance =
  | {
      readonly kind: 'calibrated';
      readonly calibration: string;
      readonly dump: string;
      readonly record: string;
    }
  | { readonly kind: 'stated'; readonly source: string }
  | { readonly kind: 'provisional'; readonly why: string };

export interface Threshold<T> {
  readonly value: T;
  readonly provenance: Provenance;
}

const stated = <T>(value: T, source: string): Threshold<T> => ({
  value,
  provenance: { kind: 'stated', source },
});
const provisional = <T>(value: T, why: string): Threshold<T> => ({
  value,
  provenance: { kind: 'provisional', why },
});

const calibrated = <T>(
  value: T,
  calibration: string,
  dump: string,
  record: string,
): Threshold<T> => ({
  value,
  provenance: { kind: 'calibrated', calibration, dump, record },
});

/** A fraction as numerator and denominator. */
type Share = readonly [num: number, den: number];

const LOST = "the manual's table of defaults is lost; to be calibrated";

/** Every threshold of a lens, by lens and parameter. A lens takes its defaults from here and from nowhere else. */
export const DEFAULTS = {
  dsm: {
    exactLimit: provisional(
      12,
      'subset dynamic programming over 2^12 states answers at once; no quality is at stake below it',
    ),
    hierarchicalBelow: stated<Share>(
      [4, 100],
      'lower end of the 4 to 6 % band around the nominal 5 % of Baldwin, MacCormack, Rusnak 2014, as two public implementations restate it',
    ),
    borderlineUpTo: stated<Share>([6, 100], 'upper end of the same band'),
    multiCoreBelow: stated<Share>([3, 2], 'largest group under 1.5 times the second, same source'),
  },
  twins: {
    hops: provisional(
      2,
      `${LOST}; docs/calibrate/records/twins-hops.json has it on the plateau of all groups, and none for the strong ones`,
    ),
    sim: calibrated(
      0.8,
      'sensitivity',
      '81b7db8641745908f804e25d8a7ce037ad2e3314a745a58c5571cb1ef0d8ddc7',
      'docs/calibrate/records/twins-sim-zod.json',
    ),
    rareMax: calibrated(
      12,
      'sensitivity',
      'c9e8eb9a14a3b773f7a557931533a567a5e22fa41c581efd2483c8721e7adf9e',
      'docs/calibrate/records/twins-rareMax.json',
    ),
    wlRounds: calibrated(
      3,
      'sensitivity',
      'c9e8eb9a14a3b773f7a557931533a567a5e22fa41c581efd2483c8721e7adf9e',
      'docs/calibrate/records/twins-wlRounds.json',
    ),
    minBlocks: calibrated(
      5,
      'sensitivity',
      '38be33e7e7842eea4c80d35a7e49f55dd270a63be047554d23940617c1b7a733',
      'docs/calibrate/records/twins-minBlocks-hono.json',
    ),
    near: calibrated(
      0.8,
      'sensitivity',
      'c9e8eb9a14a3b773f7a557931533a567a5e22fa41c581efd2483c8721e7adf9e',
      'docs/calibrate/records/twins-near.json',
    ),
    minApis: provisional(
      3,
      `${LOST}; docs/calibrate/records/twins-minApis.json has it on the plateau of all groups, and beside that of the strong ones`,
    ),
  },
  misplaced: {
    weights: provisional(
      { CALLS: 4, WRITES_FIELD: 3, USES_TYPE: 2, READS_FIELD: 2 },
      'untested on labelled moves; calibrate by injection on each dump',
    ),
    countCap: provisional(
      1,
      'presence only: how often something is called says little about where it belongs',
    ),
    minDegree: provisional(3, 'fewer neighbours leave the affinity to chance'),
    minItems: provisional(2, 'a module of one item is no place to move to'),
    votes: provisional(3, 'all three measures agree; untested on labelled moves'),
  },
  chokepoints: {
    maxTrees: provisional(
      256,
      'bounds the time on corridors of up to a million calls; the answer says when it was reached',
    ),
  },
  structuralClones: {
    structural: stated(0.5, 'STRUCT_FLOOR, S1:1365'),
    rareDf: stated(64, 'RARE_DF, S1:1362'),
  },
  roleNeighbours: {
    rounds: stated(2, 'S1:1456'),
    score: stated(
      0.6,
      'S1:1456; docs/calibrate/records/roles-score.json: over the floor of precision 0.9 on Arrow; docs/calibrate/README.md has what was read at it',
    ),
    cosine: stated(0.9, 'S1:1429'),
    degree: stated(3, 'S1:1507'),
  },
  exactClones: {
    minTokens: stated(40, 'S1:1282'),
  },
  nearClones: {
    minTokens: stated(40, 'S1:1312'),
    floor: stated(0.8, 'at least 52 of 64 minima, S1:1325'),
    bucketMax: stated(200, 'S1:1324'),
    pairsMax: provisional(5000, 'our own: beyond it classes are read, not pairs'),
  },
  subclone: {
    minTokens: stated(60, 'R1 = GUARANTEE_TOKENS, S1:1795'),
    minLines: stated(20, 'R2, S1:1829'),
    cover: provisional(0.5, 'our own: a copy of most of a short function is no fragment'),
    maxBucket: stated(50, 'S1:1820'),
    maxSites: stated(12, 'S1:1853'),
  },
  similarCode: {
    cosine: stated(0.92, 'S1:1698'),
    structural: stated(0.5, 'S1:1702'),
    graphFloor: stated(0.5, 'J_w, S1:1705'),
    homes: stated<readonly string[]>(
      ['edda', 'skidbladnir', 'znippy-zoomies', 'facett'],
      'S1:1708; name your own',
    ),
  },
  reimplementsShared: {
    bodyFloor: stated(0.3, 'TWIN_BODY_FLOOR, S1:1742'),
    lineCap: stated(30, 'S1:1747'),
  },
  semanticTwins: {
    copyCosine: stated(0.92, 'S1:1650'),
    cosine: stated(0.882, 'S1:1236, for jina-v2-base-code alone'),
    cosineHashed: calibrated(
      0.77,
      'scores',
      'c9e8eb9a14a3b773f7a557931533a567a5e22fa41c581efd2483c8721e7adf9e',
      'docs/calibrate/records/hashed-tokens-v1.json',
    ),
  },
  semanticClones: {
    cosine: stated(0.9, 'NORM_FLOOR, S1:1572'),
    minTokens: stated(40, 'S1:1559'),
  },
  sameIntent: {
    names: stated(0.5, 'NAME_FLOOR, S1:1609'),
    cosine: stated(0.8, 'S1:1612, outside of jina-v2-base-code'),
    cosineCalibrated: stated(0.882, 'S1:1612, for jina-v2-base-code'),
  },
  groupTwins: {
    minLines: stated(3, 'MIN_GROUP_LINES, S1:2005'),
    minBlocks: stated(8, 'MIN_GROUP_BLOCKS, S1:2005'),
    minKeys: stated(4, 'MIN_GROUP_KEYS, S1:2004'),
    maxGap: stated(3, 'MAX_GAP, S1:2004'),
    minKgrams: stated(2, 'MIN_SHARED_KGRAMS, S1:2023'),
    score: stated(0.6, 'SCORE_FLOOR, S1:2024'),
    minWeight: stated(40, 'MIN_GROUP_WEIGHT, S1:2025, of blocks'),
    maxCandidates: stated(60_000, 'MAX_CANDIDATES, S1:2010'),
    rareDf: stated(64, 'RARE_DF, S1:1998'),
    cosine: stated(0.9, 'COSINE_FLOOR, S1:2046'),
    cosineCalibrated: stated(0.967, 'S1:2047, for jina-v2-base-code'),
  },
  banding: {
    bands: stated(16, 'S1:1312'),
    rows: stated(4, 'S1:1312'),
    threshold: stated('0.8', 'S1:1324'),
  },
} as const;
