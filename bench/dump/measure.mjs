/**
 * One measurement in a process of its own: `node bench/dump/measure.mjs MODE DIR PLACE`, JSON on stdout. PLACE is a folder:
 * of the cache, and of the byte ranges that were traced.
 *
 * trace    opens the graph without cache and from its snapshot; keeps which byte ranges each of them read
 * needed   reads the byte ranges of a load without cache, each once and in one go, whatever pieces the load took, into
 *          memory that stays, as a load's does. Nothing ran in the process before, so that memory is as new as a load's
 * load     opens the graph without cache and asks for every edge kind
 * kept     reads the byte ranges of a cached load in the same way
 * cached   opens the graph from its snapshot, asks for every edge kind, CALLS both ways
 * write    opens the graph and writes the snapshot; tells what hashing alone took
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const [mode, dir, place] = process.argv.slice(2);
let ranges = [];
const opened = new Map();

/** Notes which bytes of which file are read from here on. */
function record() {
  const { openSync, readSync, read } = fs;
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
  // What is read ahead goes this way.
  fs.read = (fd, bytes, offset, length, position, done) =>
    read(fd, bytes, offset, length, position, (error, got, into) => {
      if (!error) ranges.push([opened.get(fd), position, got]);
      done(error, got, into);
    });
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, { openSync, readSync, read });
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

function readAll(wanted) {
  const read = [];
  const files = new Map();
  for (const { path, position, end } of wanted) {
    if (!files.has(path)) files.set(path, fs.openSync(path));
    const target = new Uint8Array(end - position);
    fs.readSync(files.get(path), target, 0, target.length, position);
    read.push(target);
  }
  for (const fd of files.values()) fs.closeSync(fd);
  return read;
}

const fresh = { place: 'off' };
const kept = { place, smallest: 0 };

async function open(openGraph, cache) {
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

const traced = (name) => join(place, `${name}.json`);
const reading = mode === 'needed' || mode === 'kept';
// What only reads loads nothing that reads: its memory would be used again.
const wanted = reading ? JSON.parse(fs.readFileSync(traced(mode), 'utf8')) : [];
const { openGraph } = reading ? {} : await import('../../dist/graph/index.js');
const { hashDump } = reading ? {} : await import('../../dist/dump/index.js');

/** Milliseconds that this thread ran: what the clock shows where nothing else wants the processor. */
const ran = () => {
  try {
    return Number(fs.readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
};

let result = {};
const started = performance.now();
const before = process.resourceUsage();
const since = ran();
if (reading) result.read = readAll(wanted);
else if (mode === 'load') result = await open(openGraph, fresh);
else if (mode === 'cached') result = await open(openGraph, kept);
else if (mode === 'trace') {
  const stop = record();
  for (const [name, cache] of [
    ['needed', fresh],
    ['kept', kept],
  ]) {
    ranges = [];
    await open(openGraph, cache);
    fs.writeFileSync(traced(name), JSON.stringify(runs()));
  }
  stop();
} else if (mode === 'write') {
  const files = fs
    .readdirSync(dir)
    .filter((name) => name.endsWith('.arrow'))
    .map((name) => join(dir, name));
  hashDump(files);
  result.hash = performance.now() - started;
  result = { ...result, ...(await open(openGraph, kept)) };
}
const thread = ran() - since;
const after = process.resourceUsage();
const cpu = (when) => (when.userCPUTime + when.systemCPUTime) / 1000;
const answer = {
  mode,
  ms: performance.now() - started,
  cpu: cpu(after) - cpu(before),
  thread,
  faults: after.minorPageFault - before.minorPageFault,
  bytes: result.read?.reduce((sum, one) => sum + one.length, 0),
  rss: after.maxRSS * 1024,
  edges: result.edges,
  nodes: result.graph?.nodeCount,
  hash: result.hash,
  cache: result.graph?.cache.state,
};
console.log(JSON.stringify(answer));
