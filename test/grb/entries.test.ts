import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MONOIDS, POSITION_TESTS, VALUE_TESTS } from '../../src/grb/index.js';
import { dtypes, matrix, runs, sample, size, someSize, value, vector } from './arbitrary.js';
import { backends } from './backends.js';
import * as dense from './dense.js';
import type { Dtype, Grid, Value } from './dense.js';
import {
  closedFor,
  COMPARE,
  denseOut,
  matrixOut,
  outArbitrary,
  row,
  vectorOut,
} from './outputs.js';

describe.each(backends)('on the %s backend', (_, backend) => {
  test('apply maps every entry, with an operator, a bound value, a cast or its position', async () => {
    const UNARY = (d: Dtype): string[] => [
      'identity',
      'one',
      ...(d === 'bool' ? ['lnot'] : ['ainv', 'abs']),
      ...(d === 'int64' || d === 'uint64' ? ['bnot'] : []),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc
          .constantFrom(...dtypes)
          .chain((dtype) =>
            fc.record({
              dtype: fc.constant(dtype),
              n: size,
              m: size,
              un: fc.constantFrom(...UNARY(dtype)),
              bin: fc.constantFrom(...closedFor(dtype), ...COMPARE),
              x: value(dtype),
              left: fc.boolean(),
              to: fc.constantFrom(...dtypes),
              plus: fc.integer({ min: -2, max: 2 }),
              of: fc.constantFrom('row' as const, 'col' as const),
            }),
          )
          .chain((c) =>
            fc.record({
              c: fc.constant(c),
              A: sample(c.dtype, c.n, c.m),
              u: sample(c.dtype, 1, c.m),
              out: outArbitrary(COMPARE.includes(c.bin) ? 'bool' : c.dtype, c.n, c.m),
              out1: outArbitrary(c.to, 1, c.m),
            }),
          ),
        async ({ c, A, u, out, out1 }) => {
          const each = (g: Grid, f: (x: Value, i: number, j: number) => Value): Grid =>
            g.map((r, i) => r.map((x, j) => (x === undefined ? undefined : f(x, i, j))));
          const a = await matrix(A, backend);
          expect(await (await a.apply(c.un as never)).entries()).toEqual(
            dense.entries(each(A.grid, (x) => dense.unary(c.un, c.dtype, x))),
          );
          const bound = await a.apply(
            c.bin as never,
            {
              ...((await matrixOut(out, backend)) as object),
              [c.left ? 'left' : 'right']: c.x,
            } as never,
          );
          const wanted = each(A.grid, (x) =>
            c.left ? dense.binary(c.bin, c.dtype, c.x, x) : dense.binary(c.bin, c.dtype, x, c.x),
          );
          expect(await bound.entries()).toEqual(
            dense.entries(dense.write(wanted, c.m, bound.dtype, denseOut(out))),
          );
          const w = await (await vector(u, backend)).cast(c.to, await vectorOut(out1, backend));
          expect(row(await w.entries())).toEqual(
            dense.entries(
              dense.write(
                each(u.grid, (x) => dense.cast(c.dtype, c.to, x)),
                c.m,
                c.to,
                denseOut(out1),
              ),
            ),
          );
          const at = await a.position(c.of, c.plus);
          expect(await at.entries()).toEqual(
            dense.entries(each(A.grid, (_x, i, j) => BigInt((c.of === 'row' ? i : j) + c.plus))),
          );
        },
      ),
      runs(200),
    );
  });

  test('select keeps what passes its test', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .constantFrom(...dtypes)
          .chain((dtype) =>
            fc.record({
              dtype: fc.constant(dtype),
              n: size,
              m: size,
              position: fc.constantFrom(...POSITION_TESTS),
              by: fc.constantFrom(
                ...VALUE_TESTS.filter(
                  (t) => dtype !== 'bool' || t === 'valueeq' || t === 'valuene',
                ),
              ),
              x: value(dtype),
              k: fc.integer({ min: -8, max: 8 }),
            }),
          )
          .chain((c) =>
            fc.record({
              c: fc.constant(c),
              A: sample(c.dtype, c.n, c.m),
              out: outArbitrary(c.dtype, c.n, c.m),
              u: sample(c.dtype, 1, c.m),
            }),
          ),
        async ({ c, A, out, u }) => {
          const keep: Record<string, (i: number, j: number) => boolean> = {
            tril: (i, j) => j <= i + c.k,
            triu: (i, j) => j >= i + c.k,
            diag: (i, j) => j === i + c.k,
            offdiag: (i, j) => j !== i + c.k,
            rowle: (i) => i <= c.k,
            rowgt: (i) => i > c.k,
            colle: (_i, j) => j <= c.k,
            colgt: (_i, j) => j > c.k,
          };
          const a = await matrix(A, backend);
          const got = await a.select(c.position, c.k, await matrixOut(out, backend));
          const wanted = dense.map2(c.n, c.m, (i, j) =>
            keep[c.position]!(i, j) ? A.grid[i]![j] : undefined,
          );
          expect(await got.entries()).toEqual(
            dense.entries(dense.write(wanted, c.m, c.dtype, denseOut(out))),
          );
          const passes = (x: Value | undefined): Value | undefined =>
            x !== undefined && dense.binary(c.by.slice(5), c.dtype, x, c.x) === true
              ? x
              : undefined;
          expect(await (await a.select(c.by as never, c.x as never)).entries()).toEqual(
            dense.entries(A.grid.map((r) => r.map(passes))),
          );
          const v = await vector(u, backend);
          expect(row(await (await v.select('rowgt', c.k)).entries())).toEqual(
            dense.entries(u.grid.map((r) => r.map((x, j) => (j > c.k ? x : undefined)))),
          );
        },
      ),
      runs(200),
    );
  });

  test('extract, row, col, get, transpose and diag read the same cells as the dense grid', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .constantFrom(...dtypes)
          .chain((dtype) => fc.record({ dtype: fc.constant(dtype), n: someSize, m: someSize }))
          .chain((c) => {
            const at = (below: number): fc.Arbitrary<number[] | null> =>
              fc.option(fc.array(fc.integer({ min: 0, max: below - 1 }), { maxLength: 9 }));
            return fc.record({
              c: fc.constant(c),
              A: sample(c.dtype, c.n, c.m),
              rows: at(c.n),
              cols: at(c.m),
              k: fc.integer({ min: -8, max: 8 }),
              out: outArbitrary(c.dtype, c.m, c.n),
            });
          }),
        async ({ c, A, rows, cols, k, out }) => {
          const a = await matrix(A, backend);
          const all = (n: number): number[] => Array.from({ length: n }, (_x, i) => i);
          const picked = (rows ?? all(c.n)).map((i) =>
            (cols ?? all(c.m)).map((j) => A.grid[i]![j]),
          );
          const part = await a.extract(rows, cols);
          expect([part.nrows, part.ncols]).toEqual([picked.length, cols?.length ?? c.m]);
          expect(await part.entries()).toEqual(dense.entries(picked));
          const turned = dense.transpose(A.grid, c.m);
          expect(await (await a.transpose(await matrixOut(out, backend))).entries()).toEqual(
            dense.entries(dense.write(turned, c.n, c.dtype, denseOut(out))),
          );
          expect(row(await (await a.row(c.n - 1)).entries())).toEqual(
            dense.entries([A.grid[c.n - 1]!]),
          );
          expect(row(await (await a.col(c.m - 1)).entries())).toEqual(
            dense.entries([turned[c.m - 1]!]),
          );
          expect(await a.get(0, c.m - 1)).toEqual(A.grid[0]![c.m - 1]);
          const diagonal: (Value | undefined)[] = [];
          for (let i = 0; i < c.n; i++)
            if (i + k >= 0 && i + k < c.m) diagonal.push(A.grid[i]![i + k]);
          const d = await a.diag(k);
          expect(d.size).toBe(diagonal.length);
          expect(row(await d.entries())).toEqual(dense.entries([diagonal]));
          if (cols !== null) {
            const v = await (await a.row(0)).extract(cols);
            expect(row(await v.entries())).toEqual(dense.entries([cols.map((j) => A.grid[0]![j])]));
          }
          const { Matrix: M } = await import('../../src/grb/index.js');
          const square = await M.diag(d, k);
          expect((await square.entries()).map(([i, j, x]) => [i, j - i, x])).toEqual(
            (await d.entries()).map(([i, x]) => [i + Math.max(0, -k), k, x]),
          );
        },
      ),
      runs(200),
    );
  });

  test('reductions fold every entry once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .constantFrom(...dtypes)
          .chain((dtype) =>
            fc.record({
              dtype: fc.constant(dtype),
              n: size,
              m: size,
              monoid: fc.constantFrom(...MONOIDS.filter((op) => closedFor(dtype).includes(op))),
            }),
          )
          .chain((c) =>
            fc.record({
              c: fc.constant(c),
              A: sample(c.dtype, c.n, c.m),
              out: outArbitrary(c.dtype, 1, c.n),
              out2: outArbitrary(c.dtype, 1, c.m),
            }),
          ),
        async ({ c, A, out, out2 }) => {
          const fold = (list: readonly (Value | undefined)[]): Value | undefined => {
            const present = list.filter((x) => x !== undefined);
            return present.length === 0
              ? undefined
              : present.reduce((x, y) => dense.binary(c.monoid, c.dtype, x, y));
          };
          const a = await matrix(A, backend);
          const byRow = await a.reduceRows(c.monoid as never, await vectorOut(out, backend));
          expect(row(await byRow.entries())).toEqual(
            dense.entries(dense.write([A.grid.map(fold)], c.n, c.dtype, denseOut(out))),
          );
          const byCol = await a.reduceColumns(c.monoid as never, await vectorOut(out2, backend));
          expect(row(await byCol.entries())).toEqual(
            dense.entries(
              dense.write([dense.transpose(A.grid, c.m).map(fold)], c.m, c.dtype, denseOut(out2)),
            ),
          );
          expect(await a.reduce(c.monoid as never)).toEqual(fold(A.grid.flat()));
        },
      ),
      runs(200),
    );
  });
});
