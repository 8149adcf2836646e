/**
 * # subclone: the same run of tokens in two places that otherwise differ
 *
 * Question. Which regions smaller than the item around them stand in several files?
 *
 * Formulas (S1:1766-1946). k = 25, w = 36: a common run of w + k − 1 = 60 tokens shares a fingerprint
 * gᵢ = FNV-1a 64 over k token ids; a seed grows to the maximal common run; R1 tokens ≥ 60, R2 lines ≥ 20 or (ours) most
 * of a function at each place, R5 no group inside of another, R6 every site in a function. damage = lines · (sites − 1).
 * A finding is a component of groups whose sites share a line.
 *
 * Preconditions. The sources of the dump; it gives the files and the spans of their items.
 *
 * References. Schleimer, Wilkerson, Aiken, SIGMOD 2003 (winnowing).
 */
import { DEFAULTS, defineLens, param, type ParamsOf, type TypedLens } from '../../lens/index.js';
import { CLONE_PARAMS, cloneParams, SOURCES_PRODUCER, sourceParams } from '../clones/index.js';
import { fromRows } from '../../table/index.js';
import * as answer from './answer.js';
import { corpusFiles, readCorpus } from './corpus.js';
import { groupsOf, regionsOf, withoutSubsumed } from './groups.js';
import { runsOf, type Site } from './runs.js';
import { seedsOf } from './seeds.js';
import { coversCallable, itemSpans } from './spans.js';

export type { SubcloneStates } from './answer.js';

const byDefault = DEFAULTS.subclone;

const params = {
  normalize: param.boolean({
    default: true,
    doc: 'names are alike and literals are their kind; off: as they are spelled',
  }),
  minTokens: param.integer({
    default: byDefault.minTokens.value,
    min: 25,
    doc: 'R1: tokens of a run; under 60 nothing is guaranteed to be found',
  }),
  minLines: param.integer({
    default: byDefault.minLines.value,
    min: 1,
    doc: 'R2: lines of a run, at each place',
  }),
  cover: param.number({
    default: byDefault.cover.value,
    min: 0,
    max: 1,
    doc: 'share from which a run and a function are mostly one another, and fewer than min-lines count; 0 = never',
  }),
  maxBucket: param.integer({
    default: byDefault.maxBucket.value,
    min: 2,
    doc: 'places that a fingerprint may stand at and still be paired',
  }),
  maxSites: param.integer({
    default: byDefault.maxSites.value,
    min: 2,
    doc: 'places beyond which a group counts as an idiom',
  }),
  crossFileOnly: param.boolean({
    default: true,
    doc: 'only runs that stand in two files; off: twice in one file too',
  }),
  requireCallable: param.boolean({
    default: true,
    doc: 'R6: every place overlaps a function; off: lists of imports and types too',
  }),
  ...sourceParams,
  ...cloneParams,
};

export type SubcloneParams = ParamsOf<typeof params>;

