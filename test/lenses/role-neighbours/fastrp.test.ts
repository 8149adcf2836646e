import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosineJoin, dotProduct, normalised } from '../../../src/ops/index.js';
import { clonePopulation } from '../../../src/lenses/clones/index.js';
import {
  hasRoleVector,
  projection,
  roleLinks,
  roleVectors,
} from '../../../src/lenses/role-neighbours/fastrp.js';
import { nearRoles } from '../../../src/lenses/role-neighbours/near-roles.js';
import { roleNeighbours } from '../../../src/lenses/role-neighbours/index.js';
import { startRun } from '../../../src/lens/index.js';
import { featuresOf } from '../../../src/lenses/structural-clones/features.js';
import { createTask } from '../../../src/task/index.js';
import { program, type RoleFn } from './graphs.js';

const asked = { repo: '', crate: [], includeTests: false, includeDeps: false };

function spaceOf(functions: readonly RoleFn[]) {
  const graph = program(functions, { MapLayout: ['repos', 'plates'] });
  const population = clonePopulation(graph, asked);
  const scope = graph.scope();
  const features = featuresOf(graph, population.ordinals, scope);
  const vectors = roleVectors(features, roleLinks(graph, population.ordinals, scope), createTask());
  const row = (name: string): number => population.names.findIndex((one) => one.includes(name));
  return {
    features,
    vectors,
    cosine: (a: string, b: string) => dotProduct(vectors, row(a), row(b)),
    row,
  };
}

const same = {
  ret: 'MapLayout',
  uses: ['MapLayout'],
  reads: ['MapLayout.repos', 'MapLayout.plates'],
};
const fillers = Array.from({ length: 40 }, (_, i): RoleFn => ({
  name: `filler${i}`,
  params: ['&str'],
  ret: 'Result<()>',
  calls: [`own${i}`],
}));
const own = Array.from({ length: 40 }, (_, i): RoleFn => ({ name: `own${i}`, ret: 'u8' }));

describe('functions in the same role (S1:1435)', () => {
  const space = spaceOf([
    { name: 'kill', params: ['&str'], calls: ['a'], ...same },
    { name: 'pervert', params: ['&str'], calls: ['b'], ...same },
    { name: 'boss', calls: ['kill', 'pervert'] },
    { name: 'chief', calls: ['kill', 'pervert'] },
    { name: 'lone', params: ['f64'], ret: 'f64', calls: ['c'] },
    { name: 'a' },
    { name: 'b' },
    { name: 'c' },
    ...fillers,
    ...own,
  ]);

  it('are nearest neighbours, and a lone utility is far from both', () => {
    expect(space.cosine('kill', 'pervert')).toBeGreaterThan(0.8);
    expect(space.cosine('kill', 'lone')).toBeLessThan(0.3);
    expect(space.cosine('pervert', 'lone')).toBeLessThan(0.3);
  });

  it('a function with nothing has the vector 0 and no role', () => {
    const { vectors, features } = spaceOf([{ name: 'bare' }, { name: 'other', ret: 'u8' }]);
    expect(vectors.values.subarray(0, 128).every((x) => x === 0)).toBe(true);
    expect([...hasRoleVector(features)]).toEqual([0, 0]);
  });

  it('the same features and the same neighbours are exactly 1', () => {
    const { cosine } = spaceOf([
      { name: 'left', ...same },
      { name: 'right', ...same },
      { name: 'boss', calls: ['left', 'right'] },
    ]);
    expect(cosine('left', 'right')).toBeCloseTo(1, 6);
  });
});

describe('many roles', () => {
  const alike = Array.from({ length: 40 }, (_, i): RoleFn => ({
    name: `f${i}`,
    ...same,
    calls: [`g${i % 8}`, `h${i % 5}`],
  }));
  const graph = program(alike, { MapLayout: ['repos', 'plates'] });

  it('are compared within neighbouring cells: what is found is exact, and the answer says that some is missing', async () => {
    const run = await startRun(roleNeighbours, graph, { engine: 'fastrp', cosine: 0.5 }).finish();
    const every = run.state('pairs');
    const labels = run.state('labels');
    if (labels.engine !== 'fastrp') throw new Error('another engine');
    const celled = nearRoles(labels.vectors, labels.hasRole, 0.5, { exactBelow: 2, probes: 1 });
    const named = ({ pairs }: typeof every): string[] =>
      pairs.map(({ a, b, score }) => `${a} ${b} ${score}`);
    expect(celled.pairs.length).toBeGreaterThan(0);
    expect(celled.pairs.length).toBeLessThan(every.pairs.length);
    expect(named(every)).toEqual(expect.arrayContaining(named(celled)));
    const notes = (pairs: typeof every): readonly string[] =>
      roleNeighbours.report({
        graph,
        params: run.params,
        states: {
          ...Object.fromEntries(
            roleNeighbours.steps.map(({ id }) => [id, run.state(id as 'pairs')]),
          ),
          pairs,
        },
        needs: [],
        limit: 1,
      }).notes;
    const missing = (pairs: typeof every): number =>
      notes(pairs).filter((note) => note.includes('some near pairs are missing')).length;
    expect([every.complete, missing(every)]).toEqual([true, 0]);
    expect([celled.complete, missing(celled)]).toEqual([false, 1]);
  });
});

it('a feature has four draws, the same on every run', () => {
  expect(projection('r:MapLayout')).toEqual(projection('r:MapLayout'));
  expect(projection('r:MapLayout').length).toBe(4);
  expect(projection('r:MapLayout').every((place) => place >= 0 && place < 256)).toBe(true);
});

it('the join of cosines finds what a scan finds', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 20, maxLength: 20 }), {
        minLength: 2,
        maxLength: 15,
      }),
      fc.constantFrom(0.3, 0.8, 0.95),
      (dimension, rows, floor) => {
        const vectors = normalised({
          dimension,
          values: Float32Array.from(rows.flatMap((row) => row.slice(0, dimension))),
        });
        const expected: [number, number][] = [];
        for (let a = 0; a < rows.length; a++)
          for (let b = a + 1; b < rows.length; b++)
            if (dotProduct(vectors, a, b) >= floor) expected.push([a, b]);
        const found = cosineJoin(vectors, floor);
        expect(
          Array.from(found.a, (a, p) => [a, found.b[p]!]).sort(
            ([a, b], [x, y]) => a! - x! || b! - y!,
          ),
        ).toEqual(expected);
        expect([...found.cosine]).toEqual([...found.cosine].sort((x, y) => y - x));
      },
    ),
    { numRuns: process.env.MIMIR_DEEP === '1' ? 1000 : 100, seed: 31 },
  );
});
