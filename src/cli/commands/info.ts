import type { Command } from 'commander';
import { dumpInfo, type DumpInfo, type FileInfo } from '../../dump/index.js';
import type { CodeGraph } from '../../graph/index.js';
import { counted } from '../../view/cell-text.js';
import type { Io } from '../io.js';
import { openDump } from '../open-dump.js';
import { dumpOption, jsonOption, limitOption } from '../options.js';
import { tellingTask } from '../progress.js';
import { whichDump } from '../which-dump.js';

export function infoCommand(info: Command, io: Io): void {
  info
    .argument('[dump]')
    .addOption(dumpOption())
    .addOption(jsonOption())
    .option('--label <part>', 'instead: the functions whose label holds this, as a lens is asked')
    .addOption(limitOption())
    .action(async (named: string | undefined, flags: InfoFlags) => {
      const dump = named ?? flags.dump;
      const { task, end } = tellingTask(io);
      const told =
        flags.label === undefined
          ? infoTold(dumpInfo(whichDump(dump, io), task), flags)
          : labelsTold(
              await openDump({ ...(dump !== undefined && { dump }) }, io, task),
              flags.label,
              flags,
            );
      end();
      io.out(told);
    });
}

interface InfoFlags {
  readonly dump?: string;
  readonly json?: boolean;
  readonly label?: string;
  readonly limit: number;
}

const infoTold = (facts: DumpInfo, { json }: InfoFlags): string =>
  json ? `${JSON.stringify(facts, null, 2)}\n` : infoText(facts);

/** Kinds that a lens's entries, sinks, sources and gates are of. */
const CALLED = ['fn', 'method', 'ffi', 'syscall'];

/** Functions by a part of their label, in the order of the graph. Throws with the nearest labels when there is none. */
function labelsTold(graph: CodeGraph, part: string, { json, limit }: InfoFlags): string {
  const found = [...graph.match(part)].filter((v) => CALLED.includes(graph.kind.at(v) ?? ''));
  const rows = found.slice(0, limit === 0 ? found.length : limit).map((v) => {
    const file = graph.file?.at(v) ?? null;
    const line = graph.line?.[v] ?? 0;
    return { label: graph.label(v), kind: graph.kind.at(v), file, line: line > 0 ? line : null };
  });
  if (json) return `${JSON.stringify({ total: found.length, functions: rows }, null, 2)}\n`;
  const lines = rows.map(({ label, kind, file, line }) =>
    [
      kind?.padEnd(7),
      label,
      ...(file === null ? [] : [` ${file}${line === null ? '' : `:${line}`}`]),
    ].join(' '),
  );
  const all = counted(found.length, 'function');
  const count = rows.length < found.length ? `${rows.length} of ${all}` : all;
  return `${[...lines, count].join('\n')}\n`;
}

function infoText(info: DumpInfo): string {
  const lines = [
    `dump     ${info.path}`,
    `key      ${info.key}`,
    `size     ${sizeText(info.bytes)} in ${info.files.length} files`,
    `cache    ${cacheText(info)}`,
    ...unitLines(info),
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

/** Units that tell their quality, one by one; the others (libraries at the edge, as a rule) by who made them. */
function unitLines({ units }: DumpInfo): string[] {
  const told = (quality: object | null | undefined): boolean =>
    quality !== null && quality !== undefined && Object.keys(quality).length > 0;
  const others = new Map<string, string[]>();
  const lines: string[] = [];
  for (const { unit, producer, fidelity, schema, commit, quality } of units) {
    const maker = `${producer || 'unknown producer'}, ${fidelity || 'unknown fidelity'}, schema ${schema || 'unknown'}${commit === undefined ? '' : `, commit ${commit}`}`;
    if (units.length > 1 && !told(quality)) {
      others.set(maker, [...(others.get(maker) ?? []), unit]);
      continue;
    }
    lines.push(`unit     ${unit}: ${maker}`);
    if (units.length > 1) lines.push(`           ${pairs(quality ?? {})}`);
  }
  for (const [maker, names] of others) {
    const [only] = names;
    lines.push(
      names.length === 1
        ? `unit     ${only!}: ${maker}`
        : `units    ${names.length} of unknown quality: ${maker}`,
    );
    if (names.length > 1) lines.push(`           ${names.join(', ')}`);
  }
  return lines;
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
