import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CodedError, InvalidArgument } from '../task/index.js';
import { packageFolder } from './version.js';

const KERNEL_NAME = 'mimir';

/** Files of `kernel/` that go into a kernelspec, beside `kernel.json`. */
const ASSETS = ['launch.mjs', 'logo-svg.svg', 'logo-32x32.png', 'logo-64x64.png'] as const;

export type KernelPlace =
  /** Of this user: what Jupyter finds without more ado. */
  | { readonly kind: 'user' }
  /** Of the Python environment that `python3` is. */
  | { readonly kind: 'sys-prefix' }
  | { readonly kind: 'prefix'; readonly prefix: string };

export interface PlaceFlags {
  readonly user?: boolean;
  readonly sysPrefix?: boolean;
  readonly prefix?: string;
}

/** Where flags of the command put a kernel; of this user when they say nothing. */
export function placeOf({ user, sysPrefix, prefix }: PlaceFlags): KernelPlace {
  const said = [user === true, sysPrefix === true, prefix !== undefined].filter(Boolean).length;
  if (said > 1)
    throw new InvalidArgument(
      'places of a kernel: --user, --sys-prefix and --prefix; say one of them',
    );
  if (prefix !== undefined) return { kind: 'prefix', prefix };
  return sysPrefix === true ? { kind: 'sys-prefix' } : { kind: 'user' };
}

/** The folder of Jupyter's data in a place. */
async function dataFolder(place: KernelPlace, env: NodeJS.ProcessEnv): Promise<string> {
  switch (place.kind) {
    case 'user':
      return userDataFolder(env);
    case 'prefix':
      return path.join(path.resolve(place.prefix), 'share', 'jupyter');
    case 'sys-prefix':
      return path.join(await sysPrefix(env), 'share', 'jupyter');
  }
}

function userDataFolder(env: NodeJS.ProcessEnv): string {
  const said = env['JUPYTER_DATA_DIR'];
  if (said !== undefined && said !== '') return said;
  const home = env['HOME'] ?? homedir();
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Jupyter');
  if (process.platform === 'win32') return path.join(env['APPDATA'] ?? home, 'jupyter');
  const xdg = env['XDG_DATA_HOME'];
  return path.join(
    xdg !== undefined && xdg !== '' ? xdg : path.join(home, '.local', 'share'),
    'jupyter',
  );
}

async function sysPrefix(env: NodeJS.ProcessEnv): Promise<string> {
  for (const python of ['python3', 'python']) {
    try {
      const { stdout } = await promisify(execFile)(
        python,
        ['-c', 'import sys; print(sys.prefix)'],
        { env },
      );
      return stdout.trim();
    } catch {
      continue;
    }
  }
  throw new CodedError(
    'no_python',
    'no Python on the path: --sys-prefix asks it for its folder; say --prefix DIR',
  );
}

/** What `kernel.json` says. The launcher lies beside it, so that it can tell where the package went. */
export function kernelSpec(
  folder = packageFolder,
  node = process.execPath,
): Readonly<Record<string, unknown>> {
  return {
    argv: [node, '{resource_dir}/launch.mjs', folder, '{connection_file}'],
    display_name: 'Mímir (TypeScript)',
    language: 'typescript',
    interrupt_mode: 'message',
    metadata: { debugger: false },
  };
}

/** Writes the kernelspec; gives back its folder. An older one is replaced as a whole. */
export async function installKernel(
  place: KernelPlace,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const kernels = path.join(await dataFolder(place, env), 'kernels');
  const target = path.join(kernels, KERNEL_NAME);
  const aside = path.join(kernels, `.${KERNEL_NAME}-${process.pid}`);
  try {
    await mkdir(aside, { recursive: true });
    for (const asset of ASSETS)
      await copyFile(path.join(packageFolder, 'kernel', asset), path.join(aside, asset));
    await writeFile(path.join(aside, 'kernel.json'), `${JSON.stringify(kernelSpec(), null, 2)}\n`);
    await rm(target, { recursive: true, force: true });
    await rename(aside, target);
  } catch (error) {
    await rm(aside, { recursive: true, force: true }).catch(() => undefined);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EROFS') {
      throw new CodedError(
        'not_writable',
        `folder that may not be written: ${kernels}; say --user, or --prefix DIR`,
        { cause: error },
      );
    }
    throw error;
  }
  return target;
}

/** Removes the kernelspec; gives back its folder, or null where none was. */
export async function uninstallKernel(
  place: KernelPlace,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | null> {
  const target = path.join(await dataFolder(place, env), 'kernels', KERNEL_NAME);
  if (!existsSync(path.join(target, 'kernel.json'))) return null;
  await rm(target, { recursive: true });
  return target;
}
