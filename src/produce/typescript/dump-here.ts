import path from 'node:path';
import {
  listUnits,
  readUnit,
  unitFileStem,
  writeUnit,
  type Quality,
  type UnitMetadata,
} from '../../dump/index.js';
import type { Task } from '../../task/index.js';
import { commitOf } from '../commit.js';
import type { TypeScriptDumpOptions, TypeScriptDumpResult } from './dump-typescript.js';
import { digestOf, keysOf, Ledger, producerDigest, type LedgerUnit } from './ledger.js';
import { readSources, type ReadResult } from './read-sources.js';
import { UnitSinks } from './units.js';

/** Format of what this producer tells, not the package's version. */
const PRODUCER = 'mimir-typescript/1';

/** Reads and writes on the thread that calls. */
export async function dumpHere(
  options: Omit<TypeScriptDumpOptions, 'task'>,
  task: Task,
): Promise<TypeScriptDumpResult> {
  const sinks = new UnitSinks(options.out);
  const ledger = Ledger.read(options.out);
  const standing = new Map<string, LedgerUnit>();
  const read = await readSources(
    {
      path: options.path,
      salt: JSON.stringify([PRODUCER, producerDigest(), options.repo ?? null]),
      ...(options.typescript !== undefined && { typescript: options.typescript }),
      ...(options.repo !== undefined && { repo: options.repo }),
    },
    sinks,
    task,
    {
      planned(programs) {
        if (options.fresh === true) return standing;
        for (const [name, unit] of ledger.standing(programs)) standing.set(name, unit);
        return standing;
      },
      open: (name) => sinks.open(name),
      reading: (name) => sinks.reading(name),
    },
  );
  const commit = commitOf(options.path);
  const metadata = (packageName: string, quality: Quality): Omit<UnitMetadata, 'schema'> => ({
    producer: PRODUCER,
    fidelity: 'typed',
    unit: unitName(packageName),
    quality,
    ...(options.repo !== undefined && { repo: options.repo }),
    ...(commit !== undefined && { commit }),
  });
  const written = sinks.commit((name) => metadata(name, read.packages.get(name) ?? {}));
  const units = [
    ...written.map(({ files, ...unit }) =>
      withCommit(
        {
          ...unit,
          files: digestsOf(files),
          sources: read.sources.get(unit.package) ?? 0,
          quality: read.packages.get(unit.package) ?? {},
          imports: read.imports.get(unit.package) ?? 0,
          losses: read.losses.get(unit.package) ?? [],
          keys: keysOf(read.programs, unit.package),
        },
        commit,
      ),
    ),
    ...[...standing.values()].map((unit) =>
      unit.commit === commit
        ? unit
        : withCommit(
            {
              ...unit,
              files: restamped(options.out, metadata(unit.package, unit.quality)),
            },
            commit,
          ),
    ),
  ].sort((a, b) => (a.package < b.package ? -1 : 1));
  ledger.write(units);
  return resultOf(options.out, read, units, [...standing.keys()]);
}

function resultOf(
  out: string,
  read: ReadResult,
  units: readonly LedgerUnit[],
  reused: readonly string[],
): TypeScriptDumpResult {
  const sum = (of: (unit: LedgerUnit) => number): number =>
    units.reduce((total, unit) => total + of(unit), 0);
  return {
    unit: unitName(read.packageName),
    out,
    files: units.flatMap((unit) => Object.keys(unit.files).map((name) => path.join(out, name))),
    sources: sum((unit) => unit.sources),
    nodes: sum((unit) => unit.nodes),
    edges: sum((unit) => unit.edges),
    quality: read.quality,
    packages: Object.fromEntries(read.packages),
    reused: [...reused].sort(),
    warnings: read.warnings,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

function withCommit(unit: LedgerUnit, commit: string | undefined): LedgerUnit {
  const { commit: _, ...rest } = unit;
  return { ...rest, ...(commit !== undefined && { commit }) };
}

function digestsOf(files: readonly string[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [path.basename(file), digestOf(file)]));
}

/** A unit that stands, under the commit of today. */
function restamped(out: string, metadata: Omit<UnitMetadata, 'schema'>): Record<string, string> {
  const stem = unitFileStem(metadata.unit);
  const paths = listUnits(out).find(({ unit }) => unit === stem)!;
  const columns = readUnit(paths);
  const { schema } = columns.metadata;
  return digestsOf(
    Object.values(writeUnit(out, { ...columns, metadata: { ...metadata, schema } })),
  );
}

/** `@scope/name` as a file name. */
function unitName(packageName: string): string {
  return packageName.replace(/^@/u, '').replaceAll(/[^A-Za-z0-9._-]+/gu, '+');
}
