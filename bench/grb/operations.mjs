/**
 * `node bench/grb/operations.mjs [--rounds 7] [--sizes 100000,1000000] [--only NAME] [--backends native,reference]`:
 * every operation of the door on both backends, in one process, turn about; medians go to OPERATIONS.md. `--graph rmat`
 * takes an R-MAT graph with sixteen edges a node instead of the code-like one, and writes nothing.
 * Needs dist/ and the addon (`npm run setup`).
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import { codeLike, rmat, seedsOf } from './graphs.mjs';

const dist = process.env.MIMIR_DIST ?? '../../dist';
const { Matrix, Vector, nativeBackendIfBuilt, referenceBackend } = await import(
  `${dist}/grb/index.js`
);
const ops = await import(`${dist}/ops/index.js`);
v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');

const argument = (name, fallback) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? fallback : process.argv[at + 1];
};
const rounds = Number(argument('--rounds', '7'));
const sizes = argument('--sizes', '100000,1000000').split(',').map(Number);
const only = argument('--only', '');
const kind = argument('--graph', 'code-like');
const all = { native: nativeBackendIfBuilt(), reference: referenceBackend };
const names = argument('--backends', 'native,reference').split(',');
if (names.includes('native') && all.native === null)
  throw new Error('the native addon is not built');

const here = path.dirname(fileURLToPath(import.meta.url));
const addon = createRequire(import.meta.url)(
  process.env.MIMIR_ADDON ?? path.join(here, '../../build/native/mimir_grb.node'),
);

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** What the operations work on, once a backend. */
async function operands(graph, backend) {
  const { n, rows, cols } = graph;
  const b = { backend };
  const shape = { nrows: n, ncols: n, ...b };
  const values = BigInt64Array.from(rows, (_, k) => BigInt(k % 7));
  const every = Uint32Array.from({ length: n }, (_, v) => v);
  const a = await Matrix.fromCOO('bool', rows, cols, true, shape);
  const i = await Matrix.fromCOO('int64', rows, cols, values, { dup: 'plus', ...shape });
  const t = await i.transpose();
  const { offsets, indices } = await a.toCSR();
  const labels = await Matrix.fromCOO(
    'bool',
    every,
    Uint32Array.from(every, (v) => v % 64),
    true,
    {
      nrows: n,
      ncols: 64,
      ...b,
    },
  );
  return {
    ...b,
    graph,
    shape,
    values,
    a,
    i,
    t,
    every,
    odd: every.filter((v) => v % 2 === 1),
    offsets,
    indices,
    labels,
    counts: await (await i.cast('int32')).select('colle', Math.floor(n / 2)),
    few: await i.extract(every.subarray(0, Math.ceil(n / 50)), null),
    u: await Vector.fromCOO('int64', every, values.subarray(0, n), { size: n, ...b }),
    half: await Vector.fromCOO(
      'int64',
      every.filter((v) => v % 2 === 0),
      3n,
      { size: n, ...b },
    ),
    seed: await Vector.fromCOO('bool', [1], true, { size: n, ...b }),
    seeds: seedsOf(graph, 64),
    weights: Int32Array.from(every, (v) => 1 + (v % 100)),
  };
}

