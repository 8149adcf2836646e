import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stopsOf } from '../../../src/lenses/taint/findings.js';
import { summariesOf, type FlowGraph } from '../../../src/lenses/taint/graph.js';
import { matchedWalks } from '../../../src/lenses/taint/matched-walks.js';
import { cleanClasses, modelOf, statesOf } from '../../../src/lenses/taint/model.js';
import { statesTo } from '../../../src/lenses/taint/reach.js';
import { matchedReach, Steps, type StateGraph } from '../../../src/lenses/taint/state-graph.js';
import { atOnce, inTurns } from '../../../src/lenses/taint/turns.js';
import { createTask } from '../../../src/task/index.js';
import { CATALOGUE, programs } from './drawn-programs.js';
import { matcherOf, programFrom } from './programs.js';

const check = { numRuns: process.env.MIMIR_DEEP === '1' ? 3000 : 80, seed: 11 };

const [ACROSS, DOWN, UP, FORGETS] = [0, 1, 2, 3];

interface Drawn {
  readonly vertices: number;
  readonly parts: number;
  readonly far: number;
  /** Steps: from a pair to a pair, and the way. */
  readonly steps: readonly (readonly [from: number, to: number, way: number])[];
  readonly sources: readonly number[];
  readonly sinks: readonly number[];
  readonly maxHops: number;
}

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    vertices: fc.integer({ min: 1, max: 8 }),
    parts: fc.integer({ min: 1, max: 4 }),
    far: fc.constantFrom(1, 2 ** 20),
    steps: fc.array(fc.tuple(fc.nat(31), fc.nat(31), fc.nat(3)), { minLength: 10, maxLength: 80 }),
    sources: fc.array(fc.nat(7), { minLength: 1, maxLength: 4 }),
    sinks: fc.array(fc.nat(7), { minLength: 1, maxLength: 4 }),
    maxHops: fc.nat(4),
  })
  .map((one) => {
    const all = one.vertices * one.parts;
    const within = (list: readonly number[]): number[] => [
      ...new Set(list.map((v) => v % one.vertices)),
    ];
    return {
      ...one,
      steps: one.steps.map(([from, to, way]) => [from % all, to % all, way] as const),
      sources: within(one.sources),
      sinks: within(one.sinks),
    };
  });

/** States of the drawn steps, numbered as they are met; it tells in which order their steps were asked for. */
class DrawnStates implements StateGraph {
  readonly steps = new Steps();
  readonly asked: number[] = [];
  readonly #pairs: number[] = [];

  constructor(readonly drawn: Drawn) {}

  get vertices(): number {
    return this.drawn.vertices;
  }

  get pairs(): number {
    return this.#pairs.length;
  }

  vertexOf(pair: number): number {
    return this.#pairs[pair]! % this.drawn.vertices;
  }

  idOf(state: number): number {
    const { vertices, far } = this.drawn;
    const [vertex, phase] = [state % vertices, Math.floor(state / vertices) % 2];
    return 2 * this.#pair((Math.floor(state / vertices / 2) / far) * vertices + vertex) + phase;
  }

