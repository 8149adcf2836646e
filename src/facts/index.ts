export {
  changesBetween,
  historyOf,
  historyRead,
  isGitTree,
  versionsOf,
  type Commit,
  type FileChange,
  type FilePair,
} from './git.js';
export { lineEditOf, type LineEdit, type NumberedLine } from './line-edit.js';
export { lineCount, readSources, sourceRoot, type SourceText } from './source-files.js';
export {
  folderOf,
  isCode,
  isTestPath,
  parseSources,
  sourceReader,
  type ParsedFile,
  type ParsedSources,
  type ParseOptions,
} from './parsed-sources.js';
export { lineHistoryOf, type LineTouch } from './line-history.js';
export { FactStore, type StorePlace } from './fact-store.js';