export const subclone: TypedLens<SubcloneParams, answer.SubcloneStates> = defineLens({
  id: 'subclone',
  version: 2,
  title: 'The same run of tokens in places that otherwise differ',
  question: 'Which regions smaller than the item around them stand in several files?',
  facts: [{ fact: 'source text', producer: SOURCES_PRODUCER, required: true }],
  params,
})
  .step({
    id: 'files',
    title: 'The files of the scope',
    formula: String.raw`\{\mathrm{file}(v) : \mathrm{holds}(v)\},\ \text{without tests, vendored and generated paths}`,
    params: CLONE_PARAMS,
    inputs: [],
    key: ['file'],
    run: ({ graph }, asked) => {
      const state: readonly string[] = corpusFiles(graph, asked);
      return {
        state,
        table: () =>
          fromRows(
            ['file'],
            ['file'],
            state.map((file) => [file]),
          ),
        rows: state.length,
      };
    },
  })
  .step({
    id: 'corpus',
    title: 'Tokens, k-grams and the fingerprints that winnowing keeps',
    formula: String.raw`g_i = \mathrm{FNV1a}_{64}(\mathrm{id}(x_i) \,\|\, \dots \,\|\, \mathrm{id}(x_{i+k-1})),\qquad \operatorname{argmin}_{j \in [s, s+w)} g_j \text{ for each window } s`,
    params: ['src', 'normalize'],
    inputs: ['files'],
    key: ['file'],
    run: async ({ graph, task }, asked, { files }) => {
      const state = await readCorpus(graph, files, asked, task);
      return {
        state,
        table: () => answer.filesTable(state),
        rows: state.files.length,
        bytes: 17 * state.tokens,
      };
    },
  })
  .step({
    id: 'seeds',
    title: 'Fingerprints that several files keep',
    formula: String.raw`2 \le |\mathrm{places}(g)| \le b,\qquad |\mathrm{files}(g)| \ge 2`,
    params: ['maxBucket', 'crossFileOnly'],
    inputs: ['corpus'],
    key: ['fingerprint'],
    run: (_, asked, { corpus }) => {
      const state = seedsOf(corpus, asked);
      return {
        state,
        table: () => answer.seedsTable(corpus, state),
        rows: state.seeds.length,
        bytes: 64 * state.seeds.length,
      };
    },
  })
  .step({
    id: 'runs',
    title: 'Maximal common runs',
    formula: String.raw`x_{p-1} \ne y_{q-1},\ x_{p+n} \ne y_{q+n},\qquad n \ge R_1,\ \mathrm{lines} \ge R_2 \vee \frac{|s \cap f|}{\max(|s|, |f|)} \ge \kappa`,
    params: ['minTokens', 'minLines', 'cover', 'crossFileOnly'],
    inputs: ['corpus', 'seeds'],
    key: ['key'],
    run: ({ graph, task }, { cover, ...asked }, { corpus, seeds }) => {
      const spans = itemSpans(graph);
      const mostly = (site: Site): boolean =>
        cover > 0 && coversCallable(spans.get(corpus.files[site.file]!.file) ?? [], site, cover);
      const state = { ...runsOf(corpus, seeds, asked, mostly, task), spans };
      return { state, table: () => answer.runsTable(corpus, state), rows: state.runs.length };
    },
  })
  .step({
    id: 'groups',
    title: 'Places of one run, judged',
    formula: String.raw`\mathrm{damage} = \mathrm{median}(\mathrm{lines}) \cdot (|\mathrm{sites}| - 1)`,
    params: ['requireCallable', 'maxSites', 'includeTests'],
    inputs: ['corpus', 'runs'],
    key: ['key'],
    run: (_, asked, { corpus, runs }) => {
      const state = groupsOf(runs.runs, (file) => corpus.files[file]!.file, runs.spans, asked);
      return {
        state,
        table: () => answer.groupsTable(corpus, state.groups),
        rows: state.groups.length,
      };
    },
  })
  .step({
    id: 'subsumed',
    title: 'Groups that lie in no longer one',
    formula: String.raw`\neg\,\forall s \in G\ \exists t \in G' : s \subseteq t`,
    params: [],
    inputs: ['corpus', 'groups'],
    key: ['key'],
    run: (_, __, { corpus, groups }) => {
      const state: readonly answer.SubcloneStates['subsumed'][number][] = withoutSubsumed(
        groups.groups,
      );
      return { state, table: () => answer.groupsTable(corpus, state), rows: state.length };
    },
  })
  .step({
    id: 'regions',
    title: 'Regions, each with the groups that restate it',
    formula: String.raw`\text{components of } G \sim G' \iff \exists s \in G,\, s' \in G' : s \cap s' \ne \emptyset`,
    params: [],
    inputs: ['corpus', 'subsumed'],
    key: ['key'],
    chart: {
      title: 'What each region would save',
      caption: 'lines of the region, times its places beyond the first',
      marks: [{ mark: 'barX', channels: { x: 'damage', y: 'location', title: 'explain' } }],
      scales: { x: { label: 'lines' }, y: { type: 'band', label: '' } },
      limit: 30,
    },
    run: ({ graph }, _, { corpus, subsumed }) => {
      const state: answer.SubcloneStates['regions'] = regionsOf(subsumed);
      return {
        state,
        table: () => answer.regionsTable(graph, corpus, state),
        rows: state.length,
      };
    },
  })
  .answer(({ graph, params: asked, states }) => answer.answerOf(graph, states, asked));
