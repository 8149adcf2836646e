export {
  dumpTypeScript,
  readTypeScript,
  unitName,
  PRODUCER,
  type TypeScriptDumpOptions,
  type TypeScriptDumpResult,
} from './dump-typescript.js';
