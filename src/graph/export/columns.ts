import { EDGE_KINDS, type EdgeKind } from '../../dump/index.js';
import type { CodedColumn, CodeGraph, EdgeTable } from '../code-graph.js';

export type ExportType = 'text' | 'integer' | 'boolean';

/** A column as exports write it: a value a row, `null` = missing. */
export interface ExportColumn {
  readonly name: string;
  readonly type: ExportType;
  readonly at: (row: number) => string | number | boolean | null;
}

export interface ExportTable {
  readonly rows: number;
  readonly columns: readonly ExportColumn[];
}

/** Nodes, then ids that only edges mention (`in_dump` is false for them). Columns that the dump lacks are left out. */
export function nodeTable(graph: CodeGraph): ExportTable {
  const { nodeCount } = graph;
  const columns: ExportColumn[] = [
    { name: 'id', type: 'text', at: (v) => graph.id(v) },
    { name: 'label', type: 'text', at: (v) => graph.label(v) },
    { name: 'stable_id', type: 'text', at: (v) => graph.stableId(v) },
    { name: 'in_dump', type: 'boolean', at: (v) => v < nodeCount },
  ];
  const text = (name: string, column: CodedColumn | null): void => {
    if (column)
      columns.push({ name, type: 'text', at: (v) => (v < nodeCount ? column.at(v) : null) });
  };
  const number = (name: string, column: Int32Array | null): void => {
    if (column)
      columns.push({
        name,
        type: 'integer',
        at: (v) => (v < nodeCount && column[v]! > 0 ? column[v]! : null),
      });
  };
  const flag = (name: string, column: Uint8Array | null): void => {
    if (column)
      columns.push({
        name,
        type: 'boolean',
        at: (v) => (v < nodeCount && column[v]! < 2 ? column[v] === 1 : null),
      });
  };
  text('kind', graph.kind);
  text('name', graph.name);
  text('crate', graph.crate);
  text('version', graph.version);
  text('repo', graph.repo);
  text('origin', graph.origin);
  text('file', graph.file);
  number('line', graph.line);
  number('end_line', graph.endLine);
  text('ty', graph.ty);
  text('visibility', graph.visibility);
  text('effective_visibility', graph.effectiveVisibility);
  text('cfg', graph.cfg);
  text('link_name', graph.linkName);
  text('receiver', graph.receiver);
  text('generics', graph.generics);
  text('payload_hash', graph.payloadHash);
  flag('has_doc', graph.hasDoc);
  flag('doc_hidden', graph.docHidden);
  flag('is_test', graph.isTest);
  flag('generated', graph.generated);
  flag('defined', graph.defined);
  return { rows: nodeCount + graph.refCount, columns };
}

/** Attributes of one kind's edges; `sites` are `file:line:col`, separated by spaces, the file left out where it is the source's. */
export function edgeAttributes(table: EdgeTable): ExportColumn[] {
  const columns: ExportColumn[] = [
    { name: 'count', type: 'integer', at: (edge) => table.counts[edge]! },
  ];
  const { how, access, partial } = table;
  if (how) columns.push({ name: 'how', type: 'text', at: (edge) => how.at(edge) });
  if (access) columns.push({ name: 'access', type: 'text', at: (edge) => access.at(edge) });
  if (partial)
    columns.push({
      name: 'partial',
      type: 'boolean',
      at: (edge) => (partial[edge]! < 2 ? partial[edge] === 1 : null),
    });
  columns.push({
    name: 'sites',
    type: 'text',
    at: (edge) => {
      const sites = table.sites(edge);
      if (sites.length === 0) return null;
      return sites
        .map((site) => `${site.file === null ? '' : `${site.file}:`}${site.line}:${site.col}`)
        .join(' ');
    },
  });
  return columns;
}

/** Edges of all kinds, kinds in vocabulary order. */
export function edgeTable(graph: CodeGraph): ExportTable {
  const tables = EDGE_KINDS.filter((kind) => graph.has(kind)).map((kind) => graph.edges(kind));
  const starts: number[] = [];
  let rows = 0;
  for (const table of tables) {
    starts.push(rows);
    rows += table.count;
  }
  // Rows are written in order, so the table of the last row is mostly the table of this one.
  let at = 0;
  const find = (row: number): readonly [EdgeTable, number] => {
    while (row < starts[at]!) at--;
    while (at + 1 < starts.length && row >= starts[at + 1]!) at++;
    return [tables[at]!, row - starts[at]!];
  };
  const attributes = tables.map(
    (table) => new Map(edgeAttributes(table).map((column) => [column.name, column])),
  );
  const attribute =
    (name: string): ExportColumn['at'] =>
    (row) => {
      const [, edge] = find(row);
      return attributes[at]!.get(name)?.at(edge) ?? null;
    };
  const types = new Map(
    attributes.flatMap((own) => [...own].map(([name, { type }]) => [name, type] as const)),
  );
  const end =
    (pick: (table: EdgeTable) => Uint32Array): ((row: number) => number) =>
    (row) => {
      const [table, edge] = find(row);
      return pick(table)[edge]!;
    };
  const src = end((table) => table.src);
  const dst = end((table) => table.dst);
  return {
    rows,
    columns: [
      { name: 'kind', type: 'text', at: (row) => find(row)[0].kind as EdgeKind },
      { name: 'src', type: 'text', at: (row) => graph.id(src(row)) },
      { name: 'dst', type: 'text', at: (row) => graph.id(dst(row)) },
      { name: 'src_node', type: 'integer', at: src },
      { name: 'dst_node', type: 'integer', at: dst },
      ...['count', 'how', 'access', 'partial', 'sites'].flatMap((name) => {
        const type = types.get(name);
        return type === undefined ? [] : [{ name, type, at: attribute(name) }];
      }),
    ],
  };
}
