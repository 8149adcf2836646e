import path from 'node:path';
import type { Command } from 'commander';
import {
  banding,
  calibrationRegistry,
  defaultsTable,
  precision,
  recall,
  recordOf,
  writeRecord,
} from '../../calibrate/index.js';
import { canonicalJson } from '../../lens/index.js';
import { rowsOf } from '../../table/index.js';
import { InvalidArgument } from '../../task/index.js';
import { tableText } from '../../view/index.js';
import { exitOfReport } from '../exit.js';
import type { Io } from '../io.js';
import { jsonOption, subcommand } from '../options.js';
import { addLens, listJson, listText, type LensCommand } from './lens.js';

/** Calibrations that answer something where there is no dump. */
const WITHOUT_DUMP: ReadonlySet<string> = new Set([banding.id, precision.id, recall.id]);

/** `--record FILE`: what the calibration found, for a default to cite. */
const recording = (io: Io): NonNullable<LensCommand['more']> => ({
  flags: (command) => {
    command.option('--record <file>', 'write what was found as a record that a default can cite');
  },
  after: async (run, flags, report) => {
    const file = flags['record'];
    if (typeof file !== 'string') return;
    const found = await report();
    // What could not be answered is no evidence, and must not take the place of what was.
    if (exitOfReport(found, {}) === 2) {
      io.err(`no record written: ${file}; there is no answer to keep\n`);
      return;
    }
    writeRecord(path.resolve(io.cwd, file), recordOf(run, run.graph, found));
    io.err(`record: ${file}\n`);
  },
});

export function calibrateCommand(calibrate: Command, io: Io, done: (exit: number) => void): void {
  calibrate
    .argument('[name]', 'a calibration; `mimir calibrate list` names them')
    .allowExcessArguments()
    .allowUnknownOption()
    .action((name: string | undefined) => {
      if (name === undefined)
        throw new InvalidArgument(
          'no calibration named: mimir calibrate NAME; `mimir calibrate list` names them',
        );
      calibrationRegistry.named(name);
    });
  subcommand(calibrate, 'list', 'the calibrations, and what each answers')
    .addOption(jsonOption())
    .action((flags: { json?: boolean }) => {
      io.out(
        flags.json ? listJson(calibrationRegistry.all()) : listText(calibrationRegistry.all(), io),
      );
    });
  subcommand(calibrate, 'show', 'where each default comes from: a record, a text, or nothing yet')
    .addOption(jsonOption())
    .action((flags: { json?: boolean }) => {
      const table = defaultsTable();
      io.out(
        flags.json
          ? `${canonicalJson({ columns: table.columns.map(({ spec }) => spec.name), rows: [...rowsOf(table)] })}\n`
          : `${tableText(table, { width: io.width, color: io.color, rows: 0 })}\n`,
      );
    });
  for (const one of calibrationRegistry.all())
    addLens(calibrate, one, io, done, {
      needsDump: !WITHOUT_DUMP.has(one.id),
      more: recording(io),
    });
}
