import { createRequire } from 'node:module';
import { afterAll, describe, expect, test } from 'vitest';
import {
  Matrix,
  nativeBackendIfBuilt,
  referenceBackend,
  type Backend,
} from '../../src/grb/index.js';
import { deep } from './arbitrary.js';
import { addonFile } from './backends.js';

interface Threaded {
  useThreads(count: number): void;
  usePiece(nanoseconds: number): void;
  describe(): { readonly threads: number };
}

const native = nativeBackendIfBuilt();
const addon =
  native === null ? null : (createRequire(import.meta.url)(addonFile) as unknown as Threaded);
const before = addon?.describe().threads ?? 1;

const N = deep ? 1200 : 90;

/** Numbers that look like any others, from a seed. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

/** An N × N matrix of about eight entries a row, a few rows far longer than that. */
async function sparse(seed: number, dtype: 'bool' | 'int64', backend: Backend): Promise<Matrix> {
  const next = numbers(seed);
  const count = 8 * N;
  const rows = Uint32Array.from({ length: count }, () => {
    const at = next.next().value % N;
    return at % 3 === 0 ? at % 7 : at;
  });
  const cols = Uint32Array.from({ length: count }, () => next.next().value % N);
  const shape = { nrows: N, ncols: N, backend };
  if (dtype === 'bool') return Matrix.fromCOO('bool', rows, cols, true, shape);
  const values = BigInt64Array.from({ length: count }, () => BigInt(next.next().value % 19) - 9n);
  return Matrix.fromCOO('int64', rows, cols, values, { dup: 'plus', ...shape });
}

/** Products that go in blocks, by what is asked of them. */
async function products(backend: Backend): Promise<Record<string, unknown>> {
  const a = await sparse(1, 'bool', backend);
  const i = await sparse(2, 'int64', backend);
  const j = await sparse(3, 'int64', backend);
  const made = {
    any_pair: await a.mxm(a, 'any_pair'),
    plus_times: await i.mxm(j, 'plus_times'),
    min_plus: await i.mxm(i, 'min_plus'),
    max_first: await i.mxm(a, 'max_first'),
    'Aᵀ B': await i.mxm(j, 'plus_times', { transposeFirst: true }),
    'A Bᵀ': await i.mxm(j, 'plus_min', { transposeSecond: true }),
    '⟨M⟩': await i.mxm(j, 'plus_times', { mask: a.S }),
    '⟨¬M⟩ into': await i.mxm(j, 'plus_times', { mask: a.S.complement, into: i, accum: 'plus' }),
    '⟨M⟩ Bᵀ': await i.mxm(j, 'plus_max', { mask: i.V, transposeSecond: true, replace: true }),
    'its own mask': await i.mxm(i, 'plus_times', { mask: i.S, into: i, accum: 'max' }),
  };
  const out: Record<string, unknown> = {};
  for (const [what, c] of Object.entries(made)) out[what] = await c.toCSR();
  return out;
}

describe.skipIf(native === null)('products in blocks (needs native)', () => {
  afterAll(() => {
    addon!.useThreads(before);
    addon!.usePiece(20_000_000);
  });

  test.each(deep ? [1, 2, 3, 8] : [1, 3])('are the same bytes with %i threads', async (count) => {
    const expected = await products(referenceBackend);
    addon!.useThreads(count);
    for (const piece of [30, 3000]) {
      addon!.usePiece(piece);
      expect(await products(native!)).toEqual(expected);
    }
  });

  test('go on when the number of threads changes under them, which is what is told', async () => {
    const expected = await products(referenceBackend);
    addon!.useThreads(2);
    addon!.usePiece(3000);
    let over = false;
    const running = products(native!).finally(() => (over = true));
    const told: number[] = [];
    do {
      const count = 1 + (told.length % 4);
      addon!.useThreads(count);
      told.push(addon!.describe().threads - count);
      await new Promise((resolve) => setImmediate(resolve));
    } while (!over);
    expect(await running).toEqual(expected);
    expect(told.filter((difference) => difference !== 0)).toEqual([]);
    addon!.useThreads(3);
    expect(addon!.describe().threads).toBe(3);
  });
});
