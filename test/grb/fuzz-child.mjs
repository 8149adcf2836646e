/**
 * Random calls at the addon's boundary: `node fuzz-child.mjs ADDON CALLS SEED`. Most arguments are right, some are
 * anything at all. Ends with the number of calls on stdout; a crash ends it otherwise.
 */
import { createRequire } from 'node:module';
import { MessageChannel, Worker } from 'node:worker_threads';

const [file, calls, seed] = process.argv.slice(2);
const addon = createRequire(import.meta.url)(file);

let state = BigInt(seed);
/** splitmix64 */
function next() {
  state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
  let z = state;
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return Number((z ^ (z >> 31n)) & 0x1f_ffff_ffff_ffffn);
}
const below = (n) => next() % n;
const pick = (list) => list[below(list.length)];

const DTYPES = ['bool', 'int32', 'int64', 'uint64', 'fp64'];
const CLASSES = {
  bool: Uint8Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  fp64: Float64Array,
};
const OPS = [
  'first',
  'second',
  'pair',
  'plus',
  'minus',
  'times',
  'min',
  'max',
  'lor',
  'land',
  'lxor',
  'bor',
  'band',
  'bxor',
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
];
const UNARY = ['identity', 'one', 'ainv', 'abs', 'lnot', 'bnot'];
const SEMIRINGS = [
  'any_pair',
  'plus_pair',
  'plus_pair_int32',
  'min_first',
  'max_second',
  'plus_times',
  'plus_min',
  'min_plus',
  'max_min',
  'bor_band',
  'lor_land',
  'lxor_land',
];
const POSITION = ['tril', 'triu', 'diag', 'offdiag', 'rowle', 'rowgt', 'colle', 'colgt'];
const VALUE = ['valueeq', 'valuene', 'valuelt', 'valuele', 'valuegt', 'valuege'];

function detached() {
  const list = new Uint32Array(4);
  new MessageChannel().port1.postMessage(null, [list.buffer]);
  return list;
}

const shared = new Uint32Array(new SharedArrayBuffer(64));
/** Writes to the shared memory a tenth of the time: what was checked a moment ago may be something else by now. */
const writer = new Worker(
  `const { workerData } = require('node:worker_threads');
   const pause = new Int32Array(new SharedArrayBuffer(4));
   for (;;) {
     for (let k = 0; k < 20000; k++) workerData[k % 16] = k % 7 === 0 ? k : k % 5;
     Atomics.wait(pause, 0, 0, 1);
   }`,
  { eval: true, workerData: shared },
);
/** The same numbers, in the shared memory now and then. */
function laid(list) {
  if (list.length > shared.length || below(12) > 0) return list;
  const there = shared.subarray(0, list.length);
  there.set(list);
  return there;
}
const throwing = new Proxy(
  {},
  {
    get: () => {
      throw new Error('trap');
    },
  },
);
const pool = [];
const disposed = [];
const handle = () => (pool.length === 0 ? null : pick(pool));
/** One of the same dtype and shape, so that the library's ways for those that fit are met. */
const alike = (a) =>
  a &&
  pick(
    pool.filter(
      ({ vector, dtype, rows, cols }) =>
        vector === a.vector && dtype === a.dtype && rows === a.rows && cols === a.cols,
    ),
  );

/** Anything at all. */
function anything() {
  return pick([
    () => undefined,
    () => null,
    () => NaN,
    () => -1,
    () => -0,
    () => 1.5,
    () => Infinity,
    () => 2 ** 28 + 1,
    () => 2 ** 32,
    () => 2 ** 53,
    () => below(100),
    () => BigInt(next()) ** 3n,
    () => '',
    () => pick([...OPS, ...UNARY, ...SEMIRINGS, ...POSITION, ...VALUE, ...DTYPES]),
    () => 'plus_times_fp128',
    () => true,
    () => ({}),
    () => [],
    () => [1, 2, 3],
    () => Symbol('s'),
    () => () => 0,
    () => new Date(0),
    () => throwing,
    () => detached(),
    () => shared,
    () => new Uint32Array(below(9)),
    () => new Float32Array(3),
    () => new Uint8Array(below(9)),
    () => new BigInt64Array(2),
    () => new DataView(new ArrayBuffer(8)),
    () => new ArrayBuffer(8),
    () => new Int32Array(new SharedArrayBuffer(4)),
    () => handle(),
    () => (disposed.length === 0 ? null : pick(disposed)),
    () => Object.create(handle() ?? {}),
    () => ({ ...(handle() ?? {}) }),
    () => Promise.resolve(1),
  ])();
}

