import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { stampOf } from './bodies/body-files.js';
import { readerVersion } from './bodies/fact-store.js';
import type { CheckResult } from './cargo/check.js';
import type { LastUnits, WrittenUnit } from './written-units.js';

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
  readonly units: readonly KeptUnit[];
}

interface KeptUnit {
  readonly name: string;
  readonly digest: string;
  readonly files: readonly string[];
  readonly written: string;
}

/**
 * The last dump into each folder: where the compilations, the sources and the dump's own files are what they were, there
 * is nothing to read, and nothing to write; else a unit that says what it said is not written again.
 */
export class LastDump implements LastUnits {
  readonly #path: string;
  readonly #key: string;
  readonly #record: Kept | null;

  constructor(
    targetDir: string,
    private readonly out: string,
    madeOf: MadeOf,
  ) {
    const name = createHash('sha256').update(out).digest('hex').slice(0, 16);
    this.#path = path.join(targetDir, 'mimir', 'dumps', `${name}.json`);
    this.#key = keyOf(madeOf);
    this.#record = recordAt(this.#path);
  }

  /** What was told of the dump when it was made; `null` where it has to be made. */
  result(): unknown {
    const record = this.#record;
    if (record === null) return null;
    const isSame =
      record.key === this.#key &&
      record.written === stampsOf(record.files) &&
      record.sources === stampsOf(record.read) &&
      dumpFiles(this.out).join('\n') === record.files.join('\n');
    return isSame ? record.result : null;
  }

  /** Names of the units that the last dump had. */
  get units(): readonly string[] {
    return this.#record?.units.map((unit) => unit.name) ?? [];
  }

  standing(name: string, digest: string): readonly string[] | null {
    const unit = this.#record?.units.find((one) => one.name === name && one.digest === digest);
    return unit?.written === stampsOf(unit?.files ?? []) ? (unit?.files ?? null) : null;
  }

  /**
   * Keeps what was made, and removes the files of units that the last dump had and this one has not. `read`: the source
   * files that were looked into, there or not.
   */
  keep(result: unknown, read: readonly string[], units: readonly WrittenUnit[]): void {
    const own = new Set(units.flatMap((unit) => unit.files));
    for (const file of this.#record?.units.flatMap((unit) => unit.files) ?? [])
      if (!own.has(file)) rmSync(file, { force: true });
    const files = dumpFiles(this.out);
    const record: Kept = {
      key: this.#key,
      sources: stampsOf(read),
      written: stampsOf(files),
      files,
      read,
      result,
      units: units.map((unit) => ({
        name: unit.name,
        digest: unit.digest,
        files: unit.files,
        written: stampsOf(unit.files),
      })),
    };
    mkdirSync(path.dirname(this.#path), { recursive: true });
    const aside = `${this.#path}.${process.pid}.new`;
    writeFileSync(aside, JSON.stringify(record));
    renameSync(aside, this.#path);
  }
}

/** `null` where no dump was made from here, the record was cut off, or an older version wrote it. */
function recordAt(file: string): Kept | null {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Partial<Kept>;
    return Array.isArray(record.units) ? (record as Kept) : null;
  } catch {
    return null;
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
