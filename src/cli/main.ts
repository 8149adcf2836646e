import { CommanderError } from 'commander';
import { CodedError } from '../task/index.js';
import { messageOf, oneLine } from './errors.js';
import { processIo, type Io } from './io.js';
import { createProgram } from './program.js';

/**
 * Runs one command; resolves to its exit code. Errors become one line on stderr, `MIMIR_DEBUG=1` adds the stack.
 * `argv` is without the interpreter and the script.
 */
export async function main(argv: readonly string[], io: Io = processIo()): Promise<number> {
  let exit = 0;
  try {
    const program = await createProgram(argv[0], io, (code) => {
      exit = code;
    });
    await program.parseAsync(argv.map(dashed), { from: 'user' });
    return exit;
  } catch (error) {
    return report(error, io);
  }
}

/** `--max_trees` is `--max-trees`: the manual's spelling. */
function dashed(word: string): string {
  const flag = /^--[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?==|$)/.exec(word)?.[0];
  return flag === undefined ? word : flag.replaceAll('_', '-') + word.slice(flag.length);
}

function report(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return usageError(error, io);
  if (io.env['MIMIR_DEBUG'] === '1' && error instanceof Error) io.err(`${error.stack ?? ''}\n`);
  io.err(`mimir: ${messageOf(error)}\n`);
  return error instanceof CodedError ? error.exitCode : 2;
}

function usageError(error: CommanderError, io: Io): number {
  // Help and version were printed already.
  if (error.exitCode === 0) return 0;
  if (error.code === 'commander.help') return 2;
  const said = oneLine(
    error.message
      .replace(/^error: /, '')
      .replace(/\n\(Did you mean (.*)\?\)/, '\ndid you mean $1?'),
  );
  const remedy = error.code === 'commander.unknownCommand' && !said.includes('did you mean');
  io.err(`mimir: ${said}${remedy ? '; `mimir --help` names them' : ''}\n`);
  return 2;
}
