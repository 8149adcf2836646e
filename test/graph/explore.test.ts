import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDumpWriter } from '../../src/dump/index.js';
import { graphOf, openGraph } from '../../src/graph/index.js';
import { InvalidArgument } from '../../src/task/index.js';
import { inFolder } from '../dump/scratch.js';

const graph = graphOf({
  nodes: [
    {
      id: 's m app 1 main().',
      kind: 'fn',
      crate: 'app',
      file: 'src/main.rs',
      line: 1,
      origin: 'local',
    },
    {
      id: 's m app 1 help().',
      kind: 'fn',
      crate: 'app',
      file: 'src/help.rs',
      line: 2,
      isTest: true,
    },
    { id: 's m app 1 T#', kind: 'struct', crate: 'app', file: 'src/help.rs' },
    { id: 's m lib 1 run().', kind: 'fn', crate: 'lib', origin: 'registry' },
  ],
  edges: [
    { kind: 'CALLS', src: 's m app 1 main().', dst: 's m app 1 help().', count: 2, how: 'direct' },
    { kind: 'CALLS', src: 's m app 1 help().', dst: 's m lib 1 run().' },
    { kind: 'CALLS', src: 's m lib 1 run().', dst: 's m std 1 exit().' },
    { kind: 'USES_TYPE', src: 's m app 1 main().', dst: 's m app 1 T#' },
  ],
});
const names = (table: { objects(): object[] }, column: string): unknown[] =>
  table.objects().map((row) => (row as Record<string, unknown>)[column]);

describe('nodes as a table', () => {
  it('are all nodes, with the columns that the dump has', () => {
    const table = graph.nodes();
    expect(table.numRows()).toBe(4);
    expect(table.columnNames()).toEqual([
      'id',
      'label',
      'node',
      'kind',
      'name',
      'crate',
      'file',
      'line',
      'origin',
      'is_test',
      'defined',
    ]);
    expect(names(table, 'line')).toEqual([null, 2, 1, null]);
    expect(names(table, 'is_test')).toEqual([null, true, null, null]);
  });

  it.each([
    [{ kind: 'fn' }, ['app help().', 'app main().', 'lib run().']],
    [{ kind: ['fn', 'struct'], crate: 'app' }, ['app T#', 'app help().', 'app main().']],
    [{ label: 'app' }, ['app T#', 'app help().', 'app main().']],
    [{ file: 'help' }, ['app T#', 'app help().']],
    [{ kind: 'fn', scope: {} }, ['app main().']],
    [
      { kind: 'fn', scope: { includeTests: true, includeDeps: true } },
      ['app help().', 'app main().', 'lib run().'],
    ],
  ])('are filtered by %j', (filter, wanted) => {
    expect(names(graph.nodes(filter), 'label')).toEqual(wanted);
  });

  it('of a kind that is not there name the nearest', () => {
    expect(() => graph.nodes({ kind: 'struckt' })).toThrow(
      /^kind that the dump does not have: struckt; nearest: struct/u,
    );
    expect(() => graph.nodes({ label: 'nothing' })).toThrow(InvalidArgument);
  });

  it('take Arquero’s verbs', () => {
    const counts = graph.nodes().groupby('kind').count().orderby('kind');
    expect(counts.objects()).toEqual([
      { kind: 'fn', count: 3 },
      { kind: 'struct', count: 1 },
    ]);
  });
});

describe('edges as a table', () => {
  it('have labels, counts and attributes', () => {
    expect(graph.edgesOf('CALLS').select('src', 'dst', 'count', 'how').objects()).toEqual([
      { src: 'app help().', dst: 'lib run().', count: 1, how: null },
      { src: 'app main().', dst: 'app help().', count: 2, how: 'direct' },
      { src: 'lib run().', dst: 'std exit().', count: 1, how: null },
    ]);
    expect(graph.edgesOf('DYN').numRows()).toBe(0);
  });

  it('around a node say which way they go', () => {
    expect(
      graph.neighbours('help').select('direction', 'edge', 'other', 'count').objects(),
    ).toEqual([
      { direction: 'out', edge: 'CALLS', other: 'lib run().', count: 1 },
      { direction: 'in', edge: 'CALLS', other: 'app main().', count: 2 },
    ]);
    expect(
      names(
        graph.neighbours('s m app 1 main().', { direction: 'out', kinds: ['USES_TYPE'] }),
        'other',
      ),
    ).toEqual(['app T#']);
    expect(graph.neighbours(0).numRows()).toBe(1);
    expect(() => graph.neighbours(99)).toThrow(/^ordinal outside the graph: 99/u);
  });

  it('make a shortest route, or none', async () => {
    expect(
      (await graph.route('app main', 'std exit')).select('step', 'by', 'label').objects(),
    ).toEqual([
      { step: 0, by: null, label: 'app main().' },
      { step: 1, by: 'CALLS', label: 'app help().' },
      { step: 2, by: 'CALLS', label: 'lib run().' },
      { step: 3, by: 'CALLS', label: 'std exit().' },
    ]);
    expect((await graph.route('std exit', 'app main')).numRows()).toBe(0);
  });

  it('are a matrix too', async () => {
    const matrix = await graph.matrix('CALLS');
    expect([matrix.nrows, matrix.ncols, await matrix.nvals]).toEqual([5, 5, 3]);
  });
});

describe('source lines', () => {
  it('come from the folder that the graph was opened with', async () => {
    await inFolder(async (dir) => {
      const writer = createDumpWriter(join(dir, 'dump'));
      writer.node({ id: 'a', kind: 'fn', name: 'a', file: 'src/a.ts', line: 2, endLine: 3 });
      writer.node({ id: 'b', kind: 'fn', name: 'b', file: 'src/gone.ts', line: 2 });
      writer.node({ id: 'c', kind: 'fn', name: 'c' });
      writer.commit({ producer: 'test/1', fidelity: 'typed', unit: 'u' });
      mkdirSync(join(dir, 'src'));
      writeFileSync(join(dir, 'src/a.ts'), 'one\ntwo\r\nthree\nfour\n');
      const opened = await openGraph(join(dir, 'dump'), { sources: dir });
      expect(opened.source('a')).toEqual({ file: 'src/a.ts', line: 2, text: 'two\nthree' });
      expect(opened.source('b')).toBeNull();
      expect(opened.source('c')).toBeNull();
      expect((await openGraph(join(dir, 'dump'))).source('a')).toBeNull();
      const cache = { place: join(dir, 'cache'), smallest: 0 };
      for (const name of readdirSync(join(dir, 'dump')))
        utimesSync(join(dir, 'dump', name), 1e9, 1e9);
      await openGraph(join(dir, 'dump'), { cache });
      const again = await openGraph(join(dir, 'dump'), { cache, sources: dir });
      expect([again.cache.state, again.source('a')?.text]).toEqual(['hit', 'two\nthree']);
    });
  });
});
