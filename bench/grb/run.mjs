/**
 * `node bench/grb/run.mjs [--rounds 7] [--quick]`: the addon, the reference and plain C++ on the same graphs, in
 * turn, so that a slow minute of the machine strikes all of them; medians and spread go to RESULTS.md, where the words
 * below the tables stay. `--peers`
 * measures other libraries only and puts them into the results that are there: python-graphblas, igraph and networkx
 * of the interpreter that PYTHON names, graphology of the folder that MIMIR_PEERS names.
 * Needs dist/ and the addon (`npm run setup`).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeLike, rmat, seedsOf } from './graphs.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '../..');
const argument = (name, fallback) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const quick = process.argv.includes('--quick');
const rounds = argument('--rounds', quick ? 3 : 7);
const say = (text) => console.error(text);

function compileFloor(folder) {
  const prefix = process.env.GRAPHBLAS_PREFIX ?? '/usr';
  const file = path.join(folder, 'floor');
  const link = prefix === '/usr' ? [] : [`-L${prefix}/lib`, `-Wl,-rpath,${prefix}/lib`];
  const flags = ['-std=c++17', '-O3', `-I${prefix}/include`, `-I${prefix}/include/suitesparse`];
  execFileSync(
    process.env.CXX ?? 'g++',
    [...flags, path.join(here, 'floor.cc'), ...link, '-lgraphblas', '-o', file],
    { stdio: 'inherit' },
  );
  return file;
}

function side(command, args) {
  const env = { ...process.env, OMP_WAIT_POLICY: 'passive' };
  const done = spawnSync(command, args, { encoding: 'utf8', env, maxBuffer: 1 << 26 });
  if (done.status !== 0) {
    say(
      `  ${path.basename(args[0] ?? command)} failed: ${(done.stderr ?? '').split('\n').slice(-3).join(' ')}`,
    );
    return {};
  }
  return JSON.parse(done.stdout);
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

function report(sides) {
  const rows = new Map();
  for (const [name, runs] of Object.entries(sides)) {
    for (const run of runs) {
      for (const [what, { ms, cpu, check }] of Object.entries(run)) {
        const row = rows.get(what) ?? {};
        const cell = (row[name] ??= { times: [], cpus: [], checks: new Set() });
        cell.times.push(ms);
        if (cpu !== undefined) cell.cpus.push(cpu);
        cell.checks.add(check);
        rows.set(what, row);
      }
    }
  }
  return rows;
}

const show = (cell) => {
  if (cell === undefined) return '–';
  const low = Math.min(...cell.times);
  const high = Math.max(...cell.times);
  const cpu = cell.cpus.length === 0 ? '' : ` · ${median(cell.cpus).toFixed(0)}`;
  return `${median(cell.times).toFixed(0)} (${low.toFixed(0)}–${high.toFixed(0)})${cpu}`;
};

/** Of wall clocks, then of processor times. */
const ratio = (a, b) =>
  a === undefined || b === undefined
    ? '–'
    : `${(median(a.times) / median(b.times)).toFixed(2)} · ${(median(a.cpus) / median(b.cpus)).toFixed(2)}`;

function table(rows) {
  const lines = [
    '| ms: median (least–greatest) · processor | native | reference | plain C++ | native ÷ C++ | reference ÷ native |',
    '|---|---|---|---|---|---|',
  ];
  for (const [what, row] of rows) {
    const { native, reference, floor } = row;
    const cells = [native, reference, floor].filter((cell) => cell !== undefined);
    const agree =
      new Set(cells.flatMap((cell) => [...cell.checks])).size > 1 ? ' **answers differ**' : '';
    lines.push(
      `| ${what}${agree} | ${show(native)} | ${show(reference)} | ${show(floor)} | ${ratio(native, floor)} | ${ratio(reference, native)} |`,
    );
  }
  return lines.join('\n');
}

function peersOf(args) {
  return [
    side(process.env.PYTHON ?? 'python3', [path.join(here, 'peers.py'), ...args]),
    side(process.execPath, [path.join(here, 'graphology.mjs'), ...args]),
  ];
}

