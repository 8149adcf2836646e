import {
  type Field,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableFromArrays,
  tableToIPC,
  vectorFromArray,
  Utf8,
  Int32,
  type Vector,
  makeData,
} from 'apache-arrow';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateUnits } from '../../bench/dump/generate.mjs';
import {
  createDumpWriter,
  dumpInfo,
  validateDump,
  writeUnit,
  type NodeFact,
} from '../../src/dump/index.js';
import { inFolder } from './scratch.js';

const METADATA = new Map([
  ['mimir.schema', '6'],
  ['mimir.producer', 'test/1'],
  ['mimir.fidelity', 'typed'],
  ['mimir.unit', 'u'],
]);

function withMetadata(table: Table, metadata: ReadonlyMap<string, string>): Table {
  const schema = new Schema(table.schema.fields as Field[], new Map(metadata));
  return new Table(
    schema,
    table.batches.map(
      (batch) =>
        new RecordBatch(
          schema,
          makeData({
            type: new Struct(schema.fields),
            length: batch.numRows,
            children: batch.data.children,
          }),
        ),
    ),
  );
}

type Columns = Record<string, readonly unknown[]>;
const column = (values: readonly unknown[]): Vector =>
  typeof values.find((value) => value !== null) === 'number'
    ? vectorFromArray(values, new Int32())
    : vectorFromArray(values, new Utf8());

function put(
  dir: string,
  nodes: Columns,
  edges: Columns,
  metadata: ReadonlyMap<string, string> = METADATA,
): void {
  mkdirSync(dir, { recursive: true });
  for (const [suffix, columns] of [
    ['nodes', nodes],
    ['edges', edges],
  ] as const) {
    const table = new Table(
      Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, column(values)])),
    );
    writeFileSync(
      join(dir, `u.${suffix}.arrow`),
      tableToIPC(withMetadata(table, metadata), 'file'),
    );
  }
}

const GOOD_NODES: Columns = {
  id: ['s m p 1 a().', 's m p 1 b().'],
  kind: ['fn', 'fn'],
  name: ['a', 'b'],
};
const GOOD_EDGES: Columns = {
  src: ['s m p 1 a().'],
  dst: ['s m p 1 b().'],
  kind: ['CALLS'],
  count: [1],
};

async function rules(
  nodes: Columns,
  edges: Columns = GOOD_EDGES,
  metadata = METADATA,
): Promise<string[]> {
  return inFolder((dir) => {
    put(dir, nodes, edges, metadata);
    return validateDump(dir).map(({ severity, rule }) => `${severity} ${rule}`);
  });
}

