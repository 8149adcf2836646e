import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CodedError, type Task } from '../task/index.js';
import { BASELINE_FILE, baselineText, readBaselineText } from './baseline.js';
import { measureTree, type MeasuredTree } from './facts/measure.js';
import { KNOBS } from './knobs.js';
import { judgeRatchet, tightened, type Baseline, type RatchetVerdict } from './ratchet.js';

export interface GateOptions {
  readonly src: string;
  readonly entry: readonly string[];
  /** The baseline file; `mimir.baseline.json` in the sources when absent. */
  readonly baseline?: string;
}

export interface GateVerdict extends RatchetVerdict {
  readonly measured: MeasuredTree;
  readonly baseline: Baseline;
  /** The baseline could be tightened: something was removed or shrank. */
  readonly loose: boolean;
}

/** The gate: the sources against their baseline. A check never writes and never moves the soft line. */
export async function checkGate(options: GateOptions, task: Task): Promise<GateVerdict> {
  const baseline = await readBaseline(options);
  if (baseline === null) {
    throw new CodedError(
      'no_baseline',
      `no baseline: ${baselinePath(options)}; \`mimir judge establish\` writes one`,
    );
  }
  const measured = await measure(options, baseline, task);
  const verdict = judgeRatchet(baseline, measured.measurement, KNOBS.tolerance, KNOBS.score.floor);
  const loose = baselineText(tightened(baseline, measured.measurement)) !== baselineText(baseline);
  return { ...verdict, measured, baseline, loose };
}

/**
 * Freezes a baseline. Where one exists with the same knobs, only what tightened is written, unless `anew` is set: then
 * the soft line is derived again and everything of today is accepted.
 */
export async function establishGate(
  options: GateOptions & { readonly anew: boolean },
  task: Task,
): Promise<Baseline> {
  const existing = options.anew ? null : await readBaseline(options);
  const measured = await measure(options, existing, task);
  const { measurement, curve } = measured;
  const fresh: Baseline = {
    knobsDigest: measurement.knobsDigest,
    soft: curve.soft,
    score: measurement.score,
    counts: measurement.counts,
    discrete: measurement.discrete,
    dedupBudget: measurement.duplicatedTokens,
  };
  const sameKnobs = existing?.knobsDigest === measurement.knobsDigest;
  const baseline = existing !== null && sameKnobs ? tightened(existing, measurement) : fresh;
  const file = baselinePath(options);
  await writeFile(`${file}.${process.pid}.tmp`, baselineText(baseline));
  await rename(`${file}.${process.pid}.tmp`, file);
  return baseline;
}

async function measure(
  options: GateOptions,
  baseline: Baseline | null,
  task: Task,
): Promise<MeasuredTree> {
  const measured = await measureTree(options.src, options.entry, baseline, task);
  if (measured === null) {
    throw new CodedError(
      'no_sources',
      `no TypeScript, JavaScript or Rust source: ${options.src}; name the folder with --src DIR`,
    );
  }
  return measured;
}

const baselinePath = ({ src, baseline }: GateOptions): string =>
  baseline ?? path.join(src, BASELINE_FILE);

/** The baseline that stands; `null` when there is none. */
export async function readBaseline(options: GateOptions): Promise<Baseline | null> {
  const file = baselinePath(options);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new CodedError(
      'unreadable_baseline',
      `baseline cannot be read: ${file} (${error.code ?? 'error'})`,
    );
  });
  if (text === null) return null;
  const baseline = readBaselineText(text);
  if (baseline === null) {
    throw new CodedError(
      'bad_baseline',
      `no baseline of this format: ${file}; \`mimir judge establish --anew\` writes one`,
    );
  }
  return baseline;
}
