import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Quality, Sink } from '../../dump/index.js';
import { CodedError, type Task } from '../../task/index.js';
import type { CheckResult } from './cargo/check.js';
import type { Artifact, CargoPackage } from './cargo/metadata.js';
import type { Workspace } from './cargo/workspace.js';
import { writeInstances } from './binary/instances.js';
import { FactStore } from './bodies/fact-store.js';
import { readDocs } from './docs.js';
import { readGatedSources } from './gated-source.js';
import { Externals, originOf } from './external.js';
import { descriptor, packagePrefix } from './ids.js';
import { readAllLocalTypes } from './local-types.js';
import type { Crate } from './model.js';
import { writePackages } from './packages.js';
import { Places } from './places.js';
import { readBodies } from './read-bodies.js';
import { readDocItems } from './read-docs.js';
import { sumOf, Tally } from './tally.js';
import { functionsWithout, unprintedWarning, whyUnprinted, type Unprinted } from './unprinted.js';
import { markEffectiveVisibility } from './visibility.js';
import { Facts } from './write-body.js';
import { writeItems } from './write-items.js';
import { push, World } from './world.js';

export interface FactsOptions {
  readonly checked: CheckResult;
  readonly workspace: Workspace;
  readonly targetDir: string;
  readonly toolchain: string;
  /** Packages whose bodies are wanted; all members' when empty. */
  readonly selected: readonly string[];
  /** Items of dependencies too; an earlier run may have left them where this one has no use for them. */
  readonly dependencies: boolean;
  readonly sink: Sink;
  /** Called once a package whose facts are told, before they are. */
  readonly open: (packageName: string, version: string) => void;
  readonly task: Task;
  readonly repo?: string;
  /** Programs that were built of this, for the instances in them. */
  readonly binaries?: readonly string[];
}

export interface FactsRead {
  readonly unit: string;
  readonly quality: Quality;
  readonly packages: ReadonlyMap<string, Quality>;
  readonly warnings: readonly string[];
  readonly compilations: number;
  readonly fresh: number;
  readonly unresolved: readonly string[];
  readonly samples: readonly string[];
  /** Source files that were looked into. */
  readonly sources: readonly string[];
}

interface Compilation {
  readonly artifact: Artifact;
  readonly crate: Crate;
  readonly dir: string;
}

