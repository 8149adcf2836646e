import { Command } from 'commander';
import type { Io } from './io.js';
import { version } from './version.js';

type Register = (command: Command, io: Io, done: (exit: number) => void) => void;

/** The commands by name. A command's code is loaded when it is asked for: the prompt must not wait for the others. */
const COMMANDS: readonly {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Register>;
}[] = [
  {
    name: 'repl',
    summary: 'the terminal workbench on a dump',
    load: async () => (await import('./commands/repl.js')).replCommand,
  },
  {
    name: 'run',
    summary: 'run the cells of a file and print their results',
    load: async () => (await import('./commands/run.js')).runCommand,
  },
  {
    name: 'dump',
    summary: 'make a dump of a program',
    load: async () => (await import('./commands/dump.js')).dumpCommand,
  },
  {
    name: 'info',
    summary: 'what a dump holds, who made it, and what it does not know',
    load: async () => (await import('./commands/info.js')).infoCommand,
  },
  {
    name: 'validate',
    summary: 'check a dump against the reference schema',
    load: async () => (await import('./commands/validate.js')).validateCommand,
  },
  {
    name: 'export',
    summary: 'write a dump as Parquet, GraphML, CSV or GraphAr',
    load: async () => (await import('./commands/export.js')).exportCommand,
  },
  {
    name: 'lens',
    summary: 'ask a lens of a dump',
    load: async () => (await import('./commands/lens.js')).lensCommand,
  },
  {
    name: 'study',
    summary: 'saved explorations that replay as tests',
    load: async () => (await import('./commands/study/index.js')).studyCommand,
  },
  {
    name: 'calibrate',
    summary: 'where thresholds come from, and calibrations of them',
    load: async () => (await import('./commands/calibrate.js')).calibrateCommand,
  },
  {
    name: 'embed',
    summary: 'vectors of a local model, written beside a dump',
    load: async () => (await import('./commands/embed.js')).embedCommand,
  },
  {
    name: 'judge',
    summary: 'the fifteen judgement families, and the gate that they carry',
    load: async () => (await import('./commands/judge.js')).judgeCommand,
  },
  {
    name: 'guard',
    summary: 'answer for a pending write of a file: observe, warn, ask or deny',
    load: async () => (await import('./commands/guard.js')).guardCommand,
  },
  {
    name: 'kernel',
    summary: 'the Jupyter kernel: install, uninstall',
    load: async () => (await import('./commands/kernel.js')).kernelCommand,
  },
  {
    name: 'doctor',
    summary: 'what is used here, and why',
    load: async () => (await import('./commands/doctor.js')).doctorCommand,
  },
];

/** The command line, with the code of the command that `wanted` names. `done` receives the exit code of an answer. */
export async function createProgram(
  wanted: string | undefined,
  io: Io,
  done: (exit: number) => void,
): Promise<Command> {
  const program = new Command('mimir')
    .description('an interactive workbench over the code graph of a program')
    .version(version(), '--version')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err, outputError: () => undefined });
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).description(summary).helpCommand(false);
    if (name === wanted) (await load())(command, io, done);
  }
  return program;
}
