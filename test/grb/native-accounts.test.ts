import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { Matrix, nativeBackendIfBuilt, type Backend } from '../../src/grb/index.js';
import { reachEach } from '../../src/ops/index.js';
import { createTask, type ProgressReport } from '../../src/task/index.js';
import { addonFile } from './backends.js';

const native = nativeBackendIfBuilt();

/** n × n, `degree` entries a row: its square has n·degree² multiplications. Gives what builds it. */
function strided(n: number, degree: number, backend: Backend): () => Promise<Matrix<'int64'>> {
  const stride = Math.floor(n / degree);
  const offsets = Uint32Array.from({ length: n + 1 }, (_, i) => i * degree);
  const indices = new Uint32Array(n * degree);
  for (let i = 0, p = 0; i < n; i++)
    for (let k = 0; k < degree; k++) indices[p++] = k * stride + (i % stride);
  return () => Matrix.fromCSR('int64', offsets, indices, 1n, { ncols: n, backend });
}

describe.skipIf(native === null)('the native backend (needs native)', () => {
  const backend = native!;

  test('puts what reach keeps with a matrix on the collector’s account, until it is disposed', async () => {
    const addon = createRequire(import.meta.url)(addonFile) as { accounted(): number };
    const before = addon.accounted();
    const graph = await strided(2000, 10, backend)();
    const own = addon.accounted() - before;
    expect(own).toBeGreaterThan(8 * graph.nvals);
    // Few seeds are followed along the rows as they lie.
    await reachEach(graph, [0, 1, 2, 3, 4]);
    expect(addon.accounted() - before - own).toBeGreaterThan(8 * graph.nvals);
    graph.dispose();
    expect(addon.accounted()).toBe(before);
  });

  test('lets the collector free what is dropped, though no call waits for another thread', async () => {
    const rss = (): number => process.memoryUsage().rss / 2 ** 20;
    const build = strided(2000, 10, backend);
    for (let k = 0; k < 300; k++) await build();
    const settled = rss();
    for (let k = 0; k < 2000; k++) await build();
    // All that was dropped weighs 350 MB; when the collector comes is its own business.
    expect(rss() - settled).toBeLessThan(240);
  });

  test('tells how far a long product is, and stops when that is enough', async () => {
    const a = await strided(4000, 400, backend)();
    const stop = new AbortController();
    const seen: ProgressReport[] = [];
    const onProgress = (report: ProgressReport): void => {
      seen.push(report);
      stop.abort();
    };
    const task = createTask({ signal: stop.signal, onProgress });
    await expect(a.mxm(a, 'plus_times', { task })).rejects.toMatchObject({ code: 'interrupted' });
    const [first] = seen;
    expect(first?.what).toBe('mxm');
    expect(first?.total).toBeGreaterThan(10);
    expect(first?.done).toBeLessThan(first?.total ?? 0);
  });
});
