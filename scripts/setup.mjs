/**
 * Sets up whatever is missing: packages, dist/, and for the tests their tools. Quick and nearly silent when nothing is.
 * Node built-ins only until the packages are there.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, run, which } from './process.mjs';
import { installSystemPackages } from './system-packages.mjs';

const say = (text) => console.error(`setup: ${text}`);

function readJson(file) {
  try {
    return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
  } catch {
    return null;
  }
}

/** The first package that the lock file wants and node_modules lacks, or null. */
function firstMissingPackage() {
  const wanted = readJson('package-lock.json')?.packages ?? {};
  const installed = readJson('node_modules/.package-lock.json')?.packages;
  if (!installed) return 'node_modules';
  for (const [place, entry] of Object.entries(wanted)) {
    if (place === '' || entry.link) continue;
    const there = installed[place];
    if (!there && (entry.optional || entry.devOptional || entry.peer)) continue;
    if (there?.version !== entry.version || there?.integrity !== entry.integrity)
      return `${place}@${entry.version}`;
  }
  return null;
}

async function ensurePackages() {
  const missing = firstMissingPackage();
  if (missing === null) return;
  say(`packages: npm ci (${missing} is not installed as the lock file says)`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const code = await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 2, 2],
  });
  if (code !== 0) throw new Error('npm ci failed; its messages are above');
}

async function ensureBuild() {
  const { build } = await import('./build.mjs');
  const started = performance.now();
  if (!existsSync(path.join(ROOT, 'dist'))) say('dist: compiling, which takes some seconds');
  // Who starts the product waits for it, and `npm test` checks all types itself.
  const done = await build({ check: false });
  if (done !== 'fresh')
    say(`dist: ${done} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * A step that another script owns: `ensure({ log, tests })` resolves to `{ ok, why? }`. A failure is told, never fatal:
 * the workbench has another way, and a test that needs the tool says so.
 */
async function ensureOptional(name, file, tests) {
  if (!existsSync(path.join(ROOT, 'scripts', file))) return;
  const { ensure } = await import(`./${file}`);
  const result = await ensure({ log: say, tests }).catch((error) => ({
    ok: false,
    why: error.message,
  }));
  if (!result.ok) say(`${name}: going on without it: ${result.why}`);
}

async function ensureTmux() {
  if (which('tmux')) return;
  say('tmux: missing; the tests drive the terminal workbench with it');
  const result = await installSystemPackages(['tmux'], { log: say });
  if (!result.ok) say(`tmux: going on without it: ${result.why}`);
}

/**
 * What needs no other step runs beside the others. `meanwhile` is begun as soon as the packages and dist/ are there, and
 * awaited with the rest.
 */
export async function setup({ tests = false, meanwhile = async () => undefined } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Node.js too old: ${process.versions.node}; Mímir needs 20.19 or newer`);
  }
  const tools = tests
    ? [
        ensureTmux(),
        ensureOptional('Jupyter', 'setup-jupyter.mjs', tests),
        ensureOptional('browser', 'setup-browser.mjs', tests),
      ]
    : [];
  try {
    await ensurePackages();
    await Promise.all([
      ensureBuild().then(meanwhile),
      ensureOptional('native addon', 'build-native.mjs', tests),
    ]);
  } finally {
    await Promise.all(tools);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await setup({ tests: process.argv.includes('--tests') });
    say('ready');
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
