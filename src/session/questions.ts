import { calibrationRegistry } from '../calibrate/index.js';
import { judgeRegistry } from '../judges/index.js';
import { createRegistry, type Registry } from '../lens/index.js';
import { registry as lensRegistry } from '../lenses/index.js';

/** Everything that a cell can ask by name. */
export const questions: Registry = createRegistry([
  ...lensRegistry.all(),
  ...calibrationRegistry.all(),
  ...judgeRegistry.all(),
]);
