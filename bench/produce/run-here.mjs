/**
 * Makes one dump as `mimir dump ts` does, in a thread of its own, and tells what the process cost: for measure.mjs.
 * Without blocks on this thread, where the third pass can be taken out.
 *
 *   node --stack-size=4000 bench/produce/run-here.mjs PATH OUT [--without-blocks]
 */
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
const started = performance.now();
const { sources, nodes, edges, quality } = await (flag === '--without-blocks'
  ? withoutBlocks()
  : asCommanded());
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
