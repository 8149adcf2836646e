import path from 'node:path';
import type { Command } from 'commander';
import { startRepl } from '../../repl/index.js';
// The file, not the room's door: the terminal's prompt waits for what this loads.
import { findConfig } from '../../session/config.js';
import { createSession } from '../../session/session-engine.js';
import type { Io } from '../io.js';
import { dumpOption } from '../options.js';
import { whichDump } from '../which-dump.js';

interface ReplFlags {
  readonly dump?: string;
  readonly plain?: boolean;
  readonly json?: boolean;
  readonly src?: string;
}

export function replCommand(repl: Command, io: Io, done: (exit: number) => void): void {
  repl
    .argument('[dump]')
    .addOption(dumpOption())
    .option('--src <dir>', 'folder of the analysed sources, for links to them')
    .option('--plain', 'line mode, even on a terminal')
    .option('--json', 'one JSON document a cell on stdout; implies line mode')
    .action(async (dump: string | undefined, flags: ReplFlags) => {
      done(await open(dump ?? flags.dump, flags, io));
    });
}

function open(named: string | undefined, flags: ReplFlags, io: Io): Promise<number> {
  const dump = whichDump(named, io);
  const project = findConfig(io.cwd)?.folder ?? io.cwd;
  const engine = createSession({ dump, cwd: io.cwd });
  return startRepl({
    engine,
    dump,
    project,
    ...(flags.src !== undefined && { sources: [path.resolve(io.cwd, flags.src)] }),
    ...(flags.plain === true && { plain: true }),
    ...(flags.json === true && { json: true }),
  });
}
