import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { BackendStatus } from '../../src/grb/index.js';
import { addonFile } from './backends.js';

/** The door as a process finds it that starts with these variables. */
async function chosenUnder(env: Record<string, string | undefined>): Promise<BackendStatus> {
  vi.resetModules();
  for (const name of ['MIMIR_BACKEND', 'MIMIR_ADDON', 'MIMIR_THREADS']) vi.stubEnv(name, env[name]);
  const { backendStatus } = await import('../../src/grb/select.js');
  return backendStatus();
}

afterEach(() => vi.unstubAllEnvs());

const nowhere = fileURLToPath(new URL('no-such-addon.node', import.meta.url));
const noAddon = fileURLToPath(import.meta.url);

test('MIMIR_BACKEND=reference is the reference, whatever is built', async () => {
  expect(await chosenUnder({ MIMIR_BACKEND: 'reference' })).toEqual({
    name: 'reference',
    library: null,
    version: null,
    threads: 1,
    reason: 'MIMIR_BACKEND=reference',
  });
});

test('without the addon the reference runs and says why, unless the native one is asked for', async () => {
  expect(await chosenUnder({ MIMIR_ADDON: nowhere })).toMatchObject({
    name: 'reference',
    reason: 'the native addon is not built',
  });
  await expect(
    chosenUnder({ MIMIR_ADDON: nowhere, MIMIR_BACKEND: 'native' }),
  ).rejects.toMatchObject({
    code: 'backend_missing',
    message:
      'native backend missing: the native addon is not built; run `npm run setup`, or unset MIMIR_BACKEND',
  });
});

test('an addon that is no library is told in one line', async () => {
  const { name, reason } = await chosenUnder({ MIMIR_ADDON: noAddon });
  expect(name).toBe('reference');
  expect(reason).toMatch(/^the native addon can't be loaded: [^\n]+$/);
});

test('a backend that there is not is refused', async () => {
  await expect(chosenUnder({ MIMIR_BACKEND: 'cuda' })).rejects.toThrow(
    'unknown backend: "cuda"; MIMIR_BACKEND is native or reference',
  );
});

describe.skipIf(!existsSync(addonFile))('with the addon built (needs native)', () => {
  test('the native backend is chosen, and says its library, version, threads and reason', async () => {
    const MIMIR_ADDON = addonFile;
    const status = await chosenUnder({ MIMIR_ADDON });
    expect(status).toMatchObject({
      name: 'native',
      library: 'SuiteSparse:GraphBLAS',
      reason: 'the native addon is built',
    });
    expect(status.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(status.threads).toBeGreaterThan(0);
    expect(
      await chosenUnder({ MIMIR_ADDON, MIMIR_BACKEND: 'native', MIMIR_THREADS: '1' }),
    ).toMatchObject({ name: 'native', threads: 1, reason: 'MIMIR_BACKEND=native' });
  });
});
