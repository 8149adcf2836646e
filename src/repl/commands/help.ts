import { docLines } from '../editor/menu.js';
import { pad, wrap } from '../../view/text-width.js';
import { COMMANDS, type CommandBody } from './index.js';

const KEYS: readonly (readonly [string, string])[] = [
  ['tab', 'complete; again walks the menu'],
  ['enter', 'run, or break the line when the cell goes on'],
  ['alt-enter', 'break the line'],
  ['up, down, ctrl-p, ctrl-n', 'lines of the cell, then history'],
  ['ctrl-r', 'search history; again for older'],
  ['ctrl-_, alt-u · alt-r', 'undo · redo'],
  ['ctrl-a ctrl-e alt-b alt-f', 'start, end, word back, word on'],
  ['ctrl-k ctrl-u ctrl-w ctrl-y', 'cut to end, to start, a word; paste it'],
  ['ctrl-o', 'edit the cell in $EDITOR'],
  ['F1, ?x, x?', 'what is this'],
  ['F2 · F3', 'steps of the last run · last table, full screen'],
  ['ctrl-c', 'interrupt; clear the line; a second time restarts a stuck host'],
  ['ctrl-z · ctrl-l · ctrl-d', 'suspend · clear · leave'],
];

export const help: CommandBody = (bench) => {
  const { style } = bench;
  const width = bench.surface.size().columns;
  const rows = (entries: readonly (readonly [string, string])[]): string[] => {
    const named = Math.min(Math.max(...entries.map(([a]) => a.length)), Math.max(12, width >> 1));
    return entries.flatMap(([a, b]) => {
      const lines = wrap(b, Math.max(12, width - named - 4));
      return lines.map((line, at) => `  ${style.cyan(pad(at === 0 ? a : '', named))}  ${line}`);
    });
  };
  bench.print(
    [
      style.bold('Cells are TypeScript. Try:'),
      '  dump              what is loaded',
      '  const run = lens.dsm()',
      '  await run.finish()',
      style.bold('Commands'),
      ...rows(
        COMMANDS.map((c) => [`.${c.name}${c.args === '' ? '' : ` ${c.args}`}`, c.doc] as const),
      ),
      style.bold('Keys'),
      ...rows(KEYS),
    ].join('\n'),
  );
};

export const inspect: CommandBody = async (bench, args) => {
  if (args === '') throw new Error('name missing: .inspect NAME');
  const info = await bench.engine.inspect(args, args.length - 1);
  if (info === null) throw new Error(`nothing known of: ${args}`);
  bench.print(docLines(info, bench.surface.size().columns, bench.style).join('\n'));
};
