import { Utf8, vectorFromArray, type Data } from 'apache-arrow';
import { Footer } from 'apache-arrow/fb/footer';
import { ByteBuffer } from 'flatbuffers';
import type * as nodeFs from 'node:fs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createDumpWriter } from '../../src/dump/index.js';
import { openGraph } from '../../src/graph/index.js';
import { arrowBytes, dictionaryColumn, UTF8, writeColumns, type ColumnOf } from './arrow-files.js';
import { inFolder } from './scratch.js';

const barred = vi.hoisted(() => ({ path: '' }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof nodeFs>();
  const openSync = (...args: Parameters<typeof fs.openSync>): number => {
    if (barred.path !== '' && String(args[0]).endsWith(barred.path)) {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    }
    return fs.openSync(...args);
  };
  return { ...fs, openSync };
});

async function refusal(
  columns: Readonly<Record<string, ColumnOf>>,
  what: 'nodes' | 'edges' = 'nodes',
): Promise<string> {
  return inFolder(async (dir) => {
    writeFileSync(join(dir, `u.${what}.arrow`), arrowBytes(columns, { form: 'file' }));
    return openGraph(dir).then(
      () => 'read',
      (error: unknown) => (error as Error).message,
    );
  });
}
const utf8 = (...text: (string | null)[]): ColumnOf => ({ text, form: 'utf8' });

describe('a file of the wrong schema is refused in one line:', () => {
  it.each<[string, Readonly<Record<string, ColumnOf>>, string]>([
    [
      'ids that are numbers',
      { id: { integers: [1], form: 'int32' }, kind: utf8('fn') },
      'column of a wrong type: id is integer in u.nodes.arrow; it must be text',
    ],
    [
      'kinds that are flags',
      { id: utf8('a'), kind: { flags: [true] } },
      'column of a wrong type: kind is boolean in u.nodes.arrow; it must be text',
    ],
    [
      'lines that are texts',
      { id: utf8('a'), kind: utf8('fn'), line: utf8('1') },
      'column of a wrong type: line is text in u.nodes.arrow; it must be an integer',
    ],
    [
      'flags that are texts',
      { id: utf8('a'), kind: utf8('fn'), is_test: utf8('yes') },
      'column of a wrong type: is_test is text in u.nodes.arrow; it must be Bool',
    ],
    [
      'no id',
      { name: utf8('a'), kind: utf8('fn') },
      'missing column: id in u.nodes.arrow; it has name, kind',
    ],
    [
      'a null id',
      { id: utf8('a', null), kind: utf8('fn', 'fn') },
      'node without an id: row 1 of u.nodes.arrow; every row needs one',
    ],
    [
      'a null id in a dictionary',
      { id: { text: ['a', null], form: 'dictionary8' }, kind: utf8('fn', 'fn') },
      'node without an id: row 1 of u.nodes.arrow; every row needs one',
    ],
  ])('%s', async (_, columns, message) => {
    expect(await refusal(columns)).toBe(message);
  });

  it('sites that are texts', async () => {
    const columns = { src: utf8('a'), dst: utf8('b'), kind: utf8('CALLS'), sites: utf8('1:1') };
    await inFolder(async (dir) => {
      writeFileSync(join(dir, 'u.edges.arrow'), arrowBytes(columns, { form: 'file' }));
      const graph = await openGraph(dir);
      expect(() => graph.edges('CALLS').sites(0)).toThrow(
        'column of a wrong type: sites is text in u.edges.arrow; it must be a list of {file, line, col}',
      );
    });
  });
});

