import { listStudies, readExpected, readStudy } from '../../../study/index.js';
import { counted } from '../../../view/index.js';
import type { Io } from '../../io.js';

export async function list(folder: string, json: boolean, io: Io): Promise<void> {
  const rows = [];
  for (const file of await listStudies(folder)) {
    const { header, cells } = await readStudy(file);
    const expected = await readExpected(file).catch(() => null);
    const { title, dump = null, lenses = {} } = header;
    rows.push({
      name: file.name,
      title,
      dump,
      lenses,
      cells: cells.length,
      pins: expected?.pins.length ?? 0,
      runs: expected?.runs.length ?? 0,
    });
  }
  if (json) {
    io.out(`${JSON.stringify(rows, null, 2)}\n`);
    return;
  }
  if (rows.length === 0) io.err(`no studies in ${folder}; \`mimir study new NAME\` begins one\n`);
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  for (const { name, title, pins, runs } of rows) {
    io.out(`${name.padEnd(width)}  ${title} (${counted(runs, 'run')}, ${counted(pins, 'pin')})\n`);
  }
}
