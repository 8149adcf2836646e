import fc from 'fast-check';
import { SplitMix64 } from '../../../src/lenses/misplaced/split-mix.js';
import type { WrittenBody, WrittenCatalogue } from './programs.js';

/** What the drawn programs call. */
export const CATALOGUE: WrittenCatalogue = {
  sources: [{ callee: 'src', at: 'ret', kind: 's' }],
  sinks: [{ callee: 'sink', args: [0], class: 'command' }],
  sanitizers: [{ callee: 'clean', classes: ['command'] }],
};

/**
 * Functions of two parameters with a line of blocks that also branches: copies, references, fields, and calls of each
 * other and of the marked. Drawn from one seed, since a generator that shrinks leans to programs in which nothing flows.
 */
export const programs: fc.Arbitrary<Record<string, WrittenBody>> = fc
  .integer({ min: 0, max: 2 ** 30 })
  .map((seed) => {
    const random = new SplitMix64(BigInt(seed));
    const one = <T>(list: readonly T[]): T => list[random.below(list.length)]!;
    const n = 1 + random.below(4);
    const fns = Array.from({ length: n }, (_, i) => `app f${i}().`);
    const place = (): string => one(['_1', '_2', '_3', '_0']);
    const statement = (): [string, string, string[]] => {
      const kind = random.below(10);
      if (kind < 6) return [place(), one(['copy', 'copy', 'ref']), [place()]];
      if (kind < 7) return [place(), 'const', ['k:u8']];
      return kind < 9
        ? [one(['_1.T#f', '_3.T#f', '*_3']), 'copy', [place()]]
        : [place(), 'copy', [one(['_1.T#f', '_3.T#f'])]];
    };
    const body = (): WrittenBody => {
      const k = 3 + random.below(5);
      const blocks = Array.from({ length: k }, (_, i) => {
        const next = [`bb${i + 1}`, ...(random.below(3) === 0 ? [`bb${random.below(k)}`] : [])];
        const callee = one([
          'src',
          'src',
          'sink',
          'sink',
          'sink',
          'clean',
          'other',
          ...fns,
          ...fns,
        ]);
        const call = [
          'call',
          callee,
          random.below(2) === 0 ? [place()] : [place(), place()],
          place(),
        ];
        const last = i === k - 1;
        return {
          b: `bb${i}`,
          s: Array.from({ length: random.below(2) }, statement),
          t: last ? ['return'] : random.below(6) === 0 ? ['goto'] : call,
          succ: last ? [] : [...new Set(next)],
        };
      });
      return { params: ['_1', '_2'], blocks };
    };
    return Object.fromEntries(fns.map((name) => [name, body()]));
  });
