import { Command } from 'commander';
import { doctorCommand, version } from './commands/doctor.js';
import { dumpCommand } from './commands/dump.js';
import { infoCommand } from './commands/info.js';
import { lensCommand } from './commands/lens.js';
import { studyCommand } from './commands/study.js';
import type { Io } from './io.js';

/** The whole command line. `done` receives the exit code of an answer that is no error. */
export function createProgram(io: Io, done: (exit: number) => void): Command {
  const program = new Command('mimir')
    .description('an interactive workbench over the code graph of a program')
    .version(version(), '--version')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err, outputError: () => undefined })
    .showSuggestionAfterError();
  dumpCommand(program, io);
  infoCommand(program, io);
  lensCommand(program, io, done);
  studyCommand(program, io, done);
  doctorCommand(program, io);
  return program;
}
