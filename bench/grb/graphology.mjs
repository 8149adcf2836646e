/** graphology on the same graph, where it is installed: prints one JSON line, `{}` where it is not. */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const [file, nText, mText, seeds] = process.argv.slice(2);
const results = {};
const library = await import('graphology').catch(() => null);
if (library !== null && Number(mText) <= 2_000_000) {
  const m = Number(mText);
  const bytes = readFileSync(file);
  const ends = new Uint32Array(bytes.buffer, bytes.byteOffset, 2 * m);
  const graph = new library.default.DirectedGraph();
  let begin = performance.now();
  for (let v = 0; v < Number(nText); v++) graph.addNode(v);
  for (let e = 0; e < m; e++) graph.mergeEdge(ends[e], ends[m + e]);
  results['graphology build'] = { ms: performance.now() - begin, check: graph.size };
  begin = performance.now();
  const seen = new Set([seeds.split(',')[0]]);
  for (const v of seen) graph.forEachOutNeighbor(v, (w) => seen.add(w));
  results['graphology bfs'] = { ms: performance.now() - begin, check: seen.size };
}
console.log(JSON.stringify(results));
