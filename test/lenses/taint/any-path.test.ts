import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyPaths } from '../../../src/lenses/taint/any-path.js';
import { FlowEdges } from '../../../src/lenses/taint/flow-edges.js';
import { flowGraphOf } from '../../../src/lenses/taint/graph.js';
import { atOnce } from '../../../src/lenses/taint/turns.js';

const check = { numRuns: process.env.MIMIR_DEEP === '1' ? 3000 : 30, seed: 5 };

/** More sources than a word has bits. */
const drawn = fc.record({
  edges: fc.array(fc.tuple(fc.nat(59), fc.nat(59)), { minLength: 40, maxLength: 120 }),
  killed: fc.array(fc.nat(59), { minLength: 3, maxLength: 6 }),
  sources: fc.uniqueArray(fc.nat(59), { minLength: 30, maxLength: 40 }),
  maxHops: fc.nat(5),
});

it('sources taken 32 together reach what each reaches alone', () => {
  const seen = { words: 0, reached: 0, dead: 0 };
  fc.assert(
    fc.property(drawn, ({ edges, killed: dead, sources, maxHops }) => {
      const list = new FlowEdges();
      for (const [src, dst] of edges) list.push({ src, dst, kind: 'defuse', site: -1 });
      const graph = atOnce(flowGraphOf(60, list));
      const killed = new Uint8Array(60);
      for (const v of dead) killed[v] = 1;
      const marks = sources.map((vertex) => ({ vertex, kind: 's', row: 's' }));
      const all = [...killed.keys()];
      const found = atOnce(anyPaths(graph, killed, marks, all, maxHops));
      expect(found.map(({ source }) => source)).toEqual(marks);
      for (const { source, level } of found) {
        const alone = new Map(killed[source.vertex] === 1 ? [] : [[source.vertex, 0]]);
        for (const [v, depth] of alone)
          for (const [src, dst] of maxHops > 0 && depth >= maxHops ? [] : edges)
            if (src === v && killed[dst] === 0 && !alone.has(dst)) alone.set(dst, depth + 1);
        expect(all.filter((v) => level.has(v))).toEqual([...alone.keys()].sort((a, b) => a - b));
        expect(level.size).toBe(alone.size);
        seen.reached += alone.size;
        if (alone.size === 0) seen.dead++;
      }
      if (sources.length > 32) seen.words++;
    }),
    check,
  );
  expect(Math.min(seen.words, seen.dead)).toBeGreaterThan(5);
  expect(seen.reached).toBeGreaterThan(1000);
});
