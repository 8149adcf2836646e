import { userInfo } from 'node:os';
import path from 'node:path';
import type { CodeNode, GraphComm } from '../../session/graph-comm.js';
import type { RunView } from '../../session/run-comm.js';
import { compareUtf8, type Column } from '../../table/index.js';
import { findNodes, lookAt } from '../explore/screen.js';
import { Reading, type Pair } from '../label/reading.js';
import { LabelScreen, type Body } from '../label/screen.js';
import type { TableSource } from '../table/source.js';
import type { Workbench } from '../workbench.js';
import type { CommandBody } from './index.js';
import { tableOf } from './views.js';

const NAMES: readonly (readonly [string, string])[] = [
  ['left', 'right'],
  ['a', 'b'],
  ['id_a', 'id_b'],
  ['first', 'second'],
];
const MOST_LINES = 400;

export const label: CommandBody = async (bench, args) => {
  const { words, flags } = flagsOf(args);
  const [, file = '', expression = ''] = /^(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  if (file === '')
    throw new Error('file missing: .label FILE [TABLE] [--lens NAME] [--reader NAME]');
  if (!bench.surface.screens) throw new Error('no screen: .label needs a terminal without --plain');
  const source = await tableOf(bench, expression);
  /** What the table calls each item: a stable id alone finds no node. */
  const items = new Map<string, string>();
  const pairs = await pairsOf(bench, source, flags.get('lens'), items);
  if (pairs.length === 0) throw new Error('no pairs: the table is empty');
  const reader = flags.get('reader') ?? userInfo().username;
  const reading = new Reading(pairs, path.resolve(bench.options.project, file), reader);
  bench.open(new LabelScreen(bench, reading, (id) => bodyOf(bench, items.get(id)!)));
};

/** `--name value` anywhere in a command's words. */
function flagsOf(args: string): { words: string; flags: ReadonlyMap<string, string> } {
  const flags = new Map<string, string>();
  const words = args.replace(
    /\s*--(lens|reader)[ =]\s*(\S+)/g,
    (_, name: string, value: string) => {
      flags.set(name, value);
      return '';
    },
  );
  return { words: words.trim(), flags };
}

/** The two columns that name the items of a pair; their nodes' stable ids, the lesser first, stand for them. */
async function pairsOf(
  bench: Workbench,
  source: TableSource,
  named: string | undefined,
  known: Map<string, string>,
): Promise<Pair[]> {
  const names = source.columns.map((c) => c.name);
  const texts = source.columns.filter((c) => c.type === 'text').map((c) => c.name);
  const [a, b] = NAMES.find(([x, y]) => names.includes(x) && names.includes(y)) ?? texts;
  if (a === undefined || b === undefined)
    throw new Error(`no pairs: ${names.join(', ')}; two text columns name them, such as a and b`);
  const rows = await source.rows(0, source.total);
  const column = (name: string): Column | null => (names.includes(name) ? rows.column(name) : null);
  const lenses = named === undefined ? column('lens') : null;
  const scores = column('score');
  const lens = lenses === null ? (named ?? (await lensOfLastRun(bench))) : '';
  const items = [a, b].flatMap((name) => {
    const cells = rows.column(name);
    return Array.from({ length: rows.rowCount }, (_, row) => String(cells.at(row)));
  });
  const found = (await bench.ask('session', 'identify', {
    names: items,
  })) as GraphComm['identify']['answer'];
  const ids = items.map((item, at) => found[at] ?? item);
  ids.forEach((id, at) => known.set(id, items[at]!));
  return ids.slice(0, rows.rowCount).map((left, row) => {
    const right = ids[rows.rowCount + row]!;
    const ordered = compareUtf8(left, right) <= 0;
    return {
      lens: lenses === null ? lens : String(lenses.at(row)),
      left: ordered ? left : right,
      right: ordered ? right : left,
      score: numberOf(scores?.at(row)),
    };
  });
}

/** A score as the table of labels keeps it; a rational as its quotient. */
function numberOf(score: unknown): number | null {
  if (Array.isArray(score)) return Number(score[0]) / Number(score[1]);
  return typeof score === 'number' || typeof score === 'bigint' ? Number(score) : null;
}

async function lensOfLastRun(bench: Workbench): Promise<string> {
  const run = bench.last.run;
  if (run === undefined)
    throw new Error(
      'lens unknown: a column named lens, or --lens NAME, says whose pairs these are',
    );
  return ((await bench.ask(run.handle, 'steps', null)) as RunView).lens;
}

/** An item's source: by its id, else by a part of its label. */
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
