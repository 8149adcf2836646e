export {
  changesBetween,
  historyOf,
  isGitTree,
  versionsOf,
  type Commit,
  type FileChange,
  type FilePair,
} from './git.js';
export { lineEditOf, type LineEdit, type NumberedLine } from './line-edit.js';
export { lineCount, readSources, sourceRoot, type SourceText } from './source-files.js';
