import { nearestNames } from '../../table/index.js';
import type { Completion } from '../../engine/index.js';
import type { Workbench } from '../workbench.js';
import type { Command } from './command.js';
import { explore, path } from './explore.js';
import { help, inspect } from './help.js';
import { label } from './label.js';
import { info, lens, trace } from './lens.js';
import { clear, exit, load, replay, restart, save } from './session.js';
import { chart, exporting, steps, table } from './views.js';

/** Every command, in the order in which `.help` lists them. */
export const COMMANDS: readonly Command[] = [
  help,
  inspect,
  info,
  lens,
  steps,
  table,
  chart,
  exporting,
  explore,
  path,
  label,
  trace,
  load,
  save,
  replay,
  clear,
  restart,
  exit,
];

/** A line that is a command: `.name`, which no TypeScript begins with; `.5` is a number. */
export function isCommand(source: string): boolean {
  return /^\.(?!\d|\.)/.test(source.trim()) && !source.trim().includes('\n');
}

/** Runs one command line; what it can't do is said in one line. */
export async function runCommand(bench: Workbench, line: string): Promise<void> {
  const [, name = '', args = ''] = /^\.(\S*)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  const command = COMMANDS.find((c) => c.name === name);
  if (command === undefined) {
    const near = nearestNames(
      name,
      COMMANDS.map((c) => c.name),
    )[0];
    bench.print(
      bench.style.red(
        `unknown command: .${name}; ${near === undefined ? '.help lists them' : `did you mean .${near}?`}`,
      ),
    );
    return;
  }
  try {
    await command.run(bench, args.trim());
  } catch (error) {
    bench.print(bench.style.red((error as Error).message.split('\n')[0]!));
  }
}

/** Completion of command names. */
export function commandNames(text: string, cursor: number): Completion {
  const typed = text.slice(1, cursor);
  const items = /\s/.test(typed) ? [] : COMMANDS.filter((c) => c.name.startsWith(typed));
  return {
    start: 1,
    end: cursor,
    items: items.map((c) => ({
      name: c.name,
      kind: 'command',
      insert: c.args === '' ? c.name : `${c.name} `,
    })),
  };
}
