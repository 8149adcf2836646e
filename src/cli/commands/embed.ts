import path from 'node:path';
import type { Command } from 'commander';
import { embedDump, openModel } from '../../calibrate/index.js';
import { EMBEDDED, type Embedded } from '../../dump/index.js';
import { didYouMean } from '../../lens/index.js';
import { InvalidArgument } from '../../task/index.js';
import type { Io } from '../io.js';
import { openDump, type GraphFlags } from '../open-dump.js';
import { jsonOption } from '../options.js';
import { tellingTask } from '../progress.js';

interface EmbedFlags extends GraphFlags {
  readonly model: string;
  readonly of: string;
  readonly space?: string;
  readonly json?: boolean;
}

export function embedCommand(command: Command, io: Io): void {
  command
    .requiredOption('--model <path>', 'an ONNX model, or its folder, with tokenizer.json')
    .option('--dump <dir>', 'the dump beside which the vectors are written')
    .option('--src <dir>', 'folder from which the paths of the dump start')
    .option('--of <sorts>', `what is embedded: ${EMBEDDED.join(', ')}`, EMBEDDED.join(','))
    .option('--space <name>', 'name of the space; else of the model, with a digest of its bytes')
    .addOption(jsonOption())
    .action(async (flags: EmbedFlags) => {
      const of = flags.of.split(',').map((text) => sortOf(text.trim()));
      const { task, end } = tellingTask(io);
      const graph = await openDump(flags, io, task);
      const model = await openModel(path.resolve(io.cwd, flags.model));
      const made = await embedDump(graph, model, {
        of,
        src: flags.src === undefined ? '' : path.resolve(io.cwd, flags.src),
        task,
        ...(flags.space !== undefined && { space: flags.space }),
      }).finally(() => model.close());
      end();
      io.out(
        flags.json === true
          ? `${JSON.stringify(made, null, 2)}\n`
          : made
              .map(({ file, rows, dimension, space }) => {
                return `${file}: ${String(rows)} vectors of ${String(dimension)} in ${space}\n`;
              })
              .join(''),
      );
    });
}

function sortOf(text: string): Embedded {
  const sort = EMBEDDED.find((one) => one === text);
  if (sort === undefined)
    throw new InvalidArgument(`sort of vectors: ${text}; ${didYouMean(text, EMBEDDED)}`);
  return sort;
}
