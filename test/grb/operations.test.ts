import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Matrix, SEMIRINGS, Vector } from '../../src/grb/index.js';
import { dtypes, matrix, runs, sample, size, vector, type Sample } from './arbitrary.js';
import { backends } from './backends.js';
import * as dense from './dense.js';
import type { Dtype, Grid } from './dense.js';
import {
  closedFor,
  COMPARE,
  denseOut,
  matrixOut,
  outArbitrary,
  row,
  vectorOut,
} from './outputs.js';

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

describe.each(backends)('on the %s backend', (_, backend) => {
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
            ...((await matrixOut(out, backend)) as object),
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
              ...((await vectorOut(out, backend)) as object),
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
              ...((await vectorOut(out2, backend)) as object),
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
            { ...((await matrixOut(out, backend)) as object), transposeFirst: c.ta } as never,
          );
          expect(await got.entries()).toEqual(
            dense.entries(dense.write(merged(A.grid, B.grid), c.m, c.result, denseOut(out))),
          );
          const w = await (
            await vector(u, backend)
          )[name](
            (await vector(v, backend)) as never,
            c.op as never,
            await vectorOut(out1, backend),
          );
          expect(row(await w.entries())).toEqual(
            dense.entries(dense.write(merged(u.grid, v.grid), c.m, c.result, denseOut(out1))),
          );
        },
      ),
      runs(300),
    );
  });

  /** SuiteSparse 7.4 to 10.5 writes such a result to the place of the one value, past its end. */
  test('an old result that is full of one value is written over like any other', async () => {
    const size = 40;
    const every = Array.from({ length: size }, (_x, k) => k);
    const numbers = every.map((k) => BigInt(k * k));
    const others = every.map((k) => BigInt(100 - k));
    const wanted = {
      plus: every.map((k) => numbers[k]! + others[k]!),
      second: others,
      minus: every.map((k) => numbers[k]! - others[k]!),
    };
    const into = await Vector.full('int64', size, 3n, { backend });
    const held = async (values: readonly bigint[]): Promise<Vector<'int64'>> =>
      into.eWiseAdd(await Vector.fromCOO('int64', every, values, { size, backend }), 'second');
    const [u, v] = [await held(numbers), await held(others)];
    const square = await Matrix.fromCOO(
      'int64',
      every.map((k) => Math.floor(k / 8)),
      every.map((k) => k % 8),
      numbers,
      { nrows: 5, ncols: 8, backend },
    );
    const [a, b] = [await square.apply('identity'), await square.apply('minus', { left: 100n })];
    const one = await square.apply('one');
    for (const op of ['plus', 'second', 'minus'] as const) {
      for (const name of ['eWiseAdd', 'eWiseMult'] as const) {
        const over = await u[name](v, op, { into });
        expect((await over.toCOO()).values, `${name} ${op}`).toEqual(
          BigInt64Array.from(wanted[op]),
        );
        const under = await u[name](v, op, { into, mask: into.V, replace: true });
        expect(await under.entries(), `${name} ${op} ⟨M⟩`).toEqual(await over.entries());
        const fresh = await a[name](b, op);
        expect(await (await a[name](b, op, { into: one })).entries()).toEqual(
          await fresh.entries(),
        );
      }
    }
  });
});
