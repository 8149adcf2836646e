import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { Matrix, nativeBackendIfBuilt, referenceBackend, Vector } from '../../src/grb/index.js';
import type { Addon } from '../../src/grb/native/addon.js';
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
  return { backend: nativeBackend(addon), asked };
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
    expect(asked.toCsr).toBe(1);
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
