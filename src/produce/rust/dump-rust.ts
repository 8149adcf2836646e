import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Quality, Sink } from '../../dump/index.js';
import { CodedError, createTask, InvalidArgument, type Task } from '../../task/index.js';
import { commitOf } from '../commit.js';
import { checkWorkspace, type FeatureFlags } from './cargo/check.js';
import { findToolchain } from './cargo/toolchain.js';
import { manifestOf, openWorkspace } from './cargo/workspace.js';
import { readFacts } from './read-facts.js';
import { LastDump } from './unchanged.js';
import { UnitSinks } from './unit-sinks.js';

export interface RustDumpOptions {
  /** A folder with a Cargo.toml, or that file. Nothing is written there; its build scripts and macros are run. */
  readonly path: string;
  /** Folder of the dump. */
  readonly out: string;
  readonly task?: Task;
  /** One or more sets of features, as cargo's flags; what any of them compiles is in the dump. */
  readonly featureSets?: readonly FeatureFlags[];
  /** Names of packages; when absent all of the workspace's, or the one member that `path` names. */
  readonly packages?: readonly string[];
  /** Leave the items of dependencies out. */
  readonly workspaceOnly?: boolean;
  readonly offline?: boolean;
  /** Folder for cargo's own output, and for what each compilation told; in the user's cache when absent. */
  readonly targetDir?: string;
  /** A toolchain by rustup's name. */
  readonly toolchain?: string;
  /** Name of the repository that the dump carries. */
  readonly repo?: string;
  /** Programs that cargo built of this: which instances of generic functions there are is read from their symbols. */
  readonly binaries?: readonly string[];
}

export interface RustDumpResult {
  readonly unit: string;
  readonly out: string;
  readonly files: readonly string[];
  readonly nodes: number;
  readonly edges: number;
  readonly quality: Quality;
  readonly packages: Readonly<Record<string, Quality>>;
  readonly warnings: readonly string[];
  /** Compilations that were read, and how many of them cargo had fresh. */
  readonly compilations: number;
  readonly fresh: number;
  /** Units whose files say what they said, and were left as they are. */
  readonly reused: readonly string[];
  /** Calls whose callee was not found, the most frequent first. */
  readonly unresolved: readonly string[];
  readonly toolchain: string;
  readonly seconds: { readonly compile: number; readonly read: number; readonly write: number };
  readonly peakMb: number;
}

/** Format of what this producer tells, not the package's version. */
const PRODUCER = 'mimir-rust/1';

/** Above this share of lines that no rule reads, MIR's text is another than the one that was learnt. */
const MAX_UNPARSED = 0.01;

/** Finds cargo, reads the workspace and compiles it: what both ways of reading begin with. */
async function compiledWorkspace(options: Omit<RustDumpOptions, 'out'>, task: Task) {
  const source = path.resolve(options.path);
  const folder = path.dirname(manifestOf(source));
  const toolchain = await findToolchain(folder, options.toolchain);
  const targetDir = path.resolve(options.targetDir ?? defaultTargetDir(folder));
  const offline = options.offline ?? false;
  refuseUnwritable(targetDir, '--target-dir');
  const workspace = await openWorkspace({ path: source, targetDir, offline, env: toolchain.env });
  const packages = options.packages ?? (workspace.member === null ? [] : [workspace.member]);
  const checked = await checkWorkspace({
    workspace,
    toolchain,
    targetDir,
    packages,
    featureSets: options.featureSets ?? [[]],
    offline,
    dependencies: options.workspaceOnly !== true,
    task,
  });
  return { folder, toolchain, targetDir, workspace, packages, checked };
}

