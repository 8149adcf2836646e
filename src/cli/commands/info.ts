import type { Command } from 'commander';
import { dumpInfo, type DumpInfo } from '../../dump/index.js';
import type { Io } from '../io.js';
import { dumpOption, jsonOption } from '../options.js';
import { tellingTask } from '../progress.js';
import { whichDump } from '../which-dump.js';

export function infoCommand(info: Command, io: Io): void {
  info
    .argument('[dump]')
    .addOption(dumpOption())
    .addOption(jsonOption())
    .action((dump: string | undefined, flags: { dump?: string; json?: boolean }) => {
      const { task, end } = tellingTask(io);
      const facts = dumpInfo(whichDump(dump ?? flags.dump, io), task);
      end();
      io.out(flags.json ? `${JSON.stringify(facts, null, 2)}\n` : infoText(facts));
    });
}

const pairs = (record: Readonly<Record<string, unknown>>): string =>
  Object.entries(record)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

function infoText(info: DumpInfo): string {
  const { gaps, skipped, blocks, duplicate_keys: repeated } = info;
  const edges = Object.entries(info.edge_kinds).map(([name, { edges: count, sites }]) =>
    sites === count ? `${name} ${count}` : `${name} ${count} (${sites} sites)`,
  );
  const unknown = pairs(skipped.unknown_edge_kinds);
  const lines: [string, string][] = [
    ['path', info.path],
    ['key', info.key],
    ...info.units.map(({ unit, producer, fidelity, schema, commit }): [string, string] => [
      'unit',
      `${unit}: ${producer}, ${fidelity}, schema ${schema}${commit === undefined ? '' : `, commit ${commit}`}`,
    ]),
    [
      'quality',
      info.quality === null ? 'not told' : pairs(info.quality as Record<string, unknown>),
    ],
    ['nodes', `${info.nodes}: ${pairs(info.node_kinds)}`],
    [
      'refs',
      `${info.refs} ids that only edges mention, ${info.undefined_nodes} rows that define nothing`,
    ],
    ['edges', edges.join(', ')],
    ['blocks', `${blocks.total}, ${blocks.unparsable} of them unreadable`],
    [
      'absent',
      [...gaps.edge_kinds, ...gaps.node_columns, ...gaps.edge_columns].join(', ') || 'nothing',
    ],
    ...(repeated.ids > 0
      ? [['repeated', `${repeated.ids} ids have several rows`] as [string, string]]
      : []),
    ...(unknown === ''
      ? []
      : [['skipped', `edges of unknown kinds: ${unknown}`] as [string, string]]),
    ...(skipped.edges_without_end > 0
      ? [['skipped', `${skipped.edges_without_end} edges without an end`] as [string, string]]
      : []),
  ];
  return lines.map(([name, value]) => `${name.padEnd(9)} ${value}\n`).join('');
}
