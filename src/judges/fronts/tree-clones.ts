/**
 * # tree-clones (family 02)
 *
 * Question. Which units are almost equal as trees although their tokens differ?
 * Formula. TSED = (mx − ted)/mx ≥ 85/100 by cross-multiplication; two admissible prefilters stand before the distance.
 * Preconditions. TypeScript, JavaScript or Rust sources, or a dump with bodies; units of at least 20 nodes (ours).
 * References. S2:11–20; Zhang, Shasha 1989.
 */
import { defineLens, param } from '../../lens/index.js';
import { fromRows, reduced } from '../../table/index.js';
import { treePairs, unitsOf, type TreePair, type Unit } from '../facts/clones.js';
import { parseSources } from '../../facts/index.js';
import { dumpUnits } from '../facts/dump-trees.js';
import { KNOBS } from '../knobs.js';
import {
  countParam,
  emptyState,
  missingSources,
  NO_SOURCES,
  SOURCES,
  srcParam,
} from './shared-parameters.js';

export const treeClones = defineLens({
  id: 'tree-clones',
  kind: 'judge',
  version: 2,
  title: 'Units of almost the same shape',
  question: 'Which functions are almost equal as trees?',
  facts: [
    { ...SOURCES, required: false },
    { fact: 'mir_block', producer: 'mimir dump ts or rust', required: false },
  ],
  params: {
    of: param.choice(['sources', 'dump'], {
      default: 'sources',
      doc: 'trees of syntax, from the sources; or of what bodies do, from the dump',
    }),
    ...srcParam,
    leastNodes: countParam(KNOBS.treeClones.leastNodes, 'nodes of the smallest unit', 1),
  },
})
  .step({
    id: 'units',
    title: 'Units and their sizes',
    formula: String.raw`n = |T_{kind}|`,
    params: ['of', 'src', 'leastNodes'],
    inputs: [],
    key: ['unit'],
    chart: {
      title: 'Units by size',
      marks: [{ mark: 'barX', from: 'units.sizes', channels: { x: 'units', y: 'nodes' } }],
    },
    run: async ({ task, graph }, { of, src, leastNodes }) => {
      const sources = of === 'sources' ? await parseSources(src, task) : null;
      const units =
        sources === null ? dumpUnits(graph, leastNodes, task) : unitsOf(sources, leastNodes);
      const looked = sources?.files.length ?? units.length;
      return {
        state: { units, looked },
        needs:
          sources === null && looked === 0
            ? [{ fact: 'mir_block', producer: 'mimir dump ts or rust, then --dump DIR' }]
            : missingSources(looked),
        table: () =>
          fromRows(
            ['unit'],
            ['unit', 'nodes:integer', 'file', 'line:integer'],
            units.map(({ key, tree, file, line }) => [key, tree.labels.length, file, line]),
          ),
        drawn: {
          sizes: () => fromRows(['nodes'], ['nodes', 'units:integer'], sizesOf(units)),
        },
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
        units: { units, looked },
        pairs,
      },
    }) => ({
      state: pairs.clones.length > 0 ? 'complete' : emptyState(looked),
      population: {
        files: new Set(units.map(({ file }) => file)).size,
        units: units.length,
        pairs: (units.length * (units.length - 1)) / 2,
      },
      summary: {
        clones: pairs.clones.length,
        ruled_out_by_size: pairs.bySize,
        ruled_out_by_labels: pairs.byLabels,
        ruled_out_by_sequence: pairs.bySequence,
        decided_by_distance: pairs.byDistance,
        threshold: [KNOBS.treeClones.num, KNOBS.treeClones.den],
      },
      findings: pairRows(pairs.clones),
      notes:
        pairs.clones.length > 0
          ? []
          : [looked === 0 ? NO_SOURCES : 'no two units are alike in 85 of 100 nodes'],
    }),
  );

const SIZES = [0, 20, 50, 100, 200, 500, 1000];

function sizesOf(units: readonly Unit[]): [string, number][] {
  return SIZES.map((from, i) => {
    const to = SIZES[i + 1] ?? Infinity;
    const count = units.filter(
      ({ tree: { labels } }) => labels.length >= from && labels.length < to,
    );
    return [to === Infinity ? `${from} and more` : `${from} to ${to - 1}`, count.length];
  });
}

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
