import type { Command } from 'commander';
import { Option } from 'commander';
import { InvalidArgument } from '../task/index.js';

export const DEFAULT_LIMIT = 50;

/** `--limit N`: 0 = all. */
export function limitOption(): Option {
  return new Option('--limit <n>', 'findings to show; 0 = all')
    .default(DEFAULT_LIMIT)
    .argParser((text) => {
      const limit = Number(text);
      if (text.trim() === '' || !Number.isSafeInteger(limit) || limit < 0) {
        throw new InvalidArgument(`limit: ${text}; it takes 0 (all) or a number of findings`);
      }
      return limit;
    });
}

export const dumpOption = (): Option =>
  new Option(
    '--dump <path>',
    'a dump, or a folder that holds one; else MIMIR_DUMP, else the nearest',
  );

export const alsoDumpOption = (): Option =>
  new Option(
    '--also-dump <path>',
    'another dump, united with the first by stable ids; may be repeated',
  ).argParser(collect);

export const verifyOption = (): Option =>
  new Option(
    '--verify',
    'check the bytes of the dump and of its snapshot, not their sizes and times',
  );

export const jsonOption = (): Option =>
  new Option('--json', 'one JSON document on stdout and nothing else there');

/** Collects `--crate a --crate b`. */
export const collect = (text: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  text,
];

/** A command under `parent` whose help is as terse as ours. */
export function subcommand(parent: Command, words: string, summary: string): Command {
  return parent.command(words).description(summary).helpCommand(false);
}
