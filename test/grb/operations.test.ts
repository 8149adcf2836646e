import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MONOIDS, POSITION_TESTS, SEMIRINGS, VALUE_TESTS } from '../../src/grb/index.js';
import {
  matrix,
  runs,
  sample,
  size,
  someSize,
  value,
  vector,
  dtypes,
  type Sample,
} from './arbitrary.js';
import { backends } from './backends.js';
import * as dense from './dense.js';
import type { Dtype, Grid, Out, Value } from './dense.js';

const CLOSED = [
  'first',
  'second',
  'pair',
  'plus',
  'minus',
  'times',
  'min',
  'max',
  'lor',
  'land',
  'lxor',
  'bor',
  'band',
  'bxor',
];
const COMPARE = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'];

function closedFor(dtype: Dtype): string[] {
  return CLOSED.filter((op) => {
    if (['first', 'second', 'pair'].includes(op)) return true;
    if (op.startsWith('l')) return dtype === 'bool';
    if (op.startsWith('b')) return dtype === 'int64' || dtype === 'uint64';
    return dtype !== 'bool';
  });
}

/** Operand dtypes that a semiring takes, from the manual's table, not from the source. */
function operandTypes(semiring: string): [Dtype, Dtype][] {
  const numeric = dtypes.filter((d) => d !== 'bool');
  const pairs = (of: readonly Dtype[], to: readonly Dtype[]): [Dtype, Dtype][] =>
    of.flatMap((a) => to.map((b): [Dtype, Dtype] => [a, b]));
  if (semiring.includes('_pair')) return pairs(dtypes, dtypes);
  if (semiring.endsWith('_first')) return pairs(numeric, dtypes);
  if (semiring.endsWith('_second')) return pairs(dtypes, numeric);
  if (semiring === 'bor_band') return [['uint64', 'uint64']];
  if (semiring.startsWith('l')) return [['bool', 'bool']];
  return numeric.map((d) => [d, d]);
}

interface OutSample {
  readonly mask: Sample | null;
  readonly structural: boolean;
  readonly complement: boolean;
  readonly accum: string | null;
  readonly into: Sample | null;
  readonly replace: boolean;
}

function outArbitrary(dtype: Dtype, height: number, width: number): fc.Arbitrary<OutSample> {
  return fc.record({
    mask: fc.option(fc.constantFrom(...dtypes).chain((d) => sample(d, height, width))),
    structural: fc.boolean(),
    complement: fc.boolean(),
    accum: fc.option(fc.constantFrom(...closedFor(dtype))),
    into: fc.option(sample(dtype, height, width)),
    replace: fc.boolean(),
  });
}

function denseOut(o: OutSample): Out {
  return {
    ...(o.mask === null
      ? {}
      : { mask: o.mask.grid, structural: o.structural, complement: o.complement }),
    ...(o.accum === null ? {} : { accum: o.accum }),
    ...(o.into === null ? {} : { into: o.into.grid }),
    replace: o.replace,
  };
}

