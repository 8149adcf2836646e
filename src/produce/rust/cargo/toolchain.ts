import { execFile } from 'node:child_process';
import { CodedError } from '../../../task/index.js';

export interface Toolchain {
  /** `1.95.0`, `1.97.0-nightly`. */
  readonly version: string;
  /** Environment that makes cargo and rustc use it. */
  readonly env: Readonly<Record<string, string>>;
}

/** The oldest release whose MIR text and rustdoc JSON were read and compared: older ones are refused, not guessed at. */
export const OLDEST_MINOR = 95;

/**
 * The toolchain that the folder's cargo uses, or the one that is named (`stable`, `1.95.0`, …; rustup's names).
 * Errors: `no_cargo`, `old_toolchain`.
 */
export async function findToolchain(cwd: string, name: string | undefined): Promise<Toolchain> {
  const env: Record<string, string> = name === undefined ? {} : { RUSTUP_TOOLCHAIN: name };
  const rustc = process.env['RUSTC'] ?? 'rustc';
  let text: string;
  try {
    await output('cargo', ['--version'], cwd, env);
    text = await output(rustc, ['--version', '--verbose'], cwd, env);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new CodedError(
      'no_cargo',
      missing
        ? 'cargo that is not there: no cargo or rustc on PATH; install Rust 1.95 or newer (rustup.rs)'
        : `toolchain that does not start: ${firstLine(error)}; name an installed one with --toolchain`,
    );
  }
  const release = /^release: (\S+)$/mu.exec(text)?.[1] ?? '';
  const [major = 0, minor = 0] = release.split('.').map(Number);
  if (major < 1 || (major === 1 && minor < OLDEST_MINOR)) {
    throw new CodedError(
      'old_toolchain',
      `toolchain too old: rustc ${release || '(unknown)'}; 1.${OLDEST_MINOR} or newer writes what is read here: ` +
        'rustup update stable, or name another with --toolchain',
    );
  }
  return { version: release, env };
}

function firstLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr?.trim() || message).split('\n')[0]!;
}

/** Standard output of a short command. The thrown error carries its `stderr`. */
export function output(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 30 },
      (error, stdout, stderr) => {
        if (error) reject(Object.assign(error, { stderr }));
        else resolve(stdout);
      },
    );
  });
}
