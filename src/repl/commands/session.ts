import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseStudy } from '../../study/index.js';
import type { ReplayText } from '../../session/cell-study.js';
import { counted } from '../../view/cell-text.js';
import type { Workbench } from '../workbench.js';
import type { CommandBody } from './index.js';

export const load: CommandBody = async (bench, args) => {
  if (args === '') throw new Error('file missing: .load FILE');
  const file = path.resolve(bench.options.project, args);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`file not readable: ${args}`);
  });
  const cells = text.startsWith('// ---')
    ? parseStudy(text, args)
        .cells.filter((c) => c.kind === 'code')
        .map((c) => c.source)
    : [text];
  for (const cell of cells) void bench.submit(cell);
};

/** Cells that did what they should, in order. */
function keptCells(bench: Workbench): string[] {
  return bench.cells.filter((c) => c.status === 'ok').map((c) => c.source);
}

export const save: CommandBody = async (bench, args) => {
  const [, name = '', title = ''] = /^(\S*)\s*(.*)$/.exec(args) ?? [];
  if (!/^[\w.-]+$/.test(name))
    throw new Error(
      name === ''
        ? 'name missing: .save NAME'
        : `name not usable: ${name}; letters, digits, dots and hyphens`,
    );
  // The session keeps what its views have pinned too, so it knows what there is to save.
  const how = { name, title: title === '' ? name : title };
  bench.print(String(await bench.ask('session', 'save', how)));
};

export const replay: CommandBody = async (bench, args) => {
  if (args !== '') return replaySaved(bench, args);
  const cells = keptCells(bench);
  await bench.engine.reset();
  bench.cells.length = 0;
  bench.print(bench.style.dim(`running ${counted(cells.length, 'cell')} again`));
  void bench.enqueueFirst(cells);
};

/** A saved study in an engine of its own: what holds, and what has changed since it was accepted. */
async function replaySaved(bench: Workbench, name: string): Promise<void> {
  const width = bench.surface.size().columns;
  const { ok, lines } = (await bench.ask('session', 'replay', { name, width })) as ReplayText;
  const { style } = bench;
  const painted = lines.map((line, at) => {
    if (at === 0) return ok ? style.green(line) : style.red(line);
    return line.startsWith('✗') ? style.red(line) : line;
  });
  bench.print(painted.join('\n'));
}

export const restart: CommandBody = async (bench) => {
  await bench.engine.reset();
  delete bench.last.table;
  delete bench.last.run;
  delete bench.last.chart;
  bench.print(bench.style.dim('a fresh host; .replay runs the cells of this session again'));
};

export const clear: CommandBody = (bench) => {
  bench.surface.print('\x1b[2J\x1b[H');
};

export const exit: CommandBody = (bench) => {
  bench.close(0);
};
