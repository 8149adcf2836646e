import { param, type Declared, type Need } from '../../lens/index.js';
import { InvalidArgument } from '../../task/index.js';
import type { Share } from '../structure.js';

/** Where the sources stand; judges read them anew in their first step. */
export const srcParam = {
  src: param.text({ default: '.', doc: 'folder of the sources' }),
};

export const entryParam = {
  entry: param.texts({
    default: [],
    doc: 'files that are alive by themselves: parts of paths; index, main, cli, bin and tests when none is named',
  }),
};

export const commitsParam = {
  commits: param.integer({ default: 500, min: 1, doc: 'newest commits that count as history' }),
};

export const revisionParams = {
  from: param.text({ default: 'HEAD', doc: 'git revision before the change' }),
  to: param.maybeText({ doc: 'git revision after it; the working tree when not said' }),
};

/** What a front needs that is no fact of the dump. */
export const SOURCES = { fact: 'sources', producer: '--src DIR', required: true } as const;
export const GIT = {
  fact: 'git history',
  producer: 'a git tree at --src',
  required: false,
} as const;

/** Named where a tree holds nothing to judge. */
export const missingSources = (files: number): Need[] =>
  files === 0 ? [{ fact: SOURCES.fact, producer: SOURCES.producer }] : [];

/** Nothing found is a fact only where there was something to look at. */
export const emptyState = (looked: number): 'empty_fact' | 'empty_gap' =>
  looked === 0 ? 'empty_gap' : 'empty_fact';

export const NO_SOURCES = 'no TypeScript, JavaScript or Rust source below --src';

/** A knob of ours that counts something: its value stands in the knobs file. */
export const countParam = (value: number | bigint, doc: string, min = 0): Declared<number> =>
  param.integer({ default: Number(value), min, doc });

/** A knob of ours that is a share, spelled num/den. */
export const shareParam = ([num, den]: Share, doc: string): Declared<string> =>
  param.text({
    default: `${num}/${den}`,
    examples: ['1/2', '3/4'],
    doc,
    refine: (text) => {
      shareOf(text);
      return text;
    },
  });

export function shareOf(text: string): Share {
  const [, num, den] = /^(\d+)\/([1-9]\d*)$/.exec(text) ?? [];
  if (num === undefined || den === undefined)
    throw new InvalidArgument(`no share: ${text}; write it as num/den, such as 1/2`);
  return [BigInt(num), BigInt(den)];
}

/** Weights by name, as whole numbers. Names that are not given keep theirs. */
export const weightsParam = (
  weights: Readonly<Record<string, bigint>>,
  doc: string,
): Declared<Readonly<Record<string, number>>> => {
  const usual = Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [name, Number(weight)]),
  );
  return param.json<Readonly<Record<string, number>>>('{"name": whole number}', {
    default: usual,
    doc,
    refine: (value) => {
      const given = typeof value === 'object' && value !== null ? Object.entries(value) : [];
      for (const [name, weight] of given) {
        if (!(name in usual))
          throw new InvalidArgument(
            `unknown weight: ${name}; there are ${Object.keys(usual).join(', ')}`,
          );
        if (!Number.isSafeInteger(weight) || (weight as number) < 0)
          throw new InvalidArgument(
            `weight of ${name}: ${JSON.stringify(weight)}; a whole number from 0`,
          );
      }
      return { ...usual, ...(value as Readonly<Record<string, number>>) };
    },
  });
};

export const bigWeights = (weights: Readonly<Record<string, number>>): Record<string, bigint> =>
  Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, BigInt(weight)]));
