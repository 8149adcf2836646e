import { describe, expect, it } from 'vitest';
import { cosineJoin, EXACT_BELOW, nearJoin, type Vectors } from '../../src/ops/index.js';
import { deep } from '../tools.js';

/** Unit vectors around a few hundred centres, as vectors of code lie; the same for the same seed. */
function gathered(rows: number, dimension: number, seed = 1): Vectors {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24 - 0.5;
  };
  const groups = Math.ceil(rows / 12);
  const centres = Float32Array.from({ length: groups * dimension }, next);
  const values = new Float32Array(rows * dimension);
  for (let row = 0; row < rows; row++) {
    const centre = Math.floor((next() + 0.5) * groups);
    let square = 0;
    for (let i = 0; i < dimension; i++) {
      const x = centres[centre * dimension + i]! + 0.5 * next();
      values[row * dimension + i] = x;
      square += x * x;
    }
    for (let i = 0; i < dimension; i++) values[row * dimension + i]! /= Math.sqrt(square);
  }
  return { dimension, values };
}

const keysOf = ({ a, b, cosine }: ReturnType<typeof cosineJoin>): string[] =>
  Array.from(a, (row, p) => `${row} ${b[p]!} ${cosine[p]!}`);

describe('pairs of near vectors', () => {
  const rows = deep(3_000, 25_000);
  const vectors = gathered(rows, 48);
  const exact = keysOf(cosineJoin(vectors, 0.75));
  const probed = nearJoin(vectors, 0.75, { exactBelow: 1_000 });

  it('are all there below the bound, and it says so', () => {
    const few = gathered(300, 16);
    const all = nearJoin(few, 0.7);
    expect(keysOf(all)).toEqual(keysOf(cosineJoin(few, 0.7)));
    expect([all.exact, all.cells, EXACT_BELOW]).toEqual([true, 0, 20_000]);
  });

  it('are nearly all there above it: recall against every pair is at least 0.98', () => {
    expect([probed.exact, probed.cells]).toEqual([false, Math.ceil(Math.sqrt(rows) / 2)]);
    const found = new Set(keysOf(probed));
    expect(exact.length).toBeGreaterThan(10 * 300);
    expect(exact.filter((key) => found.has(key)).length / exact.length).toBeGreaterThan(0.98);
  });

  it('are never wrong above it: each is a pair of the exact answer, once, with its cosine', () => {
    const all = new Set(exact);
    const found = keysOf(probed);
    expect(found.filter((key) => !all.has(key))).toEqual([]);
    expect(new Set(found).size).toBe(found.length);
  });

  it('cost fewer products, and are the same each time', () => {
    expect(probed.computed).toBeLessThan(cosineJoin(vectors, 0.75).computed);
    expect(keysOf(nearJoin(vectors, 0.75, { exactBelow: 1_000 }))).toEqual(keysOf(probed));
  });

  it('are all there when every cell is probed', () => {
    const few = gathered(900, 16, 7);
    const probes = Math.ceil(Math.sqrt(900) / 2);
    expect(keysOf(nearJoin(few, 0.6, { exactBelow: 0, probes }))).toEqual(
      keysOf(cosineJoin(few, 0.6)),
    );
  });

  it('refuse a floor that is none, and leave out rows without a direction', () => {
    expect(() => nearJoin(vectors, 0)).toThrow('floor of a cosine outside 0..1: 0');
    const two = { dimension: 2, values: Float32Array.of(0, 0, 1, 0, 0, 0, 1, 0) };
    expect(keysOf(nearJoin(two, 0.5, { exactBelow: 0 }))).toEqual(['1 3 1']);
  });
});
