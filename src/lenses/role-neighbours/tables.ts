import type { CodeGraph } from '../../graph/index.js';
import {
  booleans,
  computedTexts,
  fromRows,
  integers,
  lists,
  reals,
  relation,
  texts,
  type Relation,
} from '../../table/index.js';
import type { ClonePopulation } from '../clones/index.js';
import { namesOf } from '../call-graph.js';
import { featuresTable } from '../structural-clones/tables.js';
import { endsOf, membersOf, type RoleEvidence, type RoleItems, type RoleSpace } from './answer.js';
import { CHANNELS } from './items.js';
import type { RolePairs } from './pairs.js';

const hex = (label: bigint): string => label.toString(16).padStart(16, '0');

/** WL: every item, what it says of itself, and its neighbours; FastRP: every function and its neighbours. */
export function itemsTable(
  graph: CodeGraph,
  functions: ClonePopulation,
  state: RoleItems,
): Relation {
  if (state.engine === 'fastrp') {
    const { offsets } = state.links.links;
    return relation({
      key: ['item'],
      columns: [
        texts('item', functions.names),
        texts(
          'words',
          functions.names.map(() => null),
        ),
        booleans(
          'own',
          functions.names.map(() => true),
        ),
        integers(
          'degree',
          functions.names.map((_, f) => offsets[f + 1]! - offsets[f]!),
        ),
      ],
    });
  }
  const { items } = state;
  const degree = Uint32Array.from(items.ordinals, (_, item) =>
    items.relations.reduce(
      (sum, { graph: links }) => sum + links.offsets[item + 1]! - links.offsets[item]!,
      0,
    ),
  );
  return relation({
    key: ['item'],
    columns: [
      texts('item', namesOf(graph, items.ordinals)),
      texts('words', items.words),
      booleans('own', items.own),
      integers('degree', degree, { unit: 'neighbours' }),
    ],
  });
}

/** Edges of each channel and direction. */
export const channelsTable = (state: RoleItems): Relation =>
  fromRows(
    ['channel', 'direction'],
    ['channel', 'direction', 'edges:integer'],
    state.engine === 'fastrp'
      ? [['neighbour', 'both', state.links.links.targets.length]]
      : state.items.relations.map(({ tag, graph }) => [
          CHANNELS[tag >> 1]!,
          tag % 2 === 0 ? 'out' : 'in',
          graph.targets.length,
        ]),
  );

/** WL: labels of each round; FastRP: the length of each role vector, 1 or 0. */
export function labelsTable(functions: ClonePopulation, state: RoleSpace): Relation {
  const count = functions.names.length;
  if (state.engine === 'fastrp') {
    const { dimension, values } = state.vectors;
    return relation({
      key: ['fn'],
      columns: [
        texts('fn', functions.names),
        integers(
          'nonzeros',
          functions.names.map(
            (_, f) =>
              values.subarray(f * dimension, (f + 1) * dimension).filter((x) => x !== 0).length,
          ),
        ),
        booleans('has_role', state.hasRole),
      ],
    });
  }
  const { rounds, changed } = state.labels;
  const moved = new Uint8Array(Math.max(count, ...rounds.map(({ length }) => length)));
  for (const item of changed) moved[item] = 1;
  return relation({
    key: ['fn'],
    columns: [
      texts('fn', functions.names),
      lists(
        'labels',
        functions.names.map((_, f) => rounds.map((round) => hex(round[f]!))),
      ),
      booleans('changed', moved.slice(0, count), {
        doc: 'its words or neighbours are others than in the kept dump; all are without one',
      }),
    ],
  });
}

/** Distinct labels after each round. */
export const refinement = (state: RoleSpace): Relation =>
  fromRows(
    ['round'],
    ['round:integer', 'labels:integer'],
    state.engine === 'fastrp'
      ? []
      : state.labels.rounds.map((labels, round) => [round, new Set(labels).size]),
  );

/** WL: tokens of each function with count and weight; FastRP: its features. */
export function tokensTable(functions: ClonePopulation, state: RoleEvidence): Relation {
  if (state.engine === 'fastrp') return featuresTable(functions, state.features);
  const { counts, tokens, df, idf } = state.tokens;
  const owner = new Uint32Array(counts.tokens.length);
  for (let f = 0; f + 1 < counts.offsets.length; f++)
    owner.fill(f, counts.offsets[f], counts.offsets[f + 1]);
  return relation({
    key: ['fn', 'feature'],
    columns: [
      computedTexts('fn', owner.length, (at) => functions.names[owner[at]!]!),
      computedTexts('feature', owner.length, (at) => {
        const { round, tag, label } = tokens[counts.tokens[at]!]!;
        const what = tag === -1 ? 'self' : `${tag % 2 === 0 ? 'out' : 'in'} ${CHANNELS[tag >> 1]!}`;
        return `${String(round)} ${what} ${hex(label)}`;
      }),
      integers('count', counts.weights),
      integers(
        'df',
        counts.tokens.map((token) => df[token]!),
        { unit: 'functions' },
      ),
      reals(
        'idf',
        Float64Array.from(counts.tokens, (token) => idf[token]!),
      ),
    ],
  });
}

export function pairsTable({ names }: ClonePopulation, { rows, pairs }: RolePairs): Relation {
  const ends = pairs.map((pair) => endsOf(rows, pair));
  return relation({
    key: ['a', 'b'],
    columns: [
      texts(
        'a',
        ends.map(([a]) => names[a]!),
      ),
      texts(
        'b',
        ends.map(([, b]) => names[b]!),
      ),
      reals(
        'score',
        pairs.map(({ score }) => score),
      ),
      booleans(
        'exact',
        pairs.map(({ exact }) => exact),
      ),
      integers(
        'functions',
        pairs.map((pair) => membersOf(rows, pair).length),
      ),
    ],
  });
}
