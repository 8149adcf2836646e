import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe } from 'vitest';

/** The tests' own environment first, then the user's. */
const CANDIDATES = ['build/jupyter/bin/python', 'python3'];

const found = CANDIDATES.find(
  (python) =>
    (!python.includes('/') || existsSync(python)) &&
    spawnSync(python, ['-c', 'import pyarrow']).status === 0,
);

/** A Python that has pyarrow. */
export const PYTHON = found ?? 'python3';

/** A `describe` that is skipped, and counted so, where no Python has pyarrow; a failure where MIMIR_REQUIRE names it. */
export function withPyarrow(title: string, body: () => void): void {
  const required = (process.env['MIMIR_REQUIRE'] ?? '').split(',').includes('pyarrow');
  if (found === undefined && required)
    throw new Error('missing tool: pyarrow; MIMIR_REQUIRE names it');
  describe.runIf(found !== undefined)(`${title} (needs pyarrow)`, body);
}

export function python(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(PYTHON, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`python failed: ${stderr}`);
  return stdout;
}
