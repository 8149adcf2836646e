import type { Command } from 'commander';
import { validateDump } from '../../dump/index.js';
import type { Io } from '../io.js';
import { dumpOption, jsonOption } from '../options.js';
import { tellingTask } from '../progress.js';
import { whichDump } from '../which-dump.js';

export function validateCommand(validate: Command, io: Io, done: (exit: number) => void): void {
  validate
    .argument('[dump]')
    .addOption(dumpOption())
    .addOption(jsonOption())
    .action((dump: string | undefined, flags: { dump?: string; json?: boolean }) => {
      const { task, end } = tellingTask(io);
      const faults = validateDump(whichDump(dump ?? flags.dump, io), task);
      end();
      if (flags.json) io.out(`${JSON.stringify(faults, null, 2)}\n`);
      else if (faults.length === 0) io.out('no faults\n');
      for (const { severity, file, rule, message, count } of flags.json ? [] : faults) {
        io.out(
          `${severity}  ${file}  ${rule}  ${message}${count > 1 ? ` (${count} times)` : ''}\n`,
        );
      }
      done(faults.some(({ severity }) => severity === 'error') ? 1 : 0);
    });
}
