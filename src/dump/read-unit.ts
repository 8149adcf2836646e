import { ArrowTable } from './arrow-table.js';
import type { ByteSource } from './byte-source.js';
import {
  EDGE_ALIASES,
  EDGE_COLUMNS,
  mapColumns,
  NODE_ALIASES,
  NODE_COLUMNS,
  type ColumnMap,
} from './column-names.js';
import { DumpError } from './dump-error.js';
import { normalIds } from './normal-ids.js';
import { once } from './once.js';
import { EMPTY_POOL } from './text-pool.js';
import {
  EDGE_TEXT_COLUMNS,
  NODE_FLAG_COLUMNS,
  NODE_INTEGER_COLUMNS,
  NODE_TEXT_COLUMNS,
  type EdgeColumns,
  type KeyColumn,
  type NodeColumns,
  type Quality,
  type UnitMetadata,
} from './unit-columns.js';
import { FIDELITIES, type Fidelity } from './vocabulary.js';

/** A node or edge file that was opened: which columns it has; none is read yet. */
export interface OpenFile {
  readonly source: ByteSource;
  readonly table: ArrowTable;
  readonly columns: ColumnMap;
  readonly metadata: ReadonlyMap<string, string>;
}

export function openNodes(source: ByteSource): OpenFile {
  return openTable(source, NODE_COLUMNS, NODE_ALIASES, ['id', 'kind']);
}

export function openEdges(source: ByteSource): OpenFile {
  return openTable(source, EDGE_COLUMNS, EDGE_ALIASES, ['src', 'dst', 'kind']);
}

function openTable(
  source: ByteSource,
  names: readonly string[],
  aliases: Readonly<Record<string, readonly string[]>>,
  needed: readonly string[],
): OpenFile {
  const table = new ArrowTable(source);
  const { schema } = table.layout;
  const columns = mapColumns(schema, names, aliases);
  for (const name of needed) {
    // A producer that had nothing to say may have written no column at all.
    if (!columns.has(name) && table.rows > 0) {
      const found = schema.fields.map((field) => field.name).join(', ');
      throw new DumpError(`missing column: ${name} in ${source.name}; it has ${found || 'none'}`);
    }
  }
  return { source, table, columns, metadata: schema.metadata };
}

/** Long texts that most questions never look at; every other column is read, and so checked, at once. */
export const LATE: ReadonlySet<string> = new Set(['ty', 'payload_hash']);

export function readNodeColumns({ source, table, columns }: OpenFile): NodeColumns {
  const text: NodeColumns['text'] = {};
  const integers: NodeColumns['integers'] = {};
  const flags: NodeColumns['flags'] = {};
  const at = (name: string): number => columns.get(name)!.at;
  for (const name of NODE_TEXT_COLUMNS) {
    if (!columns.has(name)) continue;
    const read = once(() => checked(source, () => table.text(at(name))));
    if (!LATE.has(name)) read();
    text[name] = read;
  }
  for (const name of NODE_INTEGER_COLUMNS)
    if (columns.has(name)) integers[name] = table.integers(at(name));
  for (const name of NODE_FLAG_COLUMNS) if (columns.has(name)) flags[name] = table.flags(at(name));
  const ids = columns.has('id')
    ? normalIds(table.pool(at('id'), 'node without an id'))
    : EMPTY_POOL;
  return { rows: columns.has('id') ? table.rows : 0, ids, text, integers, flags };
}

const NO_KEYS: KeyColumn = { codes: new Uint32Array(0), pool: EMPTY_POOL };

export function readEdgeColumns({ source, table, columns }: OpenFile): EdgeColumns {
  const at = (name: string): number => columns.get(name)!.at;
  const text: EdgeColumns['text'] = {};
  for (const name of EDGE_TEXT_COLUMNS) if (columns.has(name)) text[name] = table.text(at(name));
  const keys = (name: string): KeyColumn => (columns.has(name) ? table.keys(at(name)) : NO_KEYS);
  const [src, dst] = endsOf(keys('src'), keys('dst'));
  return {
    rows: table.rows,
    src,
    dst,
    kind: keys('kind'),
    count: columns.has('count') ? table.counts(at('count')) : null,
    sites: columns.has('sites') ? () => checked(source, () => table.sites(at('sites'))) : null,
    partial: columns.has('partial') ? table.flags(at('partial')) : null,
    text,
  };
}

/** Both ends with their ids in one spelling; a pool that they share stays shared. */
function endsOf(src: KeyColumn, dst: KeyColumn): readonly [KeyColumn, KeyColumn] {
  const pool = normalIds(src.pool);
  return [
    { ...src, pool },
    { ...dst, pool: dst.pool === src.pool ? pool : normalIds(dst.pool) },
  ];
}

/** Damage that no check foresaw ends as a range or type error of the runtime: one clear line for those too. */
export function checked<T>(source: ByteSource, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof RangeError || cause instanceof TypeError) {
      throw new DumpError(`damaged Arrow file: ${source.name}; make the dump again`, { cause });
    }
    throw cause;
  }
}

/** Reads of one file that belong together: it is opened once for them, unless it is open. */
export function within<T>(source: ByteSource, read: () => T): T {
  const opened = source.open();
  try {
    return checked(source, read);
  } finally {
    if (opened) source.close();
  }
}

/** The metadata of a unit's files; what they don't say is empty. */
export function unitMetadata(map: ReadonlyMap<string, string>, unit: string): UnitMetadata {
  const schema = Number(map.get('mimir.schema') ?? Number.NaN);
  const fidelity = map.get('mimir.fidelity');
  const quality = parseQuality(map.get('mimir.quality'));
  const repo = map.get('mimir.repo');
  const commit = map.get('mimir.commit');
  return {
    producer: map.get('mimir.producer') ?? '',
    fidelity: FIDELITIES.find((word) => word === fidelity) ?? ('' as Fidelity),
    unit: map.get('mimir.unit') ?? unit,
    schema: Number.isInteger(schema) ? schema : 0,
    ...(repo !== undefined && { repo }),
    ...(commit !== undefined && { commit }),
    ...(quality !== null && { quality }),
  };
}

function parseQuality(text: string | undefined): Quality | null {
  if (text === undefined) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    return Object.fromEntries(
      Object.entries(value).filter(([, count]) => Number.isInteger(count)),
    ) as Quality;
  } catch {
    return null;
  }
}
