import { sortUtf8 } from '../table/index.js';
import { KNOBS } from './knobs.js';

/** Knobs whose values the source states, by path, with the line that does (S2). */
export const STATED_KNOBS: Readonly<Record<string, string>> = {
  'tokenClones.k': 'S2:7',
  'tokenClones.window': 'S2:7',
  'treeClones.num': 'S2:16',
  'treeClones.den': 'S2:16',
  'documentDuplicates.num': 'S2:31',
  'documentDuplicates.den': 'S2:31',
  'documentDuplicates.verbatim': 'S2:31',
  'structure.violCostNeutral': 'S2:46',
  'score.scale': 'S2:50',
  'editClasses.moved': 'S2:126',
  'editClasses.plain': 'S2:126',
  'editClasses.siteCross': 'S2:126',
  'editClasses.anchorFloor': 'S2:126',
  'guard.cap': 'S2:150',
  'unmentioned.foldSegments': 'S2:174',
  'unmentioned.foldCharacters': 'S2:174',
  /** "Over" is spoken of a declared budget only; none is declared. */
  'tombstones.budget': 'S2:187',
};

/** Knobs that are free only together with another one: the scale and the neutral price are units of what they divide. */
export const FOLLOWING_KNOBS: Readonly<Record<string, string>> = {
  'structure.scale': 'score.scale',
  'score.violCostNeutral': 'structure.violCostNeutral',
};

/** A knob whose value is ours, and how its calibration turns it. */
export interface OwnKnob {
  /** Path in `KNOBS`. */
  readonly knob: string;
  readonly judge: string;
  readonly parameter: string;
  /** Tried in this order; one is the value that was chosen. */
  readonly values: readonly unknown[];
  /** What is counted: `total` (findings), or a whole number of the judge's summary. */
  readonly measure: string;
  /** Why this value, beside what its sensitivity says. */
  readonly why: string;
}

/** Knobs of one judge, tersely: path, values, measure, why; the parameter is the last part of the path. */
const own =
  (judge: string) =>
  (knob: string, values: readonly unknown[], measure: string, why: string): OwnKnob => ({
    knob,
    judge,
    parameter: knob.slice(knob.lastIndexOf('.') + 1),
    values,
    measure,
    why,
  });

const tokens = own('token-clones');
const documents = own('document-duplicates');
const structure = own('structure');
const score = own('score');
const seams = own('split-seams');
const signals = own('three-signals');
const trend = own('trend');
const role = own('same-role');

/** One more and one less of a weight: the others keep theirs. */
const weight = (entry: OwnKnob, name: string, usual: bigint): OwnKnob => ({
  ...entry,
  parameter: 'weights',
  values: [-1, 0, 1].map((more) => ({ [name]: Number(usual) + more })),
});

const { marks } = KNOBS.tombstones;

