export { htmlSegments, paragraphsOf, type DocumentSegment } from './document-segments.js';
export { wordHash } from './fnv.js';
export { BASE, rollingHashes } from './rolling-hash.js';
export { longestCommonRun, shinglesOf, WordNumbers, wordsOf } from './shingles.js';
export {
  labelTree,
  treeEditDistance,
  type LabelTree,
  type NestedTree,
} from './tree-edit-distance.js';
export { winnow, type WinnowTie } from './winnowing.js';
export {
  readTypeScript,
  type Comment,
  type Declaration,
  type SourceStatement,
  type SourceUnit,
  type TypeScriptSource,
} from './typescript-source.js';
