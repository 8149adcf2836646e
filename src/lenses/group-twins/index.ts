/**
 * # group-twins: the same statements inside different functions
 *
 * Question. Which groups of statements stand in two functions, or twice in one, also where other statements lie between?
 *
 * Formulas (S1:1948–2160). A body is its fact lines, or its blocks. idf(k) = ln(1 + N / df(k)), W(S) = Σ idf. Bodies that
 * share a rare key are cut into runs of units that share keys, at most three strangers between two members; score =
 * W(Sa ∩ Sb) / W(Sa ∪ Sb) ≥ 0.6, or the units' keys are equal one by one. A second index pairs groups of the sources'
 * statements, joined by the names they define and use, by one text or near vectors.
 *
 * Preconditions. Blocks; or sites of CALLS, READS_FIELD, TOUCHES_TABLE with lines, and locals. Sources are an addition.
 *
 * References. Horwitz 1990 and Krinke 2001 (clones in dependence graphs); Broder 1997; Schleimer et al. 2003.
 */
import { defineLens, type Need, type TypedLens } from '../../lens/index.js';
import type { CodeGraph } from '../../graph/index.js';
import { computedTexts, fromRows, integers, lists, reals, relation } from '../../table/index.js';
import { HASHED_SPACE } from '../../text/index.js';
import {
  CLONE_PARAMS,
  clonePopulation,
  cosineFloor,
  deliberateTable,
  functionsStep,
  rowVectors,
  vectorsResult,
  withoutDeliberate,
  DUMP_PRODUCER,
} from '../clones/index.js';
import { rarityTable, scoreHistogram } from '../structural-clones/tables.js';
import { answerOf, classesTable, groupsTable, keyWords, type GroupTwinsStates } from './answer.js';
import { groupCandidates } from './candidates.js';
import { groupClasses } from './classes.js';
import { mergedGroups } from './merged.js';
import { textGroups, textTwins } from './text-groups.js';
import { eligibleBodies, groupTwinsOf, lineRanges } from './twins.js';
import { byDefault, gatesOf, params, type GroupTwinsParams } from './params.js';
import { unitBodies } from './units.js';
import { rarityOf } from './weights.js';

export type { GroupTwinsStates } from './answer.js';
export type { GroupTwinsParams } from './params.js';

/** A derive's code, by what compilers name it. */
const derived = (graph: CodeGraph, v: number): boolean => graph.label(v).includes('::_::');

