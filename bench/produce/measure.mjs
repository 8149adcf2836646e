/**
 * Times `mimir dump ts`: medians of whole runs, each in a process of its own, the paths taken in turn.
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
const mimir = path.resolve(import.meta.dirname, '../../bin/mimir.mjs');
const runs = new Map(paths.map((target) => [target, []]));
for (let round = 0; round < Number(rounds); round++) {
  for (const target of paths) {
    const home = mkdtempSync(path.join(tmpdir(), 'mimir-measure-'));
    const started = performance.now();
    const { stdout, status, stderr } = spawnSync(
      process.execPath,
      [mimir, 'dump', 'ts', target, '--out', path.join(home, 'dump'), '--fresh', '--json'],
      { encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    const seconds = (performance.now() - started) / 1000;
    rmSync(home, { recursive: true, force: true });
    if (status !== 0) throw new Error(`${target}: ${stderr}`);
    const told = JSON.parse(stdout);
    runs.get(target).push({ seconds, peakMb: told.peakMb, load: loadavg()[0], told });
  }
}
const median = (values) => values.sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
const cpus = readFileSync('/proc/cpuinfo', 'utf8').match(/model name\s*: (.*)/)?.[1];
console.log(`node ${process.version}, ${cpus}`);
for (const [target, all] of runs) {
  const { sources, nodes, edges, quality } = all[0].told;
  const seconds = all.map((run) => run.seconds);
  console.log(
    `${target}: median ${median([...seconds]).toFixed(1)} s (${seconds.map((one) => one.toFixed(1)).join(', ')}), peak ${median(all.map((run) => run.peakMb))} MB, load ${all.map((run) => run.load.toFixed(1)).join(', ')}; ${sources} files, ${nodes} nodes, ${edges} edges; ${JSON.stringify(quality)}`,
  );
}