describe.each(backends)('on the %s backend', (_, backend) => {
  /** Options of a call; `never` because the dtypes are data. */
  const matrixOut = async (o: OutSample): Promise<never> => {
    const mask = o.mask === null ? undefined : await matrix(o.mask, backend);
    const wanted = mask === undefined ? undefined : o.structural ? mask.S : mask.V;
    return {
      ...(wanted === undefined ? {} : { mask: o.complement ? wanted.complement : wanted }),
      ...(o.accum === null ? {} : { accum: o.accum }),
      ...(o.into === null ? {} : { into: await matrix(o.into, backend) }),
      replace: o.replace,
    } as never;
  };
  const vectorOut = async (o: OutSample): Promise<never> => {
    const mask = o.mask === null ? undefined : await vector(o.mask, backend);
    const wanted = mask === undefined ? undefined : o.structural ? mask.S : mask.V;
    return {
      ...(wanted === undefined ? {} : { mask: o.complement ? wanted.complement : wanted }),
      ...(o.accum === null ? {} : { accum: o.accum }),
      ...(o.into === null ? {} : { into: await vector(o.into, backend) }),
      replace: o.replace,
    } as never;
  };
  const row = (list: readonly (readonly [number, Value])[]): (readonly [number, number, Value])[] =>
    list.map(([j, x]) => [0, j, x] as const);

  const semiringCase = fc
    .constantFrom(...SEMIRINGS)
    .chain((semiring) =>
      fc.constantFrom(...operandTypes(semiring)).map(([a, b]) => ({ semiring, a, b })),
    )
    .chain((c) => fc.record({ n: size, k: size, m: size }).map((shape) => ({ ...c, ...shape })));

  const resultDtype = (semiring: string, a: Dtype, b: Dtype): Dtype =>
    dense.product([[]], [], 0, semiring, a, b).dtype;

  test('mxm is the sum over the inner index, under every semiring, mask, accumulator and transpose', async () => {
    await fc.assert(
      fc.asyncProperty(
        semiringCase.chain((c) =>
          fc.record({
            c: fc.constant(c),
            ta: fc.boolean(),
            tb: fc.boolean(),
            A: sample(c.a, c.n, c.k),
            B: sample(c.b, c.k, c.m),
            out: outArbitrary(resultDtype(c.semiring, c.a, c.b), c.n, c.m),
          }),
        ),
        async ({ c, ta, tb, A, B, out }) => {
          const turn = (s: Sample): Sample => ({
            ...s,
            grid: dense.transpose(s.grid, s.width),
            width: s.grid.length,
          });
          const a = await matrix(ta ? turn(A) : A, backend);
          const b = await matrix(tb ? turn(B) : B, backend);
          const options: object = {
            ...((await matrixOut(out)) as object),
            transposeFirst: ta,
            transposeSecond: tb,
          };
          const got = await a.mxm(b, c.semiring as never, options as never);
          const { grid, dtype } = dense.product(A.grid, B.grid, c.m, c.semiring, c.a, c.b);
          expect(got.dtype).toBe(dtype);
          expect(await got.entries()).toEqual(
            dense.entries(dense.write(grid, c.m, dtype, denseOut(out))),
          );
        },
      ),
      runs(300),
    );
  });

  test('vxm and mxv are mxm with one row or one column', async () => {
    await fc.assert(
      fc.asyncProperty(
        semiringCase.chain((c) =>
          fc.record({
            c: fc.constant(c),
            u: sample(c.a, 1, c.k),
            A: sample(c.b, c.k, c.m),
            out: outArbitrary(resultDtype(c.semiring, c.a, c.b), 1, c.m),
            B: sample(c.a, c.n, c.k),
            w: sample(c.b, 1, c.k),
            out2: outArbitrary(resultDtype(c.semiring, c.a, c.b), 1, c.n),
            turned: fc.boolean(),
          }),
        ),
        async ({ c, u, A, out, B, w, out2, turned }) => {
          const turn = (s: Sample): Sample =>
            turned ? { ...s, grid: dense.transpose(s.grid, s.width), width: s.grid.length } : s;
          const left = await (
            await vector(u, backend)
          ).vxm(
            await matrix(turn(A), backend),
            c.semiring as never,
            {
              ...((await vectorOut(out)) as object),
              transposeSecond: turned,
            } as never,
          );
          const l = dense.product(u.grid, A.grid, c.m, c.semiring, c.a, c.b);
          expect(row(await left.entries())).toEqual(
            dense.entries(dense.write(l.grid, c.m, l.dtype, denseOut(out))),
          );
          const right = await (
            await matrix(turn(B), backend)
          ).mxv(
            await vector(w, backend),
            c.semiring as never,
            {
              ...((await vectorOut(out2)) as object),
              transposeFirst: turned,
            } as never,
          );
          const r = dense.product(B.grid, dense.transpose(w.grid, c.k), 1, c.semiring, c.a, c.b);
          const asRow = dense.transpose(r.grid, 1);
          expect(row(await right.entries())).toEqual(
            dense.entries(dense.write(asRow, c.n, r.dtype, denseOut(out2))),
          );
        },
      ),
      runs(200),
    );
  });

  test('eWiseAdd is the union and eWiseMult the intersection, for matrices and vectors', async () => {
    const both = fc.constantFrom(...dtypes).chain((dtype) =>
      fc.record({
        dtype: fc.constant(dtype),
        n: size,
        m: size,
        union: fc.boolean(),
        op: fc.constantFrom(...closedFor(dtype)),
        compare: fc.constantFrom(...COMPARE),
        ta: fc.boolean(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        both.chain((c) => {
          const op = !c.union && c.op === 'pair' ? c.compare : c.op;
          const result: Dtype = COMPARE.includes(op) ? 'bool' : c.dtype;
          return fc.record({
            c: fc.constant({ ...c, op, result }),
            A: sample(c.dtype, c.n, c.m),
            B: sample(c.dtype, c.n, c.m),
            out: outArbitrary(result, c.n, c.m),
            u: sample(c.dtype, 1, c.m),
            v: sample(c.dtype, 1, c.m),
            out1: outArbitrary(result, 1, c.m),
          });
        }),
        async ({ c, A, B, out, u, v, out1 }) => {
          const merged = (a: Grid, b: Grid): Grid =>
            dense.map2(a.length, c.m, (i, j) => {
              const x = a[i]![j];
              const y = b[i]![j];
              if (x !== undefined && y !== undefined) return dense.binary(c.op, c.dtype, x, y);
              return c.union ? (x ?? y) : undefined;
            });
          const first: Sample = c.ta ? { ...A, grid: dense.transpose(A.grid, c.m), width: c.n } : A;
          const name = c.union ? 'eWiseAdd' : 'eWiseMult';
          const a = await matrix(first, backend);
          const b = await matrix(B, backend);
          const got = await a[name](
            b as never,
            c.op as never,
            { ...((await matrixOut(out)) as object), transposeFirst: c.ta } as never,
          );
          expect(await got.entries()).toEqual(
            dense.entries(dense.write(merged(A.grid, B.grid), c.m, c.result, denseOut(out))),
          );
          const w = await (
            await vector(u, backend)
          )[name]((await vector(v, backend)) as never, c.op as never, await vectorOut(out1));
          expect(row(await w.entries())).toEqual(
            dense.entries(dense.write(merged(u.grid, v.grid), c.m, c.result, denseOut(out1))),
          );
        },
      ),
      runs(300),
    );
  });

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
            { ...((await matrixOut(out)) as object), [c.left ? 'left' : 'right']: c.x } as never,
          );
          const wanted = each(A.grid, (x) =>
            c.left ? dense.binary(c.bin, c.dtype, c.x, x) : dense.binary(c.bin, c.dtype, x, c.x),
          );
          expect(await bound.entries()).toEqual(
            dense.entries(dense.write(wanted, c.m, bound.dtype, denseOut(out))),
          );
          const w = await (await vector(u, backend)).cast(c.to, await vectorOut(out1));
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
          const got = await a.select(c.position, c.k, await matrixOut(out));
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
          expect(await (await a.transpose(await matrixOut(out))).entries()).toEqual(
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
          const byRow = await a.reduceRows(c.monoid as never, await vectorOut(out));
          expect(row(await byRow.entries())).toEqual(
            dense.entries(dense.write([A.grid.map(fold)], c.n, c.dtype, denseOut(out))),
          );
          const byCol = await a.reduceColumns(c.monoid as never, await vectorOut(out2));
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
