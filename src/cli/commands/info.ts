import type { Command } from 'commander';
import {
  EDGE_KINDS,
  NODE_KINDS,
  hashDump,
  listUnits,
  loadDump,
  poolText,
} from '../../dump/index.js';
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
      const facts = examine(whichDump(dump ?? flags.dump, io), io);
      io.out(flags.json ? `${JSON.stringify(facts, null, 2)}\n` : infoText(facts));
    });
}

type Info = ReturnType<typeof examine>;

function examine(folder: string, io: Io) {
  const { task, end } = tellingTask(io);
  const dump = loadDump(folder, task);
  const files = listUnits(folder).flatMap(({ nodes, edges }) =>
    [nodes, edges].filter((file) => file !== null),
  );
  const key = hashDump(files, task);
  end();
  const kind = dump.text.kind?.();
  const byCode = new Map<number, number>();
  for (const code of kind?.codes ?? []) byCode.set(code, (byCode.get(code) ?? 0) + 1);
  const counts = new Map([...byCode].map(([code, count]) => [poolText(kind!.pool, code), count]));
  const edges = EDGE_KINDS.flatMap((name) => {
    const count = dump.edges.get(name)?.count ?? 0;
    return count === 0 ? [] : [[name, count] as const];
  });
  return {
    key,
    units: dump.units,
    nodes: dump.nodeCount,
    refs: dump.refCount,
    kinds: Object.fromEntries(
      NODE_KINDS.flatMap((name) => (counts.has(name) ? [[name, counts.get(name)!]] : [])),
    ),
    edges: Object.fromEntries(edges),
    absent: {
      edge_kinds: EDGE_KINDS.filter((name) => !dump.edges.has(name)),
    },
    repeated_ids: dump.duplicates().length,
    skipped_edges:
      dump.skipped.edgesWithoutEnd +
      [...dump.skipped.unknownEdgeKinds.values()].reduce((a, b) => a + b, 0),
  };
}

function infoText(info: Info): string {
  const pairs = (record: Readonly<Record<string, unknown>>): string =>
    Object.entries(record)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(', ');
  const lines = [
    `key      ${info.key}`,
    ...info.units.map(
      ({ unit, producer, fidelity, schema, quality, commit }) =>
        `unit     ${unit}: ${producer}, ${fidelity}, schema ${schema}${commit === undefined ? '' : `, commit ${commit}`}` +
        (quality === undefined ? '' : `\nquality  ${pairs(quality as Record<string, unknown>)}`),
    ),
    `nodes    ${info.nodes} (and ${info.refs} that only edges mention): ${pairs(info.kinds)}`,
    `edges    ${pairs(info.edges)}`,
    `absent   ${info.absent.edge_kinds.join(', ') || 'nothing'}`,
  ];
  if (info.repeated_ids > 0) lines.push(`repeated ${info.repeated_ids} ids have several rows`);
  if (info.skipped_edges > 0)
    lines.push(`skipped  ${info.skipped_edges} edge rows of an unknown kind or without an end`);
  return `${lines.join('\n')}\n`;
}
