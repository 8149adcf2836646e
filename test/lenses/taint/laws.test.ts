import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  SanitizerRow,
  SinkRow,
  SourceRow,
} from '../../../src/lenses/taint/catalogue/index.js';
import { AccessPaths, NOTHING, WHOLE } from '../../../src/lenses/taint/access-paths.js';
import { anyPaths } from '../../../src/lenses/taint/any-path.js';
import { flowsOf } from '../../../src/lenses/taint/findings.js';
import { summariesOf } from '../../../src/lenses/taint/graph.js';
import { matchedWalks } from '../../../src/lenses/taint/matched-walks.js';
import {
  cleanClasses,
  modelOf,
  statesOf,
  type FlowModel,
  type ModelOptions,
} from '../../../src/lenses/taint/model.js';
import { atOnce } from '../../../src/lenses/taint/turns.js';
import { vertexName } from '../../../src/lenses/taint/vertices.js';
import { CATALOGUE, programs } from './drawn-programs.js';
import { matcherOf, programFrom, type WrittenBody } from './programs.js';

const check = { numRuns: process.env.MIMIR_DEEP === '1' ? 2000 : 60, seed: 19 };

const ON: ModelOptions = { fields: true, captures: true, opaque: 'pass' };
const PARTS: ModelOptions = { ...ON, paths: 3 };

function analyse(bodies: Record<string, WrittenBody>, rows = CATALOGUE, options = ON) {
  const program = programFrom(bodies);
  const model = modelOf(program, options, matcherOf(rows));
  const { graph, vertices, calls, marks } = model;
  const classes = cleanClasses(marks, graph.size, [], []);
  const insensitive = classes.map(({ killed, sinks }) =>
    atOnce(anyPaths(graph, killed, marks.sources, sinks, 0)),
  );
  const matched = classes.map(({ killed, sinks }) => {
    const states = statesOf(model, killed, () =>
      atOnce(summariesOf(graph, vertices, calls, killed)),
    );
    return {
      states,
      walks: atOnce(matchedWalks(states, graph, killed, marks.sources, sinks, 0)),
    };
  });
  const { flows, counts } = flowsOf(classes, insensitive, matched);
  const name = (v: number): string => vertexName(vertices, program, v);
  const pairs = new Set(
    flows.map((flow) => `${flow.class}: ${name(flow.source)} → ${name(flow.sink)}`),
  );
  return { model, classes, flows, counts, pairs, name, matched };
}

const within = (a: ReadonlySet<string>, b: ReadonlySet<string>): void => {
  for (const one of a) expect(b).toContain(one);
};

/** Naive: whether a value gets from one vertex to another with a stack of calls, at most so deep, and which part of it. */
function callStrings(
  { graph, vertices }: FlowModel,
  killed: Uint8Array,
  source: number,
  depth: number,
): Set<number> {
  const met = new Set<string>();
  const reached = new Set<number>();
  const parts = new AccessPaths(vertices.paths, vertices.labels);
  const queue: [number, readonly number[], number][] =
    killed[source] === 1 ? [] : [[source, [], WHOLE]];
  const visitAt = (v: number, stack: readonly number[], part: number): void => {
    const key = `${v} ${part} ${stack.join()}`;
    if (part === NOTHING || killed[v] === 1 || met.has(key) || stack.length > depth) return;
    met.add(key);
    queue.push([v, stack, part]);
  };
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const [v, stack, part] = at;
    reached.add(v);
    for (let e = graph.offsets[v]!; e < graph.offsets[v + 1]!; e++) {
      const w = graph.targets[e]!;
      const site = graph.sites[e]!;
      const kind = graph.kindOf(e);
      const next = vertices.paths === 0 ? WHOLE : parts.apply(part, graph.labels[e]!);
      const visit = (to: number, calls: readonly number[]): void => {
        visitAt(to, calls, next);
      };
      if (kind === 'call') visit(w, [...stack, site]);
      else if (kind === 'return' || kind === 'out') {
        if (stack.length === 0) visit(w, []);
        else if (stack.at(-1) === site) visit(w, stack.slice(0, -1));
      } else visit(w, graph.isHeap(e) ? [] : stack);
    }
  }
  return reached;
}

