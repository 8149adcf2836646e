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
import type { TextColumn } from './text-pool.js';
import {
  EDGE_TEXT_COLUMNS,
  NODE_FLAG_COLUMNS,
  NODE_INTEGER_COLUMNS,
  NODE_TEXT_COLUMNS,
  type EdgeColumns,
  type NodeColumns,
  type Quality,
  type UnitMetadata,
} from './unit-columns.js';
import { FIDELITIES, type Fidelity } from './vocabulary.js';

/** A node or edge file that was opened: which columns it has; none is read yet. */
export interface OpenFile {
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
  return { table, columns, metadata: schema.metadata };
}

export function readNodeColumns({ table, columns }: OpenFile): NodeColumns {
  const text: NodeColumns['text'] = {};
  const integers: NodeColumns['integers'] = {};
  const flags: NodeColumns['flags'] = {};
  const at = (name: string): number => columns.get(name)!.at;
  for (const name of NODE_TEXT_COLUMNS) if (columns.has(name)) text[name] = table.text(at(name));
  for (const name of NODE_INTEGER_COLUMNS)
    if (columns.has(name)) integers[name] = table.integers(at(name));
  for (const name of NODE_FLAG_COLUMNS) if (columns.has(name)) flags[name] = table.flags(at(name));
  const ids = columns.has('id')
    ? table.pool(at('id'), 'node without an id')
    : { bytes: new Uint8Array(0), offsets: new Uint32Array(1), length: 0 };
  return { rows: columns.has('id') ? table.rows : 0, ids, text, integers, flags };
}

const NO_TEXT: TextColumn = {
  codes: new Uint32Array(0),
  pool: { bytes: new Uint8Array(0), offsets: new Uint32Array(2), length: 1 },
};

export function readEdgeColumns({ table, columns }: OpenFile): EdgeColumns {
  const at = (name: string): number => columns.get(name)!.at;
  const text: EdgeColumns['text'] = {};
  for (const name of EDGE_TEXT_COLUMNS) if (columns.has(name)) text[name] = table.text(at(name));
  const key = (name: string): TextColumn => (columns.has(name) ? table.text(at(name)) : NO_TEXT);
  return {
    rows: table.rows,
    src: key('src'),
    dst: key('dst'),
    kind: key('kind'),
    count: columns.has('count') ? new Uint32Array(table.integers(at('count')).buffer) : null,
    sites: columns.has('sites') ? table.sites(at('sites')) : null,
    partial: columns.has('partial') ? table.flags(at('partial')) : null,
    text,
  };
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
