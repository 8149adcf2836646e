import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Backend } from '../backend.js';
import type { Addon } from './addon.js';
import { nativeBackend, type NativeOptions } from './index.js';

export type Loaded =
  | { readonly backend: Backend; readonly file: string }
  | { readonly backend: null; readonly why: string };

/** Loads the addon that `scripts/build-native.mjs` made, or the one that MIMIR_ADDON names. */
export function loadNative(options: NativeOptions = {}): Loaded {
  const file =
    process.env.MIMIR_ADDON ??
    fileURLToPath(new URL('../../../build/native/mimir_grb.node', import.meta.url));
  if (!existsSync(file)) return { backend: null, why: 'the native addon is not built' };
  // libgomp reads it when it is loaded: spinning threads of a pause between two products starve the rest.
  process.env.OMP_WAIT_POLICY ??= 'passive';
  try {
    const addon = createRequire(import.meta.url)(file) as Addon;
    const threads = Number(process.env.MIMIR_THREADS);
    if (Number.isInteger(threads) && threads > 0) addon.useThreads(threads);
    return { backend: nativeBackend(addon, options), file };
  } catch (error) {
    const [line = 'unknown error'] = (error as Error).message.split('\n');
    return { backend: null, why: `the native addon can't be loaded: ${line}` };
  }
}
