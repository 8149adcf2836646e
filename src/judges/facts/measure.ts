import type { Task } from '../../task/index.js';
import { isRefused, ratio, sumOf, type Ratio } from '../exact/index.js';
import { KNOBS, knobsDigest } from '../knobs.js';
import { DEAD_CODES } from '../liveness.js';
import { penaltyOf, type PenaltyCurve } from '../penalty.js';
import { scoreOf, type Baseline, type Measurement, type WeightedAxis } from '../ratchet.js';
import { clonedTokens, placedSegments, treePairs, unitsOf } from './clones.js';
import { documentSegments, duplicatePairs } from './documents.js';
import { deadFiles, fileFlags } from './liveness-facts.js';
import { unmentionedDeclarations } from './mentions.js';
import { parseSources, type ParsedSources } from './parsed-sources.js';
import { fileReferences } from './references.js';
import { curveOf } from './size-curve.js';
import { folderFacts, structureAxes } from './structure-facts.js';

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
  const sources = await parseSources(src, task);
  const curve = curveOf(
    sources.files.map(({ lines }) => lines),
    frozen?.soft,
  );
  if (isRefused(curve)) return null;
  const { segments } = placedSegments(sources);
  const cloned = clonedTokens(sources, segments).reduce((sum, n) => sum + n, 0);
  const trees = treePairs(unitsOf(sources), task).clones;
  const documents = duplicatePairs(await documentSegments(sources, task), task).pairs;
  const references = fileReferences(sources);
  const dead = deadFiles(fileFlags(sources, entry), references);
  const unmentioned = unmentionedDeclarations(sources);
  const folders = structureAxes(folderFacts(sources, references, segments, null), false);
  const out = folders.flatMap(({ axis, named }) =>
    (named ?? []).map((folder) => `structure ${axis} ${folder}`),
  );
  const sizes: Ratio = sumOf(sources.files.map(({ lines }) => penaltyOf(curve, BigInt(lines))));
  const long = sources.files.filter(({ lines }) => BigInt(lines) > curve.soft);
  const files = BigInt(Math.max(1, sources.files.length));
  const share = (count: number): Ratio => ratio(BigInt(count) * KNOBS.score.scale, files);
  const counted: readonly [axis: string, count: number, penalty: Ratio][] = [
    ['file_size', long.length, sizes.mul(ratio(KNOBS.score.scale, files))],
    ['token_clones', segments.length, share(segments.length)],
    ['tree_clones', trees.length, share(trees.length)],
    ['document_duplicates', documents.length, share(documents.length)],
    ['dead_files', dead.length, share(dead.length)],
    ['unmentioned', unmentioned.length, share(unmentioned.length)],
    ['structure', out.length, share(out.length)],
  ];
  const axes = counted.map(([axis, count, penalty]) => ({
    axis,
    weight: KNOBS.score.weights[axis]!,
    penalty,
    count: BigInt(count),
  }));
  const score = scoreOf(axes, KNOBS.score);
  const discrete = [
    ...dead.map(({ node, code }) => `dead ${DEAD_CODES[code]} ${sources.files[node]!.path}`),
    ...unmentioned.map(({ file, name }) => `unmentioned ${file} ${name}`),
    ...out,
  ];
  return {
    sources,
    curve,
    axes,
    measurement: {
      knobsDigest: knobsDigest(),
      score: isRefused(score) ? 0n : score,
      counts: Object.fromEntries(axes.map(({ axis, count }) => [axis, count])),
      discrete: [...new Set(discrete)].sort(),
      duplicatedTokens: BigInt(cloned),
      rowsDropped: BigInt(sources.skipped),
    },
  };
}
