// What a person waits for in front of a table: opening it, sorting it, filtering it; and what a replay waits for:
// its digest. Run `npm run build` first, then `node bench/table/bench.mjs [rows] [rounds]`.
import { availableParallelism, cpus, loadavg } from 'node:os';
import {
  argsort,
  arrowPage,
  bigints,
  coded,
  digestRows,
  integers,
  pageOf,
  rationals,
  reals,
  relation,
  relationFromArrow,
  texts,
  toArquero,
} from '../../dist/table/index.js';
import { layoutTable } from '../../dist/view/table-layout.js';
import { tableHtml } from '../../dist/view/table-html.js';

const rows = Number(process.argv[2] ?? 1e6);
const rounds = Number(process.argv[3] ?? 7);

// A fixed generator: the same table in every run.
let state = 1;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state;
};

/** A table like those of lenses: labels, kinds, counts, ratios. Above 2·10^6 rows the labels repeat. */
function makeTable() {
  const distinct = Math.min(rows, 2e6);
  // Encoded and decoded once, as a dump's labels are: flat strings, not ropes.
  const label = (i) =>
    Buffer.from(
      `crate-${i % 7} module/sub-${i % 97}/file${i % 1009}.ts/Class${random() % 5000}#method${i}().`,
    ).toString('latin1');
  const dictionary = Array.from({ length: distinct }, (_, i) => label(i));
  const pick = Uint32Array.from({ length: rows }, () => random() % distinct);
  const kinds = ['function', 'method', 'class', 'interface', 'field', 'module'];
  const small = () => Int32Array.from({ length: rows }, () => random() % 1000);
  return relation({
    key: ['row'],
    columns: [
      integers(
        'row',
        Uint32Array.from({ length: rows }, (_, i) => i),
      ),
      rows > 2e6
        ? coded('label', pick, dictionary)
        : texts(
            'label',
            Array.from(pick, (_, i) => dictionary[(i * 7919) % distinct]),
          ),
      coded(
        'kind',
        Uint8Array.from({ length: rows }, () => random() % 6),
        kinds,
      ),
      integers(
        'calls',
        Int32Array.from({ length: rows }, () => random() | 0),
      ),
      bigints(
        'paths',
        BigInt64Array.from({ length: rows }, () => BigInt(random()) << 31n),
      ),
      rationals(
        'share',
        small(),
        small().map((den) => den + 1),
      ),
      reals(
        'score',
        Float64Array.from({ length: rows }, () => random() / 2 ** 32),
      ),
    ],
  });
}

const median = (sorted) => sorted[sorted.length >> 1];
const table = makeTable();
// A relation is immutable and remembers the ranks of its texts; a fresh one shows what the first sort costs.
const fresh = () =>
  relation({
    key: table.key,
    columns: table.columns.map((column) =>
      column.data?.kind === 'text' ? texts('label', [...column.data.values]) : column,
    ),
  });

const cases = {
  'open: first page of 100 rows, laid out': () =>
    layoutTable(pageOf(fresh(), { from: 0, count: 100 }).rows, { width: 120 }),
  'open: first page as Arrow, read back': () =>
    relationFromArrow(arrowPage(table, { from: 0, count: 100 }).arrow),
  'open in a notebook: HTML with 500 rows': () => tableHtml(table),
  'sort by int32': () => argsort([{ column: table.column('calls') }]),
  'sort by bigint': () => argsort([{ column: table.column('paths') }]),
  'sort by rational': () => argsort([{ column: table.column('share') }]),
  'sort by real': () => argsort([{ column: table.column('score') }]),
  'sort by coded text (6 kinds)': () => argsort([{ column: table.column('kind') }]),
  'sort by label, first time': () => argsort([{ column: fresh().column('label') }]),
  'sort by label, again': () => argsort([{ column: table.column('label') }]),
  'sort by kind, then calls descending': () =>
    argsort([
      { column: table.column('kind') },
      { column: table.column('calls'), descending: true },
    ]),
  'filter by a substring': () => pageOf(fresh(), { from: 0, count: 100, filter: 'class42#' }).total,
  'digest of the canonical rows': () => digestRows(table),
  'Arquero: filter and count': () => toArquero(table).filter('d.calls > 0').count().object(),
  'Arquero: group by kind, sum': () =>
    toArquero(table).groupby('kind').rollup({ calls: 'sum(d.calls)' }).objects(),
};

const skip = rows > 2e6 ? new Set(['digest of the canonical rows']) : new Set();
const times = new Map(Object.keys(cases).map((name) => [name, []]));
argsort([{ column: table.column('label') }]);
for (let round = 0; round <= rounds; round++) {
  for (const [name, run] of Object.entries(cases)) {
    if (skip.has(name)) continue;
    const start = performance.now();
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    // The first round warms up.
    if (round > 0)
      times.get(name).push({ wall: performance.now() - start, cpu: (user + system) / 1000 });
  }
}

console.log(
  `${rows} rows, 7 columns, ${rounds} interleaved rounds, Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
);
console.log(
  `load ${loadavg()[0].toFixed(1)}: the wall clock counts other programs too, processor time does not`,
);
console.log(
  '| case | median ms | fastest | slowest | processor ms |\n| :--- | ---: | ---: | ---: | ---: |',
);
for (const [name, measured] of times) {
  if (measured.length === 0) continue;
  const of = (unit) => measured.map((one) => one[unit]).sort((a, b) => a - b);
  const wall = of('wall');
  const shown = [median(wall), wall[0], wall.at(-1), median(of('cpu'))].map((ms) => ms.toFixed(1));
  console.log(`| ${name} | ${shown.join(' | ')} |`);
}
console.log(`memory: ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`);
