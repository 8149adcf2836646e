/**
 * # exact-clones: one body, written several times
 *
 * Question. Which functions are the same text once layout, comments, names and literal values are taken away?
 *
 * Formulas (S1:1276-1304). exact(f) = SHA-256(canonical text of f); G_key = {f : tokens(f) ≥ 40}; a finding is a group of
 * at least two; rank = tokens · (|G| − 1). Names count by their first occurrence in their role, so a consistent rename
 * gives the same text, and a swap of two names does not.
 *
 * Preconditions. The sources of the dump, TypeScript, JavaScript or Rust; spans of functions.
 *
 * References. Roy and Cordy 2007 (types 1 and 2); Baker 1995 (parameterised matching).
 */
import { DEFAULTS, defineLens, param, type ParamsOf, type TypedLens } from '../../lens/index.js';
import {
  cloneParams,
  deliberateTable,
  exactBodies,
  exactGroups,
  familyFacts,
  functionsStep,
  shapesStep,
  SOURCES_PRODUCER,
  sourceParams,
  withoutDeliberate,
} from '../clones/index.js';
import { answerOf, groupsTable, type ExactClonesStates } from './answer.js';

export type { ExactClonesStates } from './answer.js';

const params = {
  minTokens: param.integer({
    default: DEFAULTS.exactClones.minTokens.value,
    min: 1,
    doc: 'normalised tokens that a body must have',
  }),
  ...sourceParams,
  ...cloneParams,
};

export type ExactClonesParams = ParamsOf<typeof params>;

export const exactClones: TypedLens<ExactClonesParams, ExactClonesStates> = defineLens({
  id: 'exact-clones',
  version: 1,
  title: 'One body, written several times',
  question:
    'Which functions are the same text once layout, comments, names and literal values are taken away?',
  facts: [{ fact: 'source text', producer: SOURCES_PRODUCER, required: true }],
  params,
})
  .step(functionsStep)
  .step(shapesStep)
  .step({
    id: 'groups',
    title: 'Functions of one normalised body',
    formula: String.raw`G_k = \{f \in P : \mathrm{exact}(f) = k,\ \mathrm{tokens}(f) \ge m\},\ |G_k| \ge 2,\qquad \mathrm{rank} = \mathrm{tokens} \cdot (|G| - 1)`,
    params: ['minTokens'],
    inputs: ['functions', 'shapes'],
    key: ['exact_key'],
    chart: {
      title: 'What the largest groups would save',
      caption:
        'tokens that stand more than once: tokens of a body, times its copies beyond the first',
      marks: [{ mark: 'barX', channels: { x: 'rank', y: 'exact_key', title: 'members' } }],
      scales: { x: { label: 'tokens written again' }, y: { type: 'band', label: '' } },
      limit: 30,
    },
    run: (_, { minTokens }, { functions, shapes }) => {
      const state = exactGroups(exactBodies(functions, shapes, minTokens));
      return { state, table: () => groupsTable(functions, state), rows: state.length };
    },
  })
  .step({
    id: 'families',
    title: 'Groups that are no deliberate family',
    formula: String.raw`\neg\,\forall f \in G : \mathrm{variant}(f),\qquad \neg\,\exists f \in G : \mathrm{body}(f) \text{ is one literal}`,
    params: [],
    inputs: ['functions', 'shapes', 'groups'],
    key: ['exact_key'],
    run: ({ graph }, _, { functions, shapes, groups }) => {
      const state = withoutDeliberate(
        groups,
        ({ members }) => members,
        familyFacts(graph, functions, shapes),
      );
      return {
        state,
        table: () => groupsTable(functions, state.kept),
        rows: state.kept.length,
        drawn: { deliberate: () => deliberateTable(functions, state.deliberate) },
      };
    },
  })
  .answer(({ states, needs }) => answerOf(states, needs));
