/**
 * Builds the GraphBLAS addon into build/native, with the headers of node-api-headers and a plain compiler call: no
 * node-gyp, no header download. Quick when nothing changed.
 *
 * GRAPHBLAS_PREFIX names a GraphBLAS of one's own (PREFIX/include, PREFIX/lib); CXX a compiler.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { ROOT, runQuiet, which } from './process.mjs';
import { installSystemPackages } from './system-packages.mjs';

const SOURCES = path.join(ROOT, 'native');
const PACKAGES = {
  'apt-get': ['g++', 'libgraphblas-dev'],
  dnf: ['gcc-c++', 'suitesparse-devel'],
  pacman: ['gcc', 'suitesparse'],
  apk: ['g++', 'suitesparse-graphblas-dev'],
  brew: ['suite-sparse'],
  default: ['g++', 'libgraphblas-dev'],
};

/** Where GraphBLAS.h lies and how to link, or null. */
function findGraphBLAS() {
  const own = process.env.GRAPHBLAS_PREFIX;
  const prefixes = own ? [own] : ['/usr', '/usr/local', '/opt/homebrew', '/opt/local'];
  for (const prefix of prefixes) {
    for (const below of ['include', 'include/suitesparse']) {
      const include = path.join(prefix, below);
      if (!existsSync(path.join(include, 'GraphBLAS.h'))) continue;
      const lib = path.join(prefix, 'lib');
      const system = prefix === '/usr';
      return { include, link: system ? [] : [`-L${lib}`, `-Wl,-rpath,${lib}`] };
    }
  }
  return null;
}

function compiler() {
  return process.env.CXX ?? ['g++', 'c++', 'clang++'].find((name) => which(name)) ?? null;
}

async function sources() {
  const names = await readdir(SOURCES);
  return names.filter((name) => /\.(cc|h)$/.test(name)).sort();
}

async function stampOf(parts, header) {
  const hash = createHash('sha256').update(JSON.stringify(parts));
  for (const name of await sources()) {
    hash.update(`${name}\n`).update(await readFile(path.join(SOURCES, name)));
  }
  const { size, mtimeMs } = await stat(header);
  return hash.update(`${size} ${mtimeMs}`).digest('hex');
}

/** Runs the tasks, two at a time: the memory of a small machine holds no more compilers. */
async function pairwise(tasks) {
  const queue = [...tasks];
  const results = [];
  const worker = async () => {
    for (let task = queue.shift(); task; task = queue.shift()) results.push(await task());
  };
  await Promise.all([worker(), worker()]);
  return results;
}

/** The lines of a compiler's output that say what is wrong. */
function firstError(output) {
  return (
    output.split('\n').find((line) => /error|undefined reference|cannot find/.test(line)) ??
    output.trim()
  );
}

/**
 * Returns `{ built, reason, file, fresh }`. `built` is whether the addon is there and up to date; `reason` says in a
 * phrase what was done, or why it could not be. `sanitize` builds a second addon under AddressSanitizer; `folder` is
 * where it goes.
 */
