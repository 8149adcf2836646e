export { dumpRust, readRust, type RustDumpOptions, type RustDumpResult } from './dump-rust.js';
export { OLDEST_MINOR } from './cargo/toolchain.js';
export type { FeatureFlags } from './cargo/check.js';
