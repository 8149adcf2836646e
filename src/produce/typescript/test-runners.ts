import type { Manifest } from './packages.js';

const SUITES = ['describe', 'it', 'beforeEach', 'afterEach'];
const JASMINE = [...SUITES, 'fdescribe', 'xdescribe', 'fit', 'xit', 'beforeAll', 'afterAll'];
const EXPECTING = [...JASMINE, 'expect'];

/** Names that a test runner puts into every test file without an import, by its package. */
const GLOBALS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    mocha: [
      ...[...SUITES, 'xdescribe', 'xit', 'before', 'after', 'context', 'specify', 'run'],
      ...['suite', 'test', 'suiteSetup', 'suiteTeardown', 'setup', 'teardown'],
    ],
    jest: [...EXPECTING, 'test', 'xtest', 'jest'],
    vitest: [...EXPECTING, 'test', 'suite', 'vi', 'vitest', 'onTestFinished', 'onTestFailed'],
    jasmine: [...EXPECTING, 'spyOn', 'fail', 'pending', 'jasmine'],
  }).map(([runner, names]) => [runner, new Set(names)]),
);

/** The runner, of those that a package asks for, that gives a file this global; undefined when none does. */
export function runnerOf(name: string, manifest: Manifest): string | undefined {
  const asked = { ...manifest.dependencies, ...manifest.devDependencies };
  for (const [runner, names] of GLOBALS) {
    if (Object.hasOwn(asked, runner) && names.has(name)) return runner;
  }
  return undefined;
}
