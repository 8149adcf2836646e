import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Matrix, Vector, type Backend } from '../../src/grb/index.js';
import { dtypes, runs, sample, size, type Sample } from './arbitrary.js';
import { backends, plainBackends } from './backends.js';
import * as dense from './dense.js';
import type { Value } from './dense.js';

interface Lines {
  readonly offsets: number[];
  readonly indices: number[];
  readonly values: Value[];
}

/** A sample's rows one after the other, each in the order that `keys` gives its entries. */
function lines(s: Sample, keys: readonly number[]): Lines {
  const offsets = [0];
  const indices: number[] = [];
  const values: Value[] = [];
  for (const row of s.grid) {
    const present = row.flatMap((x, j) => (x === undefined ? [] : [{ j, x }]));
    const key = (j: number): number => keys[j % keys.length]!;
    for (const { j, x } of present.sort((a, b) => key(a.j) - key(b.j) || a.j - b.j)) {
      indices.push(j);
      values.push(x);
    }
    offsets.push(indices.length);
  }
  return { offsets, indices, values };
}

const cases = fc
  .constantFrom(...dtypes)
  .chain((dtype) => fc.tuple(size, size).chain(([n, m]) => sample(dtype, n, m)))
  .chain((A) =>
    fc.record({
      A: fc.constant(A),
      keys: fc.oneof(
        fc.constant([0]),
        fc.array(fc.integer({ max: 9 }), { minLength: 1, maxLength: 7 }),
      ),
    }),
  );

describe.each(backends)('on the %s backend', (_, backend) => {
  test('compressed lines are the matrix that they spell, in whatever order a line comes', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ A, keys }) => {
        const { offsets, indices, values } = lines(A, keys);
        const column = values as unknown as readonly never[];
        const wanted = dense.entries(A.grid);
        const width = { ncols: A.width, backend };
        const rows = await Matrix.fromCSR(A.dtype, offsets, indices, column, width);
        expect([rows.nrows, rows.ncols]).toEqual([A.grid.length, A.width]);
        expect(await rows.entries()).toEqual(wanted);
        const narrow = await Matrix.fromCSR(A.dtype, offsets, indices, column, { backend });
        expect(narrow.ncols).toBe(Math.max(0, ...indices.map((j) => j + 1)));
        expect(await narrow.entries()).toEqual(wanted);
        const cols = await Matrix.fromCSC(A.dtype, offsets, indices, column, {
          nrows: A.width,
          backend,
        });
        expect(await cols.entries()).toEqual(dense.entries(dense.transpose(A.grid, A.width)));
      }),
      runs(100),
    );
  });

  test('columns may be written to once they are handed over', async () => {
    const u = (...list: number[]): Uint32Array => Uint32Array.from(list);
    const v = await Vector.fromCOO('int32', u(0, 1, 2), Int32Array.of(7, 8, 9), { backend });
    const built = async (
      make: (...columns: [Uint32Array, Uint32Array, Int32Array]) => Promise<Matrix | Vector>,
      first: Uint32Array,
      second: Uint32Array,
    ): Promise<unknown> => {
      const values = Int32Array.of(1, 2, 3);
      const promised = make(first, second, values);
      for (const column of [first, second, values]) column.fill(0xffff_ffff);
      return (await promised).entries();
    };
    const sorted = [
      [0, 0, 1],
      [0, 1, 2],
      [1, 0, 3],
    ];
    expect(
      await built(
        (i, j, x) => Matrix.fromCOO('int32', i, j, x, { backend }),
        u(0, 0, 1),
        u(0, 1, 0),
      ),
    ).toEqual(sorted);
    const csr = (p: Uint32Array, j: Uint32Array, x: Int32Array): Promise<Matrix> =>
      Matrix.fromCSR('int32', p, j, x, { backend });
    expect(await built(csr, u(0, 2, 3), u(0, 1, 0))).toEqual(sorted);
    expect(await built(csr, u(0, 2, 3), u(1, 0, 0))).toEqual([
      [0, 0, 2],
      [0, 1, 1],
      [1, 0, 3],
    ]);
    expect(
      await built((j, _p, x) => Vector.fromCOO('int32', j, x, { backend }), u(2, 0, 1), u(0)),
    ).toEqual([
      [0, 2],
      [1, 3],
      [2, 1],
    ]);
    expect(await built((at) => v.extract(at), u(2, 0), u(0))).toEqual([
      [0, 9],
      [1, 7],
    ]);
  });
});

test('both backends refuse the same rows in the same words', async () => {
  const refusal = async (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'taken',
      (error: Error) => error.message,
    );
  const rows: ((backend: Backend) => Promise<unknown>)[] = [
    (backend) => Matrix.fromCSR('bool', [], [], true, { backend }),
    (backend) => Matrix.fromCSR('bool', [1, 2], [0, 1], true, { backend }),
    (backend) => Matrix.fromCSR('bool', [0, 3], [0, 1], true, { backend }),
    (backend) => Matrix.fromCSR('bool', [0, 2, 1, 2], [0, 1], true, { backend }),
    (backend) => Matrix.fromCSR('bool', [0, 2], [0, 5], true, { ncols: 5, backend }),
    (backend) => Matrix.fromCSR('bool', [0, 2], [5, 0], true, { ncols: 5, backend }),
    (backend) => Matrix.fromCSR('bool', [0, 1], [2 ** 31], true, { backend }),
    (backend) => Matrix.fromCSR('int32', [0, 2], [1, 1], [1, 2], { backend }),
    (backend) => Matrix.fromCSR('int32', [0, 2], [0, 1], [1], { backend }),
    (backend) => Matrix.fromCSR('int32', [0, 1], [0], [1], { dup: 'lor' as never, backend }),
    (backend) => Matrix.fromCSC('bool', [0, 2], [0, 5], true, { nrows: 5, backend }),
  ];
  for (const make of rows) {
    const words = await Promise.all(plainBackends.map(([, backend]) => refusal(make(backend))));
    expect(words[0]).toMatch(/^Matrix\.from.*\[GrB_[A-Z_]+\]$/);
    expect(new Set(words).size, words.join('\n')).toBe(1);
  }
});