describe('validation', () => {
  it('finds nothing in what our writer and our generator make', async () => {
    await inFolder((dir) => {
      const writer = createDumpWriter(join(dir, 'a'));
      writer.node({ id: 's m p 1 ', kind: 'package', name: 'p' });
      writer.node({
        id: 's m p 1 a().',
        kind: 'fn',
        name: 'a',
        file: 'a.ts',
        line: 1,
        endLine: 2,
        origin: 'local',
        visibility: 'public',
      });
      writer.edge({
        kind: 'CALLS',
        src: 's m p 1 a().',
        dst: 's m q 1 b().',
        site: { line: 1, col: 1 },
        how: 'direct',
      });
      writer.commit({
        producer: 'test/1',
        fidelity: 'typed',
        unit: 'p',
        quality: { calls: 1, external: 1 },
      });
      expect(validateDump(join(dir, 'a'))).toEqual([]);
      for (const unit of generateUnits({ edges: 2000, units: 2 })) writeUnit(join(dir, 'b'), unit);
      const left = validateDump(join(dir, 'b')).filter(
        ({ rule }) => rule !== 'block-fingerprint' && rule !== 'id-grammar',
      );
      expect(left).toEqual([]);
    });
  });

  it.each<[string, Columns, Columns, string]>([
    [
      'a kind of no vocabulary',
      { ...GOOD_NODES, kind: ['fn', 'function'] },
      GOOD_EDGES,
      'error kind-word',
    ],
    ['a missing kind', { ...GOOD_NODES, kind: ['fn', null] }, GOOD_EDGES, 'error no-kind'],
    [
      'an origin of no vocabulary',
      { ...GOOD_NODES, origin: ['Local', 'local'] },
      GOOD_EDGES,
      'error origin-word',
    ],
    [
      'a visibility of no vocabulary',
      { ...GOOD_NODES, visibility: ['pub', 'public'] },
      GOOD_EDGES,
      'error visibility-word',
    ],
    [
      'an effective visibility of no vocabulary',
      { ...GOOD_NODES, effective_visibility: ['x', 'direct'] },
      GOOD_EDGES,
      'error effective_visibility-word',
    ],
    [
      'an edge kind of no vocabulary',
      GOOD_NODES,
      { ...GOOD_EDGES, kind: ['calls'] },
      'error edge-kind-word',
    ],
    [
      'an access of no vocabulary',
      GOOD_NODES,
      { ...GOOD_EDGES, access: ['rw'] },
      'error access-word',
    ],
    ['a how of no vocabulary', GOOD_NODES, { ...GOOD_EDGES, how: ['somehow'] }, 'error how-word'],
    ['unwind on a call', GOOD_NODES, { ...GOOD_EDGES, how: ['unwind'] }, 'error unwind-kind'],
    ['an edge without an end', GOOD_NODES, { ...GOOD_EDGES, dst: [null] }, 'error edge-end'],
    [
      'an edge between strangers',
      GOOD_NODES,
      { ...GOOD_EDGES, src: ['x'], dst: ['y'] },
      'warning edge-of-strangers',
    ],
    [
      'an id of no grammar',
      { ...GOOD_NODES, id: ['s m p 1 a().', 'b'] },
      GOOD_EDGES,
      'warning id-grammar',
    ],
    [
      'an id with two rows',
      { ...GOOD_NODES, id: ['s m p 1 a().', 's m p 1 a().'] },
      { ...GOOD_EDGES, dst: ['s m p 1 a().'] },
      'warning repeated-id',
    ],
    ['an empty id', { ...GOOD_NODES, id: ['s m p 1 a().', ''] }, GOOD_EDGES, 'error empty-id'],
    [
      'an end before its start',
      { ...GOOD_NODES, file: ['f', 'f'], line: [2, 2], end_line: [1, 3] },
      GOOD_EDGES,
      'error line-order',
    ],
    [
      'a column of no schema',
      { ...GOOD_NODES, colour: ['red', 'blue'] },
      GOOD_EDGES,
      'warning unknown-column',
    ],
    [
      'a column under an alias',
      { moniker: GOOD_NODES['id']!, kind: ['fn', 'fn'], name: ['a', 'b'] },
      GOOD_EDGES,
      'warning alias-id',
    ],
    [
      'a missing column',
      { id: GOOD_NODES['id']!, kind: ['fn', 'fn'] },
      GOOD_EDGES,
      'error missing-name',
    ],
    [
      'a node with two containers',
      { ...GOOD_NODES, id: ['s m p 1 a().', 's m p 1 b().'] },
      {
        src: ['s m p 1 a().', 'x'],
        dst: ['s m p 1 b().', 's m p 1 b().'],
        kind: ['CONTAINS', 'CONTAINS'],
        count: [1, 1],
      },
      'warning several-parents',
    ],
    [
      'a node that contains itself',
      GOOD_NODES,
      {
        src: ['s m p 1 a().', 's m p 1 b().'],
        dst: ['s m p 1 b().', 's m p 1 a().'],
        kind: ['CONTAINS', 'CONTAINS'],
        count: [1, 1],
      },
      'error containment-cycle',
    ],
    [
      'a block that no codec reads',
      {
        id: ['s m p 1 a().', 's m p 1 a().bb0.'],
        kind: ['fn', 'mir_block'],
        name: ['a', 'bb0'],
        ty: [null, 'goto'],
      },
      { src: ['s m p 1 a().'], dst: ['s m p 1 a().bb0.'], kind: ['CONTAINS'], count: [1] },
      'error unparsable-block',
    ],
    [
      'a block with a fingerprint of another text',
      {
        id: ['s m p 1 a().', 's m p 1 a().bb0.'],
        kind: ['fn', 'mir_block'],
        name: ['a', 'bb0'],
        ty: [null, '0000000000000000␞return@1:1␞␞␞'],
      },
      { src: ['s m p 1 a().'], dst: ['s m p 1 a().bb0.'], kind: ['CONTAINS'], count: [1] },
      'warning block-fingerprint',
    ],
    [
      'a block that nothing contains',
      {
        id: ['s m p 1 a().', 's m p 1 a().bb0.'],
        kind: ['fn', 'mir_block'],
        name: ['a', 'block'],
        ty: [null, 'eff722a84c50803f␞return@1:97␞␞␞'],
      },
      { ...GOOD_EDGES, dst: ['s m p 1 a().'] },
      'error block-owner',
    ],
  ])('finds %s', async (_, nodes, edges, wanted) => {
    expect(await rules(nodes, edges)).toContain(wanted);
  });

  it.each<[string, readonly [string, string | null][], string]>([
    ['no producer', [['mimir.producer', null]], 'error no-mimir.producer'],
    ['an unknown schema', [['mimir.schema', '7']], 'error schema'],
    ['an unknown fidelity', [['mimir.fidelity', 'good']], 'error fidelity'],
    ['quality that is no JSON', [['mimir.quality', '{']], 'error quality'],
    ['quality that is no counts', [['mimir.quality', '{"calls": -1}']], 'error quality'],
    [
      'calls that don’t add up',
      [['mimir.quality', '{"calls": 3, "resolved": 1}']],
      'error quality-sum',
    ],
  ])('finds metadata with %s', async (_, changes, wanted) => {
    const metadata = new Map(METADATA);
    for (const [key, value] of changes) {
      if (value === null) metadata.delete(key);
      else metadata.set(key, value);
    }
    expect(await rules(GOOD_NODES, GOOD_EDGES, metadata)).toContain(wanted);
  });

  it('goes on past a file that can’t be read', async () => {
    await inFolder((dir) => {
      put(dir, GOOD_NODES, GOOD_EDGES);
      writeFileSync(join(dir, 'v.nodes.arrow'), 'no arrow');
      const faults = validateDump(dir);
      expect(faults.map(({ file, rule }) => `${file} ${rule}`)).toEqual([
        'v.nodes.arrow unreadable',
      ]);
    });
  });
});

