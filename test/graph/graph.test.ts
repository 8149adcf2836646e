import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EdgeFact, NodeFact } from '../../src/dump/index.js';
import { graphOf, nearestLabels, type CodeGraph } from '../../src/graph/index.js';
import { InvalidArgument } from '../../src/task/index.js';
import { facts } from '../dump/facts-arbitrary.js';
import { byBytes } from '../dump/naive-graph.js';

const DEEP = process.env['MIMIR_DEEP'] === '1';
const RUNS = { numRuns: DEEP ? 1000 : 100 };

const contains = (src: string, dst: string): EdgeFact => ({ kind: 'CONTAINS', src, dst });
const ids = (graph: CodeGraph, ordinals: Iterable<number>): string[] =>
  [...ordinals].map((v) => graph.id(v));

describe('ordinals', () => {
  it('follow the bytes of ids, nodes before refs, and an id is found by its text', () => {
    fc.assert(
      fc.property(facts, (unit) => {
        const graph = graphOf(unit);
        const all = Array.from({ length: graph.nodeCount + graph.refCount }, (_, v) => graph.id(v));
        expect(all.slice(0, graph.nodeCount)).toEqual(all.slice(0, graph.nodeCount).sort(byBytes));
        expect(all.slice(graph.nodeCount)).toEqual(all.slice(graph.nodeCount).sort(byBytes));
        all.forEach((id, v) => {
          expect(graph.find(id)).toBe(v);
        });
        expect(graph.find('no such id')).toBe(-1);
        expect(graph.find('')).toBe(-1);
      }),
      RUNS,
    );
  });

  it('of one kind are all nodes of that kind', () => {
    fc.assert(
      fc.property(facts, (unit) => {
        const graph = graphOf(unit);
        for (const kind of ['fn', 'method', 'crate', 'no such kind']) {
          const wanted = Array.from({ length: graph.nodeCount }, (_, v) => v).filter(
            (v) => graph.kind.at(v) === kind,
          );
          expect([...graph.nodesOf(kind)]).toEqual(wanted);
        }
      }),
      RUNS,
    );
  });
});

describe('adjacency', () => {
  it('holds each edge once in its row, neighbours ascending, both ways', () => {
    fc.assert(
      fc.property(facts, (unit) => {
        const graph = graphOf(unit);
        for (const kind of graph.edgeKinds) {
          const table = graph.edges(kind);
          for (const [side, own, other] of [
            ['out', table.src, table.dst],
            ['in', table.dst, table.src],
          ] as const) {
            const rows = table[side];
            expect(rows.offsets).toHaveLength(graph.nodeCount + graph.refCount + 1);
            const seen: number[] = [];
            for (let v = 0; v + 1 < rows.offsets.length; v++) {
              for (let i = rows.offsets[v]!; i < rows.offsets[v + 1]!; i++) {
                const edge = rows.edges[i]!;
                expect(own[edge]).toBe(v);
                expect(other[edge]).toBe(rows.targets[i]);
                if (i > rows.offsets[v]!)
                  expect(rows.targets[i]!).toBeGreaterThan(rows.targets[i - 1]!);
                seen.push(edge);
              }
            }
            expect(seen.sort((a, b) => a - b)).toEqual(
              Array.from({ length: table.count }, (_, i) => i),
            );
          }
        }
      }),
      RUNS,
    );
  });
});

