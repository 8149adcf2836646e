import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { createTask, type Task } from '../task/index.js';
import type { ArrowType } from './arrow-schema.js';
import { fileSource } from './byte-source.js';
import { EDGE_COLUMNS, NODE_COLUMNS } from './column-names.js';
import { hashDump } from './dump-key.js';
import { loadDump } from './load-dump.js';
import type { LoadedDump } from './loaded-dump.js';
import { listUnits, locateDump } from './locate.js';
import { parsePayload } from './payload.js';
import { checked, openEdges, openNodes, type OpenFile } from './read-unit.js';
import { SnapshotCache } from './snapshot-cache.js';
import { poolText } from './text-pool.js';
import type { Quality, UnitMetadata } from './unit-columns.js';
import { EDGE_KINDS, NODE_KINDS } from './vocabulary.js';

/** One file of a dump, and how its columns were understood. */
export interface FileInfo {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  readonly form: 'file' | 'stream' | 'empty';
  /** Our name, the name in the file, its Arrow type. */
  readonly columns: readonly {
    readonly name: string;
    readonly found: string;
    readonly type: string;
  }[];
  /** Columns of the file that were not read. */
  readonly ignored: readonly string[];
  /** Columns of the reference schema that the file lacks: absent facts. */
  readonly absent: readonly string[];
}

/** What a dump is, in one JSON-able value. */
export interface DumpInfo {
  readonly path: string;
  readonly key: string;
  readonly bytes: number;
  /** Where snapshots are kept, `null` = nowhere; bytes of this dump's, `null` = there is none. */
  readonly cache: { readonly place: string | null; readonly bytes: number | null };
  readonly units: readonly UnitMetadata[];
  readonly files: readonly FileInfo[];
  readonly nodes: number;
  /** Ids that only edges mention. */
  readonly refs: number;
  /** Rows that define no node: another unit does, or none. */
  readonly undefined_nodes: number;
  readonly node_kinds: Readonly<Record<string, number>>;
  /** `sites` counts call sites and their like: the sum of the edges' counts. */
  readonly edge_kinds: Readonly<Record<string, { readonly edges: number; readonly sites: number }>>;
  /** Sums over the units; absent where no unit tells its quality. */
  readonly quality: Quality | null;
  /** Edge kinds and columns that no file carries. */
  readonly gaps: {
    readonly edge_kinds: readonly string[];
    readonly node_columns: readonly string[];
    readonly edge_columns: readonly string[];
  };
  readonly blocks: { readonly total: number; readonly unparsable: number };
  readonly duplicate_keys: {
    readonly ids: number;
    readonly first: readonly {
      readonly id: string;
      readonly rows: number;
      readonly distinct_payloads: number;
      readonly rows_in_one_unit: number;
      readonly owners: readonly string[];
    }[];
  };
  readonly skipped: {
    readonly edges_without_end: number;
    readonly unknown_edge_kinds: Readonly<Record<string, number>>;
  };
}

const MOST_DUPLICATES = 20;

export function dumpInfo(path: string, task: Task = createTask()): DumpInfo {
  const dir = locateDump(path);
  const units = listUnits(dir);
  const dump = loadDump(dir, task);
  const paths = units.flatMap(({ nodes, edges }) => [nodes, edges].filter((file) => file !== null));
  const files = units.flatMap(({ nodes, edges }) => [
    ...(nodes === null ? [] : [fileInfo(nodes, NODE_COLUMNS)]),
    ...(edges === null ? [] : [fileInfo(edges, EDGE_COLUMNS)]),
  ]);
  const absentIn = (suffix: string): string[] => {
    const own = files.filter((file) => file.name.endsWith(suffix) && file.form !== 'empty');
    const known = suffix.startsWith('.nodes') ? NODE_COLUMNS : EDGE_COLUMNS;
    return known.filter((name) => own.every((file) => file.absent.includes(name)));
  };
  const defined = dump.flags.defined;
  const duplicates = dump.duplicates();
  return {
    path: dir,
    key: hashDump(paths, task),
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    cache: new SnapshotCache(dir, paths, { place: process.env['MIMIR_CACHE'] }).place(),
    units: dump.units,
    files,
    nodes: dump.nodeCount,
    refs: dump.refCount,
    undefined_nodes: defined ? defined.reduce((sum, flag) => sum + (flag === 0 ? 1 : 0), 0) : 0,
    node_kinds: countKinds(dump),
    edge_kinds: Object.fromEntries(
      EDGE_KINDS.flatMap((kind) => {
        const edges = dump.edges.get(kind);
        if (!edges) return [];
        return [
          [
            kind,
            { edges: edges.count, sites: edges.counts.reduce((sum, count) => sum + count, 0) },
          ],
        ];
      }),
    ),
    quality: sumQuality(dump.units),
    gaps: {
      edge_kinds: EDGE_KINDS.filter((kind) => !dump.edges.has(kind)),
      node_columns: absentIn('.nodes.arrow'),
      edge_columns: absentIn('.edges.arrow'),
    },
    blocks: countBlocks(dump, task),
    duplicate_keys: {
      ids: duplicates.length,
      first: duplicates.slice(0, MOST_DUPLICATES).map((one) => ({
        id: poolText(dump.ids, one.ordinal),
        rows: one.rows,
        distinct_payloads: one.distinctPayloads,
        rows_in_one_unit: one.rowsInOneUnit,
        owners: one.owners,
      })),
    },
    skipped: {
      edges_without_end: dump.skipped.edgesWithoutEnd,
      unknown_edge_kinds: Object.fromEntries(dump.skipped.unknownEdgeKinds),
    },
  };
}

