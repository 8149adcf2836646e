export {
  dumpTypeScript,
  readTypeScript,
  type TypeScriptDumpOptions,
  type TypeScriptDumpResult,
} from './typescript/index.js';
export { dumpRust, readRust, type RustDumpOptions, type RustDumpResult } from './rust/index.js';
