/** One life of the addon: `node lifecycle-child.mjs ADDON WHAT`. */
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const [file, what, count] = isMainThread ? process.argv.slice(2) : workerData;
const addon = createRequire(import.meta.url)(file);
const none = {
  mask: null,
  structural: false,
  complement: false,
  accum: null,
  into: null,
  replace: false,
};

/** n × n, `degree` entries a row, `stride` apart: its square has n·degree² multiplications. */
function strided(n, degree, stride = Math.floor(n / degree)) {
  const offsets = Uint32Array.from({ length: n + 1 }, (_, i) => i * degree);
  const indices = new Uint32Array(n * degree);
  for (let i = 0, p = 0; i < n; i++)
    for (let k = 0; k < degree; k++) indices[p++] = k * stride + (i % stride);
  return addon.fromCsr('int64', n, n, offsets, indices, BigInt64Array.of(1n), true, undefined);
}

/** 5·10⁹ multiplications: many seconds in many blocks. */
async function longProduct(flag) {
  const a = await strided(20_000, 500);
  return addon.product('mxm', a, a, 'plus_times', false, false, none, flag);
}

const lives = {
  async exit() {
    longProduct();
    setTimeout(() => process.exit(7), 200);
  },
  async throw() {
    longProduct();
    setTimeout(() => {
      throw new Error('on purpose');
    }, 200);
  },
  async finish() {
    const a = await strided(1000, 10);
    const squared = await addon.product('mxm', a, a, 'plus_pair', false, false, none, undefined);
    console.log(squared.nvals > 0);
  },
  async cancel() {
    const flag = new Int32Array(new SharedArrayBuffer(4));
    let begin = 0;
    setTimeout(() => {
      begin = performance.now();
      Atomics.store(flag, 0, 1);
    }, 300);
    const code = await longProduct(flag).catch((error) => error.grbCode);
    console.log(JSON.stringify({ code, milliseconds: performance.now() - begin }));
  },
  async workers() {
    const self = fileURLToPath(import.meta.url);
    const start = (task) => new Worker(self, { workerData: [file, task] });
    const busy = Array.from({ length: 3 }, () => start('spin'));
    const quiet = start('square');
    const nvals = await new Promise((resolve, reject) => {
      quiet.once('message', resolve);
      quiet.once('error', reject);
    });
    await Promise.all(busy.map((worker) => worker.terminate()));
    const a = await strided(1000, 10);
    const squared = await addon.product('mxm', a, a, 'plus_pair', false, false, none, undefined);
    console.log(JSON.stringify({ same: squared.nvals === nvals }));
  },
  async square() {
    const a = await strided(1000, 10);
    parentPort.postMessage(
      (await addon.product('mxm', a, a, 'plus_pair', false, false, none, undefined)).nvals,
    );
  },
  async spin() {
    const a = await strided(2000, 20);
    for (;;)
      await Promise.all([
        addon.transpose(a, none, undefined),
        addon.product('mxm', a, a, 'any_pair', false, false, none, undefined),
      ]);
  },
  async drop() {
    const rounds = Number(count);
    const rss = () => process.memoryUsage().rss / 2 ** 20;
    let settled = 0;
    for (let k = 0; k < rounds; k++) {
      await strided(2000, 10);
      if (k === Math.floor(rounds / 4)) settled = rss();
    }
    console.log(JSON.stringify({ grown: rss() - settled }));
  },
  async dispose() {
    const rounds = Number(count);
    const rss = () => process.memoryUsage().rss / 2 ** 20;
    let settled = 0;
    for (let k = 0; k < rounds; k++) {
      addon.free(await strided(50, 3));
      if (k === Math.floor(rounds / 4)) settled = rss();
    }
    console.log(JSON.stringify({ grown: rss() - settled }));
  },
};
await lives[what]();