describe('a hostile dictionary', () => {
  const ids = (count: number): Data =>
    vectorFromArray(
      Array.from({ length: count }, (_, i) => `n${i}`),
      new Utf8(),
    ).data[0]!;

  it.each([[5], [-1], [2 ** 31 - 1], [-(2 ** 31)]])(
    'with an index outside it (%i) is refused',
    async (index) => {
      await inFolder(async (dir) => {
        writeColumns(join(dir, 'u.nodes.arrow'), {
          id: ids(2),
          kind: dictionaryColumn(Int32Array.of(0, index), ['fn', 'method']),
        });
        await expect(openGraph(dir)).rejects.toThrow(
          'damaged Arrow file (index outside its dictionary in column kind): u.nodes.arrow',
        );
      });
    },
  );

  it('with repeated, unused and null entries reads as the texts that its rows mean', async () => {
    await inFolder(async (dir) => {
      writeColumns(join(dir, 'u.nodes.arrow'), {
        id: ids(4),
        kind: dictionaryColumn(Int32Array.of(0, 2, 3, 4), [
          'fn',
          'never used',
          'fn',
          null,
          'method',
        ]),
      });
      const graph = await openGraph(dir);
      expect([0, 1, 2, 3].map((v) => graph.kind.at(v))).toEqual(['fn', 'fn', null, 'method']);
      expect([...graph.nodesOf('fn')]).toEqual([0, 1]);
      expect(graph.kind.codeOf('fn')).toBe(graph.kind.codes[1]);
    });
  });

  it('of ids may repeat itself and hold ids that no edge uses', async () => {
    await inFolder(async (dir) => {
      const kind = vectorFromArray(['CALLS', 'CALLS'], new Utf8()).data[0]!;
      const shared = vectorFromArray(['x', 'unused', 'x', 'y'], UTF8);
      const ends = (...indices: number[]): Data =>
        dictionaryColumn(Int32Array.from(indices), [], shared);
      writeColumns(join(dir, 'u.edges.arrow'), { src: ends(0, 2), dst: ends(3, 3), kind });
      const graph = await openGraph(dir);
      expect(graph.refCount).toBe(2);
      expect([...graph.edges('CALLS').counts]).toEqual([2]);
    });
  });
});

describe('a footer', () => {
  it('whose negative count of dictionaries would make up for an absurd one of batches is refused', async () => {
    await inFolder(async (dir) => {
      const bytes = Uint8Array.from(
        arrowBytes({ id: utf8('a'), kind: utf8('fn') }, { form: 'file' }),
      );
      const view = new DataView(bytes.buffer);
      const end = bytes.length - 10;
      const start = end - view.getUint32(end, true);
      const footer = Footer.getRootAsFooter(new ByteBuffer(bytes.subarray(start, end)));
      const count = (slot: number): number =>
        start + footer.bb!.__vector(footer.bb_pos + footer.bb!.__offset(footer.bb_pos, slot)) - 4;
      const [dictionaries, batches] = [count(8), count(10)];
      expect([dictionaries, batches].map((at) => view.getInt32(at, true))).toEqual([0, 1]);
      view.setInt32(dictionaries, -(2 ** 30), true);
      view.setInt32(batches, 2 ** 30, true);
      writeFileSync(join(dir, 'u.nodes.arrow'), bytes);
      await expect(openGraph(dir)).rejects.toThrow(
        'damaged Arrow file (absurd lengths): u.nodes.arrow; make the dump again',
      );
    });
  });
});

describe('a file that may not be read', () => {
  it('is named, and no part of the dump is used', async () => {
    await inFolder(async (dir) => {
      mkdirSync(join(dir, 'dump'));
      const writer = createDumpWriter(join(dir, 'dump'));
      writer.node({ id: 'a', kind: 'fn', name: 'a' });
      writer.commit({ producer: 'test/1', fidelity: 'typed', unit: 'u' });
      barred.path = 'u.edges.arrow';
      try {
        await expect(openGraph(join(dir, 'dump'))).rejects.toThrow(
          'unreadable file: u.edges.arrow (no permission)',
        );
      } finally {
        barred.path = '';
      }
    });
  });
});

describe('a dump that changes while it is in use', () => {
  it('is not read on as if it were the same', async () => {
    await inFolder(async (dir) => {
      const write = (ty: string): void => {
        const writer = createDumpWriter(dir);
        writer.node({ id: 'a', kind: 'fn', name: 'a', ty });
        writer.commit({ producer: 'test/1', fidelity: 'typed', unit: 'u' });
      };
      write('before');
      const graph = await openGraph(dir);
      write('afterwards');
      expect(() => graph.ty).toThrow(
        'dump that changed while it was in use: u.nodes.arrow; open it again',
      );
    });
  });
});
