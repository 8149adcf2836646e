/** One backend's round: `node side.mjs BACKEND FILE N M SEEDS64 SEEDS1000 masked|plain` prints one JSON line. */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const [name, file, nText, mText, list64, list1000, maskedText] = process.argv.slice(2);
process.env.MIMIR_BACKEND = name;
const { Matrix, Vector } = await import('../../dist/grb/index.js');
const { hops, reachEach } = await import('../../dist/ops/index.js');

const n = Number(nText);
const m = Number(mText);
const bytes = readFileSync(file);
const all = new Uint32Array(bytes.buffer, bytes.byteOffset, 2 * m);
const rows = all.subarray(0, m);
const cols = all.subarray(m);
const seeds64 = Uint32Array.from(list64.split(','), Number);
const seeds1000 = Uint32Array.from(list1000.split(','), Number);
const results = {};

/** Milliseconds below which the first run is a warm-up: it pays for compilation and fresh memory. */
const BRIEF = 100;

async function measure(what, work) {
  for (let run = 0; run < 2; run++) {
    const begin = performance.now();
    const used = process.cpuUsage();
    const check = await work();
    const { user, system } = process.cpuUsage(used);
    const ms = performance.now() - begin;
    results[what] = { ms, cpu: (user + system) / 1000, check: Number(check) };
    if (results[what].cpu >= BRIEF) return;
  }
}

let a;
await measure('build', async () => {
  a = await Matrix.fromCOO('bool', rows, cols, true, { nrows: n, ncols: n });
  return a.nvals;
});
await measure('bfs', async () => {
  let q = await Vector.fromCOO('bool', [seeds64[0]], true, { size: n });
  let seen = q;
  while (q.nvals > 0) {
    q = await q.vxm(a, 'any_pair', { mask: seen.S.complement });
    seen = await seen.eWiseAdd(q, 'lor');
  }
  return seen.nvals;
});
// The first pass makes the pattern of ones that BOR.BAND reads; it is kept with the matrix.
await reachEach(a, seeds64, { maxHops: 0 });
await measure('reach64', async () =>
  (await reachEach(a, seeds64)).reachers().reduce((sum, count) => sum + count, 0),
);
await measure('twoHops', async () => {
  let f = await Matrix.fromCOO('bool', Uint32Array.from(seeds1000.keys()), seeds1000, true, {
    nrows: seeds1000.length,
    ncols: n,
  });
  for (let hop = 0; hop < 2; hop++) f = await f.mxm(a, 'any_pair');
  return f.nvals;
});
await measure('transpose', async () => (await a.transpose()).nvals);
if (maskedText === 'masked') {
  await measure('masked', async () =>
    (await a.mxm(a, 'plus_pair', { mask: a.S, transposeSecond: true })).reduce('plus'),
  );
}
const { offsets, indices } = await a.toCSR();
const links = { offsets, targets: indices };
await measure('op hops', async () =>
  (await hops(links, seeds64.subarray(0, 1))).reduce((sum, d) => sum + (d >= 0 ? 1 : 0), 0),
);
if (name === 'reference') {
  await measure('64 × op hops', async () => {
    let sum = 0;
    for (const seed of seeds64)
      sum += (await hops(links, [seed])).reduce((count, d) => count + (d >= 0 ? 1 : 0), 0);
    return sum;
  });
}
console.log(JSON.stringify(results));
