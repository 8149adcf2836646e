import fc from 'fast-check';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { DOMParser } from 'linkedom';
import {
  exportFormat,
  exportGraph,
  graphOf,
  openGraph,
  type CodeGraph,
} from '../../src/graph/index.js';
import { createTask, Interrupted } from '../../src/task/index.js';
import { facts } from '../dump/facts-arbitrary.js';
import { plainGraph } from '../dump/naive-graph.js';
import { python, withPyarrow } from '../dump/python.js';
import { inFolder } from '../dump/scratch.js';
import { deep } from '../tools.js';

const graph = graphOf({
  nodes: [
    {
      id: 's m app 1 a().',
      kind: 'fn',
      name: 'a',
      file: 'a,"b".ts',
      line: 3,
      isTest: false,
      ty: 'x < y & z',
    },
    { id: 's m app 1 b().', kind: 'fn', name: '' },
  ],
  edges: [
    {
      kind: 'CALLS',
      src: 's m app 1 a().',
      dst: 's m app 1 b().',
      site: { line: 1, col: 2 },
      how: 'direct',
    },
    {
      kind: 'CALLS',
      src: 's m app 1 a().',
      dst: 's m app 1 b().',
      site: { line: 1, col: 9, file: 'x' },
    },
    { kind: 'CALLS', src: 's m app 1 b().', dst: 's m out 1 c().', partial: true },
    { kind: 'CONTAINS', src: 's m app 1 a().', dst: 's m app 1 b().' },
  ],
});

const rows = async (path: string): Promise<Record<string, unknown>[]> => {
  const file = await asyncBufferFromFile(path);
  return (await parquetReadObjects({ file })).map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'bigint' ? Number(value) : (value ?? null),
      ]),
    ),
  );
};

const NODES = [
  {
    id: 's m app 1 a().',
    label: 'app a().',
    stable_id: 's m app . a().',
    in_dump: true,
    kind: 'fn',
    name: 'a',
    file: 'a,"b".ts',
    line: 3,
    ty: 'x < y & z',
    is_test: false,
    defined: true,
  },
  {
    id: 's m app 1 b().',
    label: 'app b().',
    stable_id: 's m app . b().',
    in_dump: true,
    kind: 'fn',
    name: '',
    file: null,
    line: null,
    ty: null,
    is_test: null,
    defined: true,
  },
  {
    id: 's m out 1 c().',
    label: 'out c().',
    stable_id: 's m out . c().',
    in_dump: false,
    kind: null,
    name: null,
    file: null,
    line: null,
    ty: null,
    is_test: null,
    defined: null,
  },
];
const EDGES = [
  {
    kind: 'CONTAINS',
    src: 's m app 1 a().',
    dst: 's m app 1 b().',
    src_node: 0,
    dst_node: 1,
    count: 1,
    how: null,
    partial: null,
    sites: null,
  },
  {
    kind: 'CALLS',
    src: 's m app 1 a().',
    dst: 's m app 1 b().',
    src_node: 0,
    dst_node: 1,
    count: 2,
    how: 'direct',
    partial: null,
    sites: '1:2 x:1:9',
  },
  {
    kind: 'CALLS',
    src: 's m app 1 b().',
    dst: 's m out 1 c().',
    src_node: 1,
    dst_node: 2,
    count: 1,
    how: null,
    partial: true,
    sites: null,
  },
];

describe('export to Parquet', () => {
  it('holds every node, ref and edge with typed columns', async () => {
    await inFolder(async (dir) => {
      const paths = await exportGraph(graph, 'parquet', join(dir, 'out'));
      expect(paths.map((path) => path.slice(dir.length))).toEqual([
        '/out/edges.parquet',
        '/out/nodes.parquet',
      ]);
      expect(await rows(paths[1]!)).toEqual(NODES);
      expect(await rows(paths[0]!)).toEqual(EDGES);
    });
  });

  it('gives back any graph', async () => {
    await fc.assert(
      fc.asyncProperty(facts, (unit) =>
        inFolder(async (dir) => {
          const any = graphOf(unit);
          await exportGraph(any, 'parquet', dir);
          const nodes = await rows(join(dir, 'nodes.parquet'));
          const edges = await rows(join(dir, 'edges.parquet'));
          const plain = plainGraph(any);
          expect(
            nodes
              .filter((row) => row['in_dump'])
              .map(({ id, kind, name, file, line }) => [
                id,
                kind,
                name,
                file ?? undefined,
                line ?? undefined,
              ]),
          ).toEqual(
            plain.nodes.map(({ id, kind, name, file, line }) => [id, kind, name, file, line]),
          );
          expect(nodes.filter((row) => !row['in_dump']).map(({ id }) => id)).toEqual(plain.refs);
          expect(edges.map(({ kind, src, dst, count }) => [kind, src, dst, count])).toEqual(
            plain.edges.map(({ kind, src, dst, count }) => [kind, src, dst, count]),
          );
        }),
      ),
      { numRuns: deep(20, 200) },
    );
  });
});