/** Mostly the same few sizes, so that operands fit each other. */
const size = () => (below(4) > 0 ? 4 : below(50) === 0 ? below(5000) : below(12));
const flag = () =>
  below(4) === 0
    ? new Int32Array(new SharedArrayBuffer(4)).fill(below(8) === 0 ? 1 : 0)
    : undefined;
const indices = (length, limit) =>
  Uint32Array.from({ length }, () =>
    below(40) === 0 ? next() % 2 ** 32 : below(Math.max(1, limit)),
  );
const column = (dtype, length) => {
  const values = new CLASSES[dtype](length);
  for (let k = 0; k < length; k++)
    values[k] =
      dtype.endsWith('64') && dtype !== 'fp64'
        ? BigInt(below(9))
        : dtype === 'fp64'
          ? below(9) / 2
          : below(4);
  return values;
};
const scalar = (dtype) => (dtype === 'int64' || dtype === 'uint64' ? BigInt(below(9)) : below(9));
const out = () => ({
  mask: below(2) === 0 ? handle() : null,
  structural: below(2) === 0,
  complement: below(2) === 0,
  accum: below(3) === 0 ? pick(OPS) : null,
  into: below(3) === 0 ? handle() : null,
  replace: below(2) === 0,
});
const output = () => (below(2) === 0 ? out() : null);
const bool = () => below(2) === 0;

function csr() {
  const rows = size();
  const cols = size();
  const offsets = new Uint32Array(rows + 1);
  const list = [];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols && j < 20; j++)
      if (below(3) === 0) list.push(below(60) === 0 ? next() % 2 ** 32 : j);
    offsets[i + 1] = list.length;
  }
  if (below(20) === 0 && rows > 0) offsets[below(rows)] = next() % 2 ** 32;
  const dtype = pick(DTYPES);
  const iso = bool();
  return [
    dtype,
    below(3) === 0 ? null : cols,
    laid(offsets),
    laid(Uint32Array.from(list)),
    column(dtype, iso ? 1 : list.length),
    iso,
    flag(),
  ];
}

