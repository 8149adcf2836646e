/**
 * Makes one dump as `mimir dump ts` does, and tells what all its processes cost: for measure.mjs.
 * Without blocks on this thread, where the third pass can be taken out.
 *
 *   node --stack-size=4000 bench/produce/run-here.mjs PATH OUT [--without-blocks]
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

const [target, out, flag] = process.argv.slice(2);
const built = (file) =>
  import(pathToFileURL(path.resolve(import.meta.dirname, '../../dist', file)).href);
const options = { path: target, out, fresh: true };
const withoutBlocks = async () => {
  const { dumpHere } = await built('produce/typescript/dump-here.js');
  const { createTask } = await built('task/index.js');
  const { Bodies } = await built('produce/typescript/blocks/bodies.js');
  Bodies.prototype.read = () => undefined;
  return await dumpHere(options, createTask());
};
const asCommanded = async () => {
  const { dumpTypeScript } = await built('produce/typescript/dump-typescript.js');
  return await dumpTypeScript(options);
};
/** Ticks of a hundredth of a second that the processes took which have ended: Node tells of its own process only. */
const ended = () => {
  const [, after] = /\) (.*)/u.exec(readFileSync('/proc/self/stat', 'utf8'));
  const fields = after.split(' ').map(Number);
  return (fields[13] + fields[14]) / 100;
};
/** MiB that no other process has: the engine's own code is counted with the one that reads. */
const alone = () => {
  const text = readFileSync('/proc/self/smaps_rollup', 'utf8');
  const parts = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gmu)];
  return Math.round(parts.reduce((sum, [, kib]) => sum + Number(kib), 0) / 1024);
};
const started = performance.now();
const { sources, nodes, edges, quality, peakMb } = await (flag === '--without-blocks'
  ? withoutBlocks()
  : asCommanded());
const { userCPUTime, systemCPUTime } = process.resourceUsage();
console.log(
  JSON.stringify({
    seconds: (performance.now() - started) / 1000,
    cpu: (userCPUTime + systemCPUTime) / 1e6 + ended(),
    peakMb: flag === undefined ? peakMb + alone() : peakMb,
    sources,
    nodes,
    edges,
    quality,
  }),
);