withPyarrow('export to Parquet, read by pyarrow', () => {
  it('holds the same', async () => {
    await inFolder(async (dir) => {
      await exportGraph(graph, 'parquet', dir);
      const read = JSON.parse(
        python(
          join(import.meta.dirname, '../dump/python/read_parquet.py'),
          join(dir, 'nodes.parquet'),
          join(dir, 'edges.parquet'),
        ),
      ) as unknown;
      expect(read).toEqual([NODES, EDGES]);
    });
  });
});

describe('export to CSV', () => {
  it('quotes what needs it, and tells an empty text from a missing value', async () => {
    await inFolder(async (dir) => {
      await exportGraph(graph, 'csv', dir);
      expect(readFileSync(join(dir, 'nodes.csv'), 'utf8').split('\r\n')).toEqual([
        'id,label,stable_id,in_dump,kind,name,file,line,ty,is_test,defined',
        's m app 1 a().,app a().,s m app . a().,true,fn,a,"a,""b"".ts",3,x < y & z,false,true',
        's m app 1 b().,app b().,s m app . b().,true,fn,"",,,,,true',
        's m out 1 c().,out c().,s m out . c().,false,,,,,,,',
        '',
      ]);
      expect(readFileSync(join(dir, 'edges.csv'), 'utf8').split('\r\n')[2]).toBe(
        'CALLS,s m app 1 a().,s m app 1 b().,0,1,2,direct,,1:2 x:1:9',
      );
    });
  });
});

/** What of a parsed document the tests look at. */
interface Xml {
  querySelector(selector: string): Xml | null;
  querySelectorAll(selector: string): Iterable<Xml>;
  getAttribute(name: string): string | null;
  readonly textContent: string;
}

describe('export to GraphML', () => {
  const xmlOf = async (any: CodeGraph): Promise<Xml> =>
    inFolder(async (dir) => {
      const [path] = await exportGraph(any, 'graphml', dir);
      return new DOMParser().parseFromString(
        readFileSync(path!, 'utf8'),
        'text/xml',
      ) as unknown as Xml;
    });

  it('is one directed graph whose data has typed keys', async () => {
    const xml = await xmlOf(graph);
    expect([...xml.querySelectorAll('node')].map((node) => node.getAttribute('id'))).toEqual([
      'n0',
      'n1',
      'n2',
    ]);
    expect(
      [...xml.querySelectorAll('edge')].map(
        (edge) => `${edge.getAttribute('source')} ${edge.getAttribute('target')}`,
      ),
    ).toEqual(['n0 n1', 'n0 n1', 'n1 n2']);
    expect(xml.querySelector('node data[key="node_ty"]')?.textContent).toBe('x < y & z');
    expect(xml.querySelector('key[id="node_line"]')?.getAttribute('attr.type')).toBe('int');
  });

  it('names only keys that it declares, and holds no character that XML forbids', async () => {
    const xml = await xmlOf(
      graphOf({ nodes: [{ id: 'a\u0000\u001b\ud800', kind: 'fn', name: '\u{1f600}\r\n' }] }),
    );
    const keys = new Set([...xml.querySelectorAll('key')].map((key) => key.getAttribute('id')));
    for (const data of xml.querySelectorAll('data'))
      expect(keys.has(data.getAttribute('key'))).toBe(true);
    expect(xml.querySelector('data[key="node_id"]')?.textContent).toBe('a\ufffd\ufffd\ufffd');
    expect(xml.querySelector('data[key="node_name"]')?.textContent).toBe('\u{1f600}\r\n');
  });
});

describe('export to GraphAr', () => {
  it('has the layout that its own YAML describes, chunk by chunk', async () => {
    await inFolder(async (dir) => {
      await exportGraph(graph, 'graphar', dir);
      const yaml = (name: string): Record<string, never> =>
        parseYaml(readFileSync(join(dir, name), 'utf8')) as Record<string, never>;
      const whole = yaml('code.graph.yml') as unknown as {
        vertices: string[];
        edges: string[];
        version: string;
      };
      expect(whole).toEqual({
        name: 'code',
        vertices: ['node.vertex.yml'],
        edges: ['node_CONTAINS_node.edge.yml', 'node_CALLS_node.edge.yml'],
        version: 'gar/v1',
      });
      const vertex = yaml(whole.vertices[0]!) as unknown as {
        prefix: string;
        property_groups: { prefix: string; properties: { name: string }[] }[];
      };
      expect(readFileSync(join(dir, vertex.prefix, 'vertex_count')).readBigInt64LE()).toBe(3n);
      const [group] = vertex.property_groups;
      const nodes = await rows(join(dir, vertex.prefix, group!.prefix, 'chunk0'));
      expect(nodes.map((row) => row['_graphArVertexIndex'])).toEqual([0, 1, 2]);
      expect(nodes.map(({ _graphArVertexIndex: _, ...row }) => row)).toEqual(NODES);
      expect(Object.keys(nodes[0]!)).toEqual([
        '_graphArVertexIndex',
        ...group!.properties.map(({ name }) => name),
      ]);
      const edge = yaml(whole.edges[1]!) as unknown as {
        prefix: string;
        adj_lists: { prefix: string }[];
        property_groups: { prefix: string }[];
      };
      const list = join(dir, edge.prefix, edge.adj_lists[0]!.prefix);
      expect(readFileSync(join(list, 'edge_count0')).readBigInt64LE()).toBe(2n);
      expect(await rows(join(list, 'adj_list/part0/chunk0'))).toEqual([
        { _graphArSrcIndex: 0, _graphArDstIndex: 1 },
        { _graphArSrcIndex: 1, _graphArDstIndex: 2 },
      ]);
      expect((await rows(join(list, 'offset/chunk0'))).map((row) => row['_graphArOffset'])).toEqual(
        [0, 1, 2, 2],
      );
      expect(
        (await rows(join(list, edge.property_groups[0]!.prefix, 'part0/chunk0'))).map(
          (row) => row['count'],
        ),
      ).toEqual([2, 1]);
    });
  });
});

