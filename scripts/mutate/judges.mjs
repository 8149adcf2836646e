/**
 * `npm run mutate:judges [NAME…] [--json]`: does a changed kernel fail its tests? Every kernel of src/judges is mutated
 * (comparisons flipped, guards dropped, operators swapped, literals moved by one, statements and steps of a chain left
 * out), and the tests of its family run under each mutant. Prints what survives. Exit 1 under 90 % killed.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { ROOT } from '../process.mjs';
import { instrument } from './mutants.mjs';

/** Kernels by the test file that must notice. */
const FAMILIES = {
  baseline: ['baseline'],
  'document-duplicates': ['document-duplicates'],
  'edit-classes': ['edit-classes'],
  erasure: ['erasure'],
  gate: ['gate', 'guard'],
  'guard-tiers': ['guard-tiers'],
  liveness: ['liveness'],
  exact: ['exact/ratio', 'exact/median', 'exact/refusal'],
  ratchet: ['ratchet', 'penalty'],
  'same-role': ['same-role'],
  'split-seams': ['split-seams'],
  structure: ['structure'],
  'three-signals': ['three-signals'],
  'token-clones': ['token-clones'],
  tombstones: ['tombstones'],
  'tree-clones': ['tree-clones'],
  trend: ['trend'],
  unmentioned: ['unmentioned'],
};
const ENOUGH = 90;
const OUT = path.join(ROOT, 'build', 'mutate');

async function bundleOf(family, kernels) {
  const mutants = [];
  const files = new Map(kernels.map((name) => [path.join(ROOT, 'src/judges', `${name}.ts`), name]));
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    resolve: { alias: { vitest: path.join(ROOT, 'scripts/mutate/collected-tests.mjs') } },
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        load(id) {
          const name = files.get(id);
          if (name === undefined) return null;
          const made = instrument(id, readFileSync(id, 'utf8'), mutants.length);
          mutants.push(...made.mutants.map((mutant) => ({ ...mutant, kernel: name })));
          return made.text;
        },
      },
    ],
    build: {
      ssr: path.join(ROOT, 'test/judges', `${family}.test.ts`),
      outDir: path.join(OUT, family),
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'tests.mjs', codeSplitting: false } },
    },
  });
  return { mutants, bundle: pathToFileURL(path.join(OUT, family, 'tests.mjs')).href };
}

/** One worker that is started again when a mutant does not come back. */
class Runner {
  constructor(bundle) {
    this.bundle = bundle;
  }
  #start() {
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
      workerData: { bundle: this.bundle },
    });
    worker.on('message', (message) => this.settle(message));
    worker.on('error', (error) => this.settle({ failure: String(error) }));
    return worker;
  }
  ask(message, milliseconds) {
    this.worker ??= this.#start();
    const { worker } = this;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.worker = undefined;
        void worker.terminate().then(() => resolve({ failure: 'does not come back' }));
      }, milliseconds);
      this.settle = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      worker.postMessage(message);
    });
  }
  end() {
    return this.worker?.terminate();
  }
}

async function mutate(family) {
  const { mutants, bundle } = await bundleOf(family, FAMILIES[family]);
  const runner = new Runner(bundle);
  const dry = await runner.ask({ id: null }, 600_000);
  if (dry.failure) throw new Error(`tests fail without a mutant: ${family}: ${dry.failure}`);
  const limit = 5_000 + 3 * dry.milliseconds;
  const survivors = [];
  for (const mutant of mutants) {
    const tests = dry.byTest.flatMap((ids, i) => (ids.includes(mutant.id) ? [i] : []));
    const reached = tests.length > 0 || dry.reachedOnLoad.includes(mutant.id);
    const answer = reached
      ? await runner.ask({ id: mutant.id, fixed: mutant.fixed, tests }, limit)
      : { failure: null };
    if (answer.failure === null) survivors.push({ ...mutant, reached });
  }
  await runner.end();
  return { family, mutants: mutants.length, survivors };
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = asked.find((name) => !(name in FAMILIES));
if (unknown !== undefined) {
  console.error(`no such family: ${unknown}; there are: ${Object.keys(FAMILIES).join(', ')}`);
  process.exit(2);
}
mkdirSync(OUT, { recursive: true });
let all = 0;
let alive = 0;
for (const family of asked.length > 0 ? asked : Object.keys(FAMILIES)) {
  const { mutants, survivors } = await mutate(family);
  all += mutants;
  alive += survivors.length;
  console.log(`${family}: ${mutants - survivors.length} of ${mutants} killed`);
  for (const { kernel, line, from, to, reached } of survivors)
    console.log(`  ${reached ? 'survived' : 'unreached'} ${kernel}.ts:${line} ${from} -> ${to}`);
}
const killed = Math.floor(((all - alive) * 1000) / all) / 10;
console.log(`${all - alive} of ${all} mutants killed (${killed} %)`);
process.exit(killed >= ENOUGH ? 0 : 1);
