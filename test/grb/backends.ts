import { referenceBackend, type Backend } from '../../src/grb/index.js';

/** Every backend that is built here: the same tests run on each. */
export const backends: readonly (readonly [name: string, backend: Backend])[] = [
  ['reference', referenceBackend],
];
