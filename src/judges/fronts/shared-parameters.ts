import { param, type Need } from '../../lens/index.js';

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

export const NO_SOURCES = 'no TypeScript or JavaScript source below --src';
