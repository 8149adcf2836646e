import path from 'node:path';
import type { CodeNode } from '../../session/graph-comm.js';
import { findNodes, lookAt } from '../explore/screen.js';
import { Reading, type Pair } from '../label/reading.js';
import { LabelScreen, type Body } from '../label/screen.js';
import type { TableSource } from '../table/source.js';
import type { Workbench } from '../workbench.js';
import type { CommandBody } from './index.js';
import { tableOf } from './views.js';

const NAMES: readonly (readonly [string, string])[] = [
  ['a', 'b'],
  ['left', 'right'],
  ['id_a', 'id_b'],
  ['first', 'second'],
];
const MOST_LINES = 400;

export const label: CommandBody = async (bench, args) => {
  const [, file = '', expression = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
  if (file === '') throw new Error('file missing: .label FILE [TABLE]');
  if (!bench.surface.screens) throw new Error('no screen: .label needs a terminal without --plain');
  const pairs = await pairsOf(await tableOf(bench, expression));
  if (pairs.length === 0) throw new Error('no pairs: the table is empty');
  const reading = await Reading.open(pairs, path.resolve(bench.options.project, file));
  bench.open(new LabelScreen(bench, reading, (item) => bodyOf(bench, item)));
};

/** The two columns that name the items of a pair, rows in the table's own order. */
async function pairsOf(source: TableSource): Promise<Pair[]> {
  const names = source.columns.map((c) => c.name);
  const texts = source.columns.filter((c) => c.type === 'text').map((c) => c.name);
  const [a, b] = NAMES.find(([x, y]) => names.includes(x) && names.includes(y)) ?? texts;
  if (a === undefined || b === undefined)
    throw new Error(`no pairs: ${names.join(', ')}; two text columns name them, such as a and b`);
  const rows = await source.rows(0, source.total);
  const [left, right] = [rows.column(a), rows.column(b)];
  return Array.from({ length: rows.rowCount }, (_, row) => ({
    a: String(left.at(row)),
    b: String(right.at(row)),
  }));
}

/** An item's source: by its id, else by its label. */
async function bodyOf(bench: Workbench, item: string): Promise<Body> {
  const node = await nodeOf(bench, item);
  const lines = node.file === null ? null : bench.files.linesOf(node.file);
  const end = Math.min(Math.max(node.endLine, node.line), node.line + MOST_LINES);
  return {
    title: node.label,
    file: node.file,
    line: node.line,
    lines:
      lines === null
        ? [
            node.file === null
              ? 'no place in the sources'
              : `source not here: ${node.file}; --src names its folder`,
          ]
        : lines.slice(Math.max(0, node.line - 1), end),
  };
}

async function nodeOf(bench: Workbench, item: string): Promise<CodeNode> {
  try {
    return (await lookAt(bench, item)).node;
  } catch {
    return (await findNodes(bench, item, 1)).nodes[0]!;
  }
}
