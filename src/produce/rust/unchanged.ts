import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stampOf } from './bodies/body-files.js';
import { readerVersion } from './bodies/fact-store.js';
import type { CheckResult } from './cargo/check.js';

/** What a dump was made of, but what its files say: two that are equal are made of the same. */
export interface MadeOf {
  readonly checked: CheckResult;
  /** Whatever else decides what is told: options, toolchain, commit. */
  readonly rest: unknown;
  readonly binaries: readonly string[];
}

interface Kept {
  readonly key: string;
  readonly sources: string;
  readonly written: string;
  readonly files: readonly string[];
  readonly read: readonly string[];
  readonly result: unknown;
}

/**
 * The last dump into each folder: where the compilations, the sources and the dump's own files are what they were, there
 * is nothing to read, and nothing to write.
 */
export class LastDump {
  readonly #record: string;
  readonly #key: string;

  constructor(
    targetDir: string,
    private readonly out: string,
    madeOf: MadeOf,
  ) {
    const name = createHash('sha256').update(out).digest('hex').slice(0, 16);
    this.#record = path.join(targetDir, 'mimir', 'dumps', `${name}.json`);
    this.#key = keyOf(madeOf);
  }

  /** What was told of the dump when it was made; `null` where it has to be made. */
  result(): unknown {
    let record: Kept;
    try {
      record = JSON.parse(readFileSync(this.#record, 'utf8')) as Kept;
    } catch {
      // Never made from here, or cut off: it's made.
      return null;
    }
    const isSame =
      record.key === this.#key &&
      record.written === stampsOf(record.files) &&
      record.sources === stampsOf(record.read) &&
      dumpFiles(this.out).join('\n') === record.files.join('\n');
    return isSame ? record.result : null;
  }

  /** `read`: the source files that were looked into, there or not. */
  keep(result: unknown, read: readonly string[]): void {
    const files = dumpFiles(this.out);
    const record: Kept = {
      key: this.#key,
      sources: stampsOf(read),
      written: stampsOf(files),
      files,
      read,
      result,
    };
    mkdirSync(path.dirname(this.#record), { recursive: true });
    const aside = `${this.#record}.${process.pid}.new`;
    writeFileSync(aside, JSON.stringify(record));
    renameSync(aside, this.#record);
  }
}

function dumpFiles(out: string): string[] {
  return readdirSync(out)
    .filter((name) => name.endsWith('.arrow'))
    .sort()
    .map((name) => path.join(out, name));
}

function keyOf({ checked, rest, binaries }: MadeOf): string {
  // cargo tells them in any order.
  const compilations = checked.artifacts
    .map(({ fresh: _, ...artifact }) => {
      const dir = path.join(checked.facts, artifact.stem);
      return JSON.stringify([artifact, stampOf(dir), stampOf(path.join(dir, 'mir'))]);
    })
    .sort();
  const told = JSON.stringify(
    [readerVersion(), compilations, checked.metadata, checked.warnings, stampsOf(binaries), rest],
    (_, value: unknown) =>
      value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value,
  );
  return createHash('sha256').update(told).digest('hex');
}

/** Sizes and times of files; of one that is not there, that. */
function stampsOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    hash.update(stat ? `${file}\0${stat.size}\0${stat.mtimeNs}\n` : `${file}\n`);
  }
  return hash.digest('hex');
}
