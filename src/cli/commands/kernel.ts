import type { Command } from 'commander';
import { installKernel, placeOf, uninstallKernel, type PlaceFlags } from '../../kernel/index.js';
import type { Io } from '../io.js';
import { subcommand } from '../options.js';

export function kernelCommand(kernel: Command, io: Io): void {
  const sub = (words: string, summary: string): Command =>
    subcommand(kernel, words, summary)
      .option('--user', 'for this user (what is done unless said)')
      .option('--sys-prefix', 'for the Python environment that python3 is')
      .option('--prefix <dir>', 'below this folder');
  sub('install', 'make the kernel known to Jupyter').action(async (flags: PlaceFlags) => {
    io.out(`${await installKernel(placeOf(flags), io.env)}\n`);
  });
  sub('uninstall', 'make Jupyter forget the kernel').action(async (flags: PlaceFlags) => {
    const removed = await uninstallKernel(placeOf(flags), io.env);
    io.out(removed === null ? 'not installed there\n' : `${removed}\n`);
  });
}
