export {
  dumpTypeScript,
  readTypeScript,
  type TypeScriptDumpOptions,
  type TypeScriptDumpResult,
} from './typescript/index.js';
