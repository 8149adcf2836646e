// node dump.mjs TOOLCHAIN: compiles this crate and keeps its built MIR as `dumps/<rustc version>.mir.gz`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = path.dirname(fileURLToPath(import.meta.url));
const toolchain = process.argv[2] ?? 'stable';
const scratch = mkdtempSync(path.join(tmpdir(), 'mimir-constructs-'));
const out = path.join(scratch, 'mir');
const env = {
  ...process.env,
  RUSTUP_TOOLCHAIN: toolchain,
  RUSTC_BOOTSTRAP: '1',
  CARGO_TARGET_DIR: path.join(scratch, 'target'),
  CARGO_ENCODED_RUSTFLAGS: [
    '-Zdump-mir=all & built',
    '-Zmir-include-spans=on',
    '-Ztrim-diagnostic-paths=no',
    '-Zdump-mir-exclude-pass-number',
    `-Zdump-mir-dir=${out}`,
  ].join('\x1f'),
};
try {
  execFileSync('cargo', ['check', '--offline', '--quiet'], {
    cwd: here,
    env,
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  const version = execFileSync('rustc', ['--version'], { cwd: here, env, encoding: 'utf8' }).split(
    ' ',
  )[1];
  const text = readdirSync(out)
    .sort()
    .map((name) => `// file ${name}\n${readFileSync(path.join(out, name), 'utf8')}`)
    .join('');
  mkdirSync(path.join(here, 'dumps'), { recursive: true });
  writeFileSync(path.join(here, 'dumps', `${version}.mir.gz`), gzipSync(text, { level: 9 }));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