describe('the matched walk', () => {
  it('is within the insensitive one', () =>
    fc.assert(
      fc.property(programs, fc.constantFrom(ON, PARTS), (bodies, options) => {
        const { counts, flows } = analyse(bodies, CATALOGUE, options);
        expect(counts.matched).toBeLessThanOrEqual(counts.insensitive);
        expect(flows.every(({ insensitive }) => insensitive)).toBe(true);
      }),
      check,
    ));

  it.each([
    ['of whole values', ON],
    ['of their parts', PARTS],
  ])('%s equals call strings where no function calls itself', (_, options) =>
    fc.assert(
      fc.property(programs, (written) => {
        // Calls only go to later functions: a stack is then no deeper than there are functions.
        const names = Object.keys(written);
        const bodies = Object.fromEntries(
          names.map((name, i) => [
            name,
            {
              ...written[name]!,
              blocks: written[name]!.blocks.map((block) =>
                block.t[0] === 'call' &&
                names.includes(block.t[1] as string) &&
                names.indexOf(block.t[1] as string) <= i
                  ? { ...block, t: ['call', 'other', ...block.t.slice(2)] }
                  : block,
              ),
            },
          ]),
        );
        const { model, classes, matched } = analyse(bodies, CATALOGUE, options);
        classes.forEach(({ killed, sinks }, c) => {
          matched[c]!.walks.forEach(({ source, ways }) => {
            const naive = callStrings(model, killed, source.vertex, names.length + 1);
            for (const sink of sinks) expect(ways.has(sink)).toBe(naive.has(sink));
          });
        });
      }),
      check,
    ),
  );

  it('carries paths that are balanced: every step an edge, every return into its own call', () =>
    fc.assert(
      fc.property(programs, (bodies) => {
        const {
          model: { graph },
          flows,
        } = analyse(bodies);
        for (const { expanded } of flows) {
          let stack: number[] = [];
          for (let i = 1; i < expanded.length; i++) {
            const edges: number[] = [];
            for (
              let e = graph.offsets[expanded[i - 1]!]!;
              e < graph.offsets[expanded[i - 1]! + 1]!;
              e++
            )
              if (graph.targets[e] === expanded[i]) edges.push(e);
            // A recursive call is left as one step.
            if (edges.length === 0) continue;
            const kinds = edges.map((e) => graph.kindOf(e));
            if (kinds.includes('call')) stack.push(graph.sites[edges[kinds.indexOf('call')]!]!);
            else if (kinds.some((kind) => kind === 'return' || kind === 'out')) {
              const sites = edges.map((e) => graph.sites[e]);
              if (stack.length > 0) expect(sites).toContain(stack.pop());
            } else if (edges.some((e) => graph.isHeap(e))) stack = [];
          }
        }
      }),
      check,
    ));
});

describe('the catalogue', () => {
  const more = <R>(list: readonly R[], row: R): R[] => [...list, row];

  it('with one sanitizer more never finds more', () =>
    fc.assert(
      fc.property(
        programs,
        fc.constantFrom('other', 'app f0().', 'src'),
        fc.constantFrom(ON, PARTS),
        (bodies, callee, options) => {
          const row: SanitizerRow = { callee, classes: ['command'] };
          const rows = { ...CATALOGUE, sanitizers: more(CATALOGUE.sanitizers, row) };
          within(analyse(bodies, rows, options).pairs, analyse(bodies, CATALOGUE, options).pairs);
        },
      ),
      check,
    ));

  it('with one source or sink more never finds less', () =>
    fc.assert(
      fc.property(programs, fc.constantFrom('other', 'app f0().'), (bodies, callee) => {
        const source: SourceRow = { callee, at: 'ret', kind: 't' };
        const sink: SinkRow = { callee, args: [0], class: 'command' };
        const before = analyse(bodies).pairs;
        within(
          before,
          analyse(bodies, { ...CATALOGUE, sources: more(CATALOGUE.sources, source) }).pairs,
        );
        within(before, analyse(bodies, { ...CATALOGUE, sinks: more(CATALOGUE.sinks, sink) }).pairs);
      }),
      check,
    ));
});

describe('the options', () => {
  it('off find within what they find on', () =>
    fc.assert(
      fc.property(programs, (bodies) => {
        for (const all of [ON, PARTS]) {
          const on = analyse(bodies, CATALOGUE, all).pairs;
          within(analyse(bodies, CATALOGUE, { ...all, fields: false }).pairs, on);
          within(analyse(bodies, CATALOGUE, { ...all, opaque: 'block' }).pairs, on);
        }
      }),
      check,
    ));
});

