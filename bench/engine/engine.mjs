/**
 * `node bench/engine/engine.mjs [DUMP] [--write]`: how quick the engine is to a person: start, first result, warm
 * cells, interrupts. Needs a build.
 *
 * Each round starts a session of its own and takes every figure once (warm cells: 20 times, each with another text),
 * so that what disturbs the machine disturbs all of them. A cell is interrupted once it has said that it runs and
 * 50 ms more; the figure ends when the evaluation has been answered and the next cell could be typed.
 */
import { rename, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createSession } from '../../dist/session/index.js';

const ROUNDS = 7;
const dump = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 'fixtures/arrow-js';
const load = loadavg()[0];
const rows = [];

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function spread(name, times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const figures = [at(0.5), sorted[0], at(0.95), sorted.at(-1)].map((time) => time.toFixed(0));
  rows.push(`| ${[name, ...figures, sorted.length].join(' | ')} |`);
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

/** A square matrix without a gap, whose square takes seconds. */
const DENSE = `const n = 1800; const wide = await grb.Matrix.fromCSR('int64',
  Uint32Array.from({ length: n + 1 }, (_, i) => i * n), Uint32Array.from({ length: n * n }, (_, i) => i % n),
  BigInt64Array.from({ length: n * n }, (_, i) => BigInt(i % 7)))`;

const INTERRUPTS = {
  'a synchronous loop': 'for (;;) {}',
  'a loop after an await': 'await null; for (;;) {}',
  'an awaited promise': 'await new Promise(() => {})',
  'Atomics.wait': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  'a cell that swallows exceptions': 'for (;;) { try { for (;;) {} } catch {} }',
  'a long product of GraphBLAS': 'await wide.mxm(wide, "plus_times")',
  'native code, by a restart': 'await null; /^(a+)+$/.test("a".repeat(40) + "b")',
};

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
  await engine.evaluate(DENSE, () => undefined);
  for (const [name, source] of Object.entries(INTERRUPTS))
    back.get(name).push(await interruptTime(engine, source));
  await engine.close();
}
spread('host ready', starts);
spread('first result, from nothing', firsts);
spread('a trivial cell, warm', warm);
spread('ten million turns of a top-level loop', hot);
for (const [name, times] of back) spread(`back from ${name}`, times);

const report = [
  '# How quick the engine is to a person',
  '',
  'Milliseconds. Aims: first result 4 000, a trivial warm cell 60, back from an interrupt 1 000.',
  `Method: the head of \`bench/engine/engine.mjs\`. Node ${process.version}, ${cpus().length} cores (${cpus()[0].model}), load ${load.toFixed(1)} before it began.`,
  '',
  '| what | median | least | 95 % | most | rounds |',
  '|---|---:|---:|---:|---:|---:|',
  ...rows,
  '',
].join('\n');
console.log(report);
if (process.argv.includes('--write')) {
  const file = fileURLToPath(new URL('RESULTS.md', import.meta.url));
  await writeFile(`${file}.new`, report);
  await rename(`${file}.new`, file);
}
