// A session: the engine with the workbench preloaded
export { createSession, type SessionOptions } from './session-engine.js';
export { createCellRunner } from './cell-runner.js';
export { chooseDump, type ChosenDump, type DumpWishes } from './which-dump.js';
export {
  CONFIG_FILE,
  configured,
  ConfigError,
  findConfig,
  readConfig,
  type LayerRule,
  type LoadedConfig,
  type MimirConfig,
  type Suppression,
} from './config.js';
export type * from './run-comm.js';
export type { Display, Displayed, Progress } from './cell-display.js';
export type { CellStudy, SaveOptions } from './cell-study.js';
export type { LensRun, StepLook } from './lens-run.js';

// What a cell imports to write a lens of its own
export { defineLens, param, scopeParams, scopeOf, SCOPE_PARAMS } from '../lens/index.js';
export * from '../table/index.js';
