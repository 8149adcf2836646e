import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Option, type Command } from 'commander';
import { CodedError } from '../../task/index.js';
import { guardAnswer, guardedFolder, type GuardReply } from '../../judges/index.js';
import { canonicalJson } from '../../lens/index.js';
import type { Io } from '../io.js';
import { jsonOption } from '../options.js';
import { tellingTask } from '../progress.js';

interface GuardFlags {
  readonly src?: string;
  readonly stdin?: boolean;
  readonly json?: boolean;
}

/** Usable as an editor's or an agent's hook: exit 1 is a denial, everything else lets the write through. */
export function guardCommand(guard: Command, io: Io, done: (exit: number) => void): void {
  guard
    .argument('<file>', 'the file that is about to be written')
    .addOption(
      new Option(
        '--src <dir>',
        'folder of the sources, whose baseline draws the lines (default: the nearest above the file that has one, else this folder)',
      ),
    )
    .addOption(new Option('--stdin', 'judge the text on stdin instead of what stands in the file'))
    .addOption(jsonOption())
    .action(async (file: string, flags: GuardFlags) => {
      const text = flags.stdin === true ? await textOf(process.stdin) : await fileText(file);
      const { task, end } = tellingTask(io);
      const guarded = flags.src === undefined ? await guardedFolder(file) : null;
      const src = flags.src ?? (guarded === null ? '.' : path.relative('.', guarded) || '.');
      const answer = await guardAnswer({ src, text }, task);
      end();
      io.out(
        flags.json === true
          ? `${canonicalJson({ file, ...answer })}\n`
          : `${answerLine(path.basename(file), src, answer)}\n`,
      );
      done(answer.tier === 'deny' ? 1 : 0);
    });
}

/** The verdict, then what it was measured against. */
function answerLine(name: string, src: string, answer: GuardReply): string {
  const { tier, lines, soft, hard, cap, baseline } = answer;
  const counted = lines === 1n ? '1 line' : `${lines} lines`;
  const from = baseline ?? `the sources in ${src}, which have no baseline`;
  return `${tier ?? 'pass'} ${name}: ${counted}; soft line ${soft}, hard line ${hard}, cap ${cap} (from ${from})`;
}

async function fileText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new CodedError(
      'unreadable_file',
      `file cannot be read: ${file}; give its text with --stdin`,
    );
  }
}

async function textOf(stream: AsyncIterable<string | Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}
