import { CodedError, InvalidArgument } from '../task/index.js';
import type { Backend, BackendDescription } from './backend.js';
import { spell } from './calls.js';
import { loadNative } from './native/load.js';
import { currentRun, type RunContext } from './recorder.js';
import { referenceBackend } from './reference/index.js';

export interface BackendStatus extends BackendDescription {
  /** Why this one is in use. */
  readonly reason: string;
}

interface Choice {
  readonly backend: Backend;
  readonly reason: string;
}

let chosen: Choice | null = null;

function choose(): Choice {
  const wanted = process.env.MIMIR_BACKEND ?? '';
  if (wanted === 'reference')
    return { backend: referenceBackend, reason: 'MIMIR_BACKEND=reference' };
  if (wanted !== '' && wanted !== 'native') {
    throw new InvalidArgument(
      `unknown backend: ${spell(wanted)}; MIMIR_BACKEND is native or reference`,
    );
  }
  const native = loadNative();
  if (native.backend !== null) {
    return {
      backend: native.backend,
      reason: wanted === '' ? 'the native addon is built' : 'MIMIR_BACKEND=native',
    };
  }
  if (wanted === 'native') {
    throw new CodedError(
      'backend_missing',
      `native backend missing: ${native.why}; run \`npm run setup\`, or unset MIMIR_BACKEND`,
    );
  }
  return { backend: referenceBackend, reason: native.why };
}

function choice(): Choice {
  chosen ??= choose();
  return chosen;
}

/**
 * Which backend makes new objects, and why: what `mimir doctor` shows.
 * Throws `backend_missing` where MIMIR_BACKEND=native can't be had: never a silent fallback.
 */
export function backendStatus(): BackendStatus {
  const { backend, reason } = choice();
  return { ...backend.describe(), reason };
}

export function defaultBackend(): Backend {
  return choice().backend;
}

/** The native backend where it can be loaded, whatever MIMIR_BACKEND says; tests compare it with the reference. */
export function nativeBackendIfBuilt(): Backend | null {
  const { backend } = choice();
  return backend.name === 'native' ? backend : loadNative().backend;
}

/** The backend that a constructor uses: the call's, the run's, or the default. */
export function currentBackend(context: RunContext): Backend {
  return currentRun(context).backend ?? defaultBackend();
}
