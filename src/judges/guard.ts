import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isCode, lineCount, readSources, sourceRoot } from '../facts/index.js';
import { CodedError, type Task } from '../task/index.js';
import { isRefused } from './exact/index.js';
import { BASELINE_FILE } from './baseline.js';
import { curveOf } from './facts/size-curve.js';
import { readBaseline } from './gate.js';
import { judgeWrite, type Tier } from './guard-tiers.js';
import { KNOBS } from './knobs.js';

export interface PendingWrite {
  readonly src: string;
  /** What would be written. */
  readonly text: string;
}

export interface GuardReply {
  readonly tier: Tier | null;
  readonly permille: bigint | null;
  readonly breach: boolean;
  readonly lines: bigint;
  readonly soft: bigint;
  readonly hard: bigint;
  readonly cap: bigint;
  /** The baseline whose soft line is frozen; absent where the lines were drawn from the tree as it is. */
  readonly baseline?: string;
}

/** The nearest folder at or above a file that has a baseline, or null. */
export async function guardedFolder(file: string): Promise<string | null> {
  for (let folder = path.dirname(path.resolve(file)); ; folder = path.dirname(folder)) {
    const there = await stat(path.join(folder, BASELINE_FILE)).catch(() => null);
    if (there?.isFile() === true) return folder;
    if (folder === path.dirname(folder)) return null;
  }
}

/** Lengths are counted, nothing is parsed: the answer is waited for. */
async function lengthsOf(src: string, task: Task): Promise<number[]> {
  const { files } = await readSources(await sourceRoot(src), isCode, task);
  return files.map(({ lines }) => lines);
}

/** What the guard says of a pending write: by the baseline's frozen soft line, or by the tree's own without one. */
export async function guardAnswer({ src, text }: PendingWrite, task: Task): Promise<GuardReply> {
  const baseline = await readBaseline({ src, entry: [] });
  const lines = BigInt(lineCount(text));
  const curve =
    baseline === null
      ? curveOf(await lengthsOf(src, task))
      : { soft: baseline.soft, hard: baseline.soft * KNOBS.penalty.hardTimesSoft };
  if (isRefused(curve)) {
    throw new CodedError(
      'no_sources',
      `no sources to draw the lines from: ${src}; name the folder with --src DIR`,
    );
  }
  const { soft, hard } = curve;
  const { cap, promoted } = KNOBS.guard;
  const answer = judgeWrite({ lines, soft, hard, cap, promoted });
  if (isRefused(answer))
    throw new CodedError(
      'refused',
      `guard refuses: ${answer.refused}; establish the baseline again`,
    );
  return {
    ...answer,
    lines,
    soft,
    hard,
    cap,
    ...(baseline !== null && { baseline: path.join(src, BASELINE_FILE) }),
  };
}
