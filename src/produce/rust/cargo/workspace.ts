import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { CodedError, InvalidArgument } from '../../../task/index.js';
import { parseMetadata, type Metadata } from './metadata.js';
import { output } from './toolchain.js';

/** A folder that cargo may be run in without writing into the user's. */
export interface Workspace {
  /** Where the user's sources are. */
  readonly root: string;
  /** Where cargo runs: `root`, or a folder of links to what is in it. */
  readonly at: string;
  /** Manifest of the package or workspace that was asked for, below `at`. */
  readonly manifest: string;
  /** Name of the package, where that of one member was asked for; else `null`. */
  readonly member: string | null;
}

export interface WorkspaceOptions {
  /** A folder with a Cargo.toml, or the file. */
  readonly path: string;
  readonly targetDir: string;
  readonly offline: boolean;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Finds the workspace. Where its lock file is missing or out of date, cargo would write one beside the sources: then a
 * folder of links stands in for it, with a lock file of its own.
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const manifest = manifestOf(options.path);
  const located = await cargo(
    ['locate-project', '--workspace', '--message-format', 'plain', '--manifest-path', manifest],
    path.dirname(manifest),
    options,
  );
  const root = path.dirname(located.trim());
  const member = path.dirname(manifest) === root ? null : await nameOf(manifest, options);
  const own: Workspace = { root, at: root, manifest, member };
  if (await isLocked(own, options)) return own;
  const at = linkedCopy(root, options.targetDir);
  return { ...own, at, manifest: path.join(at, path.relative(root, manifest)) };
}

/** Of a package, by its own manifest. */
async function nameOf(manifest: string, options: WorkspaceOptions): Promise<string | null> {
  const json = await cargo(
    ['metadata', '--format-version', '1', '--no-deps', '--offline', '--manifest-path', manifest],
    path.dirname(manifest),
    options,
  );
  return parseMetadata(json).packages.find((pkg) => pkg.manifest === manifest)?.name ?? null;
}

/** The manifest that a path means. Errors: `invalid_argument` where there is none. */
export function manifestOf(target: string): string {
  const file = path.basename(target) === 'Cargo.toml' ? target : path.join(target, 'Cargo.toml');
  if (!existsSync(file))
    throw new InvalidArgument(`no Cargo.toml: ${target}; name a package's or workspace's folder`);
  return path.resolve(file);
}

async function isLocked(workspace: Workspace, options: WorkspaceOptions): Promise<boolean> {
  if (!existsSync(path.join(workspace.root, 'Cargo.lock'))) return false;
  try {
    await readMetadata(workspace, { ...options, features: [], locked: true });
    return true;
  } catch (error) {
    if (error instanceof CodedError && /--locked|lock file/u.test(error.message)) return false;
    throw error;
  }
}

/** Links to everything in the root but its lock file, which is copied. */
function linkedCopy(root: string, targetDir: string): string {
  const at = path.join(targetDir, 'mimir', 'workspace');
  rmSync(at, { recursive: true, force: true });
  mkdirSync(at, { recursive: true });
  for (const name of readdirSync(root)) {
    if (name === 'Cargo.lock') copyFileSync(path.join(root, name), path.join(at, name));
    else if (name !== 'target' && name !== '.git')
      symlinkSync(path.join(root, name), path.join(at, name));
  }
  return at;
}

/** What cargo knows of the packages, as these feature flags resolve them. */
export async function readMetadata(
  workspace: Workspace,
  options: Pick<WorkspaceOptions, 'offline' | 'env'> & {
    readonly features: readonly string[];
    readonly locked?: boolean;
  },
): Promise<Metadata> {
  const json = await cargo(
    [
      ...['metadata', '--format-version', '1', '--manifest-path', workspace.manifest],
      ...(options.locked ? ['--locked'] : []),
      ...(options.offline ? ['--offline'] : []),
      ...options.features,
    ],
    workspace.at,
    options,
  );
  return parseMetadata(json);
}

async function cargo(
  args: readonly string[],
  cwd: string,
  options: Pick<WorkspaceOptions, 'env'>,
): Promise<string> {
  try {
    return await output('cargo', args, cwd, options.env);
  } catch (error) {
    const told = (error as { stderr?: string }).stderr ?? (error as Error).message;
    throw new CodedError('cargo_failed', `cargo that stopped: ${cargoErrors(told)}`);
  }
}

/** What cargo says went wrong, on one line. */
export function cargoErrors(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const from = lines.findIndex((line) => line.startsWith('error'));
  const told = (from < 0 ? lines.slice(-8) : lines.slice(from)).filter((line) => line !== '');
  return (
    told
      .slice(0, 8)
      .join(' ')
      .replace(/^error: /u, '')
      .slice(0, 500) || 'no word of why'
  );
}
