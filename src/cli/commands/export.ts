import type { Command } from 'commander';
import { EXPORT_FORMATS, exportFormat, exportGraph } from '../../graph/index.js';
import type { Io } from '../io.js';
import { openDump } from '../open-dump.js';
import { jsonOption } from '../options.js';
import { tellingTask } from '../progress.js';

export function exportCommand(command: Command, io: Io): void {
  command
    .argument('<format>', EXPORT_FORMATS.join(', '))
    .argument('<dump>')
    .argument('<dir>', 'folder to write into')
    .addOption(jsonOption())
    .action(async (format: string, dump: string, dir: string, flags: { json?: boolean }) => {
      const known = exportFormat(format);
      const { task, end } = tellingTask(io);
      const graph = await openDump(dump, io, task);
      const paths = await exportGraph(graph, known, dir, task);
      end();
      io.out(
        flags.json
          ? `${JSON.stringify({ format: known, paths }, null, 2)}\n`
          : paths.map((path) => `${path}\n`).join(''),
      );
    });
}
