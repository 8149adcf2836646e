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
export { withinEdits } from './banded-edit.js';
export { winnow, winnowBy, type WinnowTie } from './winnowing.js';

// Tokens with roles
export {
  Role,
  ROLE_TEXT,
  spelling,
  TokenKind,
  type TextUnit,
  type TokenStream,
} from './token-stream.js';
export { lexRust } from './rust-lexer.js';
export { typescriptLexer, typescriptReader } from './typescript.js';
export {
  canonicalText,
  exactKey,
  normalise,
  shapeSymbol,
  type NormalisedText,
} from './normalise.js';

// Fingerprints
export {
  BAND_ROWS,
  BANDS,
  ClassHashes,
  equalMinima,
  fnv64,
  minHash,
  mix64,
  PERMUTATIONS,
  SHINGLE,
} from './minhash.js';
export {
  CLONE_FAMILY_PROFILE,
  guaranteeTokens,
  hashText,
  kgramHashes,
  SUBCLONE_PROFILE,
  symbolId,
  winnowHashes,
  type Hashes,
  type KgramProfile,
} from './kgrams.js';
export { rustReader, type RustReader } from './rust-source.js';
export type {
  Comment,
  Declaration,
  SourceFacts,
  SourceImport,
  SourceStatement,
  SourceUnit,
} from './source-facts.js';

// A vector without a model
export { embedWords, HASHED_DIMENSION, HASHED_SPACE, wordsOfToken } from './hashed-embedding.js';
