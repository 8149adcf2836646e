/**
 * graphology on the same graph, where it is installed (here, or in the folder that MIMIR_PEERS names): prints one JSON
 * line, `{}` where it is not.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

const [file, nText, mText, seeds] = process.argv.slice(2);
const results = {};

function installed() {
  const folder = process.env.MIMIR_PEERS;
  try {
    return createRequire(folder ? path.join(folder, 'package.json') : import.meta.url)(
      'graphology',
    );
  } catch {
    return null;
  }
}

function measure(what, work) {
  const begin = performance.now();
  const used = process.cpuUsage();
  const check = work();
  const { user, system } = process.cpuUsage(used);
  results[what] = { ms: performance.now() - begin, cpu: (user + system) / 1000, check };
}

const library = installed();
if (library !== null && Number(mText) <= 2_000_000) {
  const m = Number(mText);
  const bytes = readFileSync(file);
  const ends = new Uint32Array(bytes.buffer, bytes.byteOffset, 2 * m);
  const graph = new library.DirectedGraph();
  measure('graphology build', () => {
    for (let v = 0; v < Number(nText); v++) graph.addNode(v);
    for (let e = 0; e < m; e++) graph.mergeEdge(ends[e], ends[m + e]);
    return graph.size;
  });
  measure('graphology bfs', () => {
    const seen = new Set([seeds.split(',')[0]]);
    for (const v of seen) graph.forEachOutNeighbor(v, (w) => seen.add(w));
    return seen.size;
  });
}
console.log(JSON.stringify(results));
