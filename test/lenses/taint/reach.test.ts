import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberMap } from '../../../src/lenses/taint/number-map.js';
import { breadthFirst, statesTo, type StateSpace } from '../../../src/lenses/taint/reach.js';

const check = { numRuns: process.env.MIMIR_DEEP === '1' ? 5000 : 150, seed: 7 };

/** Naive: maps instead of columns. */
function levelled(
  vertices: number,
  source: number,
  maxHops: number,
  next: (state: number) => readonly number[],
) {
  const level = new Map([[source, 0]]);
  const parent = new Map<number, number>();
  const first = new Map([[source % vertices, source]]);
  let frontier = [source];
  for (let depth = 1; frontier.length > 0 && (maxHops === 0 || depth <= maxHops); depth++) {
    const found: number[] = [];
    for (const state of frontier) {
      for (const to of next(state)) {
        if (level.has(to)) continue;
        level.set(to, depth);
        parent.set(to, state);
        found.push(to);
      }
    }
    frontier = found.sort((a, b) => a - b);
    for (const state of frontier)
      if (!first.has(state % vertices)) first.set(state % vertices, state);
  }
  const isCut = (state: number): boolean => next(state).some((to) => !level.has(to));
  return { level, parent, first, cut: maxHops === 0 ? 0 : frontier.filter(isCut).length };
}

/** States far apart, whose ids are handed out as they are met. */
function spread(vertices: number): StateSpace {
  const ids = new NumberMap();
  const states: number[] = [];
  return {
    vertices,
    idOf: (state) => {
      if (ids.get(state) < 0) ids.set(state, states.push(state) - 1);
      return ids.get(state);
    },
    stateOf: (id) => states[id]!,
  };
}

const graphs = fc
  .record({
    vertices: fc.integer({ min: 1, max: 9 }),
    layers: fc.integer({ min: 1, max: 5 }),
    far: fc.constantFrom(1, 2 ** 30),
    edges: fc.array(fc.tuple(fc.nat(44), fc.nat(44)), { minLength: 15, maxLength: 90 }),
    maxHops: fc.nat(4),
  })
  .map(({ vertices, layers, far, edges, maxHops }) => {
    const state = (i: number): number =>
      (i % vertices) + vertices * far * (Math.floor(i / vertices) % layers);
    const out = new Map<number, number[]>();
    for (const [from, to] of edges)
      out.set(state(from), [...(out.get(state(from)) ?? []), state(to)]);
    return { vertices, maxHops, next: (at: number): readonly number[] => out.get(at) ?? [] };
  });

it('a walk in columns is the walk in maps: levels, parents, first states and what the limit cuts', () => {
  let deepest = 0;
  let cuts = 0;
  fc.assert(
    fc.property(graphs, ({ vertices, maxHops, next }) => {
      const naive = levelled(vertices, 0, maxHops, next);
      const space = spread(vertices);
      // The second walk meets states that have their ids from the first.
      for (let again = 0; again < 2; again++) {
        const reach = breadthFirst(space, 0, false, maxHops, (id) =>
          next(space.stateOf(id)).map((to) => space.idOf(to)),
        );
        expect(new Map(reach.level)).toEqual(naive.level);
        expect(new Map(reach.parent)).toEqual(naive.parent);
        expect(new Map(reach.first)).toEqual(naive.first);
        expect([reach.cut, reach.level.size, reach.parent.size, reach.first.size]).toEqual([
          naive.cut,
          naive.level.size,
          naive.parent.size,
          naive.first.size,
        ]);
        for (const [state, level] of naive.level) {
          expect([reach.level.get(state), reach.parent.get(state)]).toEqual([
            level,
            naive.parent.get(state),
          ]);
          expect(statesTo(reach, state)).toHaveLength(level + 1);
          deepest = Math.max(deepest, level);
        }
        for (const absent of [-1, vertices * 2 ** 40])
          expect([reach.level.has(absent), reach.level.get(absent)]).toEqual([false, undefined]);
      }
      cuts += naive.cut;
    }),
    check,
  );
  expect(deepest).toBeGreaterThan(3);
  expect(cuts).toBeGreaterThan(10);
});

it('a walk from a dead source reaches nothing', () => {
  const reach = breadthFirst(spread(3), 1, true, 0, () => [0]);
  expect([reach.level.size, reach.parent.size, reach.first.size, reach.cut]).toEqual([0, 0, 0, 0]);
});

it('numbers by keys are those of a map', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.maxSafeNat(), fc.nat()), { maxLength: 2000 }),
      fc.nat({ max: 2 ** 31 }),
      (sets, step) => {
        const [numbers, map] = [new NumberMap(), new Map<number, number>()];
        sets.forEach(([key, value], i) => {
          for (const at of [key, i * step]) {
            numbers.set(at, value);
            map.set(at, value);
          }
        });
        for (const [key, value] of map) expect(numbers.get(key)).toBe(value);
        expect(numbers.get(Number.MAX_SAFE_INTEGER - 1)).toBe(
          map.get(Number.MAX_SAFE_INTEGER - 1) ?? -1,
        );
      },
    ),
    { numRuns: 20, seed: 3 },
  );
});
