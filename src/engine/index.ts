export type * from './protocol.js';
export type {
  CallContext,
  CellFacts,
  HostContext,
  Prelude,
  PreludeModule,
  PreludePresented,
  Presented,
} from './prelude.js';
export { CheckerPool } from './checker-pool.js';
export { createEngine, type EngineOptions } from './client.js';
