import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeTwin, type PairFacts } from '../../../src/lenses/semantic-twins/gates.js';

const floors = { copyCosine: 0.92, cosine: 0.882 };
const facts = (given: Partial<PairFacts>): PairFacts => ({
  joined: null,
  cosine: given.joined ?? null,
  structural: 0,
  body64: null,
  inGraph: false,
  mutualGraph: false,
  mutualVectors: false,
  ...given,
});

describe('the table of gates (S1:1658-1672)', () => {
  it.each<[string, Partial<PairFacts>, string]>([
    ['bump: one body', { structural: 0.1, body64: 64 }, 'copy'],
    ['gate 2', { joined: 0.9276, structural: 0.5, body64: 6 }, 'copy'],
    ['gate 2 fails on s', { joined: 0.9276, structural: 0.49, body64: 6 }, 'between'],
    ['gate 3', { joined: 0.9158, structural: 0.35, body64: 6, mutualVectors: true }, 'twin'],
    ['gate 3 not mutual', { joined: 0.9158, structural: 0.35, body64: 6 }, 'between'],
    ['gate 3, body unknown', { joined: 0.9158, structural: 0.2, mutualVectors: true }, 'between'],
    ['gate 4', { structural: 0.6, body64: 12, inGraph: true, mutualGraph: true }, 'twin'],
    ['the audit', { structural: 0.6, body64: 32, inGraph: true, mutualGraph: true }, 'copy'],
  ])('%s', (_, given, kind) => {
    expect(judgeTwin(facts(given), floors).kind).toBe(kind);
  });

  it('the recorded vectors reach gate 2 and gate 3, and gate 3 alone (S1:1676)', () => {
    const gate = (joined: number, structural: number): string | null =>
      judgeTwin(facts({ joined, structural, body64: 0, mutualVectors: true }), floors).gate;
    expect([gate(0.9276, 0.5), gate(0.9276, 0.35), gate(0.9158, 0.5), gate(0.9158, 0.35)]).toEqual([
      'copy by vectors',
      'twin by vectors',
      null,
      'twin by vectors',
    ]);
  });
});

const anyFacts = fc
  .record({
    joined: fc.option(fc.double({ min: 0.85, max: 1, noNaN: true })),
    structural: fc.double({ min: 0, max: 1, noNaN: true }),
    body64: fc.option(fc.nat(64)),
    inGraph: fc.boolean(),
    mutualGraph: fc.boolean(),
    mutualVectors: fc.boolean(),
  })
  .map((given) => facts({ ...given, cosine: given.joined }));

describe('the gates', () => {
  it('call twin only what shares under half of its text, and know the text of every twin', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const { kind, rank } = judgeTwin(given, floors);
        if (kind === 'twin') expect(given.body64).toBeLessThan(32);
        expect(rank).toBeGreaterThanOrEqual(0);
        expect(rank).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500, seed: 4 },
    );
  });

  it('keep without vectors what they keep with them, wherever the graph holds the pair', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const without = judgeTwin(
          { ...given, joined: null, cosine: null, mutualVectors: false },
          floors,
        );
        if (without.kind !== 'between') expect(judgeTwin(given, floors).kind).not.toBe('between');
      }),
      { numRuns: 500, seed: 5 },
    );
  });
});
