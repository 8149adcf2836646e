import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Evaluation } from '../../src/engine/index.js';

const deep = process.env['MIMIR_DEEP'] === '1';
const times = deep ? 50 : 3;

const later = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A project with a package and a module that never come back. */
function projectFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'mimir-interrupts-'));
  const library = path.join(folder, 'node_modules', 'spinning');
  mkdirSync(library, { recursive: true });
  writeFileSync(
    path.join(library, 'package.json'),
    '{ "name": "spinning", "types": "index.d.ts" }',
  );
  writeFileSync(path.join(library, 'index.js'), 'exports.forever = () => { for (;;) {} };');
  writeFileSync(path.join(library, 'index.d.ts'), 'export declare function forever(): never;');
  writeFileSync(path.join(folder, 'local.ts'), 'export function local(): never { for (;;) {} }');
  return folder;
}

let engine: Engine;

/** Runs the cell, interrupts it once it has said that it runs, and gives its end and the time that it took. */
async function interrupted(
  source: string,
  on = engine,
): Promise<{ evaluation: Evaluation; milliseconds: number }> {
  let begun: () => void = () => undefined;
  const runs = new Promise<void>((resolve) => (begun = resolve));
  const evaluation = on.evaluate(`console.log('runs');\n${source}`, (event) => {
    if (event.type === 'stdout') begun();
  });
  await Promise.race([runs, evaluation]);
  await later(60);
  const from = performance.now();
  await on.interrupt();
  return { evaluation: await evaluation, milliseconds: performance.now() - from };
}

async function value(source: string, on = engine): Promise<unknown> {
  const { result, diagnostics } = await on.evaluate(source, () => undefined);
  return result?.bundle['text/plain'] ?? diagnostics;
}

beforeAll(async () => {
  engine = createEngine({ cwd: projectFolder() });
  await engine.ready;
});

afterAll(() => engine.close());

/** Work that stops without the host: its variables stay. */
const STOPS: Readonly<Record<string, string>> = {
  'a synchronous loop': 'while (true) {}',
  'a loop without a body': 'for (;;);',
  'a loop after an await': 'await null; for (;;) {}',
  'a loop in a callback': 'await new Promise(() => setTimeout(() => { for (;;) {} }, 1))',
  'a loop in a function of an earlier cell': 'spin()',
  'an awaited promise that never settles': 'await new Promise(() => {})',
  'a chain of awaits': 'for (;;) await new Promise((resolve) => setTimeout(resolve, 5))',
  'a loop that never leaves its microtasks': 'for (;;) await null',
  'a loop inside of a library': 'forever()',
  'a loop inside of a module of the user, after an await': 'await null; local()',
  'Atomics.wait': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  'a cell that swallows exceptions': 'for (;;) { try { for (;;) {} } catch {} }',
  'a cell that swallows exceptions after an await':
    'await null; for (;;) { try { for (;;) {} } catch {} }',
  'a cell that prints without end': 'for (;;) console.log("more")',
};

describe.each(Object.entries(STOPS))('an interrupt of %s', (_, source) => {
  beforeEach(async () => {
    const { status } = await engine.evaluate(
      'import { forever } from "spinning"; import { local } from "./local"; let kept = 41; function spin(): never { for (;;) {} }',
      () => undefined,
    );
    expect(status).toBe('ok');
  });

  it('gives the prompt back, with the variables, and leaves the next cell alone', async () => {
    for (let time = 0; time < times; time++) {
      const { evaluation, milliseconds } = await interrupted(source);
      expect(evaluation.status).toBe('interrupted');
      expect(milliseconds).toBeLessThan(10_000);
      expect(await value('kept + 1')).toBe('42');
    }
  });
});

/** Work that only a restart ends. */
const RESTARTS: Readonly<Record<string, string>> = {
  'a loop inside of a library, after an await': 'await null; forever()',
  'a regular expression without end, after an await':
    'await null; /^(a+)+$/.test("a".repeat(40) + "b")',
  'a native call that takes long':
    'const { pbkdf2Sync } = await import("node:crypto"); pbkdf2Sync("a", "b", 1e9, 64, "sha512")',
};

// Most of this is waiting: for the patience of an interrupt, and for the next host.
describe('an interrupt restarts the host, and says so, of', () => {
  it.concurrent.each(Object.entries(RESTARTS))('%s', async (_, source) => {
    const own = createEngine({ cwd: projectFolder() });
    for (let time = 0; time < (deep ? times : 1); time++) {
      await own.evaluate('import { forever } from "spinning"; let kept = 41', () => undefined);
      const { evaluation, milliseconds } = await interrupted(source, own);
      expect(evaluation.status).toBe('restarted');
      expect(evaluation.error?.code).toBe('host_restarted');
      expect(milliseconds).toBeLessThan(10_000);
      expect(await value('1 + 1', own)).toBe('2');
      expect(await value('kept', own)).toMatchObject([{ code: 2304 }]);
    }
    await own.close();
  });
});

it('an interrupt between cells is no interrupt of the next one', async () => {
  for (let time = 0; time < (deep ? 50 : 5); time++) {
    await value('1');
    await engine.interrupt();
    expect(await value('await new Promise((r) => setTimeout(r, 5)); 2')).toBe('2');
  }
});

it('work that an interrupted cell left behind stops by the flag', async () => {
  await engine.evaluate('let turns = 0', () => undefined);
  await interrupted(
    'await Promise.all([new Promise(() => {}), (async () => { for (;;) { turns++; await new Promise((r) => setTimeout(r, 2)) } })()])',
  );
  await later(30);
  const before = await value('turns');
  await later(60);
  expect(await value('turns')).toBe(before);
});

it('a cell that ends its process is answered, and the next cell runs', async () => {
  const { status, error } = await engine.evaluate('process.exit(3)', () => undefined);
  expect([status, error?.code]).toEqual(['restarted', 'host_restarted']);
  expect(await value('1 + 2')).toBe('3');
});

it('completion answers while a cell runs', async () => {
  const evaluation = engine.evaluate('for (;;) {}', () => undefined);
  await later(100);
  const { items } = await engine.complete('parseI', 6);
  expect(items.map(({ name }) => name)).toContain('parseInt');
  await engine.interrupt();
  expect((await evaluation).status).toBe('interrupted');
});