describe('the program', () => {
  it('under other names of its bodies has the same flows', () =>
    fc.assert(
      fc.property(programs, (bodies) => {
        const names = Object.keys(bodies);
        const other = (name: string): string => `app z${names.length - 1 - names.indexOf(name)}().`;
        const renamed = Object.fromEntries(
          names.map((name) => [
            other(name),
            {
              ...bodies[name]!,
              blocks: bodies[name]!.blocks.map((block) =>
                block.t[0] === 'call' && names.includes(block.t[1] as string)
                  ? { ...block, t: ['call', other(block.t[1] as string), ...block.t.slice(2)] }
                  : block,
              ),
            },
          ]),
        );
        const rename = (pair: string): string =>
          pair.replace(/app f(\d)\(\)\./g, (_, i: string) => other(`app f${i}().`));
        expect([...analyse(renamed).pairs].sort()).toEqual(
          [...analyse(bodies).pairs].map(rename).sort(),
        );
      }),
      check,
    ));

  it('under other numbers of its locals has the same flows', () =>
    fc.assert(
      fc.property(programs, (bodies) => {
        const other = (text: string): string => text.replaceAll('_3', '_7');
        const renamed = JSON.parse(other(JSON.stringify(bodies))) as typeof bodies;
        expect([...analyse(renamed).pairs].sort()).toEqual(
          [...analyse(bodies).pairs].map(other).sort(),
        );
      }),
      check,
    ));

  it('with every block split in two has the same flows', () =>
    fc.assert(
      fc.property(programs, (bodies) => {
        const second = (block: string): string => `bb${2 * Number(block.slice(2)) + 1}`;
        const first = (block: string): string => `bb${2 * Number(block.slice(2))}`;
        const split = Object.fromEntries(
          Object.entries(bodies).map(([name, body]) => [
            name,
            {
              ...body,
              blocks: body.blocks.flatMap(({ b, s, t, succ }) => [
                { b: first(b), s, t: ['goto'], succ: [second(b)] },
                { b: second(b), s: [], t, succ: succ.map(first) },
              ]),
            },
          ]),
        );
        expect([...analyse(split).pairs].sort()).toEqual(
          [...analyse(bodies).pairs].map((pair) => pair.replace(/bb\d+/g, second)).sort(),
        );
      }),
      check,
    ));

  it('whose bodies are each called from one place at most has no impossible path', () =>
    fc.assert(
      fc.property(programs, (bodies) => {
        const called = new Set<unknown>();
        const calledOnce = Object.fromEntries(
          Object.entries(bodies).map(([name, body]) => [
            name,
            {
              ...body,
              blocks: body.blocks.map((block) => {
                const [kind, callee, ...rest] = block.t;
                if (kind !== 'call' || !(String(callee) in bodies)) return block;
                const again = called.has(callee);
                called.add(callee);
                return again ? { ...block, t: ['call', 'other', ...rest] } : block;
              }),
            },
          ]),
        );
        const { counts } = analyse(calledOnce);
        expect(counts.matched).toBe(counts.insensitive);
      }),
      check,
    ));

  it('with a constant stored just before the sink loses the pair', () =>
    fc.assert(
      fc.property(programs, (bodies) => {
        const stored = Object.fromEntries(
          Object.entries(bodies).map(([name, body]) => [
            name,
            {
              ...body,
              blocks: body.blocks.map((block) =>
                block.t[0] === 'call' && block.t[1] === 'sink'
                  ? {
                      ...block,
                      s: [...block.s, [(block.t[2] as string[])[0]!, 'const', ['k:u8']] as const],
                    }
                  : block,
              ),
            },
          ]),
        );
        expect(analyse(stored).pairs.size).toBe(0);
      }),
      check,
    ));
});

it('the drawn programs do flow, and some paths are impossible: the laws are about something', () => {
  const drawn = fc
    .sample(programs, { numRuns: 300, seed: 19 })
    .map((bodies) => analyse(bodies).counts);
  expect(drawn.filter(({ matched }) => matched > 0).length).toBeGreaterThan(30);
  expect(drawn.filter(({ matched, insensitive }) => matched < insensitive).length).toBeGreaterThan(
    0,
  );
});
