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
export { readSources, sourceRoot, type SourceText } from './source-files.js';
