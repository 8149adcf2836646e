/** The same study, the same answer, whatever multiplies the matrices. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { listStudies } from '../../src/study/index.js';
import { backendStatus } from '../../src/grb/index.js';

const DEEP = process.env['MIMIR_DEEP'] === '1';
const backends =
  DEEP && backendStatus().name === 'native' ? ['reference', 'native'] : ['reference'];
const studies = (await listStudies('studies')).map(({ name }) => name);

// The usual run replays on the backend in use (studies/replay.test.ts); here the other ones.
const cases = backends.flatMap((backend) =>
  (DEEP ? studies : ['arrow-layers']).map((name) => [name, backend] as const),
);

describe('a replay', () => {
  it.each(cases)('of %s holds on the %s backend', (name, backend) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['bin/mimir.mjs', 'study', 'replay', name],
      {
        encoding: 'utf8',
        env: { ...process.env, MIMIR_BACKEND: backend },
      },
    );
    expect(stdout + stderr).toContain(`✓ ${name}`);
    expect(status).toBe(0);
  });
});
