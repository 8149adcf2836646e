export { BASE, rollingHashes } from './rolling-hash.js';
export { longestCommonRun, shinglesOf, WordNumbers, wordsOf } from './shingles.js';
export {
  labelTree,
  treeEditDistance,
  type LabelTree,
  type NestedTree,
} from './tree-edit-distance.js';
export { winnow, type WinnowTie } from './winnowing.js';
