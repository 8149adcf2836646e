import { lineCount } from '../facts/index.js';
import { CodedError, type Task } from '../task/index.js';
import { isRefused } from './exact/index.js';
import { parseSources } from '../facts/index.js';
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
}

/** What the guard says of a pending write: by the baseline's frozen soft line, or by the tree's own without one. */
export async function guardAnswer({ src, text }: PendingWrite, task: Task): Promise<GuardReply> {
  const baseline = await readBaseline({ src, entry: [] });
  const lines = BigInt(lineCount(text));
  const curve =
    baseline === null
      ? curveOf((await parseSources(src, task)).files.map((file) => file.lines))
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
  return { ...answer, lines, soft, hard, cap };
}
