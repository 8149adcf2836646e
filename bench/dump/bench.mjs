/**
 * `node bench/dump/bench.mjs [ROUNDS] [EDGES …]`: loads generated dumps with and without cache, rounds interleaved, each
 * measurement in a process of its own; prints the table of RESULTS.md. MIMIR_BENCH_DUMPS names a folder whose dumps are
 * used again and kept.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const [rounds = '7', ...sizes] = process.argv.slice(2);
const keeps = process.env.MIMIR_BENCH_DUMPS;
const wanted = sizes.length > 0 ? sizes : ['1e5', '1e6', '1e7'];

function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split('\n').at(-1);
}
const measure = (...args) => JSON.parse(run(join(here, 'measure.mjs'), ...args));
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const spread = (values) =>
  `${Math.round(median(values))} (${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))})`;
const mib = (bytes) => (bytes / 2 ** 20).toFixed(0);

console.log(
  '| edges | nodes | units | MiB | read needed | load | ratio | its thread | clock | read kept | cached | ratio | clock | hash | write | peak MiB | × columns |',
);
console.log(`|${'---|'.repeat(17)}`);
for (const size of wanted) {
  // One unit of 10^7 edges is more than the generator can hold; real dumps of that size have many.
  for (const units of Number(size) < 1e6 ? ['1'] : Number(size) < 1e7 ? ['1', '64'] : ['64']) {
    const dir = mkdtempSync(join(tmpdir(), 'mimir-bench-'));
    try {
      const dump = keeps ? join(keeps, `${size}-${units}`) : join(dir, 'dump');
      const place = join(dir, 'cache');
      if (!existsSync(dump))
        run('--max-old-space-size=12000', join(here, 'make.mjs'), size, dump, '1', units);
      const columns = readdirSync(dump).reduce(
        (sum, name) => sum + statSync(join(dump, name)).size,
        0,
      );
      const write = measure('write', dump, place);
      measure('trace', dump, place);
      const found = { needed: [], load: [], kept: [], cached: [] };
      for (let round = 0; round < Number(rounds); round++) {
        for (const mode of Object.keys(found)) found[mode].push(measure(mode, dump, place));
      }
      // Of one round, since what else the machine does changes from round to round.
      const ratio = (what, a, b) =>
        median(found[a].map((one, round) => one[what] / found[b][round][what])).toFixed(2);
      const cpu = (mode) => spread(found[mode].map((one) => one.cpu));
      const load = ['cpu', 'thread', 'ms'].map((what) => ratio(what, 'load', 'needed'));
      const cached = ['cpu', 'ms'].map((what) => ratio(what, 'cached', 'kept'));
      const peak = median(found.load.map((one) => one.rss));
      const cells = [
        ...[write.edges, write.nodes, units, mib(columns)],
        ...[cpu('needed'), cpu('load'), ...load, cpu('kept'), cpu('cached'), ...cached],
        ...[Math.round(write.hash), Math.round(write.ms - write.hash)],
        ...[mib(peak), (peak / columns).toFixed(2)],
      ];
      console.log(`| ${cells.join(' | ')} |`);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
}
