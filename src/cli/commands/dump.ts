import path from 'node:path';
import type { Command } from 'commander';
import type { TypeScriptDumpResult } from '../../produce/index.js';
import { counted } from '../../view/cell-text.js';
import type { Io } from '../io.js';
import { jsonOption, subcommand } from '../options.js';
import { interruptible } from '../progress.js';
import { dumpRustCommand } from './dump-rust.js';

export function dumpCommand(dump: Command, io: Io): void {
  dumpRustCommand(dump, io);
  subcommand(dump, 'ts', 'a TypeScript or JavaScript project')
    .argument('<path>', 'a tsconfig, or a folder with or without one')
    .requiredOption('--out <dir>', 'folder of the dump')
    .option(
      '--typescript <dir>',
      "the project's own typescript package; the bundled one when absent",
    )
    .option('--repo <name>', 'name of the repository that the dump carries')
    .option('--fresh', 'read every package anew, also those that did not change')
    .addOption(jsonOption())
    .action(
      async (
        source: string,
        flags: {
          out: string;
          typescript?: string;
          repo?: string;
          fresh?: boolean;
          json?: boolean;
        },
      ) => {
        // By its own door: who dumps one language need not hold what reads the other.
        const { dumpTypeScript } = await import('../../produce/typescript/index.js');
        const result = await interruptible(io, (task) =>
          dumpTypeScript({
            path: path.resolve(io.cwd, source),
            out: path.resolve(io.cwd, flags.out),
            task,
            ...(flags.typescript !== undefined && {
              typescript: path.resolve(io.cwd, flags.typescript),
            }),
            ...(flags.repo !== undefined && { repo: flags.repo }),
            ...(flags.fresh === true && { fresh: true }),
          }),
        );
        for (const warning of result.warnings) io.err(`mimir: ${warning}\n`);
        if (flags.json) {
          const { files: _, ...told } = result;
          io.out(`${JSON.stringify({ ...told, out: flags.out }, null, 2)}\n`);
          return;
        }
        io.out(summaryOf(result, flags.out));
      },
    );
}

/** What was read, and how well: one line a package. */
function summaryOf(result: TypeScriptDumpResult, out: string): string {
  const { unit, sources, nodes, edges, peakMb } = result;
  const reused = new Set(result.reused);
  const lines = Object.entries(result.packages)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, quality]) => [
      name,
      ...QUALITY.map((column) => String(quality[column] ?? 0)),
      share(quality.unresolved ?? 0, quality.calls ?? 0),
      reused.has(name) ? 'unchanged' : '',
    ]);
  const table = aligned([['package', ...QUALITY, 'unresolved %', ''], ...lines]);
  return `${unit}: ${counted(sources, 'file')}, ${nodes} nodes, ${edges} edges in ${out}; peak memory ${peakMb} MB\n${table}`;
}

const QUALITY = [
  'calls',
  'resolved',
  'external',
  'by_value',
  'dispatch',
  'unresolved',
  'imports_unresolved',
  'unparsed',
] as const;

const share = (part: number, whole: number): string =>
  whole === 0 ? '-' : ((100 * part) / whole).toFixed(1);

/** The first column to the left, figures to the right. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows
    .map((row) =>
      row
        .map((text, at) => (at === 0 ? text.padEnd(widths[at]!) : text.padStart(widths[at]!)))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
