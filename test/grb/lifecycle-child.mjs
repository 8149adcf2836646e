/** One life of the addon: `node lifecycle-child.mjs ADDON WHAT`. */
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const [file, what, count] = isMainThread ? process.argv.slice(2) : workerData;
/** Of the guests only the workers load it. */
const addon = what === 'guests' ? null : createRequire(import.meta.url)(file);
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
  return addon.fromCsr('int64', n, offsets, indices, BigInt64Array.of(1n), true, undefined);
}

/** The event loop comes round, and with it what the collector found: brief work keeps it from doing so. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** 5·10⁹ multiplications: many seconds in many blocks. */
async function longProduct(flag) {
  const a = await strided(20_000, 500);
  return addon.product('mxm', a, a, 'plus_times', false, false, none, flag);
}

/** An n × n matrix of `entries` random places and small values. */
function scattered(n, entries) {
  const rows = new Uint32Array(entries);
  const cols = new Uint32Array(entries);
  const values = new BigInt64Array(entries);
  let x = 88_172_645;
  for (let e = 0; e < entries; e++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    rows[e] = (x >>> 0) % n;
    cols[e] = Math.imul(x, 2_654_435_761) >>> 0;
    cols[e] %= n;
    values[e] = BigInt(e % 7);
  }
  return { rows, cols, values };
}