export const groupTwins: TypedLens<GroupTwinsParams, GroupTwinsStates> = defineLens({
  id: 'group-twins',
  version: 2,
  title: 'The same statements inside different functions',
  question:
    'Which groups of statements stand in two functions, or twice in one, also where other statements lie between?',
  facts: [
    { fact: 'mir_block, CFG_SUCC', producer: DUMP_PRODUCER, required: false },
    { fact: 'CALLS with sites', producer: DUMP_PRODUCER, required: false },
  ],
  params,
})
  .step({
    ...functionsStep,
    run: (context, asked) => {
      const needs: Need[] = [];
      if (context.graph.nodesOf('mir_block').length === 0 && !context.graph.has('CALLS'))
        needs.push({ fact: 'mir_block, or CALLS with sites', producer: DUMP_PRODUCER });
      return { ...functionsStep.run(context, asked), needs };
    },
  })
  .step({
    id: 'units',
    title: 'Bodies as units with keys',
    formula: String.raw`\text{line } \ell \mapsto \{c{:}g,\ f{:}x,\ t{:}T,\ l{:}\tau\},\qquad \text{block } b \mapsto \{b{:}\mathrm{fp},\ s{:}\mathrm{stmt},\ c{:}g,\ e{:}\mathrm{fp}{>}\mathrm{fp}'\}`,
    params: ['granularity', ...CLONE_PARAMS],
    inputs: ['functions'],
    key: ['fn', 'unit'],
    run: ({ graph, task }, { granularity, ...asked }, { functions }) => {
      const whole = asked.repo === '' && asked.crate.length === 0;
      const all = whole ? functions : clonePopulation(graph, { ...asked, repo: '', crate: [] });
      const state = unitBodies(graph, functions, all, granularity, task);
      const owner: number[] = [];
      state.bodies.forEach(({ units }, row) => units.forEach(() => owner.push(row)));
      const first = new Map<number, number>();
      owner.forEach((row, at) => {
        if (!first.has(row)) first.set(row, at);
      });
      const unit = (at: number) => state.bodies[owner[at]!]!.units[at - first.get(owner[at]!)!]!;
      return {
        state,
        table: () =>
          relation({
            key: ['fn', 'unit'],
            columns: [
              computedTexts('fn', owner.length, (at) => functions.names[owner[at]!]!),
              computedTexts(
                'unit',
                owner.length,
                (at) => unit(at).block ?? String(unit(at).lines[0] ?? 0),
              ),
              computedTexts('lines', owner.length, (at) => lineRanges(unit(at).lines)),
              lists(
                'keys',
                owner.map((_, at) => unit(at).keys.map((key) => state.names[key]!)),
              ),
            ],
          }),
        rows: owner.length,
        bytes: 200 * owner.length,
      };
    },
  })
  .step({
    id: 'rarity',
    title: 'How rare each key is',
    formula: String.raw`\mathrm{idf}(k) = \ln\bigl(1 + \tfrac{N}{\mathrm{df}(k)}\bigr),\qquad \mathrm{rare}(k) \iff \mathrm{df}(k) \le \min(64, \max(\lfloor N/2 \rfloor, 2))`,
    params: [],
    inputs: ['units'],
    key: ['feature'],
    chart: {
      title: 'Keys by the functions that hold them',
      marks: [{ mark: 'dot', from: 'rarity.spread', channels: { x: 'df', y: 'keys' } }],
      scales: { x: { type: 'log', label: 'functions' }, y: { type: 'log', label: 'keys' } },
      limit: 2000,
    },
    run: (_, __, { units }) => {
      const state = rarityOf(units, byDefault.rareDf.value);
      return {
        state,
        table: () =>
          relation({
            key: ['feature'],
            columns: [
              computedTexts('feature', units.names.length, (key) => units.names[key]!),
              computedTexts('words', units.names.length, (key) => keyWords(units.names[key]!)),
              integers('df', units.df, { unit: 'functions' }),
              reals('idf', state.idf),
            ],
          }),
        rows: units.names.length,
        drawn: { spread: () => rarityTable(units, 'keys') },
      };
    },
  })
  .step({
    id: 'candidates',
    title: 'Functions that share a rare key',
    formula: String.raw`\mathrm{cand}(a,b) = |\{k \text{ rare} : k \in \mathrm{keys}(a) \cap \mathrm{keys}(b)\}| > 0`,
    product: 'no product: postings of rare keys',
    params: ['maxCandidates', 'minBlocks'],
    inputs: ['functions', 'units', 'rarity'],
    key: ['a', 'b'],
    run: ({ graph, task }, { maxCandidates, minBlocks }, { functions, units, rarity }) => {
      const gates = gatesOf({ score: 1, minBlocks, minWeight: 0 });
      const eligible = eligibleBodies(units, gates, (row) =>
        derived(graph, functions.ordinals[row]!),
      );
      const pairs = groupCandidates(units, rarity, eligible, maxCandidates, task);
      return {
        state: { pairs, eligible },
        table: () =>
          relation({
            key: ['a', 'b'],
            columns: [
              computedTexts('a', pairs.a.length, (p) => functions.names[pairs.a[p]!]!),
              computedTexts('b', pairs.b.length, (p) => functions.names[pairs.b[p]!]!),
              integers('rare', pairs.rare, { unit: 'keys' }),
            ],
          }),
        rows: pairs.a.length,
        bytes: 12 * pairs.a.length,
      };
    },
  })
  .step({
    id: 'twins',
    title: 'Groups that both hold',
    formula: String.raw`\mathrm{score} = \frac{W(S_a \cap S_b)}{W(S_a \cup S_b)} \ge \theta \ \vee\ \mathrm{shape}(g_a) = \mathrm{shape}(g_b),\qquad |S| \ge 4,\ \exists\,\mathrm{rare},\ |\mathrm{grams}| \ge 2`,
    params: ['score', 'minBlocks', 'minWeight'],
    inputs: ['functions', 'units', 'rarity', 'candidates'],
    key: ['a', 'a_lines', 'b', 'b_lines'],
    chart: {
      title: 'Groups by their score',
      marks: [{ mark: 'barY', from: 'twins.scores', channels: { x: 'from', y: 'pairs' } }],
      scales: { x: { type: 'band', label: 'score from' }, y: { label: 'pairs of groups' } },
    },
    run: ({ task }, asked, { functions, units, rarity, candidates }) => {
      const state = groupTwinsOf(
        units,
        rarity,
        candidates.eligible,
        candidates.pairs,
        gatesOf(asked),
        (row) => ({
          file: functions.files[row]!,
          line: functions.line[row]!,
          endLine: functions.endLine[row]!,
        }),
        task,
      );
      return {
        state,
        table: () =>
          fromRows(
            ['a', 'a_lines', 'b', 'b_lines'],
            [
              'a',
              'a_lines',
              'b',
              'b_lines',
              'score:real',
              'exact:boolean',
              'shared_kgrams:integer',
              'rare:integer',
            ],
            state.twins.map((twin) => [
              functions.names[twin.rowA]!,
              lineRanges(twin.linesA),
              functions.names[twin.rowB]!,
              lineRanges(twin.linesB),
              twin.score,
              twin.exact,
              twin.sharedKgrams,
              twin.rare.length,
            ]),
          ),
        rows: state.twins.length,
        drawn: { scores: () => scoreHistogram(state.twins.map(({ score }) => score)) },
      };
    },
  })
  .step({
    id: 'texts',
    title: 'Groups of statements in the sources',
    formula: String.raw`s \sim t \iff \mathrm{owns}(s) \cap (\mathrm{reads}(t) \cup \mathrm{writes}(t)) \ne \emptyset,\qquad |\mathrm{tokens}| \ge 30`,
    params: ['modelProfile', 'src'],
    inputs: ['functions'],
    key: ['fn', 'lines', 'group'],
    run: async ({ graph, task }, { modelProfile, src }, { functions }) => {
      const state = await textGroups(graph, functions, src, modelProfile === HASHED_SPACE, task);
      return {
        state,
        table: () =>
          fromRows(
            ['fn', 'lines', 'group'],
            ['fn', 'lines', 'group:integer', 'tokens:integer', 'exact_key'],
            state.groups.map(({ row, lines, tokens, key }, at) => [
              functions.names[row]!,
              lineRanges(lines),
              at,
              tokens,
              key,
            ]),
          ),
        rows: state.groups.length,
        bytes: 400 * state.groups.length,
      };
    },
  })
  .step({
    id: 'vectors',
    title: 'Vectors of the groups, where there are any',
    formula: String.raw`v_g \in \mathbb{R}^d,\ \lVert v_g \rVert = 1`,
    params: ['modelProfile'],
    inputs: ['texts'],
    key: ['space'],
    run: async ({ graph }, { modelProfile }, { texts }) => {
      const keys = texts.groups.map(({ key }) => key);
      const state = await rowVectors(graph, modelProfile, 'group', keys, () =>
        Promise.resolve(texts.hashed ?? { dimension: 1, values: new Float32Array(0) }),
      );
      return vectorsResult(state, 'groups');
    },
  })
  .step({
    id: 'textTwins',
    title: 'Groups of one text, or of near vectors',
    formula: String.raw`|\mathrm{grams}_8| \ge 2,\ \exists\,\mathrm{df}(g_8) \le 2,\qquad c = 1 \text{ if one text, else } v_a \cdot v_b \ge \theta`,
    params: ['cosine'],
    inputs: ['functions', 'texts', 'vectors'],
    key: ['group_a', 'group_b'],
    run: ({ task }, { cosine }, { functions, texts, vectors }) => {
      const floor = cosineFloor(cosine, vectors, byDefault);
      const state = textTwins(texts, vectors.space === null ? null : vectors.vectors, floor, task);
      const side = (group: number): string => {
        const { row, lines } = texts.groups[group]!;
        return `${functions.names[row]!} ${lineRanges(lines)}`;
      };
      return {
        state,
        table: () =>
          fromRows(
            ['group_a', 'group_b'],
            [
              'group_a:integer',
              'group_b:integer',
              'a',
              'b',
              'cosine:real',
              'exact:boolean',
              'shared_grams:integer',
            ],
            state.twins.map(({ a, b, cosine: value, exact, sharedGrams }) => [
              a,
              b,
              side(a),
              side(b),
              value,
              exact,
              sharedGrams,
            ]),
          ),
        rows: state.twins.length,
      };
    },
  })
  .step({
    id: 'merged',
    title: 'What either index found',
    formula: String.raw`\text{graph rows, then index rows that no graph row covers}`,
    params: [],
    inputs: ['functions', 'units', 'rarity', 'twins', 'texts', 'textTwins'],
    key: ['a', 'a_lines', 'b', 'b_lines', 'granularity'],
    run: (_, __, { functions, units, rarity, twins, texts, textTwins: index }) => {
      const state = mergedGroups(units, rarity, twins, texts, index);
      return { state, table: () => groupsTable(functions, state.rows), rows: state.rows.length };
    },
  })
  .step({
    id: 'families',
    title: 'Groups that no family explains',
    formula: String.raw`\text{groups} \setminus \text{deliberate families}`,
    params: [],
    inputs: ['functions', 'texts', 'merged'],
    key: ['a', 'a_lines', 'b', 'b_lines', 'granularity'],
    run: ({ graph }, _, { functions, texts, merged }) => {
      const state = withoutDeliberate(merged.rows, ({ a, b }) => [...new Set([a.row, b.row])], {
        name: (row) => graph.nameOf(functions.ordinals[row]!),
        simd: (row) => texts.simd[row] === 1,
        literal: (row) => texts.literal[row] === 1,
      });
      return {
        state,
        table: () => groupsTable(functions, state.kept),
        rows: state.kept.length,
        drawn: { deliberate: () => deliberateTable(functions, state.deliberate) },
      };
    },
  })
  .step({
    id: 'classes',
    title: 'One finding a class',
    formula: String.raw`\text{components of places that groups join}`,
    product: 'labels = S min_second labels until unchanged, as union-find',
    params: ['pairs'],
    inputs: ['functions', 'families'],
    key: ['a', 'a_lines', 'b', 'b_lines', 'granularity'],
    run: async (_, { pairs }, { functions, families: { kept } }) => {
      const state = await groupClasses(kept, pairs);
      return { state, table: () => classesTable(functions, kept, state), rows: state.length };
    },
  })
  .answer(({ states, needs }) => answerOf(states, needs));
