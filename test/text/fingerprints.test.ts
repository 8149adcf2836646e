import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ClassHashes,
  CLONE_FAMILY_PROFILE,
  equalMinima,
  fnv64,
  guaranteeTokens,
  hashText,
  kgramHashes,
  lexRust,
  minHash,
  mix64,
  shapeSymbol,
  SHINGLE,
  SUBCLONE_PROFILE,
  symbolId,
  winnowHashes,
} from '../../src/text/index.js';

interface Example {
  readonly id: string;
  readonly input: Record<string, unknown>;
  readonly expected: Record<string, unknown>;
  readonly recomputed: Record<string, unknown>;
}

const examples = JSON.parse(
  readFileSync(new URL('./fingerprint-examples.json', import.meta.url), 'utf8'),
) as readonly Example[];
const example = (id: string): Example => examples.find((one) => one.id === id)!;

const symbolsOf = (source: string): string[] => {
  const stream = lexRust(source)!;
  return Array.from({ length: stream.count }, (_, i) => shapeSymbol(stream, i));
};
const idsOf = (symbols: readonly string[]): Uint32Array => Uint32Array.from(symbols, symbolId);
const selected = (ids: Uint32Array, k: number, w: number): [string, number][] => {
  const hashes = kgramHashes(ids, k);
  return [...winnowHashes(hashes, w)].map((at) => [hashText(hashes, at), at]);
};

const MASK = (1n << 64n) - 1n;
const naiveFnv = (bytes: Iterable<number>): bigint => {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & MASK;
  return hash;
};
const naiveMix = (z: bigint): bigint => {
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
};

describe("the manual's digits", () => {
  it('the body of S1:1881 keeps one fingerprint of 20: 0x0106862aad6f4550 at 17', () => {
    const { input, expected } = example('winnow_25_36');
    const symbols = symbolsOf(input.source as string);
    expect(symbols).toEqual(input.tokens);
    expect(symbols).toHaveLength(expected.n as number);
    expect(kgramHashes(idsOf(symbols), 25).high).toHaveLength(expected.kgrams as number);
    expect(selected(idsOf(symbols), 25, 36)).toEqual([['0106862aad6f4550', 17]]);
  });

  it('with k = 6 and w = 4 it keeps 18 fingerprints of 39', () => {
    const { input, recomputed } = example('winnow_6_4');
    const ids = idsOf(input.tokens as string[]);
    const hashes = kgramHashes(ids, 6);
    expect(Array.from(hashes.high, (_, at) => hashText(hashes, at))).toEqual(recomputed.all_kgrams);
    const kept = selected(ids, 6, 4);
    expect(kept).toEqual(recomputed.selected);
    expect(kept).toHaveLength(18);
    expect(kept.slice(0, 3).map(([hash, at]) => [hash.slice(0, 4), at])).toEqual([
      ['5637', 2],
      ['000a', 4],
      ['2513', 6],
    ]);
  });

  it('a prefix moves the fingerprints of the body and changes none', () => {
    const { input } = example('prefix_invariance');
    const body = example('winnow_25_36').input.source as string;
    const pad = symbolsOf(input.prefix as string);
    expect(pad).toHaveLength(11);
    const alone = selected(idsOf(symbolsOf(body)), 6, 4);
    const after = selected(idsOf(symbolsOf(`${input.prefix as string} ${body}`)), 6, 4);
    const moved = after.map(([hash, at]) => `${hash} ${at - 11}`);
    expect(alone.filter(([hash, at]) => !moved.includes(`${hash} ${at}`))).toEqual([]);
  });

  it('symbols have the ids of FNV-1a 32', () => {
    const ids = example('sym_id_vectors').recomputed as Record<string, string>;
    expect(
      Object.fromEntries(
        Object.keys(ids).map((symbol) => [symbol, symbolId(symbol).toString(16).padStart(8, '0')]),
      ),
    ).toEqual(ids);
  });

  it('the two profiles guarantee 60 and 50 tokens', () => {
    expect([SUBCLONE_PROFILE, CLONE_FAMILY_PROFILE].map(guaranteeTokens)).toEqual([60, 50]);
    expect(SUBCLONE_PROFILE).toEqual({ k: 25, window: 36 });
    expect(CLONE_FAMILY_PROFILE).toEqual({ k: 25, window: 26 });
  });

  it('a byte character is a string, a lifetime is its own symbol (S1:1789)', () => {
    expect(symbolsOf("b'x' 'x' b\"x\" 'a 1u8 true self")).toEqual([
      '#s',
      '#c',
      '#s',
      "'i",
      '#n',
      'true',
      'self',
    ]);
  });
});

describe('hashes in halves', () => {
  it('k-gram hashes are FNV-1a 64 over little-endian ids', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(0xffffffff), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        (list, k) => {
          const ids = Uint32Array.from(list);
          const hashes = kgramHashes(ids, k);
          const naive = [];
          for (let i = 0; i + k <= list.length; i++) {
            const bytes = list
              .slice(i, i + k)
              .flatMap((id) => [id & 255, (id >>> 8) & 255, (id >>> 16) & 255, id >>> 24]);
            naive.push(naiveFnv(bytes).toString(16).padStart(16, '0'));
          }
          expect(Array.from(hashes.high, (_, at) => hashText(hashes, at))).toEqual(naive);
        },
      ),
    );
  });

  it('the finaliser is that of big integers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MASK }), (word) => {
        expect(mix64(word)).toBe(naiveMix(word));
      }),
    );
  });
});

describe('MinHash', () => {
  const signatureOf = (classes: readonly string[]): Uint32Array | null => {
    const hashes = new ClassHashes();
    const numbers = classes.map((one) => hashes.numberOf(one));
    return minHash(numbers, hashes.halves());
  };

  it('is the minimum over shingles for each of 64 permutations', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('V', 'F', 'T', '(', ')', ';', '#n'), { maxLength: 14 }),
        (classes) => {
          const signature = signatureOf(classes);
          if (classes.length < SHINGLE) {
            expect(signature).toBeNull();
            return;
          }
          const class64 = (text: string): bigint => {
            const [high, low] = fnv64(text);
            return (BigInt(high) << 32n) | BigInt(low);
          };
          const minima = Array.from({ length: 64 }, (_, p) => {
            let least = MASK;
            for (let i = 0; i + SHINGLE <= classes.length; i++) {
              let h = 0x517cc1b727220an;
              for (const one of classes.slice(i, i + SHINGLE)) h = naiveMix(h ^ class64(one));
              const value = naiveMix(h ^ ((BigInt(p) * 0xa0761d6478bd642fn) & MASK)) >> 32n;
              if (value < least) least = value;
            }
            return Number(least);
          });
          expect([...signature!]).toEqual(minima);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('one changed token of 400 keeps the estimate over 0.85; an unrelated text is under 0.2', () => {
    const word = (i: number): string => `w${(i * 7919) % 97}`;
    const text = Array.from({ length: 400 }, (_, i) => word(i));
    const changed = text.map((one, i) => (i === 200 ? 'other' : one));
    const unrelated = text.map((_, i) => `u${(i * 104729) % 89}`);
    const hashes = new ClassHashes();
    const numbers = [text, changed, unrelated].map((list) =>
      list.map((one) => hashes.numberOf(one)),
    );
    const [a, b, c] = numbers.map((list) => minHash(list, hashes.halves())!);
    expect(equalMinima(a!, b!) / 64).toBeGreaterThanOrEqual(0.85);
    expect(equalMinima(a!, c!) / 64).toBeLessThan(0.2);
  });
});
