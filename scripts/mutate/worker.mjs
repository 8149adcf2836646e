/** Runs the tests of one bundle under one mutant after the other, as it is told. */
import { parentPort, workerData } from 'node:worker_threads';

let active = -1;
const reached = new Set();
let noting = true;
globalThis.$m = (id) => {
  if (noting) reached.add(id);
  return id === active;
};

async function load(query) {
  await import(`${workerData.bundle}?${query}`);
  return globalThis.$takeTests();
}

const usual = await load('usual');
const reachedOnLoad = [...reached];
for (const before of usual.befores) await before();

/** The title of the first test that fails, or null. */
async function firstFailure(tests) {
  for (const { title, run } of tests) {
    try {
      await run();
    } catch (error) {
      return `${title}: ${String(error?.message ?? error).slice(0, 200)}`;
    }
  }
  return null;
}

/** Which test reaches which mutants. */
async function dryRun() {
  const byTest = [];
  const began = performance.now();
  for (const one of usual.tests) {
    reached.clear();
    const failure = await firstFailure([one]);
    if (failure !== null) return { failure };
    byTest.push([...reached]);
  }
  noting = false;
  return { byTest, reachedOnLoad, milliseconds: performance.now() - began };
}

parentPort.on('message', async ({ id, fixed, tests }) => {
  if (id === null) {
    parentPort.postMessage(await dryRun());
    return;
  }
  noting = false;
  active = id;
  let failure;
  try {
    const chosen = fixed ? (await load(`fixed-${id}`)).tests : tests.map((i) => usual.tests[i]);
    failure = await firstFailure(chosen);
  } catch (error) {
    failure = String(error);
  }
  active = -1;
  parentPort.postMessage({ id, failure });
});
