/**
 * # same-role (family 15)
 *
 * Question. Which units resemble a given one, and which of them play its role?
 * Formula. Integer BM25 over six channels (names, parameters, callees, document words, syntax kinds, literals);
 * role ⟺ (N ≥ 1 ∧ C ≥ 1) ∨ (N ≥ 2 ∧ shapes equal).
 * Preconditions. Sources. Advice only; the widened terms are a view, never evidence.
 * References. S2:189–196; Robertson, Zaragoza 2009 (BM25).
 */
import { defineLens, param } from '../../lens/index.js';
import { fromRows, nearestNames, reduced } from '../../table/index.js';
import { InvalidArgument } from '../../task/index.js';
import { roleUnits, type RoleUnit } from '../facts/role-units.js';
import { KNOBS } from '../knobs.js';
import {
  playsRole,
  RoleIndex,
  sharedTerms,
  widen,
  type Channel,
  type RoleKnobs,
} from '../same-role.js';
import {
  bigWeights,
  countParam,
  emptyState,
  SOURCES,
  srcParam,
  weightsParam,
} from './shared-parameters.js';
import { sourcesStep } from './sources-step.js';

export const sameRole = defineLens({
  id: 'same-role',
  kind: 'judge',
  version: 1,
  title: 'Units that play the same role',
  question: 'Which units resemble this one, and which play its role?',
  facts: [SOURCES],
  params: {
    ...srcParam,
    unit: param.maybeText({
      doc: 'the unit that is asked about: part of `file#name`; the first unit when not said',
    }),
    top: param.integer({ default: 20, min: 1, doc: 'ranked units shown' }),
    weights: weightsParam(KNOBS.sameRole.weights, 'weight of each channel'),
    grid: countParam(KNOBS.sameRole.unit, 'fixed-point units of one', 1),
    widen: countParam(KNOBS.sameRole.widen, 'neighbours of a name that are shown'),
  },
})
  .step(sourcesStep)
  .step({
    id: 'bags',
    title: 'Six channels of each unit',
    formula: String.raw`bag = (N, P, C, D, S, L)`,
    params: [],
    inputs: ['sources'],
    key: ['unit'],
    run: (_, __, { sources }) => {
      const units = roleUnits(sources);
      return {
        state: units,
        table: () =>
          fromRows(
            ['unit'],
            [
              'unit',
              'names:integer',
              'params:integer',
              'callees:integer',
              'words:integer',
              'kinds:integer',
              'literals:integer',
            ],
            units.map(({ key, bag }) => [
              key,
              bag.N.size,
              bag.P.size,
              bag.C.size,
              bag.D.size,
              bag.S.size,
              bag.L.size,
            ]),
          ),
      };
    },
  })
  .step({
    id: 'ranking',
    title: 'Ranked by resemblance',
    formula: String.raw`\sum w \cdot idf \cdot \frac{22\,tf\,avg}{10\,tf\,avg + 3\,avg + 9\,len}`,
    params: ['unit', 'top', 'weights', 'grid'],
    inputs: ['bags'],
    key: ['unit'],
    chart: {
      title: 'Resemblance',
      marks: [{ mark: 'barX', channels: { x: 'score', y: 'unit', fill: 'role' } }],
    },
    run: (_, { unit, top, weights, grid }, { bags }) => {
      const asked = unit === null ? 0 : bags.findIndex(({ key }) => key.includes(unit));
      if (bags.length > 0 && asked < 0) {
        const near = nearestNames(
          unit!,
          bags.map(({ key }) => key.slice(key.indexOf('#') + 1)),
        );
        throw new InvalidArgument(
          `no unit matches: ${unit!}${near.length > 0 ? `; nearest: ${near.join(', ')}` : ''}`,
        );
      }
      const query = bags[asked];
      const rows =
        query === undefined
          ? []
          : ranked(bags, query, {
              weights: bigWeights(weights) as Record<Channel, bigint>,
              unit: BigInt(grid),
            }).slice(0, top);
      return {
        state: { rows, query: query?.key ?? null },
        table: () => fromRows(['unit'], COLUMNS, rows),
      };
    },
  })
  .step({
    id: 'widened',
    title: 'Terms that go with the query’s names',
    formula: String.raw`\frac{N \cdot n(x, y)}{n(x)\,n(y)} > 1`,
    params: ['unit', 'widen', 'grid'],
    inputs: ['bags'],
    key: ['name', 'neighbour'],
    chart: {
      title: 'How much more often than by chance two words meet',
      marks: [{ mark: 'barX', channels: { x: 'lift', y: 'neighbour', fill: 'name' } }],
      limit: 40,
    },
    run: (_, { unit, widen: most, grid }, { bags }) => {
      const query = unit === null ? bags[0] : bags.find(({ key }) => key.includes(unit));
      const words = new Map(bags.flatMap(({ words: list }) => [...list]));
      const rows = [...(query?.bag.N.keys() ?? [])].flatMap((term) =>
        widen(
          bags.map(({ bag }) => bag),
          'N',
          term,
          most,
          BigInt(grid),
        ).map(
          ({ term: other, lift, weight }) =>
            [
              words.get(term)!,
              words.get(other)!,
              reduced(Number(lift.n), Number(lift.d)),
              Number(weight),
            ] as const,
        ),
      );
      return {
        state: rows,
        table: () =>
          fromRows(
            ['name', 'neighbour'],
            ['name', 'neighbour', 'lift:rational', 'weight:integer'],
            rows,
          ),
      };
    },
  })
  .answer(({ states: { bags, ranking } }) => {
    const roles = ranking.rows.filter(([, , , , , role]) => role);
    return {
      state: roles.length > 0 ? 'complete' : emptyState(bags.length),
      population: { units: bags.length },
      summary: { asked: ranking.query, ranked: ranking.rows.length, same_role: roles.length },
      findings: fromRows(['unit'], COLUMNS, roles),
      notes:
        roles.length > 0
          ? []
          : [bags.length === 0 ? 'no named unit in the sources' : 'no ranked unit plays the role'],
    };
  });

const COLUMNS = [
  'unit',
  'score:integer',
  'names:integer',
  'callees:integer',
  'shape:boolean',
  'role:boolean',
];

type RankedRow = readonly [
  unit: string,
  score: number,
  names: number,
  callees: number,
  shape: boolean,
  role: boolean,
];

function ranked(units: readonly RoleUnit[], query: RoleUnit, knobs: RoleKnobs): RankedRow[] {
  const index = new RoleIndex(
    units.map(({ bag }) => bag),
    knobs,
  );
  return index
    .rank(query.bag)
    .filter(({ unit }) => units[unit] !== query)
    .map(({ unit, score }) => {
      const { key, bag, shape } = units[unit]!;
      const names = sharedTerms(query.bag, bag, 'N');
      const callees = sharedTerms(query.bag, bag, 'C');
      const alike = shape === query.shape;
      return [
        key,
        Number(score),
        Number(names),
        Number(callees),
        alike,
        playsRole(names, callees, alike),
      ];
    });
}
