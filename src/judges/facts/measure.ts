import { parseSources, type ParsedSources } from '../../facts/index.js';
import { sortUtf8 } from '../../table/index.js';
import type { Task } from '../../task/index.js';
import { isRefused, ratio, sumOf, type Ratio } from '../exact/index.js';
import { KNOBS, knobsDigest, type Knobs } from '../knobs.js';
import { DEAD_CODES } from '../liveness.js';
import { penaltyOf, type PenaltyCurve } from '../penalty.js';
import { scoreOf, type Baseline, type Measurement, type WeightedAxis } from '../ratchet.js';
import { clonedTokens, placedSegments, treePairs, unitsOf } from './clones.js';
import { documentSegments, duplicatePairs } from './documents.js';
import { deadFiles, fileFlags } from './liveness-facts.js';
import { unmentionedDeclarations } from './mentions.js';
import { fileReferences } from './references.js';
import { curveOf } from './size-curve.js';
import { folderFacts, structureAxes } from './structure-facts.js';

/** What the six counted axes find in a tree, sizes apart: no curve and no weight enters. */
export interface TreeFindings {
  readonly sources: ParsedSources;
  readonly counts: Readonly<Record<string, number>>;
  readonly clonedTokens: number;
  /** Keys of the discrete findings, without line numbers. */
  readonly discrete: readonly string[];
}

/** Everything the gate measures of a source tree, before it is compared with a baseline. */
export interface MeasuredTree {
  readonly sources: ParsedSources;
  readonly curve: PenaltyCurve;
  readonly axes: readonly (WeightedAxis & { readonly count: bigint })[];
  readonly measurement: Measurement;
}

/** Measures with the soft line of a baseline, or with the tree's own when there is none yet. `null` of no sources. */
export async function measureTree(
  src: string,
  entry: readonly string[],
  frozen: Baseline | null,
  task: Task,
): Promise<MeasuredTree | null> {
  const findings = await findingsOf(await parseSources(src, task), entry, task);
  return weighed(findings, KNOBS, frozen?.soft);
}

export async function findingsOf(
  sources: ParsedSources,
  entry: readonly string[],
  task: Task,
): Promise<TreeFindings> {
  const { segments } = placedSegments(sources);
  const trees = treePairs(unitsOf(sources), task).clones;
  const documents = duplicatePairs(await documentSegments(sources, task), task).pairs;
  const references = fileReferences(sources);
  const dead = deadFiles(fileFlags(sources, entry), references.columns);
  const unmentioned = unmentionedDeclarations(sources, references);
  const folders = structureAxes(folderFacts(sources, references, segments, null), false);
  const out = folders.flatMap(({ axis, named }) =>
    (named ?? []).map((folder) => `structure ${axis} ${folder}`),
  );
  const discrete = [
    ...dead.map(({ node, code }) => `dead ${DEAD_CODES[code]} ${sources.files[node]!.path}`),
    ...unmentioned.map(({ file, name }) => `unmentioned ${file} ${name}`),
    ...out,
  ];
  return {
    sources,
    counts: {
      token_clones: segments.length,
      tree_clones: trees.length,
      document_duplicates: documents.length,
      dead_files: dead.length,
      unmentioned: unmentioned.length,
      structure: out.length,
    },
    clonedTokens: clonedTokens(sources, segments).reduce((sum, n) => sum + n, 0),
    discrete: sortUtf8([...new Set(discrete)]),
  };
}

/** The score of findings and sizes under some knobs. `null` of no sources. */
export function weighed(
  { sources, counts, clonedTokens: cloned, discrete }: TreeFindings,
  knobs: Pick<Knobs, 'softLine' | 'penalty' | 'score'>,
  frozenSoft?: bigint,
): MeasuredTree | null {
  const lengths = sources.files.map(({ lines }) => lines);
  const curve = curveOf(lengths, frozenSoft, knobs);
  if (isRefused(curve)) return null;
  const sizes: Ratio = sumOf(lengths.map((lines) => penaltyOf(curve, BigInt(lines))));
  const long = lengths.filter((lines) => BigInt(lines) > curve.soft);
  const files = BigInt(Math.max(1, lengths.length));
  const share = (count: number): Ratio => ratio(BigInt(count) * knobs.score.scale, files);
  const counted: readonly [axis: string, count: number, penalty: Ratio][] = [
    ['file_size', long.length, sizes.mul(ratio(knobs.score.scale, files))],
    ...Object.entries(counts).map(
      ([axis, count]) => [axis, count, share(count)] as [string, number, Ratio],
    ),
  ];
  const axes = counted.map(([axis, count, penalty]) => ({
    axis,
    weight: knobs.score.weights[axis] ?? 0n,
    penalty,
    count: BigInt(count),
  }));
  const score = scoreOf(axes, knobs.score);
  return {
    sources,
    curve,
    axes,
    measurement: {
      knobsDigest: knobsDigest(),
      score: isRefused(score) ? 0n : score,
      counts: Object.fromEntries(axes.map(({ axis, count }) => [axis, count])),
      discrete,
      duplicatedTokens: BigInt(cloned),
      rowsDropped: BigInt(sources.skipped),
    },
  };
}
