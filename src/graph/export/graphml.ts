import type { Task } from '../../task/index.js';
import type { CodeGraph } from '../code-graph.js';
import {
  edgeTable,
  nodeTable,
  type ExportColumn,
  type ExportTable,
  type ExportType,
} from './columns.js';
import { TextFile } from './text-file.js';

const TYPES: Readonly<Record<ExportType, string>> = {
  text: 'string',
  integer: 'int',
  boolean: 'boolean',
};

/** One directed GraphML graph: node `nV` is ordinal V, every column a typed key. */
export function writeGraphMl(path: string, graph: CodeGraph, task: Task): void {
  const nodes = nodeTable(graph);
  const edges = edgeTable(graph);
  const ends: ReadonlySet<string> = new Set(['src', 'dst', 'src_node', 'dst_node']);
  const attributes = edges.columns.filter((column) => !ends.has(column.name));
  const source = edges.columns.find((column) => column.name === 'src_node')!;
  const target = edges.columns.find((column) => column.name === 'dst_node')!;
  const file = new TextFile(path);
  try {
    file.write('<?xml version="1.0" encoding="UTF-8"?>\n');
    file.write('<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n');
    writeKeys(file, 'node', nodes.columns);
    writeKeys(file, 'edge', attributes);
    file.write('  <graph id="code" edgedefault="directed">\n');
    eachRow(nodes, task, (row) => {
      file.write(`    <node id="n${row}">${data('node', nodes.columns, row)}</node>\n`);
    });
    eachRow(edges, task, (row) => {
      const from = String(source.at(row));
      const to = String(target.at(row));
      file.write(
        `    <edge source="n${from}" target="n${to}">${data('edge', attributes, row)}</edge>\n`,
      );
    });
    file.write('  </graph>\n</graphml>\n');
  } finally {
    file.close();
  }
}

function eachRow({ rows }: ExportTable, task: Task, write: (row: number) => void): void {
  for (let row = 0; row < rows; row++) {
    if ((row & 0xffff) === 0) task.check('exporting');
    write(row);
  }
}

function writeKeys(file: TextFile, what: 'node' | 'edge', columns: readonly ExportColumn[]): void {
  for (const { name, type } of columns) {
    file.write(
      `  <key id="${what}_${name}" for="${what}" attr.name="${name}" attr.type="${TYPES[type]}"/>\n`,
    );
  }
}

function data(what: 'node' | 'edge', columns: readonly ExportColumn[], row: number): string {
  let text = '';
  for (const { name, at } of columns) {
    const value = at(row);
    if (value !== null) text += `<data key="${what}_${name}">${escapeXml(String(value))}</data>`;
  }
  return text;
}

/** XML 1.0 can't hold most control characters at all, nor lone surrogates: they become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"\r]/gu, (character) => ENTITIES[character]!);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