function peersList(runs) {
  const rows = report({ peers: runs });
  if (rows.size === 0)
    return 'No other library took part (none installed, or the graph is too big for it).';
  const lines = [...rows].map(([what, { peers }]) => `- ${what}: ${show(peers)} ms`);
  return `Other libraries, load ${os.loadavg()[0].toFixed(1)}:\n\n${lines.join('\n')}`;
}

/** The results with one graph's list of other libraries in the place of the old one. */
function withPeers(results, name, list) {
  const begin = results.indexOf(`## ${name}\n`);
  if (begin < 0) throw new Error(`no results of ${name}; run the whole bench first`);
  const next = results.indexOf('\n## ', begin);
  const end = next < 0 ? results.length : next;
  const table = results.lastIndexOf('|\n', end) + 2;
  return `${results.slice(0, table)}\n${list}\n${results.slice(end)}`;
}

/** What a person wrote below the tables. */
function words(results) {
  const begin = results.indexOf('\n## What these rounds show\n');
  return begin < 0 ? '' : results.slice(begin);
}

function save(target, text) {
  writeFileSync(`${target}.tmp`, text);
  renameSync(`${target}.tmp`, target);
  console.log(`written: ${path.relative(root, target)}`);
}

function machine() {
  const cpu = os.cpus()[0]?.model ?? 'unknown processor';
  const status = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
    import { backendStatus } from ${JSON.stringify(path.join(root, 'dist/grb/index.js'))};
    console.log(JSON.stringify(backendStatus()));`,
    ],
    { encoding: 'utf8', env: { ...process.env, MIMIR_BACKEND: 'native' } },
  );
  const { library, version, threads } = JSON.parse(status.stdout);
  return `${os.cpus().length} × ${cpu}, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${library} ${version} with ${threads} threads. Load while measuring: ${os
    .loadavg()
    .map((l) => l.toFixed(1))
    .join(', ')}.`;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'mimir-bench-'));
const target = path.join(here, 'RESULTS.md');
try {
  const peersOnly = process.argv.includes('--peers');
  mkdirSync(path.join(root, 'build'), { recursive: true });
  if (!existsSync(path.join(root, 'dist/grb/index.js')))
    throw new Error('dist/ is missing; run `npm run setup` first');
  const floor = peersOnly ? '' : compileFloor(folder);
  const graphs = quick
    ? [[() => rmat(16, 1_000_000), true]]
    : [
        [() => rmat(20, 10_000_000), false],
        [() => codeLike(300_000, 2_000_000), true],
        [() => rmat(16, 1_000_000), true],
      ];
  const parts = [];
  for (const [make, masked] of graphs) {
    const graph = make();
    say(graph.name);
    const file = path.join(folder, 'graph.bin');
    writeFileSync(
      file,
      Buffer.concat([Buffer.from(graph.rows.buffer), Buffer.from(graph.cols.buffer)]),
    );
    const args = [
      file,
      String(graph.n),
      String(graph.rows.length),
      seedsOf(graph, 64).join(','),
      seedsOf(graph, 1000).join(','),
      masked ? 'masked' : 'plain',
    ];
    const sides = { native: [], reference: [], floor: [] };
    for (let round = 0; round < rounds && !peersOnly; round++) {
      say(`  round ${round + 1} of ${rounds}`);
      sides.floor.push(side(floor, args));
      sides.native.push(side(process.execPath, [path.join(here, 'side.mjs'), 'native', ...args]));
      sides.reference.push(
        side(process.execPath, [path.join(here, 'side.mjs'), 'reference', ...args]),
      );
    }
    const list = peersList(peersOf(args));
    rmSync(file);
    if (peersOnly) save(target, withPeers(readFileSync(target, 'utf8'), graph.name, list));
    else parts.push(`## ${graph.name}\n\n${table(report(sides))}\n\n${list}\n`);
  }
  const text = `${readFileSync(path.join(here, 'METHOD.md'), 'utf8').trim()}\n\n## Machine\n\n${machine()} ${rounds} rounds.\n\n${parts.join('\n')}`;
  if (quick) console.log(text);
  else if (!peersOnly)
    save(target, text + (existsSync(target) ? words(readFileSync(target, 'utf8')) : ''));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