const OPERATIONS = {
  'fromCOO bool': (x) => Matrix.fromCOO('bool', x.graph.rows, x.graph.cols, true, x.shape),
  'fromCOO int64 plus': (x) =>
    Matrix.fromCOO('int64', x.graph.rows, x.graph.cols, x.values, { dup: 'plus', ...x.shape }),
  fromCSR: (x) =>
    Matrix.fromCSR('bool', x.offsets, x.indices, true, { ncols: x.graph.n, backend: x.backend }),
  fromCSC: (x) =>
    Matrix.fromCSC('bool', x.offsets, x.indices, true, { nrows: x.graph.n, backend: x.backend }),
  'Vector.fromCOO': (x) =>
    Vector.fromCOO('int64', x.every, x.values.subarray(0, x.graph.n), {
      size: x.graph.n,
      backend: x.backend,
    }),
  'Vector.full': (x) => Vector.full('int64', x.graph.n, 1n, { backend: x.backend }),
  'mxm any_pair': (x) => x.a.mxm(x.a, 'any_pair'),
  'mxm plus_pair': (x) => x.a.mxm(x.a, 'plus_pair'),
  'mxm plus_times': (x) => x.i.mxm(x.i, 'plus_times'),
  'mxm plus_times ⟨M⟩': (x) => x.i.mxm(x.i, 'plus_times', { mask: x.a.S }),
  'mxm plus_pair ⟨M⟩ Bᵀ': (x) => x.a.mxm(x.a, 'plus_pair', { mask: x.a.S, transposeSecond: true }),
  'mxm plus_min Bᵀ': (x) => x.few.mxm(x.few, 'plus_min', { transposeSecond: true }),
  'mxv plus_times': (x) => x.i.mxv(x.u, 'plus_times'),
  'mxv Aᵀ plus_times': (x) => x.fresh.mxv(x.u, 'plus_times', { transposeFirst: true }),
  'vxm plus_times': (x) => x.u.vxm(x.i, 'plus_times'),
  'vxm any_pair, one entry': (x) => x.seed.vxm(x.a, 'any_pair'),
  'vxm any_pair ⟨¬m⟩, half': (x) => x.half.vxm(x.a, 'any_pair', { mask: x.half.S.complement }),
  'eWiseAdd plus': (x) => x.i.eWiseAdd(x.t, 'plus'),
  'eWiseMult times': (x) => x.i.eWiseMult(x.t, 'times'),
  'eWiseMult lt': (x) => x.i.eWiseMult(x.t, 'lt'),
  'eWiseAdd Bᵀ': (x) => x.i.eWiseAdd(x.fresh, 'plus', { transposeSecond: true }),
  'eWiseAdd plus, vector': (x) => x.u.eWiseAdd(x.half, 'plus'),
  'eWiseMult times, vector': (x) => x.u.eWiseMult(x.half, 'times'),
  'apply ainv': (x) => x.i.apply('ainv'),
  'apply plus 3': (x) => x.i.apply('plus', { right: 3n }),
  'apply ⟨M⟩ into': (x) => x.i.apply('ainv', { mask: x.i.V, into: x.t, accum: 'plus' }),
  'apply, vector': (x) => x.u.apply('ainv'),
  cast: (x) => x.i.cast('int32'),
  position: (x) => x.i.position('row'),
  'select tril': (x) => x.i.select('tril'),
  'select valuege': (x) => x.i.select('valuege', 3n),
  'select, vector': (x) => x.u.select('valuege', 3n),
  'extract rows': (x) => x.i.extract(x.odd, null),
  'extract columns': (x) => x.i.extract(null, x.odd),
  'extract both': (x) => x.i.extract(x.odd, x.odd),
  'extract, vector': (x) => x.u.extract(x.odd),
  row: (x) => x.i.row(5),
  col: (x) => x.fresh.col(5),
  get: (x) => x.i.get(5, 5),
  reduceRows: (x) => x.i.reduceRows('plus'),
  reduceColumns: (x) => x.fresh.reduceColumns('plus'),
  reduce: (x) => x.i.reduce('plus'),
  'reduce, vector': (x) => x.u.reduce('max'),
  transpose: (x) => x.fresh.transpose(),
  diag: (x) => x.i.diag(),
  'Matrix.diag': (x) => Matrix.diag(x.u),
  dup: (x) => x.i.dup(),
  toCSR: (x) => x.i.toCSR(),
  toCOO: (x) => x.i.toCOO(),
  'toCOO, vector': (x) => x.u.toCOO(),
  'ops.reachEach 64': (x) => ops.reachEach(x.a, x.seeds),
  'ops.reachEach 1': (x) => ops.reachEach(x.a, x.seeds.subarray(0, 1)),
  'ops.reachK 2': (x) => ops.reachK(x.a, x.labels, 2),
  'ops.propagate': (x) => ops.propagate(x.a, x.half, 'min'),
  'ops.bottleneck': (x) => ops.bottleneck(x.a, x.seeds, x.weights),
  'ops.multisetJaccard': async (x) => ops.multisetJaccard(await x.few.cast('int32')),
  'ops.wlRefine 1': (x) =>
    ops.wlRefine(
      [{ tag: 1, graph: x.a }],
      BigUint64Array.from(x.every, (v) => BigInt(v % 50)),
      1,
    ),
};

/** What turns a matrix round gets one that wasn't turned before: the reference keeps a transpose once it has it. */
const FRESH = new Set(['mxv Aᵀ plus_times', 'eWiseAdd Bᵀ', 'col', 'reduceColumns', 'transpose']);

/** What a round of a brief call takes at least, in milliseconds, and how many calls it has at most. */
const ROUND = 2;
const CALLS = 2000;
/** Rounds of brief calls for one of long ones: what they vary by is memory that is or isn't at hand. */
const BRIEF_ROUNDS = 5;

/** Calls of a round: of brief ones many, one after the other, since a clock and a collector weigh more than one. */
async function callsOf(what, work, held) {
  if (FRESH.has(what)) return 1;
  let least = Infinity;
  for (const name of names) {
    for (let k = 0; k < 2; k++) {
      const begin = performance.now();
      (await work(held[name]))?.dispose?.();
      least = Math.min(least, performance.now() - begin);
    }
  }
  return Math.min(CALLS, Math.ceil(ROUND / least));
}

