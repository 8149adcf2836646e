import path from 'node:path';
import type { CellOutcome, CellRunner } from './cell-runner.js';
import { compareStudy, fails, type Finding } from './compare.js';
import { EXPECTED_FORMAT, type Expected } from './expected.js';
import { readExpected, readStudy, type StudyFile } from './folder.js';
import type { Study } from './format.js';

/** Seconds after which a replay is given up, unless the study's header says otherwise. */
export const REPLAY_SECONDS = 120;

export interface ReplayOptions {
  /** Another dump than the study's own: only laws are compared there, unless it has the same key. */
  readonly dump?: string;
  readonly signal?: AbortSignal;
  /** An uncommitted improvement of a ratchet fails too: what CI asks. */
  readonly strict?: boolean;
  /** Keep what each cell shows. */
  readonly show?: boolean;
}

export interface Replay {
  readonly study: string;
  readonly title: string;
  readonly ok: boolean;
  readonly findings: readonly Finding[];
  /** What kept the study from being replayed to its end. */
  readonly error?: { readonly cell?: number; readonly message: string };
  readonly milliseconds: number;
}

/** What a run of the cells gave, as the expectation that it would be accepted as. */
export function expectationOf(study: string, outcome: CellOutcome): Expected {
  return {
    format: EXPECTED_FORMAT,
    study,
    dumpKey: outcome.dumpKey,
    runs: outcome.runs,
    pins: outcome.pins,
  };
}

/** Runs the study's cells in a fresh engine. The error's cell is the place among all cells, markdown counted. */
export async function runStudy(
  file: StudyFile,
  study: Study,
  runner: CellRunner,
  options: ReplayOptions = {},
): Promise<CellOutcome> {
  const { header } = study;
  const places = study.cells.flatMap((cell, at) => (cell.kind === 'code' ? [at] : []));
  const seconds = header.timeout ?? REPLAY_SECONDS;
  const late = AbortSignal.timeout(seconds * 1000);
  const dump =
    options.dump ??
    (header.dump === undefined ? undefined : path.resolve(file.folder, header.dump));
  const outcome = await runner.run(
    places.map((at) => study.cells[at]!.source),
    {
      ...(dump !== undefined && { dump }),
      signal: options.signal ? AbortSignal.any([options.signal, late]) : late,
      directory: file.folder,
      seed: header.seed ?? 1,
      ...(options.show === true && { show: true }),
    },
  );
  const repeated = firstRepeated(outcome.pins.map(({ name }) => name));
  if (outcome.error) {
    const message = late.aborted ? `over its time of ${seconds} s` : outcome.error.message;
    return {
      ...outcome,
      error: { cell: places[outcome.error.cell] ?? outcome.error.cell, message },
    };
  }
  if (repeated !== undefined) {
    const cell = places.at(-1) ?? 0;
    return {
      ...outcome,
      error: { cell, message: `repeated pin: ${repeated}; each pin has a name of its own` },
    };
  }
  return outcome;
}

function firstRepeated(names: readonly string[]): string | undefined {
  return names.find((name, at) => names.indexOf(name) !== at);
}

/** Replays one study and compares what it pinned and ran with what was accepted. */
export async function replayStudy(
  file: StudyFile,
  runner: CellRunner,
  options: ReplayOptions = {},
): Promise<Replay> {
  const started = performance.now();
  const study = await readStudy(file);
  const expected = (await readExpected(file)) ?? {
    format: EXPECTED_FORMAT,
    study: file.name,
    dumpKey: null,
    runs: [],
    pins: [],
  };
  const outcome = await runStudy(file, study, runner, options);
  const lawsOnly = options.dump !== undefined && outcome.dumpKey !== expected.dumpKey;
  // After a failed cell the later pins are not gone: nothing is known of them.
  const findings = compareStudy(expected, outcome, { lawsOnly }).filter(
    ({ verdict }) => outcome.error === undefined || verdict !== 'missing',
  );
  const ok =
    outcome.error === undefined &&
    !findings.some((finding) => fails(finding, options.strict ?? false));
  return {
    study: file.name,
    title: study.header.title,
    ok,
    findings,
    ...(outcome.error && { error: outcome.error }),
    milliseconds: performance.now() - started,
  };
}