  stateOf(id: number): number {
    return stateOf(this.drawn, this.#pairs[id >>> 1]!, id & 1);
  }

  expand(pair: number): void {
    const from = this.#pairs[pair]!;
    this.asked.push(from);
    const own = this.drawn.steps.filter((step) => step[0] === from);
    this.steps.put(
      pair,
      own.map(([, to, way]) => 4 * this.#pair(to) + way),
    );
  }

  through(ids: ArrayLike<number>): number[] {
    return Array.from(ids, (id) => this.vertexOf(id >>> 1));
  }

  #pair(one: number): number {
    const known = this.#pairs.indexOf(one);
    return known < 0 ? this.#pairs.push(one) - 1 : known;
  }
}

/** Number of a state: by part, phase, vertex; the parts may lie far apart. */
const stateOf = ({ vertices, far }: Drawn, pair: number, phase: number): number =>
  (Math.floor(pair / vertices) * far * 2 + phase) * vertices + (pair % vertices);

/** Naive: level by level in maps, every level sorted, the steps asked for one by one. */
function naiveWalk(one: Drawn, source: number, asked: number[]) {
  const level = new Map([[stateOf(one, source, 0), 0]]);
  const at = new Map([[stateOf(one, source, 0), { pair: source, phase: 0 }]]);
  const parent = new Map<number, number>();
  const levels: number[][] = [];
  const next = (state: number): number[] => {
    const { pair, phase } = at.get(state)!;
    if (!asked.includes(pair)) asked.push(pair);
    return one.steps.flatMap(([from, to, way]) => {
      if (from !== pair || (way === UP && phase === 1)) return [];
      const after = way === DOWN ? 1 : way === FORGETS || way === UP ? 0 : phase;
      expect(way === ACROSS || after === (way === DOWN ? 1 : 0)).toBe(true);
      at.set(stateOf(one, to, after), { pair: to, phase: after });
      return [stateOf(one, to, after)];
    });
  };
  let cut = 0;
  for (let now = [...level.keys()]; now.length > 0;) {
    levels.push(now);
    const found: number[] = [];
    for (const state of now.sort((a, b) => a - b)) {
      const to = next(state).filter((other) => !level.has(other) || found.includes(other));
      if (one.maxHops > 0 && levels.length > one.maxHops) {
        if (to.length > 0) cut++;
        continue;
      }
      for (const other of to) {
        if (level.has(other)) continue;
        level.set(other, levels.length);
        parent.set(other, state);
        found.push(other);
      }
    }
    now = found;
  }
  const ways = new Map<number, number[]>();
  for (const sink of one.sinks) {
    const first = levels.flat().find((state) => state % one.vertices === sink);
    if (first === undefined) continue;
    const way = [];
    for (let state: number | undefined = first; state !== undefined; state = parent.get(state))
      way.push(state);
    ways.set(sink, way.reverse());
  }
  return { levels: levels.map((states) => states.length), cut, ways };
}

const noFlow = (size: number): FlowGraph =>
  ({ size, offsets: new Uint32Array(size + 1), targets: new Uint32Array(0) }) as FlowGraph;

it('walks in columns are the walks in maps, and ask for steps in the same order', () => {
  const seen = { shared: 0, cut: 0, ways: 0 };
  fc.assert(
    fc.property(drawn, (one) => {
      const states = new DrawnStates(one);
      const killed = new Uint8Array(one.vertices);
      const sources = one.sources.map((vertex) => ({ vertex, kind: 's', row: 's' }));
      const walks = atOnce(
        matchedWalks(states, noFlow(one.vertices), killed, sources, one.sinks, one.maxHops),
      );
      const asked: number[] = [];
      walks.forEach(({ source, levels, cut, ways }) => {
        const before = asked.length;
        const naive = naiveWalk(one, source.vertex, asked);
        const told = [...ways].map(([sink, ids]) => [
          sink,
          [...ids].map((id) => states.stateOf(id)),
        ]);
        expect({ levels, cut, ways: new Map(told as [number, number[]][]) }).toEqual(naive);
        if (before > 0 && asked.length === before) seen.shared++;
        seen.cut += cut;
        seen.ways += ways.size;
      });
      expect(states.asked).toEqual(asked);
    }),
    check,
  );
  expect(seen.shared).toBeGreaterThan(5);
  expect(seen.cut).toBeGreaterThan(5);
  expect(seen.ways).toBeGreaterThan(50);
});

it('of whole programs the walks keep of every reach what it holds: sizes, ways, limit, farthest end', () => {
  fc.assert(
    fc.property(programs, fc.constantFrom(0, 3), fc.nat(5), (bodies, paths, maxHops) => {
      const program = programFrom(bodies);
      const options = { fields: true, captures: true, opaque: 'pass', paths } as const;
      const model = modelOf(program, options, matcherOf(CATALOGUE));
      const { graph, vertices, calls, marks } = model;
      for (const { killed, sinks } of cleanClasses(marks, graph.size, [], [])) {
        const fresh = (): StateGraph =>
          statesOf(model, killed, () => atOnce(summariesOf(graph, vertices, calls, killed)));
        const [states, others] = [fresh(), fresh()];
        const walks = atOnce(matchedWalks(states, graph, killed, marks.sources, sinks, maxHops));
        for (const { source, levels, cut, farthest, ways } of walks) {
          const reach = matchedReach(others, killed, source.vertex, maxHops);
          const counts: number[] = [];
          for (const at of reach.level.values()) counts[at] = (counts[at] ?? 0) + 1;
          const [stop] = stopsOf(graph, reach, killed, new Set(sinks));
          expect([levels, cut]).toEqual([counts, reach.cut]);
          expect(farthest?.vertex).toBe(stop?.vertex);
          expect(farthest?.level).toBe(stop?.level);
          for (const sink of sinks) {
            const first = reach.first.get(sink);
            const way = ways.get(sink);
            expect(way && [...way].map((id) => states.stateOf(id))).toEqual(
              first === undefined ? undefined : statesTo(reach, first),
            );
          }
        }
      }
    }),
    check,
  );
});

it('work in turns tells how far it is, and an interrupt that comes in between ends it', async () => {
  function* forever(): Generator<number, never, void> {
    for (let done = 0; ; done++) yield done;
  }
  const abort = new AbortController();
  const told: string[] = [];
  const task = createTask({
    signal: abort.signal,
    onProgress: ({ what, done, total }) => told.push(`${what} ${done} of ${total}`),
  });
  setImmediate(() => {
    abort.abort();
  });
  await expect(inTurns(forever(), task, 'matched', 'sources', 7)).rejects.toMatchObject({
    code: 'interrupted',
    exitCode: 130,
  });
  expect(told[0]).toBe('matched, sources 0 of 7');
});
