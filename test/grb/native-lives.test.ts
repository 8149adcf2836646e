import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { nativeBackendIfBuilt } from '../../src/grb/index.js';
import { deep } from './arbitrary.js';
import { addonFile as addon } from './backends.js';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
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
      // A test that is given up leaves nothing that runs on.
      timeout: deep ? 1_150_000 : 55_000,
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

const life = (what: string, count: number | string = 0): Promise<Ended> =>
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

  test('stops between the pieces of a long product', async () => {
    const { code, out } = await life('cancel');
    expect(code).toBe(0);
    const answer = JSON.parse(out) as { code: string; milliseconds: number };
    expect(answer.code).toBe('interrupted');
    expect(answer.milliseconds).toBeLessThan(5000);
  });

  /** Processor time of the job thread: other people's load doesn't stretch it. */
  test('looks at the cancel flag within 100 ms of work, whatever the operation', async () => {
    const { code, out } = await life('pieces', deep ? '10000000:20000000' : '400000:1000000');
    expect(code).toBe(0);
    const longest = Object.entries(JSON.parse(out) as Record<string, number>);
    expect(longest.length).toBeGreaterThan(40);
    expect(longest.filter(([, milliseconds]) => milliseconds >= 100)).toEqual([]);
  });

  test('leaves what a stopped operation was working on as it was', async () => {
    const { code, out } = await life('stops', deep ? 2_000_000 : 100_000);
    expect(code).toBe(0);
    const outcomes = Object.entries(
      JSON.parse(out) as Record<string, { outcome: string; same: boolean }>,
    );
    expect(outcomes.filter(([, { same }]) => !same)).toEqual([]);
    const stopped = outcomes.filter(([, { outcome }]) => outcome === 'interrupted');
    expect(stopped.length).toBeGreaterThan(10);
    expect(outcomes.every(([, { outcome }]) => ['done', 'interrupted'].includes(outcome))).toBe(
      true,
    );
  });

  test('serves worker threads, and outlives their end in the middle of a product', async () => {
    const { code, out } = await life('workers');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ same: true });
  });

  test('stays when the last worker that loaded it goes', async () => {
    expect(await life('guests')).toMatchObject({ code: 0, out: 'gone\n', err: '' });
  });

  test('tells the collector what dropped matrices weigh: memory stays flat', async () => {
    const { code, out } = await life('drop', deep ? 100_000 : 1500);
    expect(code).toBe(0);
    expect((JSON.parse(out) as { grown: number }).grown).toBeLessThan(150);
  });

  test('gives memory back on dispose', async () => {
    const { code, out } = await life('dispose', deep ? 100_000 : 5000);
    expect(code).toBe(0);
    expect((JSON.parse(out) as { grown: number }).grown).toBeLessThan(60);
  });

  test('refuses whatever it is given, and never crashes', async () => {
    await fuzz(addon, 8000, 1);
  });
});

/** Random calls in a process of its own: none may crash it, and each sort of refusal must have been met. */
async function fuzz(
  file: string,
  calls: number,
  seed: number,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const args = [file, String(calls), String(seed)];
  const { code, out, err } = await child('./fuzz-child.mjs', args, env);
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

/** A library that a process must be started with to be watched; a compiler that knows of none prints a bare name. */
function watcher(name: string): string | null {
  const asked = spawnSync(process.env.CXX ?? 'g++', [`-print-file-name=${name}`], {
    encoding: 'utf8',
  });
  const file = asked.status === 0 ? asked.stdout.trim() : '';
  return path.isAbsolute(file) && existsSync(file) ? file : null;
}

const runtime = watcher('libasan.so');
const checkingMalloc = watcher('libc_malloc_debug.so.0');

/** Only deep: the addon under AddressSanitizer takes a minute to build. */
if (deep) {
  test('AddressSanitizer is there where the addon is required', () => {
    expect(runtime !== null || !required).toBe(true);
  });

  /** The sanitizer sees what our code writes, this what the library does, once the memory is freed. */
  describe.skipIf(!built || checkingMalloc === null)('under glibc’s checks (needs glibc)', () => {
    test('10⁵ random calls free no memory that was written past its end', async () => {
      await fuzz(addon, 100_000, 6, {
        LD_PRELOAD: checkingMalloc ?? '',
        GLIBC_TUNABLES: 'glibc.malloc.check=3',
      });
    });
  });

  describe.skipIf(!built || runtime === null)('under AddressSanitizer (needs asan)', () => {
    test('10⁶ random calls touch no memory that is not theirs', async () => {
      const { buildNative } = (await import(here('../../scripts/build-native.mjs'))) as {
        buildNative: (options: {
          sanitize: boolean;
        }) => Promise<{ built: boolean; reason: string; file: string }>;
      };
      const { built: ready, reason, file } = await buildNative({ sanitize: true });
      expect(ready, reason).toBe(true);
      const env = {
        LD_PRELOAD: runtime ?? '',
        ASAN_OPTIONS: 'detect_leaks=0:allocator_may_return_null=1',
      };
      for (const seed of [2, 3, 4, 5]) await fuzz(file, 250_000, seed, env);
    }, 2_400_000);
  });
}
