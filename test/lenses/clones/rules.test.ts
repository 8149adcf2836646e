import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lexRust } from '../../../src/text/index.js';
import { lexTypeScript } from '../../../src/text/typescript-lexer.js';
import {
  bandBuckets,
  cloneClasses,
  clonePopulation,
  deliberateFamily,
  isForeignPath,
  isTestPath,
  isVariantName,
  mutualPairs,
  nameParts,
  nearPairs,
  type NearOptions,
  type NearPairs,
} from '../../../src/lenses/clones/index.js';
import { graphOf } from '../../../src/graph/index.js';
import { repeatsOfText } from '../../../src/lenses/one-text.js';
import { isOneLiteral, namesIntrinsics } from '../../../src/lenses/clones/literal-bodies.js';
import { createTask } from '../../../src/task/index.js';
import { programOf } from './programs.js';

const DEFAULT = { repo: '', crate: [], includeTests: false, includeDeps: false };

describe('the population', () => {
  it.each([
    ['target/x.rs', true],
    ['/abs/x.rs', true],
    ['vendor/a.ts', true],
    ['a/third_party/b.rs', true],
    ['src/generated/b.ts', true],
    ['src/api.generated.rs', true],
    ['src/x.pb.rs', true],
    ['examples/e.rs', true],
    ['benches/b.rs', true],
    ['src/targets.rs', false],
    ['src/example.ts', false],
  ])('%s is foreign: %s', (file, expected) => {
    expect(isForeignPath(file)).toBe(expected);
  });

  it.each([
    ['tests/a.rs', true],
    ['src/clone_tests.rs', true],
    ['src/tests.rs', true],
    ['src/a.test.ts', true],
    ['src/__tests__/a.ts', true],
    ['src/attest.rs', false],
    ['src/contest/a.ts', false],
  ])('%s is a test: %s', (file, expected) => {
    expect(isTestPath(file)).toBe(expected);
  });

  it('keeps functions with a body, leaves out trivial trait methods and tests, and counts each by rule', () => {
    const method = { kind: 'method', crate: 'app', file: 'src/a.rs' } as const;
    const { graph } = programOf(
      {},
      {
        nodes: [
          { id: 't a `i`#', kind: 'impl', crate: 'app' },
          { id: 't a `T`#', kind: 'trait', crate: 'app' },
          { id: 't a `i`#short().', ...method, line: 1, endLine: 3 },
          { id: 't a `i`#long().', ...method, line: 5, endLine: 8 },
          { id: 't a `T`#declared().', ...method, line: 10, endLine: 10 },
          { id: 't a free().', ...method, kind: 'fn', line: 12, endLine: 12 },
          { id: 't a placeless().', kind: 'fn', crate: 'app' },
          { id: 't a check().', ...method, kind: 'fn', line: 14, endLine: 20, isTest: true },
          { id: 't a wire().', ...method, kind: 'fn', file: 'vendor/w.rs', line: 1, endLine: 9 },
        ],
        edges: [
          { kind: 'IMPLEMENTS', src: 't a `i`#', dst: 't a `T`#' },
          { kind: 'CONTAINS', src: 't a `i`#', dst: 't a `i`#short().' },
          { kind: 'CONTAINS', src: 't a `i`#', dst: 't a `i`#long().' },
          { kind: 'CONTAINS', src: 't a `T`#', dst: 't a `T`#declared().' },
        ],
      },
    );
    const population = clonePopulation(graph, DEFAULT);
    expect(
      Array.from(population.ordinals, (v) => graph.nameOf(v).replace('()', '')).sort(),
    ).toEqual(['free', 'long']);
    expect(population.leftOut).toEqual({
      'no text of its own': 2,
      'foreign or generated path': 1,
      'trivial trait method': 1,
      'test-like path': 0,
      'same lines': 0,
    });
    const withTests = clonePopulation(graph, { ...DEFAULT, includeTests: true });
    expect(Array.from(withTests.ordinals, (v) => graph.nameOf(v).replace('()', '')).sort()).toEqual(
      ['check', 'free', 'long'],
    );
  });

  it('a repo that there is not is named', () => {
    const { graph } = programOf({ 'a.ts': 'function f() { return 1; }' });
    expect(() => clonePopulation(graph, { ...DEFAULT, repo: 'shop' })).toThrow(
      'repo that the dump does not hold: shop; its nodes name no repo',
    );
  });
});

