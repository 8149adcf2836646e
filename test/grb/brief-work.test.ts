import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { Matrix, nativeBackendIfBuilt, referenceBackend, Vector } from '../../src/grb/index.js';
import type { RawArray } from '../../src/grb/dtype.js';
import type { Addon, Wrapped } from '../../src/grb/native/addon.js';
import { nativeBackend } from '../../src/grb/native/index.js';
import { addonFile } from './backends.js';

/** The native backend, and how often its library was asked for what. */
function counted() {
  const asked: Record<string, number> = {};
  const addon = new Proxy(createRequire(import.meta.url)(addonFile) as Addon, {
    get(target, name: string) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        asked[name] = (asked[name] ?? 0) + 1;
        return (value as (...list: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  return { backend: nativeBackend(addon), addon, asked };
}

const N = 900;
const rows = Uint32Array.from({ length: 4 * N }, (_, k) => k >>> 2);
const cols = Uint32Array.from(rows, (v, k) => (7 * v + 211 * (k & 3)) % N);
const values = BigInt64Array.from(rows, (_, k) => BigInt(k % 5));

describe.skipIf(nativeBackendIfBuilt() === null)('brief work (needs native)', () => {
  test('crosses to the library until it has cost as much as a copy, and then no more', async () => {
    const { backend, asked } = counted();
    const a = await Matrix.fromCOO('int64', rows, cols, values, { nrows: N, ncols: N, backend });
    const there = referenceBackend;
    const b = await Matrix.fromCOO('int64', rows, cols, values, {
      nrows: N,
      ncols: N,
      backend: there,
    });
    for (let k = 0; k < 40; k++) expect(await a.get(k, 7 * k)).toBe(await b.get(k, 7 * k));
    expect(asked.readColumns).toBe(1);
    // 4500 entries and rows are worth four calls, the fifth copies.
    expect(asked.element).toBe(4);
    for (let k = 0; k < 9; k++)
      expect(await (await a.row(k)).entries()).toEqual(await (await b.row(k)).entries());
    expect(asked.readFew).toBeUndefined();
  });

  test('gives what the library gives, with masks and old results', async () => {
    const { backend, asked } = counted();
    const shape = { nrows: N, ncols: N };
    const made = async (on: typeof backend) => {
      const a = await Matrix.fromCOO('bool', rows, cols, true, { ...shape, backend: on });
      for (let k = 0; k < 9; k++) await a.get(k, k);
      const q = await Vector.fromCOO('bool', [3, 5], true, { size: N, backend: on });
      const step = await q.vxm(a, 'any_pair');
      const more = await step.vxm(a, 'any_pair', { mask: step.S.complement });
      const all = await q.vxm(a, 'any_pair', { into: q, accum: 'lor', mask: more.V.complement });
      return [await step.entries(), await more.entries(), await all.entries()];
    };
    const got = await made(backend);
    expect(asked.product).toBeUndefined();
    expect(got).toEqual(await made(referenceBackend));
    expect(got[0]!.length).toBeGreaterThan(4);
  });

  test('leaves long rows and vectors of many entries to the library', async () => {
    const { backend, asked } = counted();
    const wide = Uint32Array.from({ length: 3000 }, (_, k) => k);
    const zeros = new Uint32Array(3000);
    const a = await Matrix.fromCOO('bool', zeros, wide, true, {
      nrows: 3000,
      ncols: 3000,
      backend,
    });
    for (let k = 0; k < 20; k++) expect(await a.get(0, k)).toBe(true);
    expect((await a.row(0)).nvals).toBe(3000);
    expect(asked.extractRow).toBe(1);
    const q = await Vector.fromCOO('bool', wide.subarray(0, 100), true, { size: 3000, backend });
    expect((await q.vxm(a, 'any_pair')).nvals).toBe(3000);
    expect(asked.product).toBe(1);
  });

  test('columns are filled at once, by a job where one runs', async () => {
    const { backend, asked } = counted();
    for (const [dtype, given] of [
      ['bool', true],
      ['int32', Int32Array.from(values, Number)],
      ['uint64', 7n],
      ['int64', values],
    ] as const) {
      const shape = { nrows: N, ncols: N };
      const a = await Matrix.fromCOO(dtype, rows, cols, given as never, { ...shape, backend });
      const b = await Matrix.fromCOO(dtype, rows, cols, given as never, {
        ...shape,
        backend: referenceBackend,
      });
      expect(await a.toCSR()).toEqual(await b.toCSR());
      expect(await a.toCOO()).toEqual(await b.toCOO());
    }
    expect(asked).toMatchObject({ readColumns: 8 });
    expect(asked.toCsr).toBeUndefined();
    const every = Uint32Array.from({ length: 600 * 600 }, (_, k) => k % 600);
    const many = BigInt64Array.from(every, BigInt);
    const full = await Matrix.fromCOO('int64', every.toSorted(), every, many, { backend });
    const product = full.mxm(full, 'plus_times');
    // Until the job thread has taken hold of the library.
    for (let k = 0; k < 400 && asked.toCsr === undefined; k++) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      expect((await full.toCSR()).values).toEqual(many);
    }
    expect(asked.toCsr).toBe(1);
    expect((await product).nvals).toBe(every.length);
  });

  test('columns of another length than the entries are refused, and nothing is written', async () => {
    const { backend, addon } = counted();
    const a = await Vector.fromCOO('int64', [1, 3], [5n, 6n], { size: 4, backend });
    const m = await Matrix.diag(a);
    const into = [new Uint32Array(4), new Uint32Array(2), new BigInt64Array(2)] as const;
    const [lines, indices] = into;
    const column = into[2] as unknown as RawArray;
    const read = addon.readColumns(m.handle as Wrapped, false, lines, indices, column);
    await expect(read).rejects.toMatchObject({ grbCode: 'GrB_DIMENSION_MISMATCH' });
    expect(into).toEqual([new Uint32Array(4), new Uint32Array(2), new BigInt64Array(2)]);
  });

  test('what is disposed is refused, copied or not', async () => {
    const { backend } = counted();
    const a = await Matrix.fromCOO('int64', [0, 1], [1, 0], 4n, { backend });
    for (let k = 0; k < 5; k++) expect(await a.get(0, 1)).toBe(4n);
    const { handle } = a;
    const row = await a.row(1);
    a.dispose();
    expect((handle as { beside?: unknown }).beside).toBeNull();
    await expect(a.get(0, 1)).rejects.toThrow('disposed');
    expect(await row.entries()).toEqual([[0, 4n]]);
  });
});
