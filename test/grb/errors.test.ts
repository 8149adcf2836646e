import { describe, expect, test } from 'vitest';
import { Matrix, Vector } from '../../src/grb/index.js';
import { createTask } from '../../src/task/index.js';
import { backends } from './backends.js';

describe.each(backends)('on the %s backend', (_, backend) => {
  const b = { backend };

  test('a refused call names its code, itself, its operands and the remedy', async () => {
    const a = await Matrix.fromCOO('int64', [0, 1], [1, 2], [1n, 2n], { nrows: 3, ncols: 4, ...b });
    await expect(a.mxm(a, 'plus_times')).rejects.toMatchObject({
      name: 'GraphBLASError',
      code: 'GrB_DIMENSION_MISMATCH',
      call: 'mxm',
      shapes: ['int64 3×4', 'int64 3×4'],
      exitCode: 2,
    });
    await expect(Matrix.fromCOO('int64', [0, 0], [1, 1], [1n, 2n], b)).rejects.toMatchObject({
      code: 'GrB_INVALID_VALUE',
    });
    await expect(Matrix.fromCOO('bool', [0], [-1], true, b)).rejects.toMatchObject({
      code: 'GrB_INVALID_INDEX',
    });
    await expect(Matrix.fromCOO('bool', [0], [NaN], true, b)).rejects.toMatchObject({
      code: 'GrB_INVALID_INDEX',
    });
    await expect(
      Matrix.fromCOO('bool', [5], [0], true, { nrows: 5, ncols: 1, ...b }),
    ).rejects.toMatchObject({ code: 'GrB_INDEX_OUT_OF_BOUNDS' });
    await expect(
      Matrix.fromCOO('bool', [0], [0], true, { nrows: 2 ** 40, ...b }),
    ).rejects.toMatchObject({ code: 'GrB_INVALID_VALUE' });
    await expect(Matrix.fromCSR('bool', [0, 2, 1], [0, 1], true, b)).rejects.toMatchObject({
      code: 'GrB_INVALID_VALUE',
    });
    await expect(Matrix.fromCSR('bool', [0, 3, 1, 2], [0, 1], true, b)).rejects.toMatchObject({
      code: 'GrB_INVALID_VALUE',
    });
    await expect(Vector.fromCOO('bool', [1, 9], true, { size: 5, ...b })).rejects.toThrow(
      'Vector.fromCOO: index outside 0..4: 9 at 1 [GrB_INDEX_OUT_OF_BOUNDS]',
    );
    await expect(a.mxm(null as never, 'any_pair')).rejects.toMatchObject({
      code: 'GrB_NULL_POINTER',
      call: 'mxm',
      shapes: ['int64 3×4'],
    });
    const v = await Vector.fromCOO('int64', [1], [1n], { size: 4, ...b });
    await expect(a.eWiseAdd(v as never, 'plus')).rejects.toMatchObject({
      code: 'GrB_DOMAIN_MISMATCH',
      call: 'eWiseAdd',
      shapes: ['int64 3×4', 'int64 4'],
    });
    await expect(a.get(3, 0)).rejects.toMatchObject({ code: 'GrB_INDEX_OUT_OF_BOUNDS' });
    await expect(a.extract([9], null)).rejects.toMatchObject({ code: 'GrB_INDEX_OUT_OF_BOUNDS' });
  });

  test('a transferred buffer is refused, not read as empty', async () => {
    const rows = new Uint32Array([0]);
    structuredClone(rows.buffer, { transfer: [rows.buffer] });
    await expect(Matrix.fromCOO('bool', rows, rows, true, b)).rejects.toMatchObject({
      code: 'GrB_INVALID_OBJECT',
    });
  });

  test('a disposed object is refused, twice is once, and a duplicate lives on', async () => {
    const a = await Matrix.fromCOO('int32', [0], [1], [7], { nrows: 2, ncols: 2, ...b });
    const copy = await a.dup();
    a.dispose();
    a.dispose();
    await expect(a.transpose()).rejects.toMatchObject({ code: 'GrB_UNINITIALIZED_OBJECT' });
    await expect(copy.mxm(a, 'any_pair')).rejects.toMatchObject({
      code: 'GrB_UNINITIALIZED_OBJECT',
    });
    expect(String(a)).toBe('Matrix, disposed');
    expect(await copy.entries()).toEqual([[0, 1, 7]]);
  });

  test('disposing during an operation leaves its result right', async () => {
    const n = 1500;
    const rows = Uint32Array.from({ length: n * 8 }, (_x, k) => Math.floor(k / 8));
    const cols = Uint32Array.from(
      { length: n * 8 },
      (_x, k) => (Math.floor(k / 8) * 7 + (k % 8) * 13) % n,
    );
    const make = (): Promise<Matrix<'int64'>> =>
      Matrix.fromCOO('int64', rows, cols, 1n, { nrows: n, ncols: n, dup: 'plus', ...b });
    const kept = await make();
    const sum = async (m: Matrix<'int64'>): Promise<unknown> => [m.nvals, await m.reduce('plus')];
    const wanted = await sum(await kept.mxm(kept, 'plus_times'));
    const dropped = await make();
    const running = dropped.mxm(dropped, 'plus_times');
    dropped.dispose();
    expect(await sum(await running)).toEqual(wanted);
  });

  test('a set flag interrupts, and the objects stay usable', async () => {
    const a = await Matrix.fromCOO('bool', [0], [0], true, b);
    const task = createTask();
    Atomics.store(task.flag, 0, 1);
    await expect(a.mxm(a, 'any_pair', { task })).rejects.toMatchObject({ code: 'interrupted' });
    expect((await a.mxm(a, 'any_pair')).nvals).toBe(1);
  });

  test('empty shapes are shapes: no rows, no columns, no entries', async () => {
    const none = await Matrix.empty('int64', 0, 3, b);
    const tall = await Matrix.empty('int64', 3, 0, b);
    expect((await none.mxm(tall, 'plus_times')).toString()).toContain('0×0, 0 entries');
    expect((await tall.mxm(none, 'plus_times')).nvals).toBe(0);
    expect(await none.reduce('plus')).toBeUndefined();
    expect((await Vector.empty('bool', 0, b)).size).toBe(0);
    expect((await none.transpose()).nrows).toBe(3);
  });

  test('compressed rows and columns round trip, in any order of columns', async () => {
    const rows = await Matrix.fromCSR('int32', [0, 2, 2, 3], [2, 0, 1], [1, 2, 3], {
      ncols: 3,
      ...b,
    });
    expect(await rows.entries()).toEqual([
      [0, 0, 2],
      [0, 2, 1],
      [2, 1, 3],
    ]);
    const cols = await Matrix.fromCSC('int32', [0, 2, 2, 3], [2, 0, 1], [1, 2, 3], {
      nrows: 3,
      ...b,
    });
    expect(await cols.entries()).toEqual([
      [0, 0, 2],
      [1, 2, 3],
      [2, 0, 1],
    ]);
    const { offsets, indices, values } = await rows.toCSR();
    expect([[...offsets], [...indices], [...values]]).toEqual([
      [0, 2, 2, 3],
      [0, 2, 1],
      [2, 1, 3],
    ]);
  });

  test('repeats fold in input order', async () => {
    const at = [0, 0, 0];
    for (const [dup, wanted] of [
      ['plus', 6n],
      ['first', 1n],
      ['second', 3n],
      ['minus', -4n],
      ['max', 3n],
    ] as const) {
      const a = await Matrix.fromCOO('int64', at, at, [1n, 2n, 3n], { dup, ...b });
      expect(await a.entries(), dup).toEqual([[0, 0, wanted]]);
    }
    const merged = await Matrix.fromCOO('bool', at, at, true, b);
    expect(merged.nvals).toBe(1);
    const summed = await Matrix.fromCOO('int64', [0, 0, 1], [0, 0, 1], 2n, { dup: 'plus', ...b });
    expect(await summed.entries()).toEqual([
      [0, 0, 4n],
      [1, 1, 2n],
    ]);
  });
});
