import { counted } from '../../view/cell-text.js';
import { cutMiddle } from '../../view/text-width.js';
import { ExploreScreen, findNodes, lookAt } from '../explore/screen.js';
import { PathScreen, pathLines, pathTitle, type FoundPath } from '../explore/path-screen.js';
import type { Workbench } from '../workbench.js';
import type { CommandBody } from './index.js';

const SHOWN = 20;

export const explore: CommandBody = async (bench, args) => {
  if (args === '') throw new Error('pattern missing: .explore PATTERN; a part of a label');
  const { total, nodes } = await findNodes(bench, args, SHOWN);
  if (total > 1) {
    const width = bench.surface.size().columns;
    bench.print(
      [
        bench.style.dim(`${counted(total, 'node')} hold “${args}”; the first is shown`),
        ...nodes
          .slice(0, bench.surface.screens ? 8 : SHOWN)
          .map((n) => `  ${cutMiddle(n.label, width - 2)}`),
      ].join('\n'),
    );
  }
  const view = await lookAt(bench, nodes[0]!.id);
  if (bench.surface.screens) return bench.open(new ExploreScreen(bench, bench.files, view));
  const list = (title: string, all: typeof view.into): string[] => [
    title,
    ...all.slice(0, SHOWN).map((n) => `  ${n.edge} ${n.node.label}`),
  ];
  bench.print(
    [
      view.node.label,
      ...list(`used by ${view.into.length}`, view.into),
      ...list(`uses ${view.from.length}`, view.from),
    ].join('\n'),
  );
};

export const path: CommandBody = async (bench, args) => {
  const ends = args.split(/\s*(?:->|→)\s*/);
  const [from, to] = ends.length === 2 ? ends : args.split(/\s+/);
  if (from === undefined || to === undefined || from === '' || to === '')
    throw new Error('two patterns needed: .path FROM -> TO');
  const found = (await bench.ask('session', 'path', { from, to })) as FoundPath;
  const title = pathTitle(found, from, to);
  if (found.hops.length === 0) return bench.print(bench.style.yellow(title));
  printPath(bench, found, title);
  if (bench.surface.screens) bench.open(new PathScreen(bench, bench.files, found, title));
};

function printPath(bench: Workbench, found: FoundPath, title: string): void {
  bench.print(
    [
      bench.style.dim(title),
      ...pathLines(found, bench.files, bench.surface.size().columns, bench.style),
    ].join('\n'),
  );
}