/** Every operation on a matrix of `entries` entries, as functions of a cancel flag. */
async function everyOperation(entries) {
  const n = Math.floor(entries / 7);
  const { rows, cols, values } = scattered(n, entries);
  const fromCoo = (dtype, list, iso, flag) =>
    addon.fromCoo(false, dtype, n, n, rows, cols, list, iso, iso ? null : 'plus', flag);
  const a = await fromCoo('bool', Uint8Array.of(1), true);
  const i = await fromCoo('int64', values, false);
  const t = await addon.transpose(i, none, undefined);
  const u = await addon.fromCoo(
    true,
    'int64',
    1,
    n,
    new Uint32Array(0),
    rows.map((_, k) => k).subarray(0, n),
    values.subarray(0, n),
    false,
    null,
    undefined,
  );
  const wide = await addon.full('int64', entries, 2n, undefined);
  const holes = await addon.selectPosition(wide, 'rowgt', entries >> 1, none, undefined);
  const { offsets, indices } = await addon.toCsr(a, undefined);
  const odd = Uint32Array.from({ length: n >> 1 }, (_, k) => 2 * k + 1);
  const into = { ...none, mask: i, accum: 'plus', into: t };
  const under = { ...none, mask: a, structural: true };
  const outside = { ...under, complement: true };
  const product = (kind, x, y, ring, tx, ty, out) => (flag) =>
    addon.product(kind, x, y, ring, tx, ty, out, flag);
  return {
    'fromCoo bool': (flag) => fromCoo('bool', Uint8Array.of(1), true, flag),
    'fromCoo int64': (flag) => fromCoo('int64', values, false, flag),
    fromCsr: (flag) => addon.fromCsr('bool', n, offsets, indices, Uint8Array.of(1), true, flag),
    full: (flag) => addon.full('int64', entries, 2n, flag),
    mxm: product('mxm', i, i, 'plus_times', false, false, none),
    'mxm any_pair': product('mxm', a, a, 'any_pair', false, false, none),
    'mxm masked': product('mxm', i, i, 'plus_times', false, false, under),
    'mxm outside': product('mxm', a, a, 'any_pair', false, false, outside),
    'mxm turned': product('mxm', i, i, 'min_plus', true, true, none),
    'mxm dots': product('mxm', a, a, 'plus_pair', false, true, under),
    mxv: product('mxv', i, u, 'plus_times', false, false, none),
    'mxv turned': product('mxv', i, u, 'plus_times', true, false, none),
    vxm: product('vxm', u, i, 'plus_times', false, false, none),
    'vxm turned': product('vxm', u, i, 'min_plus', false, true, none),
    'vxm any_pair': product('vxm', u, a, 'any_pair', false, false, none),
    eWiseAdd: (flag) => addon.eWise('add', i, t, 'plus', false, false, none, flag),
    eWiseMult: (flag) => addon.eWise('mult', i, t, 'lt', false, false, none, flag),
    'eWiseAdd turned': (flag) => addon.eWise('add', i, i, 'plus', false, true, none, flag),
    'eWiseAdd vector': (flag) => addon.eWise('add', wide, holes, 'plus', false, false, none, flag),
    unary: (flag) => addon.unary(i, 'ainv', none, flag),
    'unary vector': (flag) => addon.unary(holes, 'ainv', none, flag),
    'unary into': (flag) => addon.unary(i, 'ainv', into, flag),
    bound: (flag) => addon.bound(i, 'times', true, 3n, none, flag),
    cast: (flag) => addon.cast(i, 'fp64', none, flag),
    positions: (flag) => addon.positions(i, true, 1, none, flag),
    selectPosition: (flag) => addon.selectPosition(i, 'tril', 0, none, flag),
    selectValue: (flag) => addon.selectValue(i, 'valuegt', 3n, none, flag),
    'extract rows': (flag) => addon.extract(i, odd, null, none, flag),
    'extract columns': (flag) => addon.extract(i, null, odd, none, flag),
    'extract both': (flag) => addon.extract(i, odd, odd, none, flag),
    'extract vector': (flag) => addon.extract(u, null, rows, none, flag),
    row: (flag) => addon.extractRow(i, 5, false, none, flag),
    column: (flag) => addon.extractRow(i, 5, true, none, flag),
    reduceRows: (flag) => addon.reduceRows(i, 'plus', false, none, flag),
    reduceColumns: (flag) => addon.reduceRows(i, 'plus', true, none, flag),
    reduce: (flag) => addon.reduce(i, 'plus', flag),
    transpose: (flag) => addon.transpose(i, none, flag),
    'transpose into': (flag) => addon.transpose(i, into, flag),
    diagVector: (flag) => addon.diagVector(i, 0, flag),
    diagMatrix: (flag) => addon.diagMatrix(wide, 0, flag),
    toCsr: (flag) => addon.toCsr(i, flag),
    reachWords: (flag) => addon.reachWords(a, odd.subarray(0, 64), null, null, flag),
  };
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
  /** The longest way from one look at the flag to the next, of each operation. */
  async pieces() {
    const [entries, piece] = count.split(':').map(Number);
    const operations = await everyOperation(entries);
    addon.usePiece(piece);
    const longest = {};
    for (const [name, work] of Object.entries(operations)) {
      // A busy machine stretches processor time too, by what caches lose: the least of three counts.
      let least = Infinity;
      for (let run = 0; run < 3 && least >= 100; run++) {
        addon.longestPiece();
        await work(undefined);
        least = Math.min(least, addon.longestPiece());
      }
      longest[name] = least;
    }
    console.log(JSON.stringify(longest));
  },
  /** Each operation stopped at its second look; what they were asked with must serve afterwards. */
  async stops() {
    const operations = await everyOperation(Number(count));
    addon.usePiece(100_000);
    const outcomes = {};
    for (const [name, work] of Object.entries(operations)) {
      const before = await work(undefined);
      const flag = new Int32Array(new SharedArrayBuffer(4));
      const running = Promise.resolve(work(flag)).then(
        () => 'done',
        (error) => error.grbCode,
      );
      // The job thread is not this one: it has looked once by the time that a timer comes round.
      await turn();
      Atomics.store(flag, 0, 1);
      const outcome = await running;
      const after = await work(undefined);
      const same =
        typeof before === 'object' && 'nvals' in before
          ? before.nvals === after.nvals
          : String(before) === String(after);
      outcomes[name] = { outcome, same };
    }
    console.log(JSON.stringify(outcomes));
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
  /** Workers come and go while nobody else has the addon: brief calls and long ones. */
  async guests() {
    const self = fileURLToPath(import.meta.url);
    for (let round = 0; round < 3; round++) {
      const workers = ['brief', 'spin'].map(
        (task) => new Worker(self, { workerData: [file, task] }),
      );
      await Promise.all(
        workers.map((worker) => new Promise((resolve) => worker.once('message', resolve))),
      );
      await Promise.all(workers.map((worker) => worker.terminate()));
    }
    console.log('gone');
  },
  async brief() {
    for (let k = 0; ; k++) {
      const a = await strided(50, 3);
      const squared = await addon.product('mxm', a, a, 'plus_pair', false, false, none, undefined);
      if (k % 3 === 0) addon.free(squared);
      if (k === 100) parentPort.postMessage('going');
      if (k % 50 === 0) await turn();
    }
  },
  async square() {
    const a = await strided(1000, 10);
    parentPort.postMessage(
      (await addon.product('mxm', a, a, 'plus_pair', false, false, none, undefined)).nvals,
    );
  },
  async spin() {
    const a = await strided(2000, 20);
    parentPort.postMessage('going');
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
      await turn();
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
      if (k % 100 === 0) await turn();
      if (k === Math.floor(rounds / 4)) settled = rss();
    }
    console.log(JSON.stringify({ grown: rss() - settled }));
  },
};
await lives[what]();
