export * from './vocabulary.js';
export type { EdgeFact, NodeFact, Sink, Site } from './facts.js';
export { DumpBuilder } from './dump-builder.js';
export { createDumpWriter, type DumpWriter } from './dump-writer.js';
export {
  encodeEdges,
  encodeNodes,
  metadataMap,
  unitFileStem,
  writeUnit,
  type UnitFiles,
} from './arrow-write.js';
export {
  FLAG_MISSING,
  type EdgeColumns,
  type NodeColumns,
  type NodeFlagColumn,
  type NodeIntegerColumn,
  type NodeTextColumn,
  type Quality,
  type SiteColumns,
  type UnitColumns,
  type UnitMetadata,
} from './unit-columns.js';
export { EMPTY_POOL, poolText, type TextColumn, type TextPool } from './text-pool.js';
export {
  formatDescriptor,
  formatMoniker,
  labelOf,
  leafName,
  parseDescriptors,
  quoteName,
  splitMoniker,
  withoutVersion,
  type Descriptor,
  type DescriptorKind,
  type Moniker,
} from './moniker.js';
export { DUMP_PLACES, holdsDump, listUnits, locateDump, type UnitPaths } from './locate.js';
export { hashDump, hashFiles } from './dump-key.js';
export { DumpError, NoDump, oneLine } from './dump-error.js';
export { findSorted } from './resolve-ends.js';
export { assemble, loadDump, loadDumpAhead, readUnit, readUnits } from './load-dump.js';
export { StableIds } from './stable-ids.js';
export { uniteUnits } from './unite-units.js';
export { normalId } from './normal-ids.js';
export type {
  DuplicateKey,
  LoadedDump,
  LoadedEdges,
  LoadedSite,
  SkippedRows,
} from './loaded-dump.js';
export { pairOrder, sortedPairs } from './pair-order.js';
export type { Compression } from './file-writer.js';
export {
  formatBlockName,
  parseBlockName,
  type Block,
  type BlockName,
  type Constant,
  type Declaration,
  type Operand,
  type Place,
  type Position,
  type Rvalue,
  type Statement,
  type SwitchCase,
  type Terminator,
  type WeakPlace,
} from './block.js';
export {
  formatOperand,
  formatPayload,
  formatStatement,
  formatTerminator,
  parsePayload,
} from './payload.js';
export { mapPlace, mapRvalue, mapTerminator } from './map-operands.js';
export {
  calleeOf,
  canonicalText,
  definitionsAndUses,
  fingerprintOf,
  fnv64,
  operandsOf,
  statementKey,
  terminatorOperands,
  withFingerprint,
  type DefinitionsAndUses,
} from './block-facts.js';
export {
  blockForm,
  closureBody,
  operandForm,
  statementForm,
  terminatorForm,
  type FormStatement,
  type FormTerminator,
} from './body-form.js';
export { SnapshotCache, type CacheOptions, type CacheReport } from './snapshot-cache.js';
export type { ExtraColumns, Snapshot } from './snapshot.js';
export { dumpInfo, type DumpInfo, type FileInfo } from './dump-info.js';
export { validateDump, type DumpFault } from './validate-dump.js';
export {
  EMBEDDED,
  readEmbeddings,
  writeEmbeddings,
  type Embedded,
  type EmbeddingTable,
  type StoredEmbeddings,
} from './embeddings.js';
export { makeFolder, unwritable } from './unwritable.js';
