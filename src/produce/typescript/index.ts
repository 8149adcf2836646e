export {
  dumpTypeScript,
  readTypeScript,
  type TypeScriptDumpOptions,
  type TypeScriptDumpResult,
} from './dump-typescript.js';
