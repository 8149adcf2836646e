/**
 * Compiles src/ to dist/ and copies what TypeScript leaves behind (catalogues, declaration files written by hand).
 * Quick when nothing changed: a stamp of every source's size and time is compared first.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, runQuiet } from './process.mjs';

const SRC = path.join(ROOT, 'src');
const DIST = path.join(ROOT, 'dist');
const STAMP = path.join(DIST, '.stamp');
const GLOBALS = path.join('session', 'globals.d.ts');
const COMPILED = /(?<!\.d)\.tsx?$/;

async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

async function stampOf(sources) {
  const hash = createHash('sha256');
  for (const file of [
    ...sources.map((source) => path.join(SRC, source)),
    path.join(ROOT, 'tsconfig.json'),
    path.join(ROOT, 'package-lock.json'),
  ]) {
    const { size, mtimeMs } = await stat(file);
    hash.update(`${path.relative(ROOT, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Outputs whose source is gone would still be importable: a renamed file must not live on. */
async function removeOrphans(sources) {
  const kept = new Set(['.stamp', '.tsbuildinfo', '.tsbuildinfo-check', GLOBALS]);
  for (const source of sources) {
    if (!COMPILED.test(source)) kept.add(source);
    const stem = source.replace(/\.tsx?$/, '');
    for (const end of ['.js', '.js.map', '.d.ts', '.d.ts.map']) kept.add(stem + end);
  }
  for (const file of await filesBelow(DIST)) if (!kept.has(file)) await rm(path.join(DIST, file));
}

/** What a study sees without importing it, for editors: the lenses that there are say what is in it. */
async function writeGlobals() {
  const { code, output } = await runQuiet(process.execPath, [
    '--input-type=module',
    '-e',
    "process.stdout.write((await import('./dist/session/globals-text.js')).globalsText())",
  ]);
  if (code !== 0) throw new Error(`dist/session/globals.d.ts not made:\n${output.trim()}`);
  await writeFile(path.join(DIST, GLOBALS), output);
}

/**
 * Returns what was done in one phrase. Throws with the compiler's messages when they are errors; without `check` only
 * those that leave nothing to run, in half of the time.
 */
export async function build({ force = false, check = true } = {}) {
  const sources = await filesBelow(SRC);
  const stamp = await stampOf(sources);
  const built = await readFile(STAMP, 'utf8').catch(() => '');
  if (!force && built === stamp) return 'fresh';
  await rm(STAMP, { force: true });
  await removeOrphans(sources);
  // A build record without its outputs makes the compiler believe that all is there.
  const main = path.join(DIST, 'cli', 'main.js');
  if (
    await stat(main).then(
      () => false,
      () => true,
    )
  )
    await rm(path.join(DIST, '.tsbuildinfo'), { force: true });
  const { code, output } = await runQuiet(process.execPath, [
    'node_modules/typescript/bin/tsc',
    '-p',
    'tsconfig.json',
    ...(check ? [] : ['--noCheck']),
  ]);
  for (const source of sources) {
    if (COMPILED.test(source)) continue;
    const target = path.join(DIST, source);
    await mkdir(path.dirname(target), { recursive: true });
    await copyFile(path.join(SRC, source), target);
  }
  if (code !== 0) throw new Error(`type errors in src:\n${output.trim()}`);
  await writeGlobals();
  await writeFile(STAMP, stamp);
  return 'compiled';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(`dist: ${await build({ force: process.argv.includes('--force') })}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