describe('deliberate families', () => {
  it('names are parted at marks and capitals', () => {
    expect(nameParts('sumF32x4_avx2')).toEqual(['sum', 'f32x4', 'avx2']);
  });

  it.each(['dot_avx2', 'dot_scalar', 'readUint16', 'setFloat64', 'sum_u8x16'])(
    '%s is a variant',
    (name) => {
      expect(isVariantName(name)).toBe(true);
    },
  );

  it.each(['scale', 'unify', 'integer', 'floating', 'lane4'])('%s is none', (name) => {
    expect(isVariantName(name)).toBe(false);
  });

  it('every member must be a variant, one literal suffices', () => {
    const names = ['dot_avx2', 'dot_neon', 'dot'];
    const facts = {
      name: (row: number) => names[row]!,
      simd: () => false,
      literal: (row: number) => row === 2,
    };
    expect(deliberateFamily([0, 1], facts)).toBe('simd or width variants');
    expect(deliberateFamily([0, 2], facts)).toBe('one literal');
    expect(deliberateFamily([0, 2], { ...facts, literal: () => false })).toBeNull();
  });

  it.each([
    ['fn f() -> P { P { x: 1, y: g(2) } }', true],
    ['fn f() -> Value { serde_json::json!({ "a": 1 }) }', true],
    ['fn f() -> &[U] { const U: &[U] = &[U::new("a"), U::new("b")]; U }', true],
    ['fn f() -> u8 { const A: [u8; 1] = [1]; A[0] }', false],
    ['fn f() -> u8 { const A: u8 = 1; B }', false],
    ['fn f() -> u8 { if a { 1 } else { 2 } }', false],
    ['fn f() -> P { let x = 1; P { x } }', false],
    ['fn f() -> V { match x { _ => 1 } }', false],
  ])('Rust: %s is one literal: %s', (text, expected) => {
    const stream = lexRust(text)!;
    expect(isOneLiteral(stream, stream.units[0]!)).toBe(expected);
  });

  it.each([
    ['function f() { return { a: 1, b: [2] }; }', true],
    ['const f = () => ({ a: 1 });', true],
    ['const f = () => [1, 2];', true],
    ['function f() { return { a: () => 1 }; }', false],
    ['function f() { return g({ a: 1 }); }', false],
    ['function f() { const a = 1; return { a }; }', false],
  ])('TypeScript: %s is one literal: %s', (text, expected) => {
    const stream = lexTypeScript('a.ts', text);
    expect(isOneLiteral(stream, stream.units[0]!)).toBe(expected);
  });

  it('target features and intrinsics are seen, in the body and in the attributes before it', () => {
    const seen = (text: string): boolean => {
      const stream = lexRust(text)!;
      return namesIntrinsics(stream, stream.units.at(-1)!);
    };
    expect(seen('#[target_feature(enable = "avx2")] pub fn f() {}')).toBe(true);
    expect(seen('fn f() { _mm_add_ps(a, b) }')).toBe(true);
    expect(seen('fn g() { _mm_add_ps(a, b) } fn f() { add(a, b) }')).toBe(false);
  });
});

/** Distinct pairs a < b with scores. */
const scored = fc
  .array(fc.tuple(fc.nat(9), fc.nat(9), fc.integer({ min: 0, max: 5 })), { maxLength: 40 })
  .map((list) => {
    const seen = new Map<string, [number, number, number]>();
    for (const [x, y, s] of list) {
      if (x === y) continue;
      const [a, b] = x < y ? [x, y] : [y, x];
      seen.set(`${a} ${b}`, [a, b, s]);
    }
    return [...seen.values()];
  });

describe('mutual nearest neighbours', () => {
  it('are what their definition says, ties to the lower row', () => {
    fc.assert(
      fc.property(scored, fc.integer({ min: 1, max: 4 }), (pairs, k) => {
        const kept = mutualPairs(
          {
            a: Uint32Array.from(pairs, ([a]) => a),
            b: Uint32Array.from(pairs, ([, b]) => b),
            score: Float64Array.from(pairs, ([, , s]) => s),
          },
          10,
          k,
        );
        const top = (row: number): number[] =>
          pairs
            .filter(([a, b]) => a === row || b === row)
            .map(([a, b, s]) => ({ other: a === row ? b : a, s }))
            .sort((x, y) => y.s - x.s || x.other - y.other)
            .slice(0, k)
            .map(({ other }) => other);
        expect([...kept]).toEqual(
          pairs.map(([a, b]) => Number(top(a).includes(b) && top(b).includes(a))),
        );
      }),
    );
  });
});

describe('clone classes', () => {
  it('hold exactly what chains of pairs join, and every pair once', async () => {
    await fc.assert(
      fc.asyncProperty(scored, async (pairs) => {
        const classes = await cloneClasses(
          10,
          pairs.map(([a]) => a),
          pairs.map(([, b]) => b),
        );
        const reach = (from: number): Set<number> => {
          const seen = new Set([from]);
          for (let grew = true; grew;) {
            grew = false;
            for (const [a, b] of pairs) {
              if (seen.has(a) === seen.has(b)) continue;
              seen.add(a).add(b);
              grew = true;
            }
          }
          return seen;
        };
        for (const { members } of classes)
          expect([...reach(members[0]!)].sort((x, y) => x - y)).toEqual(members);
        expect(classes.flatMap(({ pairs: own }) => own).sort((x, y) => x - y)).toEqual([
          ...pairs.keys(),
        ]);
      }),
    );
  });
});

