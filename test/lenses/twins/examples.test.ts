import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Matrix } from '../../../src/grb/index.js';
import { idfCosine } from '../../../src/ops/index.js';
import { apiFamily } from '../../../src/lenses/twins/families.js';
import { isStrong } from '../../../src/lenses/twins/groups.js';
import type { EdgeClass } from '../../../src/lenses/twins/edges.js';
import { CONSTRUCTORS, normalType, stem } from '../../../src/lenses/twins/names.js';
import { isNoise, NOISE } from '../../../src/lenses/twins/noise.js';
import { nearEdges, type Shapes } from '../../../src/lenses/twins/shapes.js';
import { cosine, IDF_FLOOR, squaredWeights } from '../../../src/lenses/twins/signatures.js';

interface Example {
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, unknown>>;
}

const examples = JSON.parse(
  readFileSync(new URL('examples.json', import.meta.url), 'utf8'),
) as Example[];
const example = (id: string): Example => examples.find((one) => one.id === id)!;

describe('stems', () => {
  it.each(examples.filter(({ expected }) => 'stem' in expected))('$id', ({ input, expected }) => {
    expect(stem(input.name as string)).toBe(expected.stem);
  });

  it('stem_drop_sha_base: of sha256 and base64 only the first falls below four characters (the manual says both)', () => {
    const { input, expected } = example('stem_drop_sha_base');
    const short = (input.names as string[])
      .map(stem)
      .filter((word) => word.length < (input.min_len as number));
    expect(short).toEqual(['sha']);
    expect(expected.dropped).toContain('sha');
  });
});

it('norm_ty', () => {
  const { input, expected } = example('norm_ty');
  expect(normalType(input.ty as string)).toBe(expected.norm);
});

it('api_family_tails', () => {
  const { input, expected } = example('api_family_tails');
  expect((input.labels as string[]).map((label) => apiFamily(label))).toEqual(expected.columns);
});

it('noise_prefix_count', () => {
  const { input, expected } = example('noise_prefix_count');
  expect([NOISE.length, [...NOISE]]).toEqual([expected.count, input.prefixes]);
  expect((input.prefixes as string[]).every((prefix) => isNoise(`core ${prefix}whatever().`))).toBe(
    true,
  );
  expect(isNoise('app formatter/render().')).toBe(false);
});

it('constructor_count', () => {
  const { input, expected } = example('constructor_count');
  expect([CONSTRUCTORS.size, [...CONSTRUCTORS]]).toEqual([expected.count, input.stems]);
});

it('idf_floor: it applies above 95.1 % of the functions', () => {
  const { input, expected } = example('idf_floor');
  const n = 100_000;
  const limit = Math.ceil(n * (expected.applies_above_fraction as number)) + 200;
  const [below, above] = squaredWeights(n, Uint32Array.of(Math.floor(n * 0.95), limit));
  expect(IDF_FLOOR).toBe(input.floor);
  expect(above! / 2 ** 32).toBeCloseTo(0.05 ** 2, 9);
  expect(below!).toBeGreaterThan(above!);
});

it('strong_rule', () => {
  const { input, expected } = example('strong_rule');
  expect((input.cases as EdgeClass[][]).map((classes) => isStrong(classes))).toEqual(
    expected.strong,
  );
});

describe('cosines', () => {
  it('cosine_weight_squared: the weight enters twice', async () => {
    const { input, expected } = example('cosine_weight_squared');
    const columns = Object.keys(input.df as object);
    const df = Uint32Array.from(Object.values(input.df as Record<string, number>));
    const rows = Object.values(input.R as Record<string, string[]>).map((row) =>
      row.map((c) => columns.indexOf(c)),
    );
    expect(cosine(rows[0]!, rows[1]!, squaredWeights(input.n as number, df))).toBeCloseTo(
      expected.cos as number,
      9,
    );
    const entries = rows.flatMap((row, r) => row.map((c) => [r, c] as const));
    const matrix = await Matrix.fromCOO(
      'bool',
      entries.map(([r]) => r),
      entries.map(([, c]) => c),
      true,
      { nrows: input.n as number, ncols: 4 },
    );
    const pairs = await idfCosine(matrix, { rareMax: 12 });
    expect(pairs.cosine[0]).toBeCloseTo(expected.cos as number, 9);
  });

  it('type_cosine_dedupe: a repeated type counts once', () => {
    const { input, expected } = example('type_cosine_dedupe');
    const columns = Object.keys(input.df as object);
    const df = Uint32Array.from(Object.values(input.df as Record<string, number>));
    const rows = Object.values(input.rows as Record<string, string[]>).map((row) => [
      ...new Set(row.map((c) => columns.indexOf(c))),
    ]);
    expect(cosine(rows[0]!, rows[1]!, squaredWeights(input.n as number, df))).toBe(expected.cosine);
  });
});

it('near_multiset', async () => {
  const { input, expected } = example('near_multiset');
  const letters = ['x', 'y', 'z'];
  const bagOf = (word: string[]): Shapes['bags'][number] => {
    const counts = letters.map((letter) => word.filter((one) => one === letter).length);
    return {
      labels: letters.map((_, i) => i).filter((i) => counts[i]! > 0),
      counts: counts.filter((count) => count > 0),
      size: word.length,
    };
  };
  const bags = [bagOf(input.i as string[]), bagOf(input.j as string[])];
  const [edge] = await nearEdges(
    { labels: new Uint32Array(0), bags, signature: [1n, 2n] },
    expected.J as number,
  );
  expect(edge).toMatchObject({
    score: expected.J,
    why: `J 0.60, ${String(expected.sum_min)} of 5 blocks alike`,
  });
  expect(await nearEdges({ labels: new Uint32Array(0), bags, signature: [1n, 2n] }, 0.61)).toEqual(
    [],
  );
  expect(await nearEdges({ labels: new Uint32Array(0), bags, signature: [1n, 1n] }, 0.5)).toEqual(
    [],
  );
});