/** Makes a dump of a Rust package or workspace, one unit a package. Errors: `no_cargo`, `old_toolchain`, `cargo_failed`, `unknown_mir`. */
export async function dumpRust(options: RustDumpOptions): Promise<RustDumpResult> {
  const task = options.task ?? createTask();
  const started = performance.now();
  refuseUnwritable(path.resolve(options.out), '--out');
  const { folder, toolchain, targetDir, workspace, packages, checked } = await compiledWorkspace(
    options,
    task,
  );
  const compiled = performance.now();
  const commit = commitOf(folder, 'Cargo.toml');
  const last = new LastDump(targetDir, path.resolve(options.out), {
    checked,
    binaries: options.binaries ?? [],
    rest: [
      ...[PRODUCER, toolchain.version, workspace, commit],
      ...[packages, options.workspaceOnly, options.repo],
    ],
  });
  const unchanged = last.result() as RustDumpResult | null;
  if (unchanged !== null)
    return {
      ...unchanged,
      out: options.out,
      fresh: unchanged.compilations,
      reused: last.units,
      seconds: {
        compile: seconds(compiled - started),
        read: seconds(performance.now() - compiled),
        write: 0,
      },
      peakMb: peakMb(),
    };
  const sinks = new UnitSinks(options.out);
  const read = await readFacts({
    checked,
    workspace,
    targetDir,
    toolchain: toolchain.version,
    selected: packages,
    dependencies: options.workspaceOnly !== true,
    sink: sinks,
    open: (name, version) => {
      sinks.open(name, version);
    },
    task,
    ...(options.repo !== undefined && { repo: options.repo }),
    ...(options.binaries !== undefined && { binaries: options.binaries }),
  });
  refuseUnknownText(read.quality, read.samples, toolchain.version);
  const done = performance.now();
  const written = sinks.commit(last, (packageName, unit) => ({
    producer: PRODUCER,
    fidelity: 'typed',
    unit,
    quality: read.packages.get(packageName) ?? {},
    ...(options.repo !== undefined && { repo: options.repo }),
    ...(commit !== undefined && { commit }),
  }));
  const result: RustDumpResult = {
    unit: read.unit,
    out: options.out,
    files: written.flatMap((unit) => unit.files),
    nodes: sum(written.map((unit) => unit.nodes)),
    edges: sum(written.map((unit) => unit.edges)),
    quality: read.quality,
    packages: Object.fromEntries(read.packages),
    warnings: [...checked.warnings, ...read.warnings],
    compilations: read.compilations,
    fresh: read.fresh,
    reused: written.filter((unit) => !unit.isWritten).map((unit) => unit.name),
    unresolved: read.unresolved,
    toolchain: toolchain.version,
    seconds: {
      compile: seconds(compiled - started),
      read: seconds(done - compiled),
      write: seconds(performance.now() - done),
    },
    peakMb: peakMb(),
  };
  last.keep(result, read.sources, written);
  return result;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function peakMb(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

/** The facts of a package or workspace, without a dump on disk. */
export async function readRust(
  options: Omit<RustDumpOptions, 'out'>,
  sink: Sink,
): Promise<{
  readonly quality: Quality;
  readonly unresolved: readonly string[];
  readonly warnings: readonly string[];
  readonly fresh: number;
  readonly compilations: number;
}> {
  const task = options.task ?? createTask();
  const { toolchain, targetDir, workspace, packages, checked } = await compiledWorkspace(
    options,
    task,
  );
  const read = await readFacts({
    checked,
    workspace,
    targetDir,
    toolchain: toolchain.version,
    selected: packages,
    dependencies: options.workspaceOnly !== true,
    sink,
    open: () => undefined,
    task,
    ...(options.repo !== undefined && { repo: options.repo }),
    ...(options.binaries !== undefined && { binaries: options.binaries }),
  });
  refuseUnknownText(read.quality, read.samples, toolchain.version);
  return { ...read, warnings: [...checked.warnings, ...read.warnings] };
}

function refuseUnknownText(quality: Quality, samples: readonly string[], version: string): void {
  const { lines = 0, unparsed = 0 } = quality;
  if (lines === 0 || unparsed / lines <= MAX_UNPARSED) return;
  throw new CodedError(
    'unknown_mir',
    `MIR text of another form: ${unparsed} of ${lines} lines of rustc ${version} were not read ` +
      `(${samples[0] ?? ''}); name a toolchain that was tried with --toolchain, 1.95.0 for one`,
  );
}

/** Said before anything is compiled: the nearest folder that is there must take files. */
function refuseUnwritable(dir: string, flag: string): void {
  let at = dir;
  while (!existsSync(at) && path.dirname(at) !== at) at = path.dirname(at);
  try {
    if (!statSync(at).isDirectory()) throw new Error('a file');
    accessSync(at, constants.W_OK);
  } catch {
    throw new InvalidArgument(`folder that takes no files: ${dir}; name another with ${flag}`);
  }
}

/** Of a source folder's own, in the user's cache: cargo reuses it the next time. */
function defaultTargetDir(folder: string): string {
  const cache = path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'mimir');
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return path.join(cache, 'rust', `${path.basename(folder)}-${name}`);
}

function seconds(ms: number): number {
  return Math.round(ms / 10) / 100;
}
