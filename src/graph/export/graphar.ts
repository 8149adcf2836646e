import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Task } from '../../task/index.js';
import type { CodeGraph, EdgeTable } from '../code-graph.js';
import { edgeAttributes, nodeTable, type ExportColumn, type ExportType } from './columns.js';
import { writeParquet } from './parquet.js';

/** Apache GraphAr gar/v1 with Parquet chunks: one vertex type `node`, one edge type a kind, ordered by source. */

const VERTEX_CHUNK = 2 ** 18;
const EDGE_CHUNK = 2 ** 22;
const TYPES: Readonly<Record<ExportType, string>> = {
  text: 'string',
  integer: 'int64',
  boolean: 'bool',
};

export async function writeGraphAr(dir: string, graph: CodeGraph, task: Task): Promise<void> {
  const nodes = nodeTable(graph);
  const vertices = nodes.rows;
  await writeVertices(dir, vertices, nodes.columns, task);
  const edgeFiles: string[] = [];
  for (const kind of graph.edgeKinds) {
    const table = graph.edges(kind);
    await writeEdges(dir, kind, table, vertices, task);
    edgeFiles.push(`node_${kind}_node.edge.yml`);
  }
  yaml(dir, 'code.graph.yml', {
    name: 'code',
    vertices: ['node.vertex.yml'],
    edges: edgeFiles,
    version: 'gar/v1',
  });
}

const properties = (columns: readonly ExportColumn[]): object[] =>
  columns.map(({ name, type }) => ({ name, data_type: TYPES[type], is_primary: name === 'id' }));

async function writeVertices(
  dir: string,
  vertices: number,
  columns: readonly ExportColumn[],
  task: Task,
): Promise<void> {
  const prefix = 'vertex/node/';
  const group = 'attributes/';
  const place = folder(dir, prefix, group);
  const table = {
    rows: vertices,
    columns: [
      { name: '_graphArVertexIndex', type: 'integer' as const, at: (row: number) => row },
      ...columns,
    ],
  };
  for (let chunk = 0; chunk * VERTEX_CHUNK < vertices; chunk++) {
    const from = chunk * VERTEX_CHUNK;
    await writeParquet(join(place, `chunk${chunk}`), table, task, {
      from,
      to: Math.min(vertices, from + VERTEX_CHUNK),
    });
  }
  writeCount(join(dir, prefix, 'vertex_count'), vertices);
  yaml(dir, 'node.vertex.yml', {
    type: 'node',
    chunk_size: VERTEX_CHUNK,
    prefix,
    property_groups: [{ prefix: group, file_type: 'parquet', properties: properties(columns) }],
    version: 'gar/v1',
  });
}

async function writeEdges(
  dir: string,
  kind: string,
  table: EdgeTable,
  vertices: number,
  task: Task,
): Promise<void> {
  const prefix = `edge/node_${kind}_node/`;
  const list = 'ordered_by_source/';
  const group = 'attributes/';
  const attributes = edgeAttributes(table);
  const { offsets } = table.out;
  const base = folder(dir, prefix, list);
  writeCount(join(base, 'vertex_count'), vertices);
  for (let part = 0; part * VERTEX_CHUNK < vertices; part++) {
    const firstVertex = part * VERTEX_CHUNK;
    const lastVertex = Math.min(vertices, firstVertex + VERTEX_CHUNK);
    const first = offsets[firstVertex]!;
    const last = offsets[lastVertex]!;
    writeCount(join(base, `edge_count${part}`), last - first);
    await writeParquet(
      join(folder(dir, prefix, list, 'offset'), `chunk${part}`),
      {
        rows: lastVertex - firstVertex + 1,
        columns: [
          {
            name: '_graphArOffset',
            type: 'integer',
            at: (row) => offsets[firstVertex + row]! - first,
          },
        ],
      },
      task,
    );
    for (let chunk = 0; first + chunk * EDGE_CHUNK < last; chunk++) {
      const from = first + chunk * EDGE_CHUNK;
      const span = { from, to: Math.min(last, from + EDGE_CHUNK) };
      const ends: ExportColumn[] = [
        { name: '_graphArSrcIndex', type: 'integer', at: (edge) => table.src[edge]! },
        { name: '_graphArDstIndex', type: 'integer', at: (edge) => table.dst[edge]! },
      ];
      const adjacency = join(folder(dir, prefix, list, 'adj_list', `part${part}`), `chunk${chunk}`);
      await writeParquet(adjacency, { rows: table.count, columns: ends }, task, span);
      const values = join(folder(dir, prefix, list, group, `part${part}`), `chunk${chunk}`);
      await writeParquet(values, { rows: table.count, columns: attributes }, task, span);
    }
  }
  yaml(dir, `node_${kind}_node.edge.yml`, {
    src_type: 'node',
    edge_type: kind,
    dst_type: 'node',
    chunk_size: EDGE_CHUNK,
    src_chunk_size: VERTEX_CHUNK,
    dst_chunk_size: VERTEX_CHUNK,
    directed: true,
    prefix,
    adj_lists: [{ ordered: true, aligned_by: 'src', prefix: list, file_type: 'parquet' }],
    property_groups: [{ prefix: group, file_type: 'parquet', properties: properties(attributes) }],
    version: 'gar/v1',
  });
}

function folder(...parts: string[]): string {
  const path = join(...parts);
  mkdirSync(path, { recursive: true });
  return path;
}

/** Counts are 8 bytes, little-endian. */
function writeCount(path: string, count: number): void {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(count));
  writeFileSync(path, bytes);
}

function yaml(dir: string, name: string, value: unknown): void {
  writeFileSync(join(dir, name), stringify(value));
}