withPyarrow('export to GraphAr, read from its YAML by a reader of its own', () => {
  it('holds a real program, vertex by vertex and edge by edge', async () => {
    const real = await openGraph('fixtures/arrow-js');
    await inFolder(async (dir) => {
      await exportGraph(real, 'graphar', dir);
      const script = join(import.meta.dirname, '../dump/python/read_graphar.py');
      const read = JSON.parse(python(script, dir)) as {
        nodes: { id: string; kind: string | null }[];
        edges: Record<string, { _graphArSrcIndex: number; _graphArDstIndex: number }[]>;
      };
      const count = real.nodeCount + real.refCount;
      expect(read.nodes.map(({ id }) => id)).toEqual(
        Array.from({ length: count }, (_, v) => real.id(v)),
      );
      expect(Object.keys(read.edges).sort()).toEqual([...real.edgeKinds].sort());
      for (const kind of real.edgeKinds) {
        const { src, dst } = real.edges(kind);
        const pairs = read.edges[kind]!.map((row) => [row._graphArSrcIndex, row._graphArDstIndex]);
        expect(pairs, kind).toEqual(Array.from(src, (from, at) => [from, dst[at]]));
      }
    });
  });
});

describe('an export', () => {
  it('replaces what it wrote before and leaves other files alone', async () => {
    await inFolder(async (dir) => {
      mkdirSync(join(dir, 'out'));
      writeFileSync(join(dir, 'out/notes.txt'), 'mine');
      await exportGraph(graph, 'csv', join(dir, 'out'));
      await exportGraph(graphOf({ nodes: [] }), 'csv', join(dir, 'out'));
      expect(readdirSync(join(dir, 'out')).sort()).toEqual(['edges.csv', 'nodes.csv', 'notes.txt']);
      expect(readFileSync(join(dir, 'out/nodes.csv'), 'utf8').split('\r\n')).toHaveLength(2);
    });
  });

  it('that is stopped leaves nothing', async () => {
    await inFolder(async (dir) => {
      const task = createTask();
      Atomics.store(task.flag, 0, 1);
      await expect(exportGraph(graph, 'csv', join(dir, 'out'), task)).rejects.toBeInstanceOf(
        Interrupted,
      );
      expect(existsSync(join(dir, 'out'))).toBe(false);
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  // In a process of its own: Node's recursive way of making folders never ends there.
  it('on a file system that takes no folders is refused in one line', () => {
    const { pathname: door } = new URL('../../dist/graph/index.js', import.meta.url);
    const script = `import { exportGraph, graphOf } from ${JSON.stringify(door)};
        await exportGraph(graphOf({ nodes: [], edges: [] }), 'csv', '/proc/none/here').catch((error) => console.log(error.message));`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect(run.stdout).toMatch(
      /^folder that cannot be written: \/proc\/none\/here \([^()]+\); name another\n$/u,
    );
  });

  it.each([
    ['that a file has the name of', 'file'],
    ['inside of a file', 'file/out'],
  ])('into a folder %s is refused in one line', async (_, name) => {
    await inFolder(async (dir) => {
      writeFileSync(join(dir, 'file'), 'mine');
      const out = join(dir, name);
      await expect(exportGraph(graph, 'csv', out)).rejects.toThrow(
        `folder that cannot be written: ${out} (a file is in the way); name another`,
      );
      expect(readdirSync(dir)).toEqual(['file']);
      expect(readFileSync(join(dir, 'file'), 'utf8')).toBe('mine');
    });
  });

  it('to an unknown format names the nearest', () => {
    expect(() => exportFormat('parket')).toThrow(
      'unknown export format: parket; did you mean parquet?',
    );
  });
});
