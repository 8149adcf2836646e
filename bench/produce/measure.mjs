/**
 * Times the producer of TypeScript dumps: medians of whole runs, each in a process of its own, the paths taken in turn;
 * each path with the basic blocks, as `mimir dump ts` writes them, and without. The time and memory are the whole
 * process's: the compiler's start, parsing, checking, writing.
 *
 *   node bench/produce/measure.mjs ROUNDS PATH [PATH …]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';

const [rounds, ...paths] = process.argv.slice(2);
if (!(Number(rounds) > 0) || paths.length === 0) {
  console.error('usage: node bench/produce/measure.mjs ROUNDS PATH [PATH …]');
  process.exit(2);
}
const script = path.resolve(import.meta.dirname, 'run-here.mjs');
const runs = new Map();
for (let round = 0; round < Number(rounds); round++) {
  for (const target of paths) {
    for (const flags of [[], ['--without-blocks']]) {
      const home = mkdtempSync(path.join(tmpdir(), 'mimir-measure-'));
      const { stdout, status, stderr } = spawnSync(
        process.execPath,
        ['--stack-size=4000', script, target, path.join(home, 'dump'), ...flags],
        { encoding: 'utf8', maxBuffer: 2 ** 28 },
      );
      rmSync(home, { recursive: true, force: true });
      if (status !== 0) throw new Error(`${target}: ${stderr}`);
      const name = [target, ...flags].join(' ');
      const known = runs.get(name) ?? [];
      runs.set(name, known);
      known.push({ ...JSON.parse(stdout), load: loadavg()[0] });
    }
  }
}
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
const list = (values) => values.map((one) => one.toFixed(1)).join(', ');
const cpus = readFileSync('/proc/cpuinfo', 'utf8').match(/model name\s*: (.*)/)?.[1];
console.log(`node ${process.version}, ${cpus}`);
for (const [name, all] of runs) {
  const of = (key) => all.map((run) => run[key]);
  const { sources, nodes, edges, quality } = all[0];
  console.log(
    `${name}: median ${median(of('seconds')).toFixed(1)} s (${list(of('seconds'))}), CPU ${median(of('cpu')).toFixed(1)} s (${list(of('cpu'))}), peak ${median(of('peakMb'))} MB (${of('peakMb').join(', ')}), load ${list(of('load'))}; ${sources} files, ${nodes} nodes, ${edges} edges; ${JSON.stringify(quality)}`,
  );
}
