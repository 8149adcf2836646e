/**
 * # tree-clones (family 02)
 *
 * Question. Which units are almost equal as trees although their tokens differ?
 * Formula. TSED = (mx − ted)/mx ≥ 85/100 by cross-multiplication; two admissible prefilters stand before the distance.
 * Preconditions. TypeScript or JavaScript sources; units of at least 20 nodes (ours).
 * References. S2:11–20; Zhang, Shasha 1989.
 */
import { defineLens } from '../../lens/index.js';
import { fromRows, reduced } from '../../table/index.js';
import { treePairs, unitsOf, type TreePair } from '../facts/clones.js';
import { parseSources } from '../facts/parsed-sources.js';
import { KNOBS } from '../knobs.js';
import { emptyState, missingSources, NO_SOURCES, SOURCES, srcParam } from './shared-parameters.js';

export const treeClones = defineLens({
  id: 'tree-clones',
  kind: 'judge',
  version: 1,
  title: 'Units of almost the same shape',
  question: 'Which functions are almost equal as trees?',
  facts: [SOURCES],
  params: srcParam,
})
  .step({
    id: 'units',
    title: 'Units and their sizes',
    formula: String.raw`n = |T_{kind}|`,
    params: ['src'],
    inputs: [],
    key: ['unit'],
    run: async ({ task }, { src }) => {
      const sources = await parseSources(src, task);
      const units = unitsOf(sources);
      return {
        state: { units, files: sources.files.length },
        needs: missingSources(sources.files.length),
        table: () =>
          fromRows(
            ['unit'],
            ['unit', 'nodes:integer', 'file', 'line:integer'],
            units.map(({ key, tree, file, line }) => [key, tree.labels.length, file, line]),
          ),
      };
    },
  })
  .step({
    id: 'pairs',
    title: 'Pairs that are clones',
    formula: String.raw`(mx - ted)\cdot den \ge num \cdot mx`,
    params: [],
    inputs: ['units'],
    key: ['a', 'b'],
    chart: {
      title: 'Edits between clones',
      marks: [{ mark: 'dot', channels: { x: 'nodes', y: 'ted', title: 'a' } }],
      limit: 500,
    },
    run: ({ task }, _, { units: { units } }) => {
      const pairs = treePairs(units, task);
      return { state: pairs, table: () => pairRows(pairs.clones) };
    },
  })
  .answer(
    ({
      states: {
        units: { units, files },
        pairs,
      },
    }) => ({
      state: pairs.clones.length > 0 ? 'complete' : emptyState(files),
      population: { files, units: units.length, pairs: (units.length * (units.length - 1)) / 2 },
      summary: {
        clones: pairs.clones.length,
        ruled_out_by_size: pairs.bySize,
        ruled_out_by_labels: pairs.byLabels,
        decided_by_distance: pairs.byDistance,
        threshold: [KNOBS.treeClones.num, KNOBS.treeClones.den],
      },
      findings: pairRows(pairs.clones),
      notes:
        pairs.clones.length > 0
          ? []
          : [files === 0 ? NO_SOURCES : 'no two units are alike in 85 of 100 nodes'],
    }),
  );

function pairRows(clones: readonly TreePair[]) {
  return fromRows(
    ['a', 'b'],
    ['a', 'b', 'ted:integer', 'nodes:integer', 'tsed:rational', 'line_a:integer', 'line_b:integer'],
    clones.map(({ a, b, ted }) => {
      const mx = Math.max(a.tree.labels.length, b.tree.labels.length);
      return [a.key, b.key, Number(ted), mx, reduced(mx - Number(ted), mx), a.line, b.line];
    }),
  );
}
