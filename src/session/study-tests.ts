import path from 'node:path';
import {
  driftLines,
  fails,
  listStudies,
  readExpected,
  readStudy,
  REPLAY_SECONDS,
  replayStudy,
  type Finding,
  type Replay,
  type StudyFile,
} from '../study/index.js';
import { createCellRunner } from './cell-runner.js';

/** What a test runner offers, whichever it is. */
export interface TestRunner {
  describe(title: string, body: () => void): void;
  it(title: string, body: () => Promise<void>, milliseconds: number): void;
}

/** A drift as a test failure; the stack of the test runner would say nothing. */
class Drift extends Error {
  override readonly name = 'Drift';

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.stack = `Drift: ${this.message}`;
  }
}

/**
 * Turns a folder of studies into tests: one a pin and one a lens run that was accepted, named after it; one for the
 * cells themselves, and one for what nobody has accepted yet. Each study is replayed once.
 */
export async function studyTests(folder: string, runner: TestRunner): Promise<void> {
  // Never closed: a test runner has no last moment of a file that all of them share, and nothing of it keeps a process.
  const cells = createCellRunner();
  for (const file of await listStudies(path.resolve(folder))) {
    const { header } = await readStudy(file);
    const names = await acceptedNames(file);
    const seconds = header.timeout ?? REPLAY_SECONDS;
    runner.describe(`study ${file.name}: ${header.title}`, () => {
      const replay = once(() => replayStudy(file, cells, { strict: isCi() }));
      const test = (title: string, check: (done: Replay) => void): void => {
        runner.it(title, async () => check(await replay()), (seconds + 10) * 1000);
      };
      test('runs to its end', ({ error }) => {
        if (error) throw new Drift([`cell ${(error.cell ?? 0) + 1}: ${error.message}`]);
      });
      for (const { subject, name } of names) {
        test(`${subject} ${name}`, ({ findings }) => {
          const finding = findings.find((one) => one.subject === subject && one.name === name);
          if (finding === undefined) throw new Drift(['not reached: a cell before it failed']);
          expectHolds(finding, file);
        });
      }
      test('makes nothing that was not accepted', ({ findings }) => {
        for (const finding of findings) {
          if (finding.verdict === 'unexpected') expectHolds(finding, file);
        }
      });
    });
  }
}

async function acceptedNames(
  file: StudyFile,
): Promise<{ subject: Finding['subject']; name: string }[]> {
  const expected = await readExpected(file);
  if (expected === null) return [];
  return [
    ...expected.runs.map(({ name }) => ({ subject: 'run' as const, name })),
    ...expected.pins.map(({ name }) => ({ subject: 'pin' as const, name })),
  ];
}

const isCi = (): boolean => !['', 'false', '0', undefined].includes(process.env['CI']);

function expectHolds(finding: Finding, file: StudyFile): void {
  if (!fails(finding, isCi())) return;
  throw new Drift([...driftLines(finding), `accept with: mimir study update ${file.name}`]);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
