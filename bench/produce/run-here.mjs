/**
 * Reads and writes one dump on this thread, and tells what the process cost: for measure.mjs.
 *
 *   node --stack-size=4000 bench/produce/run-here.mjs PATH OUT [--without-blocks]
 */
import { pathToFileURL } from 'node:url';
import path from 'node:path';

const [target, out, flag] = process.argv.slice(2);
const built = (file) =>
  import(pathToFileURL(path.resolve(import.meta.dirname, '../../dist', file)).href);
const { dumpHere } = await built('produce/typescript/dump-here.js');
const { createTask } = await built('task/index.js');
if (flag === '--without-blocks') {
  const { Bodies } = await built('produce/typescript/blocks/bodies.js');
  Bodies.prototype.read = () => undefined;
}
const started = performance.now();
const { sources, nodes, edges, quality } = await dumpHere(
  { path: target, out, fresh: true },
  createTask(),
);
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
console.log(
  JSON.stringify({
    seconds: (performance.now() - started) / 1000,
    cpu: (userCPUTime + systemCPUTime) / 1e6,
    peakMb: Math.round(maxRSS / 1024),
    sources,
    nodes,
    edges,
    quality,
  }),
);
