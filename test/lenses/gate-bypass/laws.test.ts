import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startRun } from '../../../src/lens/index.js';
import { gateBypass } from '../../../src/lenses/index.js';
import { graphOfProgram, only, type Program } from './graphs.js';

const check = { numRuns: process.env.MIMIR_DEEP === '1' ? 500 : 50, seed: 13 };

/** Calls among a handful of functions; `f0` is an entry, the last one the sink. */
const callPrograms: fc.Arbitrary<{ program: Program; chokes: string[]; entries: string[] }> = fc
  .integer({ min: 3, max: 7 })
  .chain((n) => {
    const fns = Array.from({ length: n }, (_, i) => `f${i}`);
    const some = fc.constantFrom(...fns);
    return fc.record({
      program: fc
        .array(fc.tuple(some, some), { minLength: 1, maxLength: 2 * n })
        .map((calls): Program => ({ fns, calls })),
      chokes: fc.uniqueArray(some, { minLength: 1, maxLength: 2 }),
      entries: fc.uniqueArray(some, { minLength: 1, maxLength: 2 }),
    });
  });

const ask = (
  program: Program,
  sink: string,
  chokes: readonly string[],
  entries: readonly string[],
) =>
  startRun(gateBypass, graphOfProgram(program).graph, {
    sink: [only(sink)],
    choke: chokes.map((name) => only(name)),
    entry: entries.map((name) => only(name)),
  }).finish();

/** Naive: every function with a way to `to` on which only the last function may be blocked. */
function ancestors(calls: Program['calls'], to: string, blocked: readonly string[]): Set<string> {
  const found = new Set<string>();
  const grow = (v: string): void => {
    for (const [a, b] of calls) {
      if (b !== v || blocked.includes(a) || found.has(a)) continue;
      found.add(a);
      grow(a);
    }
  };
  grow(to);
  return found;
}

describe('the doors', () => {
  it('have the class that their definition gives', () =>
    fc.assert(
      fc.asyncProperty(callPrograms, async ({ program, chokes, entries }) => {
        const sink = program.fns.at(-1)!;
        const run = await ask(program, sink, chokes, entries);
        const open = entries.filter((e) => e !== sink);
        const expected = program.fns
          .filter((f) => f !== sink && program.calls.some(([a, b]) => a === f && b === sink))
          .map((f) => {
            const reached = (blocked: readonly string[]): boolean =>
              [...ancestors(program.calls, f, blocked)].some((e) => e !== f && open.includes(e));
            if (chokes.includes(f)) return [f, 'gate-door'];
            if (open.includes(f) || reached([...chokes, sink])) return [f, 'BYPASS'];
            return [f, reached([sink]) ? 'through-gate' : 'latent'];
          });
        const rows = run.state('doors').map(({ door, class: name }) => [program.fns[door]!, name]);
        expect(rows.toSorted()).toEqual(expected.toSorted());
      }),
      check,
    ));

  it('carry a path that is one, around the gate', () =>
    fc.assert(
      fc.asyncProperty(callPrograms, async ({ program, chokes, entries }) => {
        const sink = program.fns.at(-1)!;
        for (const { path } of (await ask(program, sink, chokes, entries)).state('doors')) {
          if (path === null) continue;
          const names = path.map((f) => program.fns[f]!);
          expect(entries).toContain(names[0]);
          for (let i = 1; i < names.length; i++)
            expect(program.calls.some(([a, b]) => a === names[i - 1] && b === names[i])).toBe(true);
          for (const name of names.slice(0, -2)) expect([...chokes, sink]).not.toContain(name);
        }
      }),
      check,
    ));

  it('never become a bypass by one gate more', () =>
    fc.assert(
      fc.asyncProperty(callPrograms, fc.nat(), async ({ program, chokes, entries }, extra) => {
        const sink = program.fns.at(-1)!;
        const more = [...chokes, program.fns[extra % program.fns.length]!];
        const bypasses = async (gate: readonly string[]): Promise<number[]> =>
          (await ask(program, sink, gate, entries))
            .state('doors')
            .filter((row) => row.class === 'BYPASS')
            .map(({ door }) => door);
        const before = await bypasses(chokes);
        for (const door of await bypasses(more)) expect(before).toContain(door);
      }),
      check,
    ));
});

interface Body {
  readonly fn: string;
  readonly terminators: string[];
  readonly successors: number[][];
}

