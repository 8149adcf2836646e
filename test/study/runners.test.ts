/** Studies as tests in a user's own project, whichever runner it has. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let project: string;
const expected = (): string => path.join(project, 'studies', 'arrow-layers.expected.json');

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), 'mimir-project-'));
  // One study is enough to see that each runner counts and tells: the project's own test replays them all.
  for (const piece of [
    'studies/arrow-layers.study.ts',
    'studies/arrow-layers.expected.json',
    'fixtures/arrow-js',
  ]) {
    cpSync(piece, path.join(project, piece), { recursive: true });
  }
  mkdirSync(path.join(project, 'node_modules'));
  symlinkSync(process.cwd(), path.join(project, 'node_modules', 'mimir-workbench'));
  symlinkSync(path.resolve('node_modules/vitest'), path.join(project, 'node_modules', 'vitest'));
  writeFileSync(path.join(project, 'package.json'), '{"type": "module"}');
  writeFileSync(
    path.join(project, 'vitest.config.js'),
    "export default { test: { include: ['*.test.js'] } };",
  );
});
afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

describe.each([
  ['node --test', 'node.js', ['--test', '--test-reporter=spec', 'studies.test.js']],
  ['vitest', 'vitest.js', ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose']],
])('one line under %s', (_, entry, words) => {
  function run(): { status: number | null; text: string } {
    writeFileSync(
      path.join(project, 'studies.test.js'),
      `import 'mimir-workbench/study-tests/${entry}';\n`,
    );
    const env = {
      ...process.env,
      NO_COLOR: '1',
      VITEST: undefined,
      VITEST_WORKER_ID: undefined,
      NODE_TEST_CONTEXT: undefined,
    };
    const { status, stdout, stderr } = spawnSync(process.execPath, words, {
      cwd: project,
      encoding: 'utf8',
      env,
    });
    return { status, text: stdout + stderr };
  }

  it('is a test a pin, named as it is', () => {
    const { status, text } = run();
    expect(text).toMatch(/study arrow-layers: How Apache Arrow's JavaScript library is layered/);
    for (const title of [
      'runs to its end',
      'run dsm',
      'pin folders in one knot',
      'makes nothing that was not accepted',
    ]) {
      expect(text).toContain(title);
    }
    expect(status).toBe(0);
  });

  it('fails with the drift as its message', () => {
    const before = readFileSync(expected(), 'utf8');
    const changed = before.replace(/("name": "folders in one knot".*"value": )7/, '$16');
    expect(changed).not.toBe(before);
    writeFileSync(expected(), changed);
    const { status, text } = run();
    writeFileSync(expected(), before);
    expect(status).not.toBe(0);
    expect(text).toContain('pin folders in one knot: drifted: expected 6, actual 7');
    expect(text).toContain('accept with: mimir study update arrow-layers');
  });
});
