import type { Command } from 'commander';
import { dumpInfo, type DumpInfo, type FileInfo } from '../../dump/index.js';
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

function infoText(info: DumpInfo): string {
  const lines = [
    `dump     ${info.path}`,
    `key      ${info.key}`,
    `size     ${sizeText(info.bytes)} in ${info.files.length} files`,
    `cache    ${cacheText(info)}`,
    ...info.units.flatMap(({ unit, producer, fidelity, schema, commit, quality }) => [
      `unit     ${unit}: ${producer || 'unknown producer'}, ${fidelity || 'unknown fidelity'}, schema ${schema || 'unknown'}${commit === undefined ? '' : `, commit ${commit}`}`,
      ...(quality && info.units.length > 1 ? [`           ${pairs(quality)}`] : []),
    ]),
    `quality  ${info.quality === null ? 'not told' : pairs(info.quality)}`,
    `nodes    ${info.nodes} (${info.undefined_nodes} not defined here), and ${info.refs} ids that only edges mention`,
    `           ${pairs(info.node_kinds)}`,
    `edges    ${Object.entries(info.edge_kinds)
      .map(
        ([kind, { edges, sites }]) =>
          `${kind} ${edges}${sites > edges ? ` (${sites} places)` : ''}`,
      )
      .join(', ')}`,
    `gaps     no edges of ${info.gaps.edge_kinds.join(', ') || 'no kind'}`,
    `           no node column ${info.gaps.node_columns.join(', ') || 'missing'}; no edge column ${info.gaps.edge_columns.join(', ') || 'missing'}`,
    ...renamed(info.files),
  ];
  const { blocks, duplicate_keys: duplicates, skipped } = info;
  if (blocks.total > 0) lines.push(`blocks   ${blocks.total}, ${blocks.unparsable} unparsable`);
  if (duplicates.ids > 0) {
    const [first] = duplicates.first;
    lines.push(
      `repeated ${duplicates.ids} ids have several rows, the first ${first!.id} (${first!.rows} rows, ${first!.distinct_payloads} different)`,
    );
  }
  const unknown = Object.entries(skipped.unknown_edge_kinds);
  if (skipped.edges_without_end > 0 || unknown.length > 0) {
    lines.push(
      `skipped  ${skipped.edges_without_end} edge rows without an end; of unknown kinds: ${pairs(skipped.unknown_edge_kinds) || 'none'}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Columns that were read under another name than the schema's, and columns that were not read. */
function renamed(files: readonly FileInfo[]): string[] {
  return files.flatMap(({ name, columns, ignored }) => {
    const aliases = columns
      .filter((column) => column.found !== column.name)
      .map((column) => `${column.found} as ${column.name}`);
    const told = [...aliases, ...ignored.map((column) => `${column} not read`)];
    return told.length === 0 ? [] : [`columns  ${name}: ${told.join(', ')}`];
  });
}

function cacheText({ cache }: DumpInfo): string {
  if (cache.place === null) return 'off';
  return cache.bytes === null ? 'no snapshot' : `${sizeText(cache.bytes)} in ${cache.place}`;
}

function pairs(record: object): string {
  return Object.entries(record)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}

function sizeText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  let at = 0;
  let value = bytes;
  for (; value >= 1024 && at < units.length - 1; at++) value /= 1024;
  return `${at === 0 ? value : value.toFixed(1)} ${units[at]!}`;
}
