import type { Answer, Need } from '../../lens/index.js';
import { PERMUTATIONS } from '../../text/index.js';
import {
  fromRows,
  integers,
  relation,
  texts,
  type Cell,
  type Relation,
} from '../../table/index.js';
import {
  deliberateNotes,
  indexCounts,
  leftOutCounts,
  listedPairs,
  nearBucketNotes,
  oneTextNotes,
  ASKS_NO_VECTORS,
  spanOf,
  textState,
  type Buckets,
  type CloneClass,
  type ClonePopulation,
  type Deliberate,
  type ExactGroup,
  type NearPairs,
  type Shapes,
} from '../clones/index.js';

/** Bodies that are compared, one signature each; bodies are numbered by the bytes of their keys. */
export interface Bodies {
  readonly groups: readonly ExactGroup[];
  /** `null` for a body of fewer than five tokens. */
  readonly signatures: readonly (Uint32Array | null)[];
}

/** Pairs that stay, by their numbers, and those that a family explains. */
export interface JudgedPairs {
  readonly kept: readonly number[];
  readonly deliberate: readonly Deliberate[];
  /** Bodies that kept pairs join; `pairs` of a class are places in `kept`. */
  readonly classes: readonly CloneClass[];
}

/** States of the steps, by step id. */
export interface NearClonesStates {
  readonly functions: ClonePopulation;
  readonly shapes: Shapes;
  readonly bodies: Bodies;
  readonly buckets: Buckets;
  readonly pairs: NearPairs;
  readonly families: JudgedPairs;
}

const nameOf = ({ names }: ClonePopulation, { groups }: Bodies, body: number): string =>
  names[groups[body]!.members[0]!]!;

export const bodiesTable = (functions: ClonePopulation, bodies: Bodies): Relation =>
  relation({
    key: ['exact_key'],
    columns: [
      texts(
        'exact_key',
        bodies.groups.map(({ key }) => key),
      ),
      texts(
        'first',
        bodies.groups.map((_, body) => nameOf(functions, bodies, body)),
      ),
      integers(
        'tokens',
        bodies.groups.map(({ tokens }) => tokens),
      ),
      integers(
        'members',
        bodies.groups.map(({ members }) => members.length),
      ),
    ],
  });

export const bucketsTable = (
  functions: ClonePopulation,
  bodies: Bodies,
  { buckets }: Buckets,
): Relation =>
  fromRows(
    ['band', 'first'],
    ['band:integer', 'first', 'size:integer/bodies'],
    buckets.map(({ band, members }) => [
      band,
      nameOf(functions, bodies, members[0]!),
      members.length,
    ]),
  );

/** How many buckets hold so many bodies. */
export function bucketSizes({ buckets }: Buckets): Relation {
  const counts = new Map<number, number>();
  for (const { members } of buckets)
    counts.set(members.length, (counts.get(members.length) ?? 0) + 1);
  return fromRows(
    ['size'],
    ['size:integer/bodies', 'buckets:integer'],
    [...counts].sort(([a], [b]) => a - b),
  );
}

export function pairsTable(
  functions: ClonePopulation,
  bodies: Bodies,
  pairs: NearPairs,
  which: readonly number[] = [...pairs.a.keys()],
): Relation {
  return fromRows(
    ['a', 'b'],
    ['a', 'b', 'equal_minima:integer', 'jaccard_estimate:rational'],
    which.map((p): Cell[] => [
      nameOf(functions, bodies, pairs.a[p]!),
      nameOf(functions, bodies, pairs.b[p]!),
      pairs.equal[p]!,
      [pairs.equal[p]!, PERMUTATIONS],
    ]),
  );
}

/** Pairs by equal minima. */
export function estimateHistogram(pairs: NearPairs): Relation {
  const counts = new Map<number, number>();
  for (const equal of pairs.equal) counts.set(equal, (counts.get(equal) ?? 0) + 1);
  return fromRows(
    ['equal_minima'],
    ['equal_minima:integer', 'pairs:integer'],
    [...counts].sort(([a], [b]) => a - b),
  );
}

