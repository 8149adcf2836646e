import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { CodedError, InvalidArgument, type Task } from '../../../task/index.js';
import { parseArtifact, parseError, type Artifact, type Metadata } from './metadata.js';
import { runCargo } from './run-cargo.js';
import type { Toolchain } from './toolchain.js';
import { cargoErrors, readMetadata, type Workspace } from './workspace.js';
import { writeWrappers } from './wrapper.js';

const SHOWN_NAMES = 12;

/** One set of features: flags as cargo takes them. */
export type FeatureFlags = readonly string[];

export interface CheckOptions {
  readonly workspace: Workspace;
  readonly toolchain: Toolchain;
  readonly targetDir: string;
  /** Package names; all of the workspace's when empty. */
  readonly packages: readonly string[];
  readonly featureSets: readonly FeatureFlags[];
  readonly offline: boolean;
  /** Document what the workspace depends on, too. */
  readonly dependencies: boolean;
  readonly task: Task;
}

export interface CheckResult {
  /** One a feature set. */
  readonly metadata: readonly Metadata[];
  /** Of every feature set, each stem once, in cargo's order. */
  readonly artifacts: readonly Artifact[];
  /** Folder that has the facts of an artifact under its stem. */
  readonly facts: string;
  readonly warnings: readonly string[];
}

function refuseUnknownPackages(packages: readonly string[], known: Metadata): void {
  const members = known.packages.filter((pkg) => known.members.has(pkg.id)).map((pkg) => pkg.name);
  const strange = packages.find((name) => !members.includes(name));
  if (strange === undefined) return;
  const shown = members.sort().slice(0, SHOWN_NAMES);
  const more = members.length > shown.length ? ` and ${members.length - shown.length} more` : '';
  throw new InvalidArgument(
    `no package of the workspace: ${strange}; there are ${shown.join(', ')}${more}`,
  );
}

/** Compiles as `cargo check` does, so that each compilation leaves its facts. Build scripts and macros of the code run. */
export async function checkWorkspace(options: CheckOptions): Promise<CheckResult> {
  const { workspace, toolchain, targetDir, task } = options;
  const home = path.join(targetDir, 'mimir');
  const facts = path.join(home, 'facts');
  mkdirSync(facts, { recursive: true });
  const wrappers = writeWrappers(home);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...toolchain.env,
    CARGO_INCREMENTAL: '0',
    CARGO_TARGET_DIR: targetDir,
    RUSTC_WORKSPACE_WRAPPER: wrappers.member,
    // Empty: a cache of compilations would leave out the compilations that we want.
    RUSTC_WRAPPER: options.dependencies ? wrappers.dependency : '',
    MIMIR_RUST_FACTS: facts,
    MIMIR_RUST_MEMBER: wrappers.member,
    MIMIR_RUSTDOC: process.env['RUSTDOC'] ?? 'rustdoc',
  };
  const metadata: Metadata[] = [];
  const artifacts = new Map<string, Artifact>();
  const warnings: string[] = [];
  for (const features of options.featureSets) {
    const known = await readMetadata(workspace, {
      features,
      offline: options.offline,
      env: toolchain.env,
    });
    metadata.push(known);
    refuseUnknownPackages(options.packages, known);
    const errors: string[] = [];
    const selection =
      options.packages.length === 0
        ? ['--workspace']
        : options.packages.flatMap((name) => ['--package', name]);
    const run = await runCargo(
      [
        ...['check', '--manifest-path', workspace.manifest, '--message-format', 'json'],
        ...['--all-targets', '--keep-going', '--quiet'],
        ...(options.offline ? ['--offline'] : []),
        ...(workspace.at === workspace.root ? ['--locked'] : []),
        ...selection,
        ...features,
      ],
      { cwd: workspace.at, env, task },
      (line) => {
        const artifact = parseArtifact(line);
        if (artifact) {
          artifacts.set(artifact.stem, artifact);
          task.progress(`compiling ${artifact.target}`, artifacts.size);
        }
        const error = parseError(line);
        if (error !== null) errors.push(error);
      },
    );
    if (run.code === 0) continue;
    const told = errors[0] ?? cargoErrors(run.stderr);
    const compiled = [...artifacts.values()].some((one) => known.members.has(one.packageId));
    if (!compiled) throw new CodedError('cargo_failed', `cargo check that failed: ${told}`);
    const flags = features.length === 0 ? 'default features' : features.join(' ');
    warnings.push(
      `not all was compiled with ${flags}: ${told}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}; what did not compile is not in the dump`,
    );
  }
  return { metadata, artifacts: [...artifacts.values()], facts, warnings };
}