/** Functions with a few blocks each, which call each other and the sink `put`. */
const bodyPrograms: fc.Arbitrary<{ bodies: Body[]; chokes: string[] }> = fc
  .integer({ min: 2, max: 4 })
  .chain((n) => {
    const fns = Array.from({ length: n }, (_, i) => `f${i}`);
    const terminator = fc.constantFrom(
      'return',
      'goto',
      'unreachable',
      'call:put',
      ...fns.map((fn) => `call:${fn}`),
    );
    const body = (fn: string): fc.Arbitrary<Body> =>
      fc.integer({ min: 1, max: 4 }).chain((k) =>
        fc.record({
          fn: fc.constant(fn),
          terminators: fc.array(terminator, { minLength: k, maxLength: k }),
          successors: fc.array(fc.uniqueArray(fc.nat(k - 1), { maxLength: 2 }), {
            minLength: k,
            maxLength: k,
          }),
        }),
      );
    return fc.record({
      bodies: fc.tuple(...fns.map(body)),
      chokes: fc.uniqueArray(fc.constantFrom(...fns.slice(1)), { minLength: 1, maxLength: 1 }),
    });
  });

const hasFlow = (terminator: string): boolean =>
  terminator === 'goto' || terminator.startsWith('call:');

function programOf(bodies: readonly Body[]): Program {
  const blocks: Record<string, [string, string]> = {};
  const flow: Record<string, string[]> = {};
  for (const { fn, terminators, successors } of bodies) {
    terminators.forEach((terminator, i) => {
      blocks[`${fn}.${i}`] = [fn, terminator];
      if (hasFlow(terminator)) flow[`${fn}.${i}`] = successors[i]!.map((j) => `${fn}.${j}`);
    });
  }
  const calls = Object.values(blocks).flatMap(([fn, terminator]): [string, string][] =>
    terminator.startsWith('call:') ? [[fn, terminator.slice(5)]] : [],
  );
  return { fns: [...bodies.map(({ fn }) => fn), 'put'], calls, blocks, flow };
}

/** Naive: which functions return, by running them with a call stack of their own; calls deeper than `depth` are given up. */
function returning(bodies: readonly Body[], depth: number): Set<string> {
  const of = new Map(bodies.map((body) => [body.fn, body]));
  const returns = (fn: string, left: number): boolean => {
    const body = of.get(fn);
    if (body === undefined) return true;
    if (left === 0) return false;
    const met = new Set([0]);
    for (const i of met) {
      const terminator = body.terminators[i]!;
      if (terminator === 'return') return true;
      if (!hasFlow(terminator)) continue;
      if (terminator.startsWith('call:') && !returns(terminator.slice(5), left - 1)) continue;
      for (const j of body.successors[i]!) met.add(j);
    }
    return false;
  };
  return new Set([...of.keys(), 'put'].filter((fn) => returns(fn, depth)));
}

describe('the matched walk', () => {
  it('reaches exactly the sink calls that a run with a call stack reaches', () =>
    fc.assert(
      fc.asyncProperty(bodyPrograms, async ({ bodies, chokes }) => {
        const of = new Map(bodies.map((body) => [body.fn, body]));
        // With n functions a return needs no call deeper than n.
        const returns = returning(bodies, bodies.length + 1);
        const met = new Set(['f0 0']);
        const doors = new Set<string>();
        for (const at of met) {
          const [fn, i] = [at.split(' ')[0]!, Number(at.split(' ')[1])];
          if (chokes.includes(fn)) continue;
          const { terminators, successors } = of.get(fn)!;
          const terminator = terminators[i]!;
          if (terminator === 'call:put') doors.add(fn);
          if (!hasFlow(terminator)) continue;
          const callee = terminator.startsWith('call:') ? terminator.slice(5) : null;
          if (callee !== null && of.has(callee)) met.add(`${callee} 0`);
          if (callee === null || returns.has(callee))
            for (const j of successors[i]!) met.add(`${fn} ${j}`);
        }
        const run = await ask(programOf(bodies), 'put', chokes, ['f0']);
        const { functions } = run.state('icfg').icfg;
        const named = run
          .state('mediation')
          .filter(({ matched }) => matched)
          .map(({ door }) => /f\d/.exec(run.graph.label(functions[door]!))![0]);
        expect(named.toSorted()).toEqual([...doors].toSorted());
      }),
      check,
    ));

  it('finds the functions that return, whatever the order', () =>
    fc.assert(
      fc.asyncProperty(bodyPrograms, async ({ bodies, chokes }) => {
        const run = await ask(programOf(bodies), 'put', chokes, ['f0']);
        const { functions } = run.state('icfg').icfg;
        const { round } = run.state('summaries');
        const found = [...round.keys()]
          .filter((f) => round[f]! > 0)
          .map((f) => /f\d/.exec(run.graph.label(functions[f]!))![0]);
        const expected = [...returning(bodies, bodies.length + 1)].filter((fn) => fn !== 'put');
        expect(found.toSorted()).toEqual(expected.toSorted());
      }),
      check,
    ));
});
