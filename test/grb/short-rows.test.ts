import fc from 'fast-check';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { Matrix, nativeBackendIfBuilt, Vector, type Backend } from '../../src/grb/index.js';
import type { RawArray } from '../../src/grb/dtype.js';
import type { Addon } from '../../src/grb/native/addon.js';
import { dtypes, matrix, runs, sample } from './arbitrary.js';
import { addonFile, backends } from './backends.js';
import { entries, type Dtype } from './dense.js';

/** What a vector gives to every operation that takes one, dtypes being data here. */
async function everywhere(v: Vector<never>, backend: Backend): Promise<Record<string, unknown>> {
  const n = v.size;
  const every = Uint32Array.from({ length: n }, (_, k) => k);
  const ones = await Matrix.fromCOO('bool', every, every, true, { nrows: n, ncols: n, backend });
  const other = (await Vector.full('bool', n, true, { backend })) as unknown as Vector<never>;
  const shown: Record<string, unknown> = { size: n, nvals: v.nvals, dtype: v.dtype };
  const vectors: Record<string, Vector> = {
    vxm: await v.vxm(ones as never, 'any_pair' as never),
    mxv: await ones.mxv(v as never, 'any_pair' as never),
    'eWiseAdd first': await v.eWiseAdd(v, 'first' as never),
    'eWiseMult eq': await v.eWiseMult(v, 'eq' as never),
    apply: await v.apply('identity'),
    cast: await v.cast('int32'),
    position: (await v.position()) as unknown as Vector,
    select: await v.select('rowle', 2),
    extract: await v.extract(every.subarray(0, Math.ceil(n / 2))),
    'as a mask': await other.apply('identity', { mask: v.S as never }),
    'as a mask of values': await other.apply('identity', { mask: v.V.complement as never }),
    into: await v.apply('identity', { into: v, mask: v.V }),
    dup: await v.dup(),
  };
  for (const [what, made] of Object.entries(vectors)) shown[what] = await made.entries();
  shown['Matrix.diag'] = await (await Matrix.diag(v)).entries();
  shown['reduce'] = await v.reduce('any' as never).catch((e: Error) => e.message);
  for (const k of every.subarray(0, 3)) shown[`get ${String(k)}`] = await v.get(k);
  return shown;
}

describe.each(backends)('on the %s backend', (_, backend) => {
  test('a row serves every operation like a vector that was built', async () => {
    const cases = fc
      .constantFrom<Dtype>(...dtypes)
      .chain((dtype) => sample(dtype, 3, 5).map((A) => ({ dtype, A })));
    await fc.assert(
      fc.asyncProperty(cases, fc.nat(2), async ({ dtype, A }, at) => {
        const a = await matrix(A, backend);
        const got = (await a.row(at)) as unknown as Vector<never>;
        const list = entries([A.grid[at]!]);
        const built = await Vector.fromCOO(
          dtype,
          list.map((e) => e[1]),
          list.map((e) => e[2]) as never,
          { size: A.width, backend },
        );
        expect(await everywhere(got, backend)).toEqual(
          await everywhere(built as unknown as Vector<never>, backend),
        );
        got.dispose();
        expect(() => got.nvals).toThrow('disposed');
      }),
      runs(30),
    );
  });

  test('a row is what it was, whatever is done with the columns that were read', async () => {
    const a = await Matrix.fromCOO('int64', [0, 0, 1], [1, 3, 2], [5n, 6n, 7n], { backend });
    const row = await a.row(0);
    const next = await a.row(1);
    const { indices, values } = await row.toCOO();
    indices.fill(9);
    values.fill(9n);
    a.dispose();
    expect(await row.entries()).toEqual([
      [1, 5n],
      [3, 6n],
    ]);
    expect(await next.entries()).toEqual([[2, 7n]]);
    expect(await (await row.apply('ainv')).entries()).toEqual([
      [1, -5n],
      [3, -6n],
    ]);
  });

  test('long rows, and rows read while a product runs, are rows all the same', async () => {
    const n = 3000;
    const every = Uint32Array.from({ length: n }, (_, k) => k);
    const rows = Uint32Array.from({ length: 2 * n }, (_, k) => (k < n ? 0 : k - n));
    const cols = Uint32Array.from({ length: 2 * n }, (_, k) => k % n);
    const a = await Matrix.fromCOO('bool', rows, cols, true, { nrows: n, ncols: n, backend });
    const product = a.mxm(a, 'plus_pair');
    const meanwhile = await Promise.all([a.row(0), a.row(7)]);
    expect((await meanwhile[0].toCOO()).indices).toEqual(every);
    expect(await meanwhile[1].entries()).toEqual([[7, true]]);
    expect((await (await product).row(0)).nvals).toBe(n);
  });
});

describe.skipIf(nativeBackendIfBuilt() === null)('the addon (needs native)', () => {
  test('takes any byte for a bool, and the library gets 0 or 1, by which it counts', async () => {
    const addon = createRequire(import.meta.url)(addonFile) as Addon;
    const bytes = Uint8Array.of(3, 0, 255) as unknown as RawArray;
    const row = await addon.fewOf('bool', 4, Uint32Array.of(0, 2, 3), bytes);
    const { values } = await addon.toCsr(await addon.diagMatrix(row, 0, undefined), undefined);
    expect(values).toEqual(Uint8Array.of(1, 0, 1));
  });
});
