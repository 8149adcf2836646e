import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { nativeBackendIfBuilt } from '../../src/grb/index.js';
import { deep } from './arbitrary.js';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const addon = process.env.MIMIR_ADDON ?? here('../../build/native/mimir_grb.node');
const built = nativeBackendIfBuilt() !== null;
const required = (process.env.MIMIR_REQUIRE ?? '').split(',').includes('native');

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly milliseconds: number;
}

/** Runs a script in a process of its own: a crash there is an answer here. */
function child(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const running = spawn(process.execPath, [here(script), ...args], {
      env: { ...process.env, ...env },
    });
    let out = '';
    let err = '';
    running.stdout.on('data', (text: Buffer) => (out += text.toString()));
    running.stderr.on('data', (text: Buffer) => (err += text.toString()));
    running.once('error', reject);
    running.once('close', (code) => {
      resolve({ code, out, err, milliseconds: performance.now() - begin });
    });
  });
}

const life = (what: string, count = 0): Promise<Ended> =>
  child('./lifecycle-child.mjs', [addon, what, String(count)]);

test('the native addon is there where it is required', () => {
  expect(built || !required).toBe(true);
});

describe.skipIf(!built)('the addon (needs native)', () => {
  test('ends with the process: exit keeps its code and does not wait for a product', async () => {
    const { code, milliseconds } = await life('exit');
    expect(code).toBe(7);
    expect(milliseconds).toBeLessThan(15_000);
  });

  test('ends with the process when something is thrown', async () => {
    const { code, err } = await life('throw');
    expect(code).toBe(1);
    expect(err).toContain('on purpose');
  });

  test('lets a process end by itself once its work is done', async () => {
    expect(await life('finish')).toMatchObject({ code: 0, out: 'true\n' });
  });

  test('stops between the blocks of a long product', async () => {
    const { code, out } = await life('cancel');
    expect(code).toBe(0);
    const answer = JSON.parse(out) as { code: string; milliseconds: number };
    expect(answer.code).toBe('interrupted');
    expect(answer.milliseconds).toBeLessThan(5000);
  });

  test('serves worker threads, and outlives their end in the middle of a product', async () => {
    const { code, out } = await life('workers');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ same: true });
  });

  test('tells the collector what dropped matrices weigh: memory stays flat', async () => {
    const { code, out } = await life('drop', deep ? 20_000 : 1500);
    expect(code).toBe(0);
    expect((JSON.parse(out) as { grown: number }).grown).toBeLessThan(150);
  });

  test('gives memory back on dispose', async () => {
    const { code, out } = await life('dispose', deep ? 100_000 : 5000);
    expect(code).toBe(0);
    expect((JSON.parse(out) as { grown: number }).grown).toBeLessThan(60);
  });

  test('refuses whatever it is given, and never crashes', async () => {
    for (const run of await fuzzRuns()) {
      const { code, out, err } = await child('./fuzz-child.mjs', run.args, run.env);
      expect(err).toBe('');
      expect(code).toBe(0);
      const { done, outcomes } = JSON.parse(out) as { done: number; outcomes: string[] };
      expect(done).toBeGreaterThan(1000);
      expect(outcomes).toEqual(
        expect.arrayContaining([
          'GrB_DIMENSION_MISMATCH',
          'GrB_DOMAIN_MISMATCH',
          'GrB_INVALID_VALUE',
          'GrB_NULL_POINTER',
          'interrupted',
          'trap',
        ]),
      );
    }
  }, 2_400_000);
});

/** A short run of the addon; deep, 10⁶ calls more of a build under AddressSanitizer. */
async function fuzzRuns(): Promise<{ args: string[]; env: NodeJS.ProcessEnv }[]> {
  const short = { args: [addon, '8000', '1'], env: {} };
  if (!deep) return [short];
  const { buildNative } = (await import(here('../../scripts/build-native.mjs'))) as {
    buildNative: (options: { sanitize: boolean }) => Promise<{ file: string }>;
  };
  const { file } = await buildNative({ sanitize: true });
  const env = {
    LD_PRELOAD: await sanitizerRuntime(),
    ASAN_OPTIONS: 'detect_leaks=0:allocator_may_return_null=1',
  };
  return [short, ...['2', '3', '4', '5'].map((seed) => ({ args: [file, '250000', seed], env }))];
}

function sanitizerRuntime(): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = spawn(process.env.CXX ?? 'g++', ['-print-file-name=libasan.so']);
    let out = '';
    asked.stdout.on('data', (text: Buffer) => (out += text.toString()));
    asked.once('error', reject);
    asked.once('close', () => {
      resolve(out.trim());
    });
  });
}
