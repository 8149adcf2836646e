import type { CellOutcome, CellRunner } from './cell-runner.js';
import { compareStudy, type Finding } from './compare.js';
import { printExpected, type Expected } from './expected.js';
import { readExpected, readStudy, writeExpected, writeStudy, type StudyFile } from './folder.js';
import type { Study } from './format.js';
import type { RecordedPin, RecordedRun } from './recorded.js';
import { expectationOf, runStudy, type ReplayOptions } from './replay.js';
import { CodedError } from '../task/index.js';

/** A change that someone may accept or refuse. */
export interface Change {
  readonly finding: Finding;
  readonly expected: RecordedPin | RecordedRun | null;
  readonly actual: RecordedPin | RecordedRun | null;
}

export interface Proposal {
  readonly file: StudyFile;
  readonly study: Study;
  readonly expected: Expected | null;
  readonly outcome: CellOutcome;
  readonly changes: readonly Change[];
  /** The record would be written otherwise: another dump, another version of a lens, rows kept of one more step. */
  readonly moved: boolean;
}

/** Replays a study and lists what would change. Throws `study_failed` when a cell fails: nothing can be accepted then. */
export async function proposeUpdate(
  file: StudyFile,
  runner: CellRunner,
  options: Pick<ReplayOptions, 'signal'> = {},
): Promise<Proposal> {
  const study = await readStudy(file);
  // An unreadable expectation is a reason to accept anew, not a reason to refuse.
  const expected = await readExpected(file).catch(() => null);
  const outcome = await runStudy(file, study, runner, options);
  if (outcome.error) {
    throw new CodedError(
      'study_failed',
      `study failed: ${file.name}, cell ${outcome.error.cell + 1}: ${outcome.error.message}`,
      { exitCode: 1 },
    );
  }
  const before = expected ?? expectationOf(file.name, { pins: [], runs: [], dumpKey: null });
  const changes = compareStudy(before, outcome)
    .filter(({ verdict }) => verdict !== 'holds')
    .map((finding) => {
      const find = <T extends { readonly name: string }>(items: readonly T[]): T | null =>
        items.find(({ name }) => name === finding.name) ?? null;
      return finding.subject === 'run'
        ? { finding, expected: find(before.runs), actual: find(outcome.runs) }
        : { finding, expected: find(before.pins), actual: find(outcome.pins) };
    });
  const moved = printExpected(before) !== printExpected(expectationOf(file.name, outcome));
  return { file, study, expected, outcome, changes, moved };
}

/**
 * Writes the expectation with the accepted changes; what was refused stays as it was. Returns whether a file changed.
 * The dump key moves only when nothing was refused: a refused change is still measured against the old dump.
 */
export async function acceptUpdate(
  proposal: Proposal,
  accepted: (change: Change) => boolean,
): Promise<boolean> {
  const { expected, outcome, file, study } = proposal;
  const refused = proposal.changes.filter((change) => !accepted(change));
  if (
    expected !== null &&
    refused.length === proposal.changes.length &&
    proposal.changes.length > 0
  )
    return false;
  const keep = <T extends { readonly name: string }>(
    subject: 'run' | 'pin',
    actual: readonly T[],
  ): T[] => {
    const items = new Map(actual.map((item) => [item.name, item]));
    for (const change of refused) {
      if (change.finding.subject !== subject) continue;
      const { name } = change.finding;
      if (change.expected) items.set(name, change.expected as unknown as T);
      else items.delete(name);
    }
    return [...items.values()];
  };
  const next = expectationOf(file.name, {
    runs: keep('run', outcome.runs),
    pins: keep('pin', outcome.pins),
    dumpKey: refused.length === 0 ? outcome.dumpKey : (expected?.dumpKey ?? outcome.dumpKey),
  });
  await writeExpected(file, next);
  if (refused.length === 0) await writeStudy(file, withHeader(study, outcome));
  return true;
}

/** The header says which dump and which lens versions the expectations belong to. */
export function withHeader(study: Study, outcome: CellOutcome): Study {
  const lenses = Object.fromEntries(
    [...outcome.runs]
      .sort((a, b) => (a.lens < b.lens ? -1 : 1))
      .map((run) => [run.lens, run.version]),
  );
  const { dumpKey, lenses: versions, ...header } = study.header;
  return {
    ...study,
    header: {
      ...header,
      ...(outcome.dumpKey !== null && { dumpKey: outcome.dumpKey }),
      ...(Object.keys(lenses).length > 0 && { lenses }),
    },
  };
}
