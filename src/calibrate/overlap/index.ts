/**
 * # overlap: whether the share of common fingerprints is a knob at all
 *
 * Question. How many pairs of functions does each floor of the overlap keep?
 * Formula. overlap(A, B) = |A ∩ B| / max(|A|, |B|), A and B the winnowed fingerprints whose whole k-gram lies inside a
 * function that holds no other; pairs of different files that share one. Flatness between floors f < g is
 * (c(f) − c(g)) / c(f).
 * Preconditions. The sources. It compares whole functions: an instrument beside `subclone`, which finds runs and has no
 * such floor. Fingerprints in more than `max-bucket` functions open no pair, and are counted.
 * References. S1:1845–1851, S1:1918–1923 (1057, 1001 and 979 pairs at 0.70, 0.80 and 0.90); Sajnani et al. 2016.
 */
import {
  DEFAULTS,
  defineLens,
  param,
  type ParamsOf,
  type ReportState,
  type TypedLens,
} from '../../lens/index.js';
import {
  cloneParams,
  CLONE_PARAMS,
  SOURCES_PRODUCER,
  sourceParams,
} from '../../lenses/clones/index.js';
import { corpusFiles, corpusNeeds, readCorpus } from '../../lenses/subclone/corpus.js';
import { itemSpans } from '../../lenses/subclone/spans.js';
import { fromRows, type Cell } from '../../table/index.js';
import { plateauOf } from '../statistics/index.js';
import { countsAt, itemPairs, signedItems, type ItemPairs, type SignedItem } from './items.js';

export { countsAt, itemPairs, type ItemPair, type ItemPairs, type SignedItem } from './items.js';

const params = {
  maxBucket: param.integer({
    default: DEFAULTS.subclone.maxBucket.value,
    min: 2,
    doc: 'functions that a fingerprint may be in and still open pairs',
  }),
  normalize: param.boolean({ default: true, doc: 'names are alike and literals are their kind' }),
  floor: param.integer({ default: 70, min: 1, max: 100, doc: 'the floor, in hundredths' }),
  tolerance: param.number({
    default: 0.08,
    min: 0,
    max: 1,
    doc: 'share of its greatest count by which a plateau may vary',
  }),
  ...sourceParams,
  ...cloneParams,
};

export type OverlapParams = ParamsOf<typeof params>;

export interface OverlapStates {
  readonly items: readonly SignedItem[];
  readonly pairs: ItemPairs;
  readonly curve: { readonly floors: readonly number[]; readonly counts: readonly number[] };
}

/** 0.50 to 1.00 by twentieths. */
const FLOORS = Array.from({ length: 11 }, (_, i) => 50 + 5 * i);

export const overlap: TypedLens<OverlapParams, OverlapStates> = defineLens({
  id: 'overlap',
  kind: 'calibration',
  version: 1,
  title: 'Pairs of functions by their common fingerprints',
  question: 'How many pairs does each floor of the overlap keep: is it a knob at all?',
  facts: [{ fact: 'source text', producer: SOURCES_PRODUCER, required: true }],
  params,
})
  .step({
    id: 'items',
    title: 'Functions with their fingerprints',
    formula: String.raw`A(f) = \{g_i \in \mathrm{winnow} : g_i \subseteq f\}`,
    params: ['normalize', 'src', ...CLONE_PARAMS],
    inputs: [],
    key: ['item', 'line'],
    run: async ({ graph, task }, { normalize, src, ...asked }) => {
      const files = corpusFiles(graph, asked);
      const corpus = await readCorpus(graph, files, { src, normalize }, task);
      const state = signedItems(corpus, itemSpans(graph));
      return {
        state,
        rows: state.length,
        needs: corpusNeeds(files.length, corpus),
        table: () =>
          fromRows(
            ['item', 'line'],
            ['item', 'file', 'line:integer', 'fingerprints:integer'],
            state.map(({ ordinal, file, line, fingerprints }) => [
              graph.label(ordinal),
              file,
              line,
              fingerprints.length,
            ]),
          ),
      };
    },
  })
  .step({
    id: 'pairs',
    title: 'Pairs that share one',
    formula: String.raw`\mathrm{overlap}(A, B) = \frac{|A \cap B|}{\max(|A|, |B|)}`,
    params: ['maxBucket'],
    inputs: ['items'],
    key: ['a', 'a_line', 'b', 'b_line'],
    run: ({ graph, task }, { maxBucket }, { items }) => {
      const state = itemPairs(items, maxBucket, task);
      const side = (at: number): Cell[] => [graph.label(items[at]!.ordinal), items[at]!.line];
      return {
        state,
        rows: state.pairs.length,
        table: () =>
          fromRows(
            ['a', 'a_line', 'b', 'b_line'],
            ['a', 'a_line:integer', 'b', 'b_line:integer', 'overlap:rational'],
            state.pairs.map(({ a, b, shared, most }) => [...side(a), ...side(b), [shared, most]]),
          ),
      };
    },
  })
  .step({
    id: 'curve',
    title: 'Pairs at each floor',
    formula: String.raw`c(\theta) = |\{(A, B) : \mathrm{overlap}(A, B) \ge \theta\}|`,
    params: [],
    inputs: ['pairs'],
    key: ['floor'],
    chart: {
      title: 'Pairs by floor',
      marks: [
        { mark: 'line', channels: { x: 'floor_real', y: 'pairs' } },
        { mark: 'dot', channels: { x: 'floor_real', y: 'pairs' } },
      ],
      scales: { x: { label: 'floor of the overlap' }, y: { label: 'pairs' } },
    },
    run: (_, __, { pairs }) => {
      const state = { floors: FLOORS, counts: countsAt(pairs, FLOORS) };
      return {
        state,
        rows: FLOORS.length,
        table: () =>
          fromRows(
            ['floor'],
            ['floor:rational', 'floor_real:real', 'pairs:integer'],
            FLOORS.map((floor, at) => [[floor, 100], floor / 100, state.counts[at]!]),
          ),
      };
    },
  })
  .answer(({ params: asked, states: { items, pairs, curve }, needs }) => {
    const [own = 0, high = 0] = countsAt(pairs, [asked.floor, 90]);
    const plateau = plateauOf(curve.counts, [Math.round(asked.tolerance * 10_000), 10_000]);
    return {
      state: stateOf(items.length, pairs.pairs.length, needs.length),
      population: { functions: items.length },
      summary: {
        pairs: pairs.pairs.length,
        pairs_at_floor: own,
        skipped_fingerprints: pairs.skipped,
        drop_to_90: own === 0 ? null : [own - high, own],
      },
      findings: fromRows(
        ['from'],
        ['from:rational', 'to:rational', 'least:integer', 'most:integer'],
        plateau === null
          ? []
          : [
              [
                [FLOORS[plateau.from]!, 100],
                [FLOORS[plateau.to]!, 100],
                curve.counts[plateau.to]!,
                curve.counts[plateau.from]!,
              ],
            ],
      ),
      notes: [
        'whole functions are compared: subclone itself finds runs, and has no such floor',
        ...(plateau === null ? ['no plateau: the floor decides how many pairs there are'] : []),
      ],
    };
  });

function stateOf(functions: number, pairs: number, needs: number): ReportState {
  if (needs > 0) return functions === 0 ? 'empty_gap' : 'partial';
  return pairs === 0 ? 'empty_fact' : 'complete';
}