const TEMPLATES = {
  fromCoo() {
    const vector = bool();
    const rows = vector ? 1 : size();
    const cols = size();
    // A third has an entry everywhere: the library keeps such objects in another form.
    const full = below(3) === 0 && rows * cols > 0 && rows * cols <= 64;
    const length = full ? rows * cols : below(30);
    const dtype = pick(DTYPES);
    const iso = bool();
    const row = full
      ? Uint32Array.from({ length }, (_, k) => Math.floor(k / cols))
      : vector && bool()
        ? new Uint32Array(0)
        : indices(length, rows);
    const col = full ? Uint32Array.from({ length }, (_, k) => k % cols) : indices(length, cols);
    return [
      vector,
      dtype,
      rows,
      cols,
      laid(row),
      laid(col),
      column(dtype, iso ? 1 : length),
      iso,
      below(4) === 0 ? null : pick(OPS),
      flag(),
    ];
  },
  fromCsr: csr,
  full() {
    const dtype = pick(DTYPES);
    return [dtype, size(), scalar(dtype), flag()];
  },
  product: () => [
    pick(['mxm', 'mxv', 'vxm']),
    handle(),
    handle(),
    pick(SEMIRINGS),
    bool(),
    bool(),
    output(),
    flag(),
  ],
  eWise() {
    const a = handle();
    const over = { ...out(), mask: null, accum: null, into: alike(a) };
    return [
      pick(['add', 'mult']),
      a,
      bool() ? alike(a) : handle(),
      pick(OPS),
      bool(),
      bool(),
      below(3) === 0 ? over : output(),
      flag(),
    ];
  },
  unary: () => [handle(), pick(UNARY), output(), flag()],
  bound: () => [handle(), pick(OPS), bool(), scalar(pick(DTYPES)), output(), flag()],
  cast: () => [handle(), pick(DTYPES), output(), flag()],
  positions: () => [handle(), bool(), below(9) - 4, output(), flag()],
  selectPosition: () => [handle(), pick(POSITION), below(20) - 10, output(), flag()],
  selectValue: () => [handle(), pick(VALUE), scalar(pick(DTYPES)), output(), flag()],
  extract: () => [
    handle(),
    bool() ? null : indices(below(9), 9),
    bool() ? null : indices(below(9), 9),
    output(),
    flag(),
  ],
  extractRow: () => [handle(), below(12), bool(), output(), flag()],
  reduceRows: () => [handle(), pick(OPS), bool(), output(), flag()],
  reduce: () => [handle(), pick(OPS), flag()],
  element: () => [handle(), below(12), below(12)],
  readFew() {
    const a = handle();
    const room = below(6);
    return [a, below(6), laid(new Uint32Array(room)), column(a?.dtype ?? 'bool', room + below(2))];
  },
  readColumns() {
    const a = handle();
    const spread = bool();
    const entries = below(9) > 0 && a ? a.nvals : below(40);
    const lines = below(9) > 0 && a ? (spread ? a.nvals : a.rows + 1) : below(40);
    return [
      a,
      spread,
      laid(new Uint32Array(lines)),
      laid(new Uint32Array(entries)),
      column(a?.dtype ?? 'bool', entries),
    ];
  },
  fewOf() {
    const dtype = pick(DTYPES);
    const positions = size();
    const held = Array.from({ length: positions }, (_, j) => j).filter(() => below(3) === 0);
    if (below(20) === 0) held.reverse();
    return [dtype, positions, laid(Uint32Array.from(held)), column(dtype, held.length)];
  },
  transpose: () => [handle(), output(), flag()],
  diagMatrix: () => [handle(), below(9) - 4, flag()],
  diagVector: () => [handle(), below(9) - 4, flag()],
  toCsr: () => [handle(), flag()],
  toCoo: () => [handle(), flag()],
  progress: () => [flag()],
  reachWords: () => [
    handle(),
    indices(below(70), 9),
    bool() ? null : new Uint8Array(below(12)),
    bool() ? null : below(9),
    flag(),
  ],
  free: () => [handle()],
  describe: () => [],
  useThreads: () => [1 + below(4)],
  usePiece: () => [pick([1, 30, 300, 20_000_000])],
  longestPiece: () => [],
};
/** Products are where most of the code is. */
const NAMES = [...Object.keys(TEMPLATES), 'product', 'product', 'product', 'product'];

function call() {
  const name = pick(NAMES);
  const args = TEMPLATES[name]();
  for (let k = 0; k < args.length; k++) if (below(12) === 0) args[k] = anything();
  if (below(30) === 0) args.length = below(args.length + 1);
  if (name === 'free' && args[0] && pool.includes(args[0])) {
    pool.splice(pool.indexOf(args[0]), 1);
    disposed.push(args[0]);
  }
  const result = addon[name](...args);
  // What changes after the call must not matter: columns were copied.
  for (const arg of args)
    if (arg instanceof Uint32Array && arg.length > 0 && arg.buffer !== shared.buffer)
      arg.fill(0xffff_ffff);
  return Promise.resolve(result).then(
    (value) => {
      if (value && typeof value === 'object' && 'nvals' in value) {
        pool.push(value);
        if (pool.length > 60) addon.free(pool.shift());
        if (disposed.length > 20) disposed.shift();
      }
      return 'done';
    },
    (error) => {
      if (error instanceof Error && (typeof error.grbCode === 'string' || error.message === 'trap'))
        return error.grbCode ?? 'trap';
      throw new Error(`strange refusal by ${name}`, { cause: error });
    },
  );
}

const tally = new Map();
const total = Number(calls);
for (let done = 0; done < total;) {
  const batch = Array.from({ length: Math.min(1 + below(64), total - done) }, call);
  done += batch.length;
  for (const outcome of await Promise.all(batch)) tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
}
await writer.terminate();
console.log(
  JSON.stringify({
    calls: total,
    done: tally.get('done') ?? 0,
    outcomes: [...tally.keys()].sort(),
  }),
);
