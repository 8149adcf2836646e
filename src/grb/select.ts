import type { Backend, BackendDescription } from './backend.js';
import { currentRun, type RunContext } from './recorder.js';
import { referenceBackend } from './reference/index.js';

export interface BackendStatus extends BackendDescription {
  /** Why this one is in use. */
  readonly reason: string;
}

/** Which backend makes new objects, and why. */
export function backendStatus(): BackendStatus {
  return { ...referenceBackend.describe(), reason: 'the native addon is not built' };
}

export function defaultBackend(): Backend {
  return referenceBackend;
}

/** The backend that a constructor uses: the call's, the run's, or the default. */
export function currentBackend(context: RunContext): Backend {
  return currentRun(context).backend ?? defaultBackend();
}
