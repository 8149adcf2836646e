// How quick the engine is to a person: start, first result, warm cells, interrupts. Medians with their spread.
// usage: node bench/engine/engine.mjs [DUMP]     (after a build)
import { createSession } from '../../dist/session/index.js';

const ROUNDS = 7;
const dump = process.argv[2] ?? 'fixtures/arrow-js';

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function spread(name, times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const text = [at(0.5), sorted[0], sorted.at(-1)]
    .map((time) => time.toFixed(0).padStart(6))
    .join(' ');
  console.log(`${name.padEnd(44)} ${text}   (${sorted.length})`);
}

/** Interrupts the cell once it runs; milliseconds until the prompt is back. */
async function interruptTime(engine, source) {
  let begun;
  const runs = new Promise((resolve) => (begun = resolve));
  const evaluation = engine.evaluate(`console.log('runs');\n${source}`, ({ type }) => {
    if (type === 'stdout') begun();
  });
  await runs;
  await pause(50);
  const from = performance.now();
  await engine.interrupt();
  await evaluation;
  return performance.now() - from;
}

const INTERRUPTS = {
  'a synchronous loop': 'for (;;) {}',
  'a loop after an await': 'await null; for (;;) {}',
  'an awaited promise': 'await new Promise(() => {})',
  'Atomics.wait': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  'a cell that swallows exceptions': 'for (;;) { try { for (;;) {} } catch {} }',
  'native code, by a restart': 'await null; /^(a+)+$/.test("a".repeat(40) + "b")',
};

console.log(`${'milliseconds'.padEnd(44)} median    min    max`);
const starts = [];
const firsts = [];
const warm = [];
const hot = [];
const back = new Map(Object.keys(INTERRUPTS).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round++) {
  const began = performance.now();
  const engine = createSession({ dump });
  await engine.ready;
  starts.push(performance.now() - began);
  await engine.evaluate('1 + 1', () => undefined);
  firsts.push(performance.now() - began);
  for (let cell = 0; cell < 20; cell++) {
    const from = performance.now();
    await engine.evaluate(
      `const v${round}_${cell} = ${cell}; v${round}_${cell} + 1`,
      () => undefined,
    );
    warm.push(performance.now() - from);
  }
  const loop =
    'let sum = 0; const t = performance.now(); for (let i = 0; i < 1e7; i++) sum += i; performance.now() - t';
  const { result } = await engine.evaluate(loop, () => undefined);
  hot.push(Number(result.bundle['text/plain']));
  for (const [name, source] of Object.entries(INTERRUPTS))
    back.get(name).push(await interruptTime(engine, source));
  await engine.close();
}
spread('host ready', starts);
spread('first result, from nothing', firsts);
spread('a trivial cell, warm', warm);
spread('ten million turns of a top-level loop', hot);
for (const [name, times] of back) spread(`back from ${name}`, times);
