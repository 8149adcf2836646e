import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Quality } from '../../dump/index.js';
import type { Loss } from './lost-imports.js';
import type { PlannedProgram } from './plan.js';

/** What is known of a unit that a dump holds already. */
export interface LedgerUnit {
  /** Package that it is the unit of. */
  readonly package: string;
  /** Base names of its files, and the SHA-256 of each as written. */
  readonly files: Readonly<Record<string, string>>;
  readonly nodes: number;
  readonly edges: number;
  readonly sources: number;
  readonly quality: Quality;
  /** Imports counted, resolved or not. */
  readonly imports: number;
  /** Why those that were lost were. */
  readonly losses: readonly Loss[];
  /** Keys of the programs that it was read from, sorted. */
  readonly keys: readonly string[];
  readonly commit?: string;
}

interface LedgerFile {
  readonly format: number;
  readonly units: readonly LedgerUnit[];
}

const FORMAT = 2;
const PLACE = path.join('.mimir-cache', 'produced.json');

/** The record, beside a dump, of what each of its units was made from. A damaged or foreign one counts as none. */
export class Ledger {
  private constructor(
    private readonly dir: string,
    private readonly units: readonly LedgerUnit[],
  ) {}

  static read(dir: string): Ledger {
    try {
      const text = readFileSync(path.join(dir, PLACE), 'utf8');
      const file = JSON.parse(text) as LedgerFile;
      return new Ledger(dir, file.format === FORMAT ? file.units : []);
    } catch {
      return new Ledger(dir, []);
    }
  }

  /**
   * The units that stand as they are: read from programs that are all unchanged, and with files that nobody touched.
   * Packages read by one program stand or fall together, since the order in which a checker meets types shows in how
   * it prints them.
   */
  standing(programs: readonly PlannedProgram[]): Map<string, LedgerUnit> {
    const standing = new Map<string, LedgerUnit>();
    for (const unit of this.units) {
      const now = keysOf(programs, unit.package);
      if (now.length > 0 && now.join() === unit.keys.join() && this.#isIntact(unit))
        standing.set(unit.package, unit);
    }
    for (let settled = false; !settled;) {
      settled = true;
      for (const { packages } of programs) {
        if (packages.every((name) => standing.has(name))) continue;
        for (const name of packages) if (standing.delete(name)) settled = false;
      }
    }
    return standing;
  }

  /** Writes down the units that the dump holds now, and removes the files of those that it had before and has no more. */
  write(units: readonly LedgerUnit[]): void {
    const kept = new Set(units.flatMap((unit) => Object.keys(unit.files)));
    for (const name of this.units.flatMap((unit) => Object.keys(unit.files)))
      if (!kept.has(name)) rmSync(path.join(this.dir, name), { force: true });
    const file = path.join(this.dir, PLACE);
    mkdirSync(path.dirname(file), { recursive: true });
    const aside = `${file}.${process.pid}.tmp`;
    const content: LedgerFile = { format: FORMAT, units };
    writeFileSync(aside, `${JSON.stringify(content)}\n`);
    renameSync(aside, file);
  }

  #isIntact(unit: LedgerUnit): boolean {
    return Object.entries(unit.files).every(([name, digest]) => {
      try {
        return digestOf(path.join(this.dir, name)) === digest;
      } catch {
        return false;
      }
    });
  }
}

export function keysOf(
  programs: readonly Pick<PlannedProgram, 'packages' | 'key'>[],
  packageName: string,
): string[] {
  return programs
    .filter(({ packages }) => packages.includes(packageName))
    .map(({ key }) => key)
    .sort();
}

export function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

let producer: string | undefined;

/** Digest of the code that makes dumps: another version of it may tell other facts of the same sources. */
export function producerDigest(): string {
  producer ??= digestOfFolders(['.', '../../dump'].map((at) => new URL(at, import.meta.url)));
  return producer;
}

function digestOfFolders(folders: readonly URL[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const dir = fileURLToPath(folder);
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
    for (const name of files.filter((one) => /\.[jt]s$/u.test(one)).sort())
      hash.update(`${name}\0`).update(readFileSync(path.join(dir, name)));
  }
  return hash.digest('hex');
}
