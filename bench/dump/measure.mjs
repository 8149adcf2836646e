/**
 * One measurement in a process of its own: `node bench/dump/measure.mjs MODE DIR [ARGUMENT]`, JSON on stdout.
 *
 * needed   reads again the byte ranges that a load without cache read (recorded first, not timed), each once and in
 *          one go, into memory of its own, whatever pieces the load took
 * load     opens the graph without cache and asks for every edge kind
 * kept     reads again the byte ranges that a cached load read
 * cached   opens the graph from its snapshot (ARGUMENT = cache folder), asks for every edge kind, CALLS both ways
 * write    opens the graph and writes the snapshot; tells what hashing alone took
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const [mode, dir, place] = process.argv.slice(2);
const cpu = () => process.cpuUsage().user + process.cpuUsage().system;
const ranges = [];
const opened = new Map();

/** Notes which bytes of which file are read from here on. */
function record() {
  const { openSync, readSync } = fs;
  fs.openSync = (path, ...rest) => {
    const fd = openSync(path, ...rest);
    opened.set(fd, String(path));
    return fd;
  };
  fs.readSync = (fd, bytes, offset, length, position) => {
    const got = readSync(fd, bytes, offset, length, position);
    ranges.push([opened.get(fd), position, got]);
    return got;
  };
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, { openSync, readSync });
    syncBuiltinESMExports();
  };
}

/** What was read, without the seams between reads. */
function runs() {
  const order = ranges.toSorted((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]));
  const made = [];
  for (const [path, position, length] of order) {
    const last = made.at(-1);
    if (last?.path === path && position <= last.end)
      last.end = Math.max(last.end, position + length);
    else made.push({ path, position, end: position + length });
  }
  return made;
}

function readAgain(wanted) {
  let bytes = 0;
  const files = new Map();
  for (const { path, position, end } of wanted) {
    if (!files.has(path)) files.set(path, fs.openSync(path));
    const target = new Uint8Array(end - position);
    bytes += fs.readSync(files.get(path), target, 0, target.length, position);
  }
  for (const fd of files.values()) fs.closeSync(fd);
  return bytes;
}

const { openGraph } = await import('../../dist/graph/index.js');
const { hashDump } = await import('../../dist/dump/index.js');

async function open(cache) {
  const graph = await openGraph(dir, { cache });
  let edges = 0;
  for (const kind of graph.edgeKinds) edges += graph.edges(kind).counts.length;
  if (cache.place !== 'off') {
    const touched = ['kind', 'name', 'crate', 'version', 'file', 'visibility'].map(
      (name) => graph[name]?.codes,
    );
    const calls = graph.edges('CALLS');
    touched.push(calls.out.offsets, calls.in.offsets);
  }
  return { graph, edges };
}

const fresh = { place: 'off' };
const kept = { place, smallest: 0 };
if (mode === 'needed' || mode === 'kept') {
  const stop = record();
  await open(mode === 'needed' ? fresh : kept);
  stop();
}
const wanted = runs();
let bytes = 0;
let result = {};
const started = performance.now();
const spent = cpu();
if (mode === 'needed' || mode === 'kept') bytes = readAgain(wanted);
else if (mode === 'load') result = await open(fresh);
else if (mode === 'cached') result = await open(kept);
else if (mode === 'write') {
  const files = fs
    .readdirSync(dir)
    .filter((name) => name.endsWith('.arrow'))
    .map((name) => join(dir, name));
  hashDump(files);
  result.hash = performance.now() - started;
  result = { ...result, ...(await open(kept)) };
}
const answer = {
  mode,
  ms: performance.now() - started,
  cpu: (cpu() - spent) / 1000,
  bytes,
  rss: process.resourceUsage().maxRSS * 1024,
  edges: result.edges,
  nodes: result.graph?.nodeCount,
  hash: result.hash,
  cache: result.graph?.cache.state,
};
console.log(JSON.stringify(answer));
