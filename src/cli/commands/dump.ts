import path from 'node:path';
import type { Command } from 'commander';
import { dumpTypeScript } from '../../produce/index.js';
import type { Io } from '../io.js';
import { jsonOption, subcommand } from '../options.js';
import { tellingTask } from '../progress.js';

export function dumpCommand(dump: Command, io: Io): void {
  subcommand(dump, 'ts', 'a TypeScript or JavaScript project')
    .argument('<path>', 'a tsconfig, or a folder with or without one')
    .requiredOption('--out <dir>', 'folder of the dump')
    .option(
      '--typescript <dir>',
      "the project's own typescript package; the bundled one when absent",
    )
    .option('--repo <name>', 'name of the repository that the dump carries')
    .addOption(jsonOption())
    .action(
      async (
        source: string,
        flags: { out: string; typescript?: string; repo?: string; json?: boolean },
      ) => {
        const { task, end } = tellingTask(io);
        const result = await dumpTypeScript({
          path: path.resolve(io.cwd, source),
          out: path.resolve(io.cwd, flags.out),
          task,
          ...(flags.typescript !== undefined && {
            typescript: path.resolve(io.cwd, flags.typescript),
          }),
          ...(flags.repo !== undefined && { repo: flags.repo }),
        });
        end();
        for (const warning of result.warnings) io.err(`mimir: ${warning}\n`);
        const { unit, sources, nodes, edges, quality } = result;
        if (flags.json) {
          io.out(
            `${JSON.stringify({ unit, out: flags.out, sources, nodes, edges, quality, warnings: result.warnings }, null, 2)}\n`,
          );
          return;
        }
        const figures = Object.entries(quality).map(
          ([name, value]) => `${name} ${JSON.stringify(value)}`,
        );
        io.out(
          `${unit}: ${sources} files, ${nodes} nodes, ${edges} edges in ${flags.out}\nquality: ${figures.join(', ')}\n`,
        );
      },
    );
}
