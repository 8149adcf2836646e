import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { nativeBackendIfBuilt, referenceBackend, type Backend } from '../../src/grb/index.js';
import { loadNative } from '../../src/grb/native/load.js';

const native = nativeBackendIfBuilt();

/** The addon's file, which a test may load beside the door. */
export const addonFile =
  process.env.MIMIR_ADDON ??
  fileURLToPath(new URL('../../build/native/mimir_grb.node', import.meta.url));

interface Pieces {
  usePiece(nanoseconds: number): void;
}

/** What src/native/check.h says. */
const PIECE = 20_000_000;

/**
 * The native backend with its jobs split into pieces of a few entries, what only long operations do otherwise, and
 * with the library asked for everything: brief work is done in JavaScript otherwise, by the reference's code.
 */
function inPieces(): Backend {
  const { backend } = loadNative({ always: true });
  if (backend === null) throw new Error('the addon is gone');
  const addon = createRequire(import.meta.url)(addonFile) as Pieces;
  return new Proxy(backend, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        addon.usePiece(30);
        try {
          return (value as (...list: unknown[]) => unknown).apply(target, args);
        } finally {
          addon.usePiece(PIECE);
        }
      };
    },
  });
}

type Named = readonly [name: string, backend: Backend];

/** The backends that are built here. */
export const plainBackends: readonly Named[] = [
  ['reference', referenceBackend],
  ...(native === null ? [] : [['native', native] as const]),
];

/** The same, and the native one in pieces: every test of the door runs on each. */
export const backends: readonly Named[] = [
  ...plainBackends,
  ...(native === null ? [] : [['native in pieces', inPieces()] as const]),
];
