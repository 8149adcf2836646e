// What every lens of the clone family shares (S1:1249-1275).

// Parameters and population
export { CLONE_PARAMS, cloneParams, sourceParams, type CloneParams } from './parameters.js';
export {
  clonePopulation,
  implementingMethods,
  isForeignPath,
  isTestPath,
  LEFT_OUT,
  linesOf,
  placeOf,
  spanOf,
  TRIVIAL_LINES,
  type ClonePopulation,
  type LeftOut,
} from './population.js';

export { EXCLUSIONS, exclusionsOf, type Exclusion } from './exclusions.js';

// Text of the rows, normalised
export {
  hasLexer,
  lexSource,
  readShapes,
  rowsByFile,
  SOURCES_PRODUCER,
  unreadText,
  sourceFolder,
  textsOf,
  unitFinder,
  type Shapes,
} from './shapes.js';

export { isOneLiteral, namesIntrinsics } from './literal-bodies.js';

// Steps that the text lenses share, and what they show
export { familyFacts, functionsStep, shapesStep } from './steps.js';
export {
  deliberateTable,
  functionsTable,
  leftOutTable,
  outsideTable,
  shapesTable,
  tokenHistogram,
} from './tables.js';

// Exact groups and near pairs
export { exactBodies, exactGroups, exactRank, pairsOf, type ExactGroup } from './exact.js';
export {
  bandBuckets,
  nearPairs,
  type Bucket,
  type Buckets,
  type NearOptions,
  type NearPairs,
} from './near.js';

// Rules over findings
export {
  deliberateFamily,
  deliberatePairs,
  isVariantName,
  nameParts,
  selfOnlyPair,
  withoutDeliberate,
  type Deliberate,
  type DeliberateFamily,
  type FamilyFacts,
} from './families.js';
export { MUTUAL_K, mutualPairs, type ScoredPairs } from './mutual.js';
export {
  CLASS_MEMBERS,
  classParams,
  cloneClasses,
  foldParams,
  listedPairs,
  type CloneClass,
} from './classes.js';
export {
  ASKS_NO_VECTORS,
  DUMP_PRODUCER,
  EVIDENCE,
  indexCounts,
  type Evidence,
} from './evidence.js';

// What every answer says
export {
  deliberateNotes,
  graphNeeds,
  leftOutCounts,
  nearBucketNotes,
  oneTextNotes,
  plainState,
  summaryName,
  textState,
} from './answers.js';

// Vectors beside the graph
export {
  CALIBRATED_SPACE,
  hasVector,
  noVectors,
  rowVectors,
  vectorParams,
  type RowVectors,
} from './vectors.js';
export {
  cosineDoc,
  cosineFloor,
  NEAR_PRODUCT,
  nearNotes,
  nearResult,
  recordedFloor,
  vectorsResult,
  type CosineFloors,
} from './vector-results.js';
export { eachText, hashedVectors } from './texts.js';

// Structural agreement of two functions
export {
  jaccard,
  parametersOf,
  printedSignature,
  signatureFacts,
  signatureText,
  structuralAgreement,
  wordsOf,
  type SignatureFacts,
  type WrittenParameter,
} from './agreement.js';