const digits = (ms) =>
  ms < 0.01 ? ms.toFixed(5) : ms < 1 ? ms.toFixed(3) : ms < 10 ? ms.toFixed(2) : ms.toFixed(0);

async function table(size) {
  const graph =
    kind === 'rmat'
      ? rmat(Math.floor(Math.log2(size / 16)), size)
      : codeLike(Math.floor(size / 7), size);
  const held = {};
  for (const name of names) held[name] = await operands(graph, all[name]);
  const lines = [];
  const slower = [];
  for (const [what, work] of Object.entries(OPERATIONS)) {
    if (!only.split(',').some((part) => what.includes(part))) continue;
    const times = Object.fromEntries(names.map((name) => [name, []]));
    const cpus = Object.fromEntries(names.map((name) => [name, []]));
    let longest = 0;
    const calls = await callsOf(what, work, held);
    // The first round warms up: code, allocator, the pattern that BOR.BAND reads. Who begins takes turns: the one that
    // comes second may find memory that the first one has brought in.
    const turns = calls > 1 ? BRIEF_ROUNDS * rounds : rounds;
    for (let round = 0; round <= turns; round++) {
      for (const name of round % 2 === 0 ? names : [...names].reverse()) {
        if (FRESH.has(what)) held[name].fresh = await held[name].i.apply('identity');
        // What the other side left behind is not this one's to clear away.
        collect();
        const made = [];
        const used = process.cpuUsage();
        const begin = performance.now();
        for (let k = 0; k < calls; k++) {
          const one = await work(held[name]);
          // Columns are the collector's on both sides, as they are where they are read.
          if (one?.dispose) made.push(one);
        }
        const ms = performance.now() - begin;
        const { user, system } = process.cpuUsage(used);
        for (const one of made) one.dispose();
        const piece = addon.longestPiece();
        if (round === 0) continue;
        longest = Math.max(longest, piece);
        times[name].push(ms / calls);
        cpus[name].push((user + system) / 1000 / calls);
      }
    }
    const [wall, cpu] = [times, cpus].map((of) => names.map((name) => median(of[name])));
    const cells = names.map(
      (name, k) =>
        `${digits(wall[k])} (${digits(Math.min(...times[name]))}–${digits(Math.max(...times[name]))}) · ${digits(cpu[k])}`,
    );
    const ratio =
      names.length < 2
        ? ''
        : ` ${(wall[1] / wall[0]).toFixed(2)} · ${(cpu[1] / cpu[0]).toFixed(2)} |`;
    if (names.length > 1 && wall[1] < wall[0] / 1.5 && cpu[1] < cpu[0] / 1.5) slower.push(what);
    const line = `| ${what} | ${cells.join(' | ')} |${ratio} ${digits(longest)} |`;
    console.error(line);
    lines.push(line);
  }
  const head = `| ms: median (least–greatest) · processor | ${names.join(' | ')} |${names.length < 2 ? '' : ' reference ÷ native |'} longest piece |`;
  const rule = `|---|${names.map(() => '---|').join('')}${names.length < 2 ? '' : '---|'}---|`;
  return {
    title: `## ${graph.name}`,
    text: [head, rule, ...lines].join('\n'),
    slower,
  };
}

const parts = [];
for (const size of sizes) {
  const { title, text, slower } = await table(size);
  parts.push(
    `${title}\n\n${text}\n\nSlower than the reference by 1.5 or more, by the clock and by processor time: ${slower.length === 0 ? 'none' : slower.join(', ')}.\n`,
  );
}
if (only === '' && kind === 'code-like' && names.length > 1 && !process.argv.includes('--dry')) {
  const { library, version, threads } = all.native.describe();
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${library} ${version} with ${threads} threads. Load while measuring: ${os
    .loadavg()
    .map((l) => l.toFixed(1))
    .join(', ')}. ${rounds} rounds.`;
  const target = path.join(here, 'OPERATIONS.md');
  const shown = existsSync(target) ? readFileSync(target, 'utf8') : '';
  // What a person wrote about the figures stays, above the first rule.
  const words = shown.includes('\n---\n') ? shown.slice(0, shown.indexOf('\n---\n')) : '';
  writeFileSync(`${target}.tmp`, `${words.trim()}\n\n---\n\n${machine}\n\n${parts.join('\n')}`);
  renameSync(`${target}.tmp`, target);
  console.log(`written: ${path.relative(process.cwd(), target)}`);
}
