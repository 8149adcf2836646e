import type { Answer, Need } from '../../lens/index.js';
import type { NearPairs } from '../../ops/index.js';
import { fromRows, type Cell, type Relation } from '../../table/index.js';
import {
  indexCounts,
  LEFT_OUT,
  spanOf,
  type ClonePopulation,
  type Deliberate,
  type ExactGroup,
  type Shapes,
} from '../clones/index.js';
import type { RowVectors } from '../semantic-twins/vectors.js';
import type { Features } from '../structural-clones/features.js';
import type { StructuralPairs } from '../structural-clones/join.js';
import type { AgreeingPair, SemanticClone, SemanticFindings } from './agree.js';

/** States of the steps, by step id. */
export interface SemanticClonesStates {
  readonly functions: ClonePopulation;
  readonly shapes: Shapes;
  readonly bodies: readonly ExactGroup[];
  readonly features: Features;
  readonly pairs: StructuralPairs;
  readonly agree: { readonly pairs: readonly AgreeingPair[]; readonly skippedBuckets: number };
  readonly vectors: RowVectors;
  readonly near: NearPairs;
  readonly findings: SemanticFindings;
  readonly families: {
    readonly kept: readonly SemanticClone[];
    readonly deliberate: readonly Deliberate[];
  };
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
  'a_locs:list',
  'b:list',
  'b_locs:list',
];

export const membersOf = (bodies: readonly ExactGroup[], { a, b }: SemanticClone): number[] =>
  a === b ? [...bodies[a]!.members] : [...bodies[a]!.members, ...bodies[b]!.members];

export const findingsTable = (
  functions: ClonePopulation,
  bodies: readonly ExactGroup[],
  list: readonly SemanticClone[],
): Relation =>
  fromRows(
    ['key_a', 'key_b'],
    COLUMNS,
    list.map((one): Cell[] => {
      const [a, b] = [bodies[one.a]!, bodies[one.b]!];
      const same = one.a === one.b;
      const found = [
        ...(same ? ['exact: the same normalised body'] : []),
        ...(one.near64 !== null && !same ? [`near: ${String(one.near64)} of 64 minima`] : []),
        ...(one.structural !== null ? [`structural: J_w ${one.structural.toFixed(3)}`] : []),
        ...(one.cosine !== null
          ? [`normalised model: cosine ${one.cosine.toFixed(3)}${same ? ' (one vector)' : ''}`]
          : []),
      ];
      const names = (rows: readonly number[]) => rows.map((row) => functions.names[row]!);
      const places = (rows: readonly number[]) => rows.map((row) => spanOf(functions, row));
      return [
        same
          ? 'exact'
          : one.near64 !== null
            ? 'near'
            : one.structural !== null
              ? 'structural'
              : 'embedding',
        found,
        found.join('; '),
        one.source,
        one.weight,
        one.near64 === null ? null : [one.near64, 64],
        one.structural,
        one.cosine,
        a.key,
        b.key,
        names(a.members),
        places(a.members),
        same ? [] : names(b.members),
        same ? [] : places(b.members),
      ];
    }),
  );

export function answerOf(states: SemanticClonesStates, needs: readonly Need[]): Answer {
  const { functions, shapes, bodies, agree, vectors, near, findings, families } = states;
  const count = functions.ordinals.length;
  return {
    state:
      count > 0 && shapes.without === count
        ? 'empty_gap'
        : needs.length > 0
          ? 'partial'
          : families.kept.length === 0
            ? 'empty_fact'
            : 'complete',
    population: { functions: count, bodies: bodies.length, vectors: vectors.held },
    summary: {
      rule: 'exact or near body, or structure; vectors confirm, or add through gates',
      findings: families.kept.length,
      exact_groups: families.kept.filter(({ a, b }) => a === b).length,
      near_pairs: families.kept.filter(({ a, b, near64 }) => a !== b && near64 !== null).length,
      structural_pairs: families.kept.filter(({ structural }) => structural !== null).length,
      embedding_pairs: near.a.length,
      embedding_refused: findings.embeddingRefused,
      buckets_skipped: agree.skippedBuckets,
      deliberate: families.deliberate.length,
      functions_without_shape: shapes.without,
      vectors_space: vectors.space,
      vectors_key: vectors.key,
      ...Object.fromEntries(
        LEFT_OUT.map((why) => [`left_out_${why.replace(/[ -]/g, '_')}`, functions.leftOut[why]]),
      ),
      ...indexCounts(families.kept.map(({ source }) => source)),
    },
    findings: findingsTable(functions, bodies, families.kept),
    notes: notesOf(states),
  };
}

function notesOf({
  functions,
  shapes,
  bodies,
  agree,
  vectors,
  families,
}: SemanticClonesStates): string[] {
  const count = functions.ordinals.length;
  const notes = [...vectors.notes];
  if (count === 0) notes.push('no function is in scope');
  else if (shapes.without === count)
    notes.push('no text was read: pairs are pairs of normalised bodies');
  else if (families.kept.length === 0)
    notes.push(`none of ${String(bodies.length)} bodies is near or like another`);
  if (agree.skippedBuckets > 0)
    notes.push(
      `${String(agree.skippedBuckets)} buckets of one shape that very many bodies have were skipped: near pairs that meet only there are missing`,
    );
  if (families.deliberate.length > 0)
    notes.push(
      `${String(families.deliberate.length)} findings are deliberate families: see the rows that the step families draws`,
    );
  return notes;
}
