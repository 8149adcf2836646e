import type { Command } from 'commander';
import { EXPORT_FORMATS, exportFormat, exportGraph } from '../../graph/index.js';
import type { Io } from '../io.js';
import { openDump, type GraphFlags } from '../open-dump.js';
import { alsoDumpOption, jsonOption, verifyOption } from '../options.js';
import { tellingTask } from '../progress.js';

interface ExportFlags extends Omit<GraphFlags, 'dump'> {
  readonly json?: boolean;
}

export function exportCommand(command: Command, io: Io): void {
  command
    .argument('<format>', EXPORT_FORMATS.join(', '))
    .argument('<dump>')
    .argument('<dir>', 'folder to write into')
    .addOption(alsoDumpOption())
    .addOption(verifyOption())
    .addOption(jsonOption())
    .action(async (format: string, dump: string, dir: string, flags: ExportFlags) => {
      const known = exportFormat(format);
      const { task, end } = tellingTask(io);
      const graph = await openDump({ ...flags, dump }, io, task);
      const paths = await exportGraph(graph, known, dir, task);
      end();
      io.out(
        flags.json
          ? `${JSON.stringify({ format: known, paths }, null, 2)}\n`
          : paths.map((path) => `${path}\n`).join(''),
      );
    });
}
