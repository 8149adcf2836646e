import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  annotations,
  driftLines,
  junitXml,
  replayStudy,
  writeFileAside,
  type Replay,
  type ReplayOptions,
  type StudyFile,
} from '../../../study/index.js';
import { messageOf } from '../../errors.js';
import type { Io } from '../../io.js';
import { withRunner } from '../../runner.js';
import { isCi, relativeTo } from './folder.js';

export interface ReplayFlags {
  readonly json?: boolean;
  readonly dump?: string;
  readonly junit?: string;
  readonly github?: boolean;
  readonly jobs: number;
}

/** Replays studies, several at a time, and tells of them in the order of their names. */
export async function replay(
  files: readonly StudyFile[],
  flags: ReplayFlags,
  io: Io,
): Promise<number> {
  const strict = isCi(io);
  const options = {
    strict,
    ...(flags.dump !== undefined && { dump: path.resolve(io.cwd, flags.dump) }),
  };
  const replays = await inParallel(files, flags.jobs, async (file) => {
    io.err(`replaying ${file.name}\n`);
    return replayOne(file, options, io);
  });
  if (flags.json) {
    io.out(
      `${JSON.stringify(
        replays.map(({ milliseconds, ...rest }) => rest),
        null,
        2,
      )}\n`,
    );
  } else for (const one of replays) io.out(replayText(one, io));
  if (flags.junit !== undefined)
    await writeFileAside(path.resolve(io.cwd, flags.junit), junitXml(replays, strict));
  if (flags.github) {
    for (const [at, one] of replays.entries())
      io.err(await annotationText(one, files[at]!, strict, io));
  }
  return replays.every(({ ok }) => ok) ? 0 : 1;
}

/** A study that can't even be read is a failed replay: the others still run. */
async function replayOne(file: StudyFile, options: ReplayOptions, io: Io): Promise<Replay> {
  try {
    return await withRunner(io, file.name, (runner) => replayStudy(file, runner, options));
  } catch (error) {
    return {
      study: file.name,
      title: file.name,
      ok: false,
      findings: [],
      error: { message: messageOf(error) },
      milliseconds: 0,
    };
  }
}

async function inParallel<T, R>(
  items: readonly T[],
  jobs: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
  return results;
}

async function annotationText(
  one: Replay,
  file: StudyFile,
  strict: boolean,
  io: Io,
): Promise<string> {
  const text = await readFile(file.file, 'utf8');
  return annotations(one, { file: relativeTo(io.cwd, file.file), text }, strict)
    .map((line) => `${line}\n`)
    .join('');
}

function replayText(one: Replay, io: Io): string {
  const held = one.findings.filter(({ verdict }) => verdict === 'holds').length;
  const lines = [
    `${one.ok ? '✓' : '✗'} ${one.study}: ${one.title} (${held} of ${one.findings.length} hold)`,
    ...(one.error ? [`  ✗ ${errorText(one.error)}`] : []),
    ...one.findings
      .filter(({ verdict }) => verdict !== 'holds')
      .flatMap((finding) => driftLines(finding, { width: io.width }).map((line) => `  ${line}`)),
    ...(one.ok ? [] : [`  accept with: mimir study update ${one.study}`]),
  ];
  return `${lines.join('\n')}\n`;
}

const errorText = ({ cell, message }: NonNullable<Replay['error']>): string =>
  cell === undefined ? message : `cell ${cell + 1}: ${message}`;
