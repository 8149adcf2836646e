import type { UnitColumns } from '../../src/dump/index.js';

export interface GenerateOptions {
  /** About how many edges all units hold together. */
  readonly edges: number;
  readonly seed?: number;
  /** Compiled units; each is one crate. */
  readonly units?: number;
}

/** A dump like that of a Rust workspace, unit by unit; the same options give the same columns. */
export function generateUnits(options: GenerateOptions): Generator<UnitColumns>;
