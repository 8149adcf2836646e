import type { CodeGraph } from '../../graph/index.js';
import {
  didYouMean,
  startRun,
  type Lens,
  type Report,
  type StepContext,
  type TypedLens,
} from '../../lens/index.js';
import { InvalidArgument } from '../../task/index.js';
import type { Swept } from './grid.js';

/** What a lens counted under one choice of values. */
export interface Counted {
  /** Places in the lists of values. */
  readonly at: readonly number[];
  readonly counts: Readonly<Record<string, number>>;
}

type AnyLens = TypedLens<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;

/**
 * Runs the lens once and retunes it for every choice of values, the first parameter slowest: steps that a change does
 * not touch are not computed again.
 */
export async function sweepLens(
  lens: Lens,
  { graph, task, open }: StepContext,
  given: Readonly<Record<string, unknown>>,
  swept: readonly Swept[],
  measures: readonly string[],
): Promise<Counted[]> {
  const choices = product(swept.map(({ values }) => values.length));
  const found: Counted[] = [];
  let run = startRun(lens as AnyLens, graph as CodeGraph, given, { task, open });
  for (const [done, at] of choices.entries()) {
    task.check(`sweeping ${lens.id}`);
    task.progress(`sweeping ${lens.id}`, done, choices.length);
    const changes = Object.fromEntries(swept.map(({ name, values }, i) => [name, values[at[i]!]]));
    run = run.retune(changes);
    found.push({ at, counts: countsOf(await run.report({ limit: 1, task }), measures) });
  }
  return found;
}

/** All combinations of places, the last list fastest. */
function product(lengths: readonly number[]): number[][] {
  return lengths.reduce<number[][]>(
    (heads, length) => heads.flatMap((head) => Array.from({ length }, (_, i) => [...head, i])),
    [[]],
  );
}

/** `total` is how many findings there are; every other measure is a whole number of the summary. */
export function countsOf(
  { lens, total, summary }: Report,
  measures: readonly string[],
): Record<string, number> {
  const whole = Object.entries(summary).filter(
    (entry): entry is [string, number] =>
      typeof entry[1] === 'number' && Number.isInteger(entry[1]),
  );
  const all = new Map([['total', total], ...whole]);
  return Object.fromEntries(
    measures.map((measure) => {
      const count = all.get(measure);
      if (count === undefined)
        throw new InvalidArgument(
          `unknown measure of ${lens}: ${measure}; ${didYouMean(measure, [...all.keys()])}`,
        );
      return [measure, count];
    }),
  );
}
