import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openGraph } from '../../../src/graph/index.js';
import { dumpRust } from '../../../src/produce/index.js';
import { needing } from '../../tools.js';
import { WORKSPACE } from './read-workspace.js';

describe('a machine without cargo', () => {
  const usual = { path: process.env['PATH'], required: process.env['MIMIR_REQUIRE'] };
  let empty: string;

  beforeEach(() => {
    empty = mkdtempSync(path.join(tmpdir(), 'no-cargo-'));
    process.env['PATH'] = empty;
  });
  afterEach(() => {
    process.env['PATH'] = usual.path;
    if (usual.required === undefined) delete process.env['MIMIR_REQUIRE'];
    else process.env['MIMIR_REQUIRE'] = usual.required;
    rmSync(empty, { recursive: true });
  });

  it('is told what to install', async () => {
    await expect(
      dumpRust({ path: WORKSPACE, out: path.join(empty, 'dump'), offline: true }),
    ).rejects.toMatchObject({
      code: 'no_cargo',
      message: expect.stringMatching(/^cargo that is not there: .*; install Rust/u) as string,
    });
  });

  it('reads a dump that another made', async () => {
    const graph = await openGraph('fixtures/rust-tally', { cache: { place: empty } });
    expect(graph.edges('CALLS').count).toBeGreaterThan(100);
  });

  it('fails where cargo is required', () => {
    process.env['MIMIR_REQUIRE'] = 'tmux,cargo';
    expect(() => needing('cargo')).toThrow(/^missing tool: cargo/u);
  });

  it('skips the tests that need it, and says which', () => {
    const report = execFileSync(
      process.execPath,
      [
        path.resolve('node_modules/vitest/vitest.mjs'),
        ...['run', 'test/produce/rust/binary/instances.test.ts', '--reporter=json'],
      ],
      { encoding: 'utf8', env: { ...process.env, MIMIR_REQUIRE: '' } },
    );
    const { numPassedTests, numPendingTests, testResults } = JSON.parse(
      report.slice(report.indexOf('{')),
    ) as {
      numPassedTests: number;
      numPendingTests: number;
      testResults: { assertionResults: { fullName: string; status: string }[] }[];
    };
    expect({ numPassedTests, numPendingTests }).toEqual({ numPassedTests: 0, numPendingTests: 1 });
    expect(testResults[0]?.assertionResults).toEqual([
      expect.objectContaining({
        fullName: expect.stringContaining('(needs cargo)') as string,
        status: 'skipped',
      }),
    ]);
  }, 60_000);
});
