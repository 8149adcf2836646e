import { nativeBackendIfBuilt, referenceBackend, type Backend } from '../../src/grb/index.js';

const native = nativeBackendIfBuilt();

/** Every backend that is built here: the same tests run on each. */
export const backends: readonly (readonly [name: string, backend: Backend])[] = [
  ['reference', referenceBackend],
  ...(native === null ? [] : [['native', native] as const]),
];