export const OWN_KNOBS: readonly OwnKnob[] = [
  tokens(
    'tokenClones.bucketCap',
    [16, 64, 256],
    'cloned_tokens',
    'bounds the pairs of one fingerprint; beyond it only pairs are lost, not copies',
  ),
  tokens(
    'tokenClones.tie',
    ['leftmost', 'rightmost'],
    'cloned_tokens',
    'the other profile of the project pins rightmost; the hash that is shared does not depend on it',
  ),
  own('tree-clones')(
    'treeClones.leastNodes',
    [15, 20, 25, 30],
    'clones',
    'three edits in twenty nodes: under that a getter is every other getter',
  ),
  documents(
    'documentDuplicates.leastWords',
    [10, 12, 14],
    'duplicates',
    'a line of a comment; shorter ones repeat by chance',
  ),
  documents(
    'documentDuplicates.shingle',
    [4, 5, 6],
    'duplicates',
    'the length that the other shingles of the project have',
  ),
  documents(
    'documentDuplicates.bands',
    [15, 20, 25],
    'duplicates',
    'with three rows: at a Jaccard of 0.8 fewer than one pair in a million is not proposed',
  ),
  documents('documentDuplicates.rows', [2, 3, 4], 'duplicates', 'with twenty bands: see there'),
  structure(
    'structure.violCost',
    [3, 4, 5, 6, 7],
    'score',
    'half of the neutral price: an axis that names every folder costs a quarter of the scale',
  ),
  structure(
    'structure.mostFiles',
    [15, 20, 25, 30, 35, 40],
    'total',
    'a listing that still fits on a screen',
  ),
  structure(
    'structure.deepest',
    [3, 4, 5, 6, 7, 8],
    'total',
    'deeper paths are no longer read as places',
  ),
  structure(
    'structure.leaving',
    ['1/2', '2/3', '3/4', '4/5', '9/10'],
    'total',
    'three of four references leave: the folder is no unit',
  ),
  structure(
    'structure.leastReferences',
    [4, 6, 8, 10, 12],
    'total',
    'fewer references leave the share to chance',
  ),
  structure(
    'structure.documented',
    ['1/10', '1/5', '1/4', '1/3'],
    'total',
    'a folder that documents one export in five at least says what it is for',
  ),
  structure(
    'structure.leastExports',
    [3, 4, 5, 6, 8],
    'total',
    'fewer exports leave the share to chance',
  ),
  structure(
    'structure.staleCommits',
    [5, 8, 10, 12, 15],
    'total',
    'ten commits of code without a word',
  ),
  structure(
    'structure.cloned',
    ['1/20', '1/10', '3/20', '1/5'],
    'total',
    'one token in ten stands elsewhere too',
  ),
  structure(
    'structure.largest',
    ['1/3', '2/5', '1/2', '3/5', '2/3'],
    'total',
    'one file is as long as all others together',
  ),
  structure('structure.leastFiles', [3, 4, 5, 6], 'total', 'of three files one is easily half'),
  score('softLine.k', [1, 2, 3], 'long_files', 'two spreads over the median, as in median + 2·MAD'),
  score(
    'softLine.softMin',
    [50, 75, 100, 125, 150],
    'long_files',
    'a tree of tiny files does not forbid a file of a hundred lines',
  ),
  score(
    'softLine.softMax',
    [300, 400, 500, 600, 700],
    'long_files',
    'a tree of huge files does not allow a file of thousands',
  ),
  score(
    'penalty.hardTimesSoft',
    [2, 3, 4],
    'score',
    'twice the soft line: the least whole multiple over which the curve is convex',
  ),
  score('penalty.pMax', [1, 2, 3], 'score', 'the unit of the penalty'),
  score(
    'score.violCost',
    [1, 2, 3],
    'score',
    'the neutral price divides by ten: a finding for every file costs a tenth of the scale',
  ),
  ...Object.entries(KNOBS.score.weights).map(([axis, usual]) =>
    weight(
      score(
        `score.weights.${axis}`,
        [],
        'score',
        'sizes and copies over what may be meant: dead and unmentioned code',
      ),
      axis,
      usual,
    ),
  ),
  own('liveness')(
    'liveness.minRung',
    [0, 1, 2, 3],
    'unreached',
    'every rung of the ladder is trusted: a guess keeps alive, it never condemns',
  ),
  own('liveness')(
    'liveness.inert',
    [[], ['type_only'], ['value', 'type_only']],
    'unreached',
    'a type is gone when the program runs',
  ),
  {
    ...signals(
      'threeSignals.rewriteNum',
      ['1/4', '1/3', '2/5', '1/2', '3/5'],
      'rewritten',
      'half of the changed lines were deleted ones: rewritten, not grown',
    ),
    parameter: 'rewrite',
  },
  {
    ...signals(
      'threeSignals.rewriteDen',
      ['1/4', '1/3', '2/5', '1/2', '3/5'],
      'rewritten',
      'with its numerator one share',
    ),
    parameter: 'rewrite',
  },
  signals('threeSignals.cochangeFloor', [1, 2, 3, 4, 5], 'cochanging', 'twice may be chance'),
  signals(
    'history.sweep',
    [10, 20, 30, 40, 60],
    'cochanging',
    'a commit of more files formats or renames',
  ),
  seams(
    'splitSeams.refMilli',
    [0, 10, 20, 30, 40],
    'worth_splitting',
    'five references that cross cost as much as the split itself',
  ),
  seams(
    'splitSeams.cloneMilli',
    [25, 50, 75, 100],
    'worth_splitting',
    'a cut clone costs as much as two or three references',
  ),
  seams(
    'splitSeams.churnMilli',
    [0, 5, 10, 20],
    'worth_splitting',
    'a commit on both sides is weaker evidence than a reference',
  ),
  seams(
    'splitSeams.phiMilli',
    [50, 75, 100, 125, 150],
    'worth_splitting',
    'a tenth of the penalty at the hard line',
  ),
  own('edit-classes')(
    'editClasses.siteSame',
    [0, 1, 2, 3],
    'moved',
    'half of what a site across files costs; one line moves within its file',
  ),
  trend('trend.band', [250, 500, 1000, 2000, 4000], 'code', 'one point of a thousand a day'),
  {
    ...trend('tolerance.num', ['1/1', '11/10', '6/5', '3/2'], 'refused', 'a ratchet does not give'),
    parameter: 'tolerance',
  },
  {
    ...trend(
      'tolerance.den',
      ['1/1', '11/10', '6/5', '3/2'],
      'refused',
      'with its numerator one factor',
    ),
    parameter: 'tolerance',
  },
  {
    ...trend('tolerance.abs', [0, 1, 2, 5, 10], 'refused', 'a ratchet does not give'),
    parameter: 'slack',
  },
  {
    ...trend(
      'score.floor',
      [0, 250, 500, 750, 900],
      'refused',
      'the ratchet holds, not a floor: a project that starts low may pass',
    ),
    parameter: 'floor',
  },
  own('guard-tiers')(
    'guard.promoted',
    [false, true],
    'denied',
    'no write of the history that was measured would have been denied wrongly',
  ),
  own('tombstones')(
    'tombstones.marks',
    [marks, ...marks.map((mark) => marks.filter((one) => one !== mark))],
    'sites',
    'words of absence in English; each is tried without',
  ),
  ...Object.entries(KNOBS.sameRole.weights).map(([channel, usual]) =>
    weight(
      role(
        `sameRole.weights.${channel}`,
        [],
        'same_role',
        'names and callees decide the role and weigh most',
      ),
      channel,
      usual,
    ),
  ),
  {
    ...role(
      'sameRole.unit',
      [100, 1000, 10_000],
      'same_role',
      'a thousandth: finer grids rank alike',
    ),
    parameter: 'grid',
  },
  role(
    'sameRole.widen',
    [3, 5, 8],
    'same_role',
    'a view, never evidence: no verdict depends on it',
  ),
];

/** Where the value of each knob comes from, by path. */
export function knobRows(): {
  readonly knob: string;
  readonly value: string;
  readonly from: string;
}[] {
  const origins = new Map<string, string>([
    ...Object.entries(STATED_KNOBS).map(([knob, line]) => [knob, `stated, ${line}`] as const),
    ...Object.entries(FOLLOWING_KNOBS).map(([knob, other]) => [knob, `unit of ${other}`] as const),
    ...OWN_KNOBS.map(({ knob, why }) => [knob, `ours: ${why}`] as const),
  ]);
  return sortUtf8([...origins.keys()]).map((knob) => ({
    knob,
    value: spelledValue(knob),
    from: origins.get(knob)!,
  }));
}

function spelledValue(knob: string): string {
  const value = knob
    .split('.')
    .reduce<unknown>((above, name) => (above as Readonly<Record<string, unknown>>)[name], KNOBS);
  if (!Array.isArray(value)) return String(value);
  return value.join(typeof value[0] === 'bigint' ? '/' : ', ');
}
