import { camelCase, canonicalJson, type LensKind } from '../lens/index.js';
import type { LensRun } from './lens-run.js';
import { questions } from './questions.js';

/** The name that asks lenses of one kind in a cell. */
const ASKING: Readonly<Record<LensKind, string>> = {
  lens: 'lens',
  calibration: 'calibrate',
  judge: 'judge',
};

/**
 * A cell that asks what a run asks, as far as it has come: what was done to a run in a view, for a study. Null for
 * what no cell can ask by name: a lens of the user's own.
 */
export function runSource(run: LensRun): string | null {
  const call = callOf(run);
  if (call === null) return null;
  const last = run.steps.findLast(({ rows }) => rows !== null)?.step.id;
  if (last === undefined) return null;
  return run.finished ? `await ${call}.finish();` : `await ${call}.until(${quoted(last)});`;
}

/** A cell that pins the table of a step. */
export function pinSource(run: LensRun, step: string, name: string): string | null {
  const call = callOf(run);
  if (call === null) return null;
  return [
    '{',
    `  const run = ${call};`,
    `  await run.until(${quoted(step)});`,
    `  pin(${quoted(name)}, run.relation(${quoted(step)}));`,
    '}',
  ].join('\n');
}

/** The names that such a cell reads. */
export const readsOf = (run: LensRun): string[] => [ASKING[run.lens.kind], 'pin'];

function callOf({ lens, params }: LensRun): string | null {
  if (!questions.all().includes(lens)) return null;
  const changed = lens.params.filter(
    (param) => canonicalJson(params[param.name]) !== canonicalJson(param.default),
  );
  const said = changed.map((param) => `${param.name}: ${JSON.stringify(params[param.name])}`);
  const given = said.length === 0 ? '' : `{ ${said.join(', ')} }`;
  return `${ASKING[lens.kind]}.${camelCase(lens.id)}(${given})`;
}

const quoted = (text: string): string => JSON.stringify(text);