export async function buildNative({ sanitize = false, force = false, folder, log } = {}) {
  const cxx = compiler();
  if (cxx === null) return { built: false, reason: 'no C++ compiler found' };
  const library = findGraphBLAS();
  if (library === null) return { built: false, reason: 'GraphBLAS.h not found' };
  folder ??= path.join(ROOT, 'build', sanitize ? 'native-asan' : 'native');
  const file = path.join(folder, 'mimir_grb.node');
  const flags = [
    '-std=c++17',
    sanitize ? '-O1' : '-O3',
    ...(sanitize ? ['-g', '-fsanitize=address', '-fno-omit-frame-pointer'] : []),
    '-fPIC',
    '-fvisibility=hidden',
    // Fused multiply-adds would make fp64 results differ between machines.
    '-ffp-contract=off',
    '-Wall',
    '-DNAPI_VERSION=8',
    '-DNODE_ADDON_API_CPP_EXCEPTIONS',
    // A worker that is being terminated can't be thrown at.
    '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
    '-DBUILDING_NODE_EXTENSION',
    `-I${path.join(ROOT, 'node_modules/node-api-headers/include')}`,
    `-I${path.join(ROOT, 'node_modules/node-addon-api')}`,
    `-I${library.include}`,
  ];
  const link = [
    process.platform === 'darwin' ? '-bundle' : '-shared',
    ...(process.platform === 'darwin' ? ['-undefined', 'dynamic_lookup'] : ['-pthread']),
    ...(sanitize ? ['-fsanitize=address'] : []),
    ...library.link,
    '-lgraphblas',
  ];
  const key = await stampOf([cxx, flags, link], path.join(library.include, 'GraphBLAS.h'));
  const stamp = path.join(folder, 'stamp');
  const built = await readFile(stamp, 'utf8').catch(() => '');
  if (!force && built === key && existsSync(file))
    return { built: true, fresh: true, reason: 'up to date', file };

  log?.(`native addon: compiling with ${cxx}, which takes up to a minute`);
  await mkdir(folder, { recursive: true });
  const units = (await sources()).filter((name) => name.endsWith('.cc'));
  const objects = units.map((name) => path.join(folder, `${name}.${process.pid}.o`));
  const aside = path.join(folder, `${process.pid}.node`);
  try {
    const compiled = await pairwise(
      units.map(
        (name, k) => () =>
          runQuiet(cxx, [...flags, '-c', path.join(SOURCES, name), '-o', objects[k]]),
      ),
    );
    const bad = compiled.find(({ code }) => code !== 0);
    if (bad) return { built: false, reason: `compiler: ${firstError(bad.output)}` };
    const linked = await runQuiet(cxx, [
      ...link.slice(0, 1),
      ...objects,
      ...link.slice(1),
      '-o',
      aside,
    ]);
    if (linked.code !== 0) return { built: false, reason: `linker: ${firstError(linked.output)}` };
    // A library that can't be loaded is found out now, not by a user's first product. Under the sanitizer it can
    // only be loaded by a process that was started with it.
    if (!sanitize) {
      const loads = await runQuiet(process.execPath, [
        '-e',
        'require(process.argv[1]).describe()',
        aside,
      ]);
      if (loads.code !== 0)
        return { built: false, reason: `addon can't be loaded: ${firstError(loads.output)}` };
    }
    await rename(aside, file);
    await writeFile(`${stamp}.tmp`, key);
    await rename(`${stamp}.tmp`, stamp);
    return {
      built: true,
      fresh: false,
      reason: `built with ${cxx} against ${library.include}`,
      file,
    };
  } finally {
    await Promise.all([...objects, aside].map((name) => rm(name, { force: true })));
  }
}

/** Installs what is missing where it may, then builds. */
export async function ensure({ log = console.error } = {}) {
  if (compiler() === null || findGraphBLAS() === null) {
    log('native addon: GraphBLAS or a C++ compiler is missing');
    const installed = await installSystemPackages(PACKAGES, { log });
    if (!installed.ok) return { ok: false, why: installed.why };
  }
  const started = performance.now();
  const { built, reason, fresh } = await buildNative({ log });
  if (built && !fresh)
    log(`native addon: ${reason} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return built ? { ok: true } : { ok: false, why: reason };
}

/** `node scripts/build-native.mjs [--asan] [--out FOLDER]` */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sanitize = process.argv.includes('--asan');
  const at = process.argv.indexOf('--out');
  const folder = at < 0 ? undefined : path.resolve(process.argv[at + 1]);
  const result =
    sanitize || folder !== undefined ? await buildNative({ sanitize, folder }) : await ensure();
  if (!(result.ok ?? result.built)) {
    console.error(`native addon: ${result.why ?? result.reason}`);
    process.exitCode = 1;
  }
}
