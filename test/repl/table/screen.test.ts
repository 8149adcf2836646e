import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { saveTable } from '../../../src/repl/table/save.js';
import { TableSource } from '../../../src/repl/table/source.js';
import { placeOf } from '../../../src/repl/table/open-row.js';
import { fromRows, relationFromArrow, rowsOf, type Relation } from '../../../src/table/index.js';
import { Desk } from '../bench.js';
import { FakeEngine } from '../fake-engine.js';

const table = (count: number): Relation =>
  fromRows(
    ['name'],
    [
      { name: 'name', type: 'text' },
      { name: 'file', type: 'text' },
      { name: 'fan_in', type: 'integer', unit: 'calls' },
      { name: 'share', type: 'rational' },
    ],
    Array.from({ length: count }, (_, i) => [
      `fn${i}`,
      `src/${i % 7}.ts`,
      (i * 37) % 101,
      [i, count] as const,
    ]),
  );

async function opened(count = 1000, columns = 80): Promise<Desk> {
  const engine = new FakeEngine();
  engine.table('t', table(count));
  const desk = await (await Desk.open(engine, { columns, rows: 24 })).type('t\r', '.table\r');
  await desk.settle();
  return desk;
}

/** Row numbers and names that are on the screen. */
const names = (desk: Desk): string[] =>
  [...desk.screen.matchAll(/^ *\d+ +(fn\d+)/gm)].map((m) => m[1]!);

describe('the table view', () => {
  it('shows head, types, units and numbered rows', async () => {
    const desk = await opened();
    expect(desk.lines[0]).toBe('table · 1 000 rows');
    expect(desk.lines[1]).toMatch(/name +file +fan_in +share/);
    expect(desk.lines[2]).toMatch(/text +text +int · calls +ratio/);
    expect(names(desk).slice(0, 3)).toEqual(['fn0', 'fn1', 'fn2']);
    expect(desk.lines.length).toBe(23);
  });

  it('scrolls by rows, pages and to both ends', async () => {
    const desk = await opened();
    await desk.type('G');
    expect(names(desk).at(-1)).toBe('fn999');
    await desk.type('g', ' ', 'j');
    await desk.settle();
    expect(names(desk)[0]).toBe('fn18');
    await desk.type(':', '500\r');
    expect(names(desk)).toContain('fn499');
  });

  it('sorts by the chosen column, up, down, and as it was', async () => {
    const desk = await opened();
    await desk.type('l', 'l', 's');
    expect(desk.lines[1]).toContain('fan_in ↑');
    expect(names(desk)[0]).toBe('fn0');
    await desk.type('s');
    expect(desk.lines[0]).toContain('by fan_in, descending');
    expect(names(desk)[0]).toBe('fn30');
    await desk.type('s');
    expect(names(desk).slice(0, 2)).toEqual(['fn0', 'fn1']);
  });

  it('filters, searches onward and says when nothing is found', async () => {
    const desk = await opened();
    await desk.type('f', 'fn99\r');
    expect(desk.lines[0]).toContain('11 rows · holding “fn99”');
    await desk.type('f', '\x15\r', '/', 'fn77\r');
    await desk.settle();
    expect(desk.screen).toContain('name = fn77');
    await desk.type('n');
    await desk.settle();
    expect(desk.screen).toContain('name = fn770');
    await desk.type('/', '\x15', 'nowhere\r');
    await desk.settle();
    expect(desk.screen).toContain('no row holds: nowhere');
  });

  it('hides columns and brings them back', async () => {
    const desk = await opened();
    await desk.type('l', '-');
    expect(desk.lines[1]).not.toContain('file');
    await desk.type('+');
    expect(desk.lines[1]).toContain('file');
  });

  it('copies a cell exactly, and a row with tabs', async () => {
    const desk = await opened();
    await desk.type('j', 'y');
    expect(desk.copied).toBe('fn1');
    await desk.type('Y');
    expect(desk.copied).toBe('fn1\tsrc/1.ts\t37\t1/1000');
  });

  it('shows a whole row, and scrolls sideways when columns do not fit', async () => {
    const desk = await opened(10, 24);
    await desk.type('\r');
    expect(desk.screen).toMatch(/share +0\.000/);
    await desk.type('q', 'l', 'l', 'l');
    expect(desk.lines[1]).toContain('share');
    expect(desk.lines[1]).not.toContain('name');
    expect(Math.max(...desk.lines.map((l) => l.length))).toBeLessThanOrEqual(24);
  });

  it('opens an empty table', async () => {
    const desk = await opened(0);
    expect(desk.lines[0]).toBe('table · 0 rows');
    await desk.type('j', 's', '\r', 'y');
    expect(desk.full).toBe(true);
  });
});

describe('the place that a row names', () => {
  const columns = (...specs: string[]): { name: string; type: 'text' }[] =>
    specs.map((name) => ({ name, type: 'text' }));
  it('is its file and line, or a text with both', () => {
    expect(placeOf(columns('name', 'file', 'line'), ['f', 'src/a.ts', 12])).toEqual({
      file: 'src/a.ts',
      line: 12,
    });
    expect(placeOf(columns('file'), ['src/a.ts'])).toEqual({ file: 'src/a.ts' });
    expect(placeOf(columns('where'), ['src/a.ts:7:2'])).toEqual({ file: 'src/a.ts', line: 7 });
    expect(placeOf(columns('name'), ['f'])).toBeNull();
  });
});

describe('saving a table', () => {
  it('writes CSV, JSON and Arrow that hold the same rows', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'mimir-save-'));
    try {
      const engine = new FakeEngine();
      const relation = fromRows(
        ['name'],
        [
          { name: 'name', type: 'text' },
          { name: 'n', type: 'integer' },
        ],
        [
          ['a,"b"\nc', 1],
          ['d', null],
        ],
      );
      const source = new TableSource(engine, engine.table('t', relation));
      await source.rows(0, 1);
      const save = (file: string): Promise<number> =>
        saveTable(source, ['name', 'n'], file, folder, () => undefined);
      for (const file of ['t.csv', 't.json', 't.arrow']) expect(await save(file)).toBe(2);
      expect(await readFile(path.join(folder, 't.csv'), 'utf8')).toBe(
        'name,n\r\n"a,""b""\nc",1\r\nd,\r\n',
      );
      expect(JSON.parse(await readFile(path.join(folder, 't.json'), 'utf8'))).toEqual([
        { name: 'a,"b"\nc', n: 1 },
        { name: 'd', n: null },
      ]);
      expect([...rowsOf(relationFromArrow(await readFile(path.join(folder, 't.arrow'))))]).toEqual([
        ...rowsOf(relation),
      ]);
      await expect(save('t.xls')).rejects.toThrow('format unknown: .xls');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
