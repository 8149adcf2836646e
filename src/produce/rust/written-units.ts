import { createHash } from 'node:crypto';
import type { UnitColumns } from '../../dump/index.js';
import { readerVersion } from './bodies/fact-store.js';

/** A unit of the dump as it stands now. */
export interface WrittenUnit {
  readonly name: string;
  /** Of all that its files say. */
  readonly digest: string;
  /** Paths. */
  readonly files: readonly string[];
  /** False where the files of last time say the same. */
  readonly isWritten: boolean;
  readonly nodes: number;
  readonly edges: number;
}

/** The units that the last dump into a folder wrote. */
export interface LastUnits {
  /** Paths of a unit's files, where they say what the digest says and nobody touched them; else `null`. */
  standing(name: string, digest: string): readonly string[] | null;
}

/** SHA-256 over everything that a unit's files say, and over what writes it: equal ones give equal files. */
export function digestOf(columns: UnitColumns): string {
  const hash = createHash('sha256').update(readerVersion());
  const seen = new Map<object, number>();
  const visit = (value: unknown): void => {
    if (typeof value === 'function') visit((value as () => unknown)());
    else if (ArrayBuffer.isView(value))
      hash
        .update(`[${value.byteLength}]`)
        .update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    else if (typeof value === 'object' && value !== null) {
      // Columns share their texts.
      const known = seen.get(value);
      if (known !== undefined) hash.update(`#${known}`);
      else {
        seen.set(value, seen.size);
        for (const [name, part] of Object.entries(value)) {
          hash.update(`{${name}:`);
          visit(part);
        }
        hash.update('}');
      }
    } else hash.update(`${JSON.stringify(value)};`);
  };
  visit(columns);
  return hash.digest('hex');
}