/** Reads what the compilations left: first every crate's items, then the bodies, then what follows from both. */
export async function readFacts(options: FactsOptions): Promise<FactsRead> {
  const { checked, task, sink } = options;
  const world = new World(checked.metadata);
  const externals = new Externals(world, options.toolchain);
  const places = new Places({
    root: options.workspace.root,
    at: options.workspace.at,
    targetDir: options.targetDir,
  });
  const warnings: string[] = [];
  const compilations = inOrder(compilationsOf(options, world));
  const local = compilations.filter((one) => one.crate.isLocal);
  if (local.length === 0)
    throw new CodedError(
      'empty_dump',
      `no compilation to read: ${options.workspace.root}; name a package of the workspace with -p`,
    );
  for (const one of [...local, ...compilations])
    options.open(one.crate.packageName, one.crate.version);
  for (const [done, one] of compilations.entries()) {
    task.check('reading documentation');
    task.progress(`reading items of ${one.crate.packageName}`, done, compilations.length);
    const docs = readDocs(path.join(one.dir, `${one.crate.name}.json`));
    if (docs) readDocItems({ crate: one.crate, docs, world, places });
    else if (one.crate.isLocal) {
      world.rootOf(one.crate, null);
      warnings.push(
        `items without documentation: ${one.artifact.target} (${one.artifact.kind}); rustdoc stopped, so its types, fields and visibilities are missing`,
      );
    }
    await new Promise(setImmediate);
  }
  readAllLocalTypes(world, places);
  const facts = new Facts(sink, world);
  const store = new FactStore(path.join(options.targetDir, 'mimir', 'read'));
  const tallies = new Map<string, Tally>();
  const before = new Map<Crate, string[]>();
  const unprinted: Unprinted[] = [];
  for (const one of local) {
    if (options.selected.length > 0 && !options.selected.includes(one.crate.packageName)) continue;
    const tally = tallies.get(one.crate.packageName) ?? new Tally();
    tallies.set(one.crate.packageName, tally);
    const dir = path.join(one.dir, 'mir');
    await readBodies({
      crate: one.crate,
      isTest: one.artifact.isTest,
      stem: one.artifact.stem,
      dir,
      store,
      before: before.get(one.crate) ?? [],
      world,
      externals,
      places,
      facts,
      tally,
      task,
    });
    push(before, one.crate, dir);
    const why = whyUnprinted(one.dir);
    if (why !== null) unprinted.push({ crate: one.crate, name: nameOf(one), why });
  }
  const without = functionsWithout(facts, world, new Set(unprinted.map(({ crate }) => crate)));
  for (const [crate, count] of without) tallies.get(crate.packageName)!.withoutBlocks += count;
  for (const one of unprinted) warnings.push(unprintedWarning(one, without.get(one.crate)!));
  facts.entities.write(sink);
  facts.texts.write(sink);
  writeInstances(options.binaries ?? [], world, new Externals(world, options.toolchain), sink);
  readGatedSources(world, places, sink);
  markEffectiveVisibility(world);
  writePackages(world, checked.metadata, sink, options.repo);
  writeItems(world, externals, sink, options.repo);
  const packages = new Map([...tallies].map(([name, tally]) => [name, tally.quality()]));
  const unresolved = [...tallies.values()]
    .flatMap((tally) => [...tally.unresolved])
    .sort((a, b) => b[1] - a[1])
    .map(([text, count]) => `${count} × ${text}`);
  return {
    unit: path.basename(options.workspace.root),
    quality: sumOf(packages.values()),
    packages,
    warnings,
    compilations: compilations.length,
    fresh: compilations.filter((one) => one.artifact.fresh).length,
    unresolved,
    samples: [...tallies.values()].flatMap((tally) => tally.samples),
    sources: places.sourceFiles,
  };
}

function compilationsOf(options: FactsOptions, world: World): Compilation[] {
  const crates = new Map<string, Crate>();
  return options.checked.artifacts.flatMap((artifact) => {
    const dir = path.join(options.checked.facts, artifact.stem);
    const pkg = world.package(artifact.packageId);
    if (!pkg || artifact.kind === 'custom-build' || !existsSync(dir)) return [];
    if (!options.dependencies && !world.isMember(pkg.id)) return [];
    const crate = crateOf(artifact, pkg, world);
    const known = crates.get(crate.key) ?? crate;
    crates.set(crate.key, known);
    return [{ artifact, crate: known, dir }];
  });
}

function nameOf({ artifact }: Compilation): string {
  return `${artifact.target} (${artifact.kind}${artifact.isTest ? ', its unit tests' : ''})`;
}

const OTHER_TARGETS = new Set(['bin', 'test', 'bench', 'example']);

function crateOf(artifact: Artifact, pkg: CargoPackage, world: World): Crate {
  const isLibrary = !OTHER_TARGETS.has(artifact.kind);
  const isMember = world.isMember(pkg.id);
  const prefix = packagePrefix(pkg.name, pkg.version);
  const target = `${artifact.kind}=${artifact.target}`;
  return {
    key: isLibrary ? world.libraryKey(pkg) : `${target}@${pkg.name}`,
    name: artifact.target.replaceAll('-', '_'),
    packageId: pkg.id,
    packageName: pkg.name,
    version: pkg.version,
    origin: originOf(pkg, isMember),
    isLocal: isMember,
    isLibrary,
    isTest: artifact.kind === 'test' || artifact.kind === 'bench',
    prefix: isLibrary ? prefix : prefix + descriptor.namespace(target),
  };
}

/** Libraries before what uses them; of a crate, the build without tests first: what only the other has is test code. */
function inOrder(compilations: readonly Compilation[]): Compilation[] {
  const rank = ({ artifact, crate }: Compilation): number =>
    (artifact.isTest ? 4 : 0) + (crate.isLibrary ? 0 : 1) + (crate.isLocal ? 2 : 0);
  return [...compilations].sort(
    (a, b) => rank(a) - rank(b) || compare(a.artifact.stem, b.artifact.stem),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