describe('one text', () => {
  const at = (id: string, file: string, line: number) =>
    ({ id, kind: 'fn', crate: 'app', file, line, endLine: line + 4 }) as const;

  it('is compared once, as the library has it; the others are counted and shown', () => {
    const { graph } = programOf(
      {},
      {
        nodes: [
          at('t cargo app 1 `bin=app`/a/f().', 'src/a.rs', 1),
          at('t cargo app 1 `bin=app`/only().', 'src/main.rs', 1),
          at('t cargo app 1 a/f().', 'src/a.rs', 1),
          at('t cargo app 1 a/g().', 'src/a.rs', 7),
          at('t cargo app 1 b/f().', 'src/b.rs', 1),
        ],
        edges: [],
      },
    );
    const { names, leftOut, outside } = clonePopulation(graph, DEFAULT);
    expect(names).toHaveLength(4);
    expect(names.filter((name) => name.includes('bin='))).toEqual(['app bin=app/only().']);
    expect(leftOut['same lines']).toBe(1);
    expect(outside.map(({ ordinal, why }) => [graph.label(ordinal), why])).toEqual([
      ['app `bin=app`/a/f().', 'same lines'],
    ]);
  });

  it('is one repo, file, first and last line, whatever the order; a node without a place is its own', () => {
    const place = fc.record({
      file: fc.constantFrom(null, 'a.rs', 'b.rs'),
      line: fc.nat(2),
      repo: fc.constantFrom('x', 'y'),
      bin: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 12 }), (places) => {
        const graph = graphOf({
          nodes: places.map(({ file, line, repo, bin }, i) => ({
            id: `t cargo app 1 ${bin ? '`bin=app`/' : ''}f${String(i).padStart(2, '0')}().`,
            name: `f${String(i)}`,
            kind: 'fn',
            crate: 'app',
            repo,
            ...(file !== null && { file }),
            ...(line > 0 && { line, endLine: line }),
          })),
          edges: [],
        });
        const all = [...Array(graph.nodeCount).keys()];
        const placeOf = (v: number): string => {
          const line = graph.line?.[v] ?? 0;
          const file = graph.file?.at(v) ?? null;
          return file === null || line <= 0
            ? `own ${String(v)}`
            : `${graph.repo?.at(v) ?? ''} ${file} ${String(line)}`;
        };
        const stays = all.filter((v) => repeatsOfText(graph, all)[v] === 0);
        expect(stays.map(placeOf).sort()).toEqual([...new Set(all.map(placeOf))].sort());
        for (const v of stays) {
          const same = all.filter((other) => placeOf(other) === placeOf(v));
          const inLibrary = same.filter((other) => !graph.id(other).includes('bin='));
          expect(v).toBe(inLibrary[0] ?? same[0]);
        }
      }),
    );
  });
});

const options = (
  least: number,
  limit: number,
  apart: (a: number, b: number) => boolean = () => false,
): NearOptions => ({ least, limit, apart });

const signaturesOf = (list: readonly (readonly number[] | null)[]): (Uint32Array | null)[] =>
  list.map((one) => (one === null ? null : Uint32Array.from(one)));

const keysOf = ({ a, b, equal }: NearPairs): string[] =>
  Array.from(a, (one, p) => `${String(one)} ${String(b[p]!)} ${String(equal[p]!)}`);

/** Near pairs by a comparison of all pairs: those with a common bucket of at most `cap`, and all with any. */
function allNear(
  signatures: readonly (Uint32Array | null)[],
  least: number,
  cap: number,
): { readonly paired: string[]; readonly near: string[] } {
  const inBand = (x: Uint32Array, band: number): string =>
    x.subarray(4 * band, 4 * band + 4).join();
  const size = (x: Uint32Array, band: number): number =>
    signatures.filter((one) => one !== null && inBand(one, band) === inBand(x, band)).length;
  const paired: string[] = [];
  const near: string[] = [];
  signatures.forEach((x, a) => {
    signatures.forEach((y, b) => {
      if (x === null || y === null || a >= b) return;
      const bands = Array.from({ length: 16 }, (_, band) => band).filter(
        (band) => inBand(x, band) === inBand(y, band),
      );
      const equal = x.filter((value, p) => value === y[p]).length;
      if (bands.length === 0 || equal < least) return;
      const pair = `${String(a)} ${String(b)} ${String(equal)}`;
      near.push(pair);
      if (bands.some((band) => size(x, band) <= cap)) paired.push(pair);
    });
  });
  return { paired, near };
}

