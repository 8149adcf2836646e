import fc from 'fast-check';
import { expect, it } from 'vitest';
import { louvain } from '../../src/ops/index.js';

const clique = (nodes: number[]): [number, number][] =>
  nodes.flatMap((a, i) => nodes.slice(i + 1).map((b): [number, number] => [a, b]));

it('two cliques joined by one edge are two communities', () => {
  const edges = [...clique([0, 1, 2, 3]), ...clique([4, 5, 6, 7]), [3, 4] as [number, number]];
  const labels = louvain(9, {
    a: edges.map(([a]) => a),
    b: edges.map(([, b]) => b),
    weight: edges.map(() => 1),
  });
  expect([...labels]).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2]);
});

it('a community is connected by its edges, and modularity is never below that of single nodes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 9 }).chain((n) =>
        fc.record({
          n: fc.constant(n),
          edges: fc.uniqueArray(
            fc
              .tuple(fc.nat(n - 1), fc.nat(n - 1), fc.integer({ min: 1, max: 4 }))
              .filter(([a, b]) => a < b),
            { selector: ([a, b]) => `${a} ${b}`, maxLength: 14 },
          ),
        }),
      ),
      ({ n, edges }) => {
        const labels = louvain(n, {
          a: edges.map(([a]) => a),
          b: edges.map(([, b]) => b),
          weight: edges.map(([, , w]) => w),
        });
        const m = edges.reduce((sum, [, , w]) => sum + w, 0);
        const degree = (v: number): number =>
          edges.reduce((sum, [a, b, w]) => sum + (a === v || b === v ? w : 0), 0);
        const modularity = (of: ArrayLike<number>): number => {
          let q = 0;
          for (const [a, b, w] of edges) if (of[a] === of[b]) q += w / m;
          for (const c of new Set(Array.from(of))) {
            const tot = Array.from({ length: n }, (_, v) => v)
              .filter((v) => of[v] === c)
              .reduce((sum, v) => sum + degree(v), 0);
            q -= (tot / (2 * m)) ** 2;
          }
          return q;
        };
        if (m > 0)
          expect(modularity(labels)).toBeGreaterThanOrEqual(
            modularity(Array.from({ length: n }, (_, v) => v)) - 1e-9,
          );
        for (const c of new Set(labels)) {
          const members = [...labels.keys()].filter((v) => labels[v] === c);
          const seen = new Set([members[0]!]);
          for (let again = true; again;) {
            again = false;
            for (const [a, b] of edges) {
              if (labels[a] !== c || labels[b] !== c || seen.has(a) === seen.has(b)) continue;
              seen.add(a).add(b);
              again = true;
            }
          }
          expect(seen.size).toBe(members.length);
        }
      },
    ),
    { numRuns: process.env.MIMIR_DEEP === '1' ? 1000 : 100, seed: 3 },
  );
});