describe('parents', () => {
  it('are containing nodes, and every walk upward ends', () => {
    const nodes = ['a', 'b', 'c', 'd', 'e', 'f'].map((id): NodeFact => ({
      id,
      kind: 'module',
      name: id,
    }));
    const end = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'ref');
    fc.assert(
      fc.property(fc.array(fc.tuple(end, end), { maxLength: 12 }), (pairs) => {
        const graph = graphOf({ nodes, edges: pairs.map(([src, dst]) => contains(src, dst)) });
        const known = new Set(pairs.map(([src, dst]) => `${src} ${dst}`));
        graph.parents.forEach((parent, v) => {
          if (parent === -1) return;
          expect(known.has(`${graph.id(parent)} ${graph.id(v)}`)).toBe(true);
          let steps = 0;
          for (let u = v; u !== -1; u = graph.parents[u]!)
            expect(++steps).toBeLessThanOrEqual(graph.nodeCount);
        });
      }),
      RUNS,
    );
  });

  it('are the smallest container where there are several', () => {
    const graph = graphOf({
      nodes: ['a', 'b', 'x'].map((id) => ({ id, kind: 'module' as const })),
      edges: [contains('b', 'x'), contains('a', 'x')],
    });
    expect(graph.parents[graph.find('x')]).toBe(graph.find('a'));
  });
});

describe('stable ids', () => {
  it('leave the version out unless several versions of a package are there', () => {
    const graph = graphOf({
      nodes: ['s m one 1.0.0 f().', 's m two 1.0.0 f().', 's m two 2.0.0 f().', 'plain'].map(
        (id) => ({ id, kind: 'fn' as const }),
      ),
      edges: [{ kind: 'CALLS', src: 'plain', dst: 's m three 3.0.0 g().' }],
    });
    const stable = Array.from({ length: graph.nodeCount + graph.refCount }, (_, v) =>
      graph.stableId(v),
    );
    expect(stable).toEqual([
      'plain',
      's m one . f().',
      's m two 1.0.0 f().',
      's m two 2.0.0 f().',
      's m three . g().',
    ]);
  });
});

describe('patterns', () => {
  const graph = graphOf({
    nodes: [
      'ts npm app 1.0.0 src/`a.ts`/read().',
      'ts npm app 1.0.0 src/`b.ts`/write().',
      'ts npm lib 1.0.0 impl#[`Option<T>`]read().',
    ].map((id) => ({ id, kind: 'fn' as const })),
    edges: [
      {
        kind: 'CALLS',
        src: 'ts npm app 1.0.0 src/`a.ts`/read().',
        dst: 'ts npm fs 1.0.0 readFile().',
      },
    ],
  });

  it('are substrings of labels, backticks ignored on both sides, refs included', () => {
    expect(ids(graph, graph.match('read'))).toEqual([
      'ts npm app 1.0.0 src/`a.ts`/read().',
      'ts npm lib 1.0.0 impl#[`Option<T>`]read().',
      'ts npm fs 1.0.0 readFile().',
    ]);
    expect(ids(graph, graph.match('app src/a.ts'))).toEqual([
      'ts npm app 1.0.0 src/`a.ts`/read().',
    ]);
    expect(ids(graph, graph.match('`Option<T>`'))).toEqual([
      'ts npm lib 1.0.0 impl#[`Option<T>`]read().',
    ]);
  });

  it('see the label and nothing else of the id', () => {
    expect(() => graph.match('1.0.0')).toThrow(InvalidArgument);
    expect(() => graph.match('npm')).toThrow(InvalidArgument);
  });

  it('that match nothing show first what holds their words in order, the shortest label first', () => {
    const ids = ['a/Context#render(body).', 'a/Context#body().', 'a/body/Context#'];
    const many = { length: ids.length, id: (v: number) => `test npm app 1.0.0 ${ids[v]!}` };
    expect(nearestLabels(many, 'Context.body', 2)).toEqual([
      'app a/Context#body().',
      'app a/Context#render(body).',
    ]);
  });

  it('that match nothing show the nearest labels, nearest first', () => {
    expect(() => graph.match('wrte')).toThrow(
      /^pattern that matches no label: wrte; nearest: app src\/`b\.ts`\/write\(\)\./u,
    );
    expect(() => graph.match('')).toThrow(InvalidArgument);
    expect(() => graphOf({ nodes: [] }).match('x')).toThrow(/x; no label is near it$/u);
  });
});