/** The classes that pairs join, each with its best pair, as text. */
async function classesOf(rows: number, pairs: NearPairs): Promise<string[]> {
  const classes = await cloneClasses(rows, pairs.a, pairs.b);
  const keys = keysOf(pairs);
  return classes.map(({ members, pairs: [best = 0] }) => `${members.join()}: ${keys[best]!}`);
}

describe('banding', () => {
  const signature = fc.array(fc.nat(2), { minLength: 64, maxLength: 64 });
  /** A signature with some minima of another in its place: pairs lie on both sides of the floor. */
  const relatives = fc
    .tuple(signature, fc.array(fc.array(fc.nat(63), { maxLength: 24 }), { maxLength: 12 }))
    .map(([base, changes]) =>
      changes.map((places, one) => base.map((value, p) => (places.includes(p) ? 10 + one : value))),
    );
  const runs = { numRuns: process.env.MIMIR_DEEP === '1' ? 500 : 60 };

  it('finds the pairs that a comparison of all pairs with a common band finds, and of full buckets what joins classes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.array(fc.option(signature, { freq: 9 }), { maxLength: 8 }), relatives),
        fc.integer({ min: 20, max: 50 }),
        fc.integer({ min: 2, max: 6 }),
        async (list, least, cap) => {
          const signatures = signaturesOf(list);
          const found = nearPairs(
            signatures,
            bandBuckets(signatures, cap),
            options(least, Infinity),
            createTask(),
          );
          const { paired, near } = allNear(signatures, least, cap);
          const keys = keysOf(found);
          expect(keys).toEqual(expect.arrayContaining(paired));
          const joining = keys.filter((key) => !paired.includes(key));
          expect(near).toEqual(expect.arrayContaining(joining));
          expect(found.ofOver).toBe(joining.length);
          expect(found.count).toBe(keys.length);
          // Each of them makes one class of two.
          const before = await cloneClasses(
            list.length,
            paired.map((key) => Number(key.split(' ')[0])),
            paired.map((key) => Number(key.split(' ')[1])),
          );
          const after = await cloneClasses(list.length, found.a, found.b);
          const sets = (classes: typeof after): number =>
            list.length - classes.reduce((sum, { members }) => sum + members.length - 1, 0);
          expect(sets(before) - sets(after)).toBe(joining.length);
        },
      ),
      runs,
    );
  });

  it('beyond the limit lists at most two pairs a body, and the same classes with the same best pairs', async () => {
    await fc.assert(
      fc.asyncProperty(
        relatives,
        fc.integer({ min: 20, max: 50 }),
        fc.nat(6),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        async (list, least, limit, flags) => {
          const signatures = signaturesOf(list);
          const buckets = bandBuckets(signatures, 100);
          const apart = (a: number, b: number): boolean => flags[a]! && flags[b]!;
          const all = nearPairs(signatures, buckets, options(least, Infinity, apart), createTask());
          const some = nearPairs(signatures, buckets, options(least, limit, apart), createTask());
          expect(some.folded).toBe(all.count > limit);
          expect([some.count, some.apart]).toEqual([all.count, all.apart]);
          if (!some.folded) {
            expect(keysOf(some)).toEqual(keysOf(all));
            return;
          }
          expect(some.a.length).toBeLessThanOrEqual(2 * list.length);
          const stay = [...all.a.keys()].filter((p) => !apart(all.a[p]!, all.b[p]!));
          const kept: NearPairs = {
            ...all,
            a: all.a.filter((_, p) => stay.includes(p)),
            b: all.b.filter((_, p) => stay.includes(p)),
            equal: all.equal.filter((_, p) => stay.includes(p)),
          };
          expect(await classesOf(list.length, some)).toEqual(await classesOf(list.length, kept));
        },
      ),
      runs,
    );
  });

  it('many bodies of one form are one class, and cost comparisons in proportion to them', async () => {
    const bodies = process.env.MIMIR_DEEP === '1' ? 10_000 : 1500;
    // Five of 64 minima are a body's own: any two share at least 54.
    const signatures = Array.from({ length: bodies }, (_, body) =>
      Uint32Array.from({ length: 64 }, (__, p) =>
        (p * 7 + body * 13) % 64 < 5 ? 1000 + body * 64 + p : p,
      ),
    );
    const buckets = bandBuckets(signatures, 200);
    const found = nearPairs(signatures, buckets, options(52, 5000), createTask());
    expect(buckets.over.length).toBeGreaterThan(0);
    const classes = await cloneClasses(bodies, found.a, found.b);
    expect(classes.map(({ members }) => members.length)).toEqual([bodies]);
    expect(found.candidates).toBeLessThan(20 * bodies);
    expect(found.a.length).toBeLessThan(2 * bodies);
  });
});
