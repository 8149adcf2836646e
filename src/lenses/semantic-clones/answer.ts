import type { Answer, Need } from '../../lens/index.js';
import type { NearPairs } from '../../ops/index.js';
import { fromRows, type Cell, type Relation } from '../../table/index.js';
import {
  CLASS_MEMBERS,
  deliberateNotes,
  nearNotes,
  indexCounts,
  leftOutCounts,
  nearBucketNotes,
  oneTextNotes,
  spanOf,
  textState,
  type CloneClass,
  type ClonePopulation,
  type Deliberate,
  type ExactGroup,
  type RowVectors,
  type Shapes,
} from '../clones/index.js';
import { commonNotes } from '../structural-clones/common-rows.js';
import type { Features } from '../structural-clones/features.js';
import type { StructuralPairs } from '../structural-clones/join.js';
import type { AgreeingPairs, SemanticClone, SemanticFindings } from './agree.js';

/** States of the steps, by step id. */
export interface SemanticClonesStates {
  readonly functions: ClonePopulation;
  readonly shapes: Shapes;
  readonly bodies: readonly ExactGroup[];
  readonly features: Features;
  readonly pairs: StructuralPairs;
  readonly agree: AgreeingPairs;
  readonly vectors: RowVectors;
  readonly near: NearPairs;
  readonly findings: SemanticFindings;
  readonly families: {
    readonly kept: readonly SemanticClone[];
    readonly deliberate: readonly Deliberate[];
  };
  /** Members are bodies, pairs are places in `families.kept`. */
  readonly classes: readonly CloneClass[];
}

const COLUMNS = [
  'signal',
  'found_by:list',
  'why',
  'source',
  'weight:real',
  'near:rational',
  'structural:real',
  'cosine:real',
  'key_a',
  'key_b',
  'a:list',
  'a_loc:list',
  'b:list',
  'b_loc:list',
  'class_size:integer/functions',
  'class_members:list',
];

/** Functions of some bodies, body after body. */
const functionsOf = (bodies: readonly ExactGroup[], which: readonly number[]): number[] =>
  which.flatMap((body) => bodies[body]!.members);

const bodiesOf = ({ a, b }: SemanticClone): number[] => (a === b ? [a] : [a, b]);

export const membersOf = (bodies: readonly ExactGroup[], one: SemanticClone): number[] =>
  functionsOf(bodies, bodiesOf(one));

/** Findings as pairs of bodies, each a class of its own. */
export const findingsTable = (
  functions: ClonePopulation,
  bodies: readonly ExactGroup[],
  list: readonly SemanticClone[],
): Relation =>
  clonesTable(
    functions,
    bodies,
    list.map((one) => ({ one, members: bodiesOf(one) })),
  );

/** One row a class: its best pair, and the functions of all its bodies. */
export const classesTable = (
  functions: ClonePopulation,
  bodies: readonly ExactGroup[],
  kept: readonly SemanticClone[],
  classes: readonly CloneClass[],
): Relation =>
  clonesTable(
    functions,
    bodies,
    classes.map(({ members, pairs: [best = 0] }) => ({ one: kept[best]!, members })),
  );

const clonesTable = (
  functions: ClonePopulation,
  bodies: readonly ExactGroup[],
  rows: readonly { readonly one: SemanticClone; readonly members: readonly number[] }[],
): Relation =>
  fromRows(
    ['key_a', 'key_b'],
    COLUMNS,
    rows.map(({ one, members }): Cell[] => {
      const found = foundBy(one);
      const names = (of: readonly number[]) => of.map((row) => functions.names[row]!);
      const places = (of: readonly number[]) => of.map((row) => spanOf(functions, row));
      // One body of several functions: the first is held against the others.
      const own = bodies[one.a]!.members;
      const [a, b] =
        one.a === one.b ? [own.slice(0, 1), own.slice(1)] : [own, bodies[one.b]!.members];
      const everyone = functionsOf(bodies, members);
      return [
        signalOf(one),
        found,
        found.join('; '),
        one.source,
        one.weight,
        one.near64 === null ? null : [one.near64, 64],
        one.structural,
        one.cosine,
        bodies[one.a]!.key,
        bodies[one.b]!.key,
        names(a),
        places(a),
        names(b),
        places(b),
        everyone.length,
        names(everyone.slice(0, CLASS_MEMBERS)),
      ];
    }),
  );

const signalOf = ({ a, b, near64, structural }: SemanticClone): string =>
  a === b ? 'exact' : near64 !== null ? 'near' : structural !== null ? 'structural' : 'embedding';

function foundBy({ a, b, near64, structural, cosine }: SemanticClone): string[] {
  const same = a === b;
  return [
    ...(same ? ['exact: the same normalised body'] : []),
    ...(near64 !== null && !same ? [`near: ${String(near64)} of 64 minima`] : []),
    ...(structural !== null ? [`structural: J_w ${structural.toFixed(3)}`] : []),
    ...(cosine !== null
      ? [`normalised model: cosine ${cosine.toFixed(3)}${same ? ' (one vector)' : ''}`]
      : []),
  ];
}

export function answerOf(states: SemanticClonesStates, needs: readonly Need[]): Answer {
  const { functions, shapes, bodies, agree, vectors, near, findings, families, classes } = states;
  const { kept } = families;
  return {
    state: textState(functions, shapes, needs, classes.length),
    population: {
      functions: functions.ordinals.length,
      bodies: bodies.length,
      vectors: vectors.held,
    },
    summary: {
      rule: 'exact or near body, or structure; vectors confirm, or add through gates',
      findings: classes.length,
      pairs_matching: kept.length,
      exact_groups: kept.filter(({ a, b }) => a === b).length,
      near_pairs: kept.filter(({ a, b, near64 }) => a !== b && near64 !== null).length,
      structural_pairs: kept.filter(({ structural }) => structural !== null).length,
      embedding_pairs: near.a.length,
      embedding_refused: findings.embeddingRefused,
      near_pairs_by_text: agree.near.count,
      buckets_skipped: agree.buckets.over.length,
      deliberate: families.deliberate.length,
      functions_without_shape: shapes.without,
      vectors_space: vectors.space,
      vectors_key: vectors.key,
      ...leftOutCounts(functions),
      ...indexCounts(classes.map(({ pairs: [best = 0] }) => kept[best]!.source)),
    },
    findings: classesTable(functions, bodies, kept, classes),
    notes: notesOf(states),
  };
}

function notesOf({
  functions,
  shapes,
  bodies,
  features,
  agree,
  vectors,
  near,
  families,
}: SemanticClonesStates): string[] {
  const count = functions.ordinals.length;
  const notes = [...vectors.notes, ...nearNotes(near), ...commonNotes(features)];
  if (count === 0) notes.push('no function is in scope');
  else if (shapes.without === count)
    notes.push('no text was read: pairs are pairs of normalised bodies');
  else if (families.kept.length === 0)
    notes.push(`none of ${String(bodies.length)} bodies is near or like another`);
  notes.push(...nearBucketNotes(agree.buckets, agree.near));
  if (agree.near.folded)
    notes.push(
      `of ${String(agree.near.count)} near pairs the best of each body and what joins classes stand for all: classes are whole, a list of pairs is not; ${String(agree.near.apart)} are deliberate families and not counted below`,
    );
  notes.push(...oneTextNotes(functions));
  notes.push(...deliberateNotes(families.deliberate, 'findings', 'families'));
  return notes;
}
