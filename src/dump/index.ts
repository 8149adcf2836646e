export * from './vocabulary.js';
export type { EdgeFact, NodeFact, Sink, Site } from './facts.js';
export type { Quality, UnitColumns, UnitMetadata } from './unit-columns.js';
export { DumpBuilder } from './dump-builder.js';
export { createDumpWriter, type DumpWriter } from './dump-writer.js';
export { writeUnit, type UnitFiles } from './arrow-write.js';