function fileInfo(path: string, known: readonly string[]): FileInfo {
  const name = basename(path);
  const bytes = statSync(path).size;
  if (bytes === 0)
    return { name, bytes, rows: 0, form: 'empty', columns: [], ignored: [], absent: known };
  const source = fileSource(path);
  try {
    return checked(source, () => {
      const file: OpenFile = known === NODE_COLUMNS ? openNodes(source) : openEdges(source);
      const { fields } = file.table.layout.schema;
      const columns = [...file.columns].map(([own, { at, found }]) => ({
        name: own,
        found,
        type: typeText(fields[at]!.type),
      }));
      const read = new Set(columns.map((column) => column.found));
      return {
        name,
        bytes,
        rows: file.table.rows,
        form: file.table.layout.form,
        columns,
        ignored: fields.map((field) => field.name).filter((field) => !read.has(field)),
        absent: known.filter((own) => !file.columns.has(own)),
      };
    });
  } finally {
    source.close();
  }
}

export function typeText(type: ArrowType): string {
  switch (type.type) {
    case 'null':
      return 'Null';
    case 'text':
      return type.offsets === 4 ? 'Utf8' : 'LargeUtf8';
    case 'text_view':
      return 'Utf8View';
    case 'integer':
      return `${type.signed ? 'Int' : 'UInt'}${type.bits}`;
    case 'boolean':
      return 'Bool';
    case 'list':
      return `${type.offsets === 4 ? 'List' : 'LargeList'}<${typeText(type.item.type)}>`;
    case 'struct':
      return `Struct<${type.fields.map((field) => `${field.name}: ${typeText(field.type)}`).join(', ')}>`;
    case 'dictionary':
      return `Dictionary<${typeText(type.index)}, ${typeText(type.value)}>`;
    case 'other':
      return type.name;
  }
}

function countKinds(dump: LoadedDump): Record<string, number> {
  const column = dump.text.kind?.();
  if (!column) return {};
  const counts = new Uint32Array(column.pool.length);
  for (const code of column.codes) counts[code]!++;
  const byWord = new Map<string, number>();
  for (let code = 1; code < counts.length; code++)
    if (counts[code]! > 0) byWord.set(poolText(column.pool, code), counts[code]!);
  const known = NODE_KINDS.filter((kind) => byWord.has(kind));
  const others = [...byWord.keys()]
    .filter((word) => !(NODE_KINDS as readonly string[]).includes(word))
    .sort();
  return Object.fromEntries([...known, ...others].map((word) => [word, byWord.get(word)!]));
}

function countBlocks(dump: LoadedDump, task: Task): { total: number; unparsable: number } {
  const kinds = dump.text.kind?.();
  if (!kinds) return { total: 0, unparsable: 0 };
  const blockCode = findCode(kinds.pool, 'mir_block');
  if (blockCode < 0) return { total: 0, unparsable: 0 };
  const payloads = dump.text.ty?.();
  const good = new Map<number, boolean>();
  let total = 0;
  let unparsable = 0;
  for (let v = 0; v < dump.nodeCount; v++) {
    if (kinds.codes[v] !== blockCode) continue;
    if ((total & 0xffff) === 0) task.check('reading blocks');
    total++;
    const code = payloads?.codes[v] ?? 0;
    let fine = good.get(code);
    if (fine === undefined) {
      fine = code !== 0 && parsePayload(poolText(payloads!.pool, code)) !== null;
      good.set(code, fine);
    }
    if (!fine) unparsable++;
  }
  return { total, unparsable };
}

function findCode(pool: Parameters<typeof poolText>[0], word: string): number {
  for (let code = 1; code < pool.length; code++) if (poolText(pool, code) === word) return code;
  return -1;
}

function sumQuality(units: readonly UnitMetadata[]): Quality | null {
  const told = units.flatMap((unit) => (unit.quality ? [unit.quality] : []));
  if (told.length === 0) return null;
  const sums: Record<string, number> = {};
  for (const quality of told) {
    for (const [name, count] of Object.entries(quality) as [string, number][])
      sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}
