import type { Answer, Need } from '../../lens/index.js';
import type { NearPairs } from '../../ops/index.js';
import { fromRows, type Cell, type Relation } from '../../table/index.js';
import {
  CLASS_MEMBERS,
  deliberateNotes,
  nearNotes,
  indexCounts,
  leftOutCounts,
  oneTextNotes,
  spanOf,
  summaryName,
  textState,
  type CloneClass,
  type ClonePopulation,
  type Shapes,
  EXCLUSIONS,
  type Exclusion,
} from '../clones/index.js';
import { commonNotes } from '../structural-clones/common-rows.js';
import { sharedFeatures } from '../structural-clones/features.js';
import type { StructuralPairs } from '../structural-clones/join.js';
import { wordsOf } from '../structural-clones/tables.js';
import { floorNotes } from './floors.js';
import type { JudgedTwins, KeptRows, TwinPair } from './judged.js';
import type { RowVectors } from '../clones/index.js';

/** States of the steps, by step id. */
export interface SemanticTwinsStates {
  readonly functions: ClonePopulation;
  readonly shapes: Shapes;
  readonly kept: { readonly why: readonly (Exclusion | null)[]; readonly rows: Uint32Array };
  readonly features: KeptRows;
  readonly pairs: StructuralPairs;
  readonly vectors: RowVectors;
  readonly near: NearPairs;
  readonly judged: JudgedTwins;
  readonly classes: readonly CloneClass[];
}

export const PAIR_COLUMNS = [
  'kind',
  'clone_type:integer',
  'found_by:list',
  'why',
  'source',
  'rank:real',
  'structural:real',
  'body_similarity:rational',
  'cosine:real',
  'a',
  'a_loc',
  'b',
  'b_loc',
  'class_size:integer/functions',
  'class_members:list',
];

const GATES = {
  body: 'text: most runs of the bodies are one',
  'copy by vectors': 'vectors and structure agree',
  'twin by vectors': 'vectors agree, structure does not',
  'twin by structure': 'the same rare things, another body',
} as const;

export function findingCells(
  functions: ClonePopulation,
  features: KeptRows,
  pair: TwinPair,
  members: readonly number[],
): Cell[] {
  const words = wordsOf(sharedFeatures(features.features, ...pair.feature, 3));
  const found = [GATES[pair.gate]];
  const facts = [
    `J_w ${pair.structural.toFixed(3)}`,
    ...(pair.body64 === null ? [] : [`${String(pair.body64)} of 64 minima`]),
    ...(pair.cosine === null ? [] : [`cosine ${pair.cosine.toFixed(3)}`]),
  ];
  return [
    pair.kind,
    pair.kind === 'copy' ? 3 : 4,
    [...found, ...words],
    facts.join(', '),
    pair.source,
    pair.rank,
    pair.structural,
    pair.body64 === null ? null : [pair.body64, 64],
    pair.cosine,
    functions.names[pair.a]!,
    spanOf(functions, pair.a),
    functions.names[pair.b]!,
    spanOf(functions, pair.b),
    members.length,
    members.slice(0, CLASS_MEMBERS).map((row) => functions.names[row]!),
  ];
}

export const classesTable = ({
  functions,
  features,
  judged,
  classes,
}: Pick<SemanticTwinsStates, 'functions' | 'features' | 'judged' | 'classes'>): Relation =>
  fromRows(
    ['a', 'b'],
    PAIR_COLUMNS,
    classes.map(({ members, pairs: [best = 0] }) =>
      findingCells(functions, features, judged.list[best]!, members),
    ),
  );

export function answerOf(
  states: SemanticTwinsStates,
  needs: readonly Need[],
  cosine: number,
): Answer {
  const { functions, shapes, kept, pairs, near, vectors, judged, classes } = states;
  const count = functions.ordinals.length;
  const heads = classes.map(({ pairs: [best = 0] }) => judged.list[best]!);
  return {
    state: textState(functions, shapes, needs, classes.length),
    population: { functions: count, kept: kept.rows.length, vectors: vectors.held },
    summary: {
      pairs: judged.list.length,
      groups: classes.length,
      twins: judged.list.filter(({ kind }) => kind === 'twin').length,
      copies: judged.list.filter(({ kind }) => kind === 'copy').length,
      candidates: judged.candidates,
      graph_candidates: pairs.a.length,
      embedding_candidates: near.a.length,
      between: judged.between,
      same_file_twins: judged.sameFile,
      deliberate: judged.deliberate.length,
      functions_without_shape: shapes.without,
      vectors_space: vectors.space,
      vectors_key: vectors.key,
      ...Object.fromEntries(
        EXCLUSIONS.map((why) => [
          summaryName('excluded', why),
          kept.why.filter((one) => one === why).length,
        ]),
      ),
      ...leftOutCounts(functions),
      ...indexCounts(heads.map(({ source }) => source)),
    },
    findings: classesTable(states),
    notes: notesOf(states, cosine),
  };
}

function notesOf(
  { functions, shapes, kept, features, judged, classes, vectors, near }: SemanticTwinsStates,
  cosine: number,
): string[] {
  const count = functions.ordinals.length;
  const notes = [
    ...vectors.notes,
    ...floorNotes(cosine, vectors),
    ...nearNotes(near),
    ...commonNotes(features.features),
  ];
  if (count === 0) notes.push('no function is in scope');
  else if (shapes.without === count)
    notes.push('no text was read: a copy or a twin is told by the text of both');
  else if (classes.length === 0)
    notes.push(
      `no two of the ${String(kept.rows.length)} functions that are kept are copies or twins: ${String(judged.between)} of ${String(judged.candidates)} pairs lie between`,
    );
  notes.push(...oneTextNotes(functions));
  notes.push(...deliberateNotes(judged.deliberate, 'pairs', 'judged'));
  return notes;
}