const COLUMNS = [
  'first_a',
  'first_b',
  'signal',
  'found_by',
  'why',
  'source',
  'jaccard_estimate:rational',
  'a:list',
  'a_loc:list',
  'b:list',
  'b_loc:list',
  'class',
  'class_size:integer/bodies',
];

const findingsOf = (
  functions: ClonePopulation,
  bodies: Bodies,
  pairs: NearPairs,
  { kept, classes }: JudgedPairs,
  folded: boolean,
): Relation => {
  const classOf = new Map<number, CloneClass>();
  for (const one of classes) for (const at of one.pairs) classOf.set(at, one);
  return fromRows(
    ['first_a', 'first_b'],
    COLUMNS,
    listedPairs(kept.length, classes, folded).map((at): Cell[] => {
      const p = kept[at]!;
      const own = classOf.get(at)!;
      const [a, b] = [bodies.groups[pairs.a[p]!]!, bodies.groups[pairs.b[p]!]!];
      return [
        functions.names[a.members[0]!]!,
        functions.names[b.members[0]!]!,
        'near',
        'near: MinHash',
        `${String(pairs.equal[p]!)} of ${String(PERMUTATIONS)} minima of their token runs are equal`,
        'graph',
        [pairs.equal[p]!, PERMUTATIONS],
        a.members.map((row) => functions.names[row]!),
        a.members.map((row) => spanOf(functions, row)),
        b.members.map((row) => functions.names[row]!),
        b.members.map((row) => spanOf(functions, row)),
        nameOf(functions, bodies, own.members[0]!),
        own.members.length,
      ];
    }),
  );
};

export function answerOf(
  states: NearClonesStates,
  folded: boolean,
  needs: readonly Need[],
): Answer {
  const { functions, shapes, bodies, buckets, pairs, families } = states;
  const count = functions.ordinals.length;
  return {
    state: textState(functions, shapes, needs, families.kept.length),
    population: { functions: count, bodies: bodies.groups.length },
    summary: {
      pairs: pairs.count,
      pairs_matching: pairs.count - deliberateOf(states),
      classes: families.classes.length,
      candidates: pairs.candidates,
      buckets: buckets.buckets.length,
      buckets_skipped: buckets.over.length,
      pairs_of_skipped_buckets: pairs.ofOver,
      deliberate_families: deliberateOf(states),
      functions_without_shape: shapes.without,
      ...leftOutCounts(functions),
      ...indexCounts([]),
      indexes_graph: pairs.count - deliberateOf(states),
    },
    findings: findingsOf(functions, bodies, pairs, families, folded || pairs.folded),
    notes: notesOf(states),
  };
}

/** Listed pairs that a family explains, or all of them where pairs are folded. */
const deliberateOf = ({ pairs, families }: NearClonesStates): number =>
  pairs.folded ? pairs.apart : families.deliberate.length;

function notesOf(states: NearClonesStates): string[] {
  const { functions, shapes, bodies, buckets, pairs, families } = states;
  const count = functions.ordinals.length;
  const notes: string[] = [];
  if (count === 0) notes.push('no function is in scope');
  else if (shapes.without === count)
    notes.push('no text was read: a near clone is a fact of the sources');
  else if (pairs.count === 0)
    notes.push(
      `none of ${String(pairs.candidates)} candidate pairs of ${String(bodies.groups.length)} bodies reaches the floor; lower floor or min-tokens`,
    );
  notes.push(...nearBucketNotes(buckets, pairs));
  if (pairs.folded)
    notes.push(
      `${String(pairs.count)} pairs are more than pairs-max: one finding a class, by its best pair; ${String(pairs.apart)} of them are deliberate families and not shown`,
    );
  notes.push(...oneTextNotes(functions));
  notes.push(...deliberateNotes(families.deliberate, 'pairs', 'families'));
  notes.push(ASKS_NO_VECTORS);
  return notes;
}
