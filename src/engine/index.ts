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
export { createEngine, type EngineOptions } from './client.js';
