/**
 * # reimplements-shared: written again, though a library at hand has it
 *
 * Question. Which function could be replaced by a call to a function of a library that its crate depends on?
 *
 * Formulas (S1:1722-1764). Pairs of semantic-twins and similar-code; A → B when DEPENDS_ON reaches B's crate from A's;
 * score = similarity · (1 + ln(1 + callers)) · min(lines, 30) · (1, or ½ where the dependency must be added first).
 * One finding a function of A; direct dependencies first.
 *
 * Preconditions. DEPENDS_ON, CALLS, effective visibility; the sources, for semantic-twins.
 *
 * References. None: a join of other answers.
 */
import {
  DEFAULTS,
  defineLens,
  startRun,
  type Need,
  type ParamsOf,
  type TypedLens,
} from '../../lens/index.js';
import { fromRows } from '../../table/index.js';
import {
  CLONE_PARAMS,
  cloneParams,
  DUMP_PRODUCER,
  SOURCES_PRODUCER,
  sourceParams,
} from '../clones/index.js';
import { semanticTwins } from '../semantic-twins/index.js';
import { similarCode } from '../similar-code/index.js';
import {
  answerOf,
  dependencesTable,
  pairsTable,
  replacementsTable,
  type ReimplementsSharedStates,
} from './answer.js';
import { mergePairs, type PairEvidence } from './candidates.js';
import { readManifests } from './manifests.js';
import { librariesOf } from './libraries.js';
import { LEFT_OUT_PAIRS, replacementsOf } from './replacements.js';

export type { ReimplementsSharedStates } from './answer.js';

const params = { ...sourceParams, ...cloneParams };

export type ReimplementsSharedParams = ParamsOf<typeof params>;

export const reimplementsShared: TypedLens<ReimplementsSharedParams, ReimplementsSharedStates> =
  defineLens({
    id: 'reimplements-shared',
    version: 2,
    title: 'Written again, though a library at hand has it',
    question:
      'Which function could be replaced by a call to a function of a library that its crate depends on?',
    facts: [
      { fact: 'DEPENDS_ON', producer: DUMP_PRODUCER, required: true },
      { fact: 'source text', producer: SOURCES_PRODUCER, required: false },
      { fact: 'CALLS, USES_TYPE, READS_FIELD', producer: DUMP_PRODUCER, required: false },
    ],
    params,
  })
    .step({
      id: 'twins',
      title: 'Pairs of semantic-twins',
      formula: String.raw`\text{copies and twins, one row a pair}`,
      params: ['src', ...CLONE_PARAMS],
      inputs: [],
      key: ['a', 'b'],
      run: async ({ graph, task }, asked) => {
        const run = startRun(semanticTwins, graph, { ...asked, pairs: true }, { task });
        await run.until('judged');
        const { ordinals } = run.state('functions');
        const state: readonly PairEvidence[] = run.state('judged').list.map((pair) => ({
          a: ordinals[pair.a]!,
          b: ordinals[pair.b]!,
          cosine: pair.cosine,
          body64: pair.body64,
          graphScore: null,
          structural: pair.structural,
          copy: pair.kind === 'copy',
          lenses: ['semantic-twins'],
        }));
        return {
          state,
          table: () => pairsTable(graph, state),
          rows: state.length,
          needs: run.needs,
        };
      },
    })
    .step({
      id: 'similar',
      title: 'Pairs of similar-code',
      formula: String.raw`\text{pairs of different crates that passed its gates}`,
      params: CLONE_PARAMS,
      inputs: [],
      key: ['a', 'b'],
      run: async ({ graph, task }, asked) => {
        const run = startRun(similarCode, graph, asked, { task });
        await run.until('gates');
        const { ordinals } = run.state('functions');
        const state: readonly PairEvidence[] = run.state('gates').edges.map((edge) => ({
          a: ordinals[edge.a]!,
          b: ordinals[edge.b]!,
          cosine: edge.cosine,
          body64: null,
          graphScore: edge.graphScore,
          structural: null,
          copy: false,
          lenses: ['similar-code'],
        }));
        return { state, table: () => pairsTable(graph, state), rows: state.length };
      },
    })
    .step({
      id: 'pairs',
      title: 'What is written twice',
      formula: String.raw`\text{one row a pair, evidence of both lenses}`,
      params: [],
      inputs: ['twins', 'similar'],
      key: ['a', 'b'],
      run: ({ graph }, _, { twins, similar }) => {
        const state: readonly PairEvidence[] = mergePairs([...twins, ...similar]);
        return { state, table: () => pairsTable(graph, state), rows: state.length };
      },
    })
    .step({
      id: 'libraries',
      title: 'Which crate may use which',
      formula: String.raw`A \to^{+} B \text{ over DEPENDS\_ON}`,
      product: 'reach over DEPENDS_ON between crates, breadth first from each crate asked',
      params: ['src'],
      inputs: [],
      key: ['crate', 'library'],
      run: async ({ graph }, { src }) => {
        const manifests = await readManifests(graph, src);
        const state = librariesOf(graph, manifests);
        const needs: Need[] = graph.has('DEPENDS_ON')
          ? []
          : [{ fact: 'DEPENDS_ON', producer: DUMP_PRODUCER }];
        return { state, table: () => dependencesTable(graph, manifests), rows: state.edges, needs };
      },
    })
    .step({
      id: 'replacements',
      title: 'What a call could replace',
      formula: String.raw`\mathrm{score} = \mathrm{similarity} \cdot \bigl(1 + \ln(1 + \mathrm{callers})\bigr) \cdot \min(\mathrm{lines}, 30) \cdot \{1, \tfrac{1}{2}\}`,
      params: [],
      inputs: ['pairs', 'libraries'],
      key: ['replace'],
      chart: {
        title: 'Pairs that are no replacement',
        marks: [
          { mark: 'barX', from: 'replacements.left_out', channels: { x: 'pairs', y: 'why' } },
        ],
        scales: { x: { label: 'pairs' }, y: { type: 'band', label: '' } },
      },
      run: ({ graph }, _, { pairs, libraries }) => {
        const { bodyFloor, lineCap } = DEFAULTS.reimplementsShared;
        const state = replacementsOf(graph, pairs, libraries, {
          bodyFloor: bodyFloor.value,
          lineCap: lineCap.value,
        });
        return {
          state,
          table: () => replacementsTable(graph, state.findings),
          rows: state.findings.length,
          drawn: {
            left_out: () =>
              fromRows(
                ['why'],
                ['why', 'pairs:integer'],
                LEFT_OUT_PAIRS.map((why) => [why, state.leftOut[why]]),
              ),
          },
        };
      },
    })
    .answer(({ graph, states, needs }) => answerOf(graph, states, needs));
