import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openGraph } from '../../../src/graph/index.js';
import { clonePopulation } from '../../../src/lenses/clones/index.js';
import { featuresOf } from '../../../src/lenses/structural-clones/features.js';
import { prefixJoin } from '../../../src/ops/index.js';

const fixture = fileURLToPath(new URL('../../../fixtures/arrow-js', import.meta.url));

describe('the exact join on a real dump', () => {
  const rows = openGraph(fixture).then((graph) => {
    const scope = { crate: [], includeTests: false, includeDeps: false };
    const { ordinals } = clonePopulation(graph, { repo: '', ...scope });
    // A third of the functions: the scan of all pairs is what takes the time.
    const some = ordinals.filter((_, row) => row % 3 === 0);
    const { sets, idf } = featuresOf(graph, some, graph.scope({}));
    const weights = Float64Array.from(sets.tokens, (token) => Math.round(idf[token]! * 1000));
    return { offsets: sets.offsets, tokens: sets.tokens, weights };
  });

  it.each([3, 6, 9])(
    'prefix filtering equals the scan of all pairs at τ = 0.%i',
    async (tenths) => {
      const { offsets, tokens, weights } = await rows;
      const joined = await prefixJoin({ offsets, tokens, weights }, [tenths, 10]);
      const found = new Set(Array.from(joined.a, (a, p) => `${String(a)} ${String(joined.b[p]!)}`));
      const held = Array.from({ length: offsets.length - 1 }, (_, row) => {
        const own = new Map<number, number>();
        for (let at = offsets[row]!; at < offsets[row + 1]!; at++)
          own.set(tokens[at]!, weights[at]!);
        return own;
      });
      const total = held.map((own) => [...own.values()].reduce((sum, weight) => sum + weight, 0));
      const scanned = new Set<string>();
      held.forEach((x, a) => {
        for (let b = a + 1; b < held.length; b++) {
          let shared = 0;
          for (const [token, weight] of x) shared += Math.min(weight, held[b]!.get(token) ?? 0);
          const union = total[a]! + total[b]! - shared;
          if (shared > 0 && 10 * shared >= tenths * union) scanned.add(`${String(a)} ${String(b)}`);
        }
      });
      expect(scanned.size).toBeGreaterThan(0);
      expect([...found].filter((pair) => !scanned.has(pair))).toEqual([]);
      expect([...scanned].filter((pair) => !found.has(pair))).toEqual([]);
      expect(joined.candidates).toBeLessThan((held.length * (held.length - 1)) / 2);
    },
  );
});