describe('info', () => {
  it('counts what a dump holds, names gaps and duplicates, and tells which column was read as what', async () => {
    await inFolder((dir) => {
      const node = (id: string, rest: Partial<NodeFact> = {}): NodeFact => ({
        id,
        kind: 'fn',
        name: id,
        ...rest,
      });
      const first = createDumpWriter(dir);
      first.node(node('a', { line: 1, file: 'f' }));
      first.node(node('b', { defined: false }));
      first.node(node('a.bb0', { kind: 'mir_block', ty: 'eff722a84c50803f␞return@1:97␞␞␞' }));
      first.node(node('a.bb1', { kind: 'mir_block', ty: 'x' }));
      first.edge({ kind: 'CALLS', src: 'a', dst: 'b', count: 3 });
      first.edge({ kind: 'CALLS', src: 'a', dst: 'elsewhere' });
      first.commit({
        producer: 'test/1',
        fidelity: 'typed',
        unit: 'one',
        quality: { calls: 4, resolved: 3, external: 1 },
      });
      const second = createDumpWriter(dir);
      second.node(node('b'));
      second.commit({
        producer: 'test/1',
        fidelity: 'typed',
        unit: 'two',
        quality: { calls: 1, resolved: 1 },
      });
      const info = dumpInfo(dir);
      expect(info).toMatchObject({
        nodes: 4,
        refs: 1,
        undefined_nodes: 0,
        node_kinds: { fn: 2, mir_block: 2 },
        edge_kinds: { CALLS: { edges: 2, sites: 4 } },
        quality: { calls: 5, resolved: 4, external: 1 },
        blocks: { total: 2, unparsable: 1 },
        duplicate_keys: {
          ids: 1,
          first: [
            { id: 'b', rows: 2, distinct_payloads: 2, rows_in_one_unit: 1, owners: ['one', 'two'] },
          ],
        },
      });
      expect(info.gaps.edge_kinds).toContain('CONTAINS');
      expect(info.gaps.edge_kinds).not.toContain('CALLS');
      expect(info.gaps.node_columns).toContain('cfg');
      expect(info.gaps.node_columns).not.toContain('file');
      expect(info.units.map(({ unit }) => unit)).toEqual(['one', 'two']);
      expect(JSON.parse(JSON.stringify(info))).toEqual(info);
    });
  });

  it('names a column’s alias and type, and columns that it did not read', async () => {
    await inFolder((dir) => {
      put(dir, { Moniker: ['a'], item_kind: ['fn'], name: ['a'], colour: ['red'] }, {});
      writeFileSync(
        join(dir, 'u.edges.arrow'),
        tableToIPC(tableFromArrays({ from: ['a'], to: ['a'], rel: ['CALLS'] }), 'stream'),
      );
      const { files } = dumpInfo(dir);
      const nodes = files.find(({ name }) => name === 'u.nodes.arrow')!;
      expect(nodes.columns).toContainEqual({ name: 'id', found: 'Moniker', type: 'Utf8' });
      expect(nodes.columns).toContainEqual({ name: 'kind', found: 'item_kind', type: 'Utf8' });
      expect(nodes.ignored).toEqual(['colour']);
      const edges = files.find(({ name }) => name === 'u.edges.arrow')!;
      expect(edges.form).toBe('stream');
      expect(edges.columns.map(({ name, found }) => [name, found])).toEqual([
        ['src', 'from'],
        ['dst', 'to'],
        ['kind', 'rel'],
      ]);
    });
  });
});
