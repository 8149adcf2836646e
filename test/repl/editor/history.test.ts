import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { History, historyFile } from '../../../src/repl/editor/history.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mimir-history-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('history', () => {
  it('comes back in the next session, cells of several lines whole', async () => {
    const file = path.join(folder, 'deep', 'h.jsonl');
    const first = await History.open(file);
    await first.add('1 + 1');
    await first.add('for (;;) {\n  x\n}');
    await first.add('for (;;) {\n  x\n}');
    const second = await History.open(file);
    expect(second.entries).toEqual(['1 + 1', 'for (;;) {\n  x\n}']);
    expect(second.step(-1, '')).toBe('for (;;) {\n  x\n}');
  });

  it('gives back at the end what was being typed', async () => {
    const history = await History.open(null);
    await history.add('a');
    await history.add('b');
    expect([
      history.step(-1, 'draft'),
      history.step(-1, ''),
      history.step(-1, ''),
      history.step(1, ''),
      history.step(1, ''),
    ]).toEqual(['b', 'a', null, 'b', 'draft']);
  });

  it('leaves out lines that were cut by a crash', async () => {
    const file = path.join(folder, 'h.jsonl');
    await writeFile(file, '"ok"\n"cut\n42\n"too"\n');
    expect((await History.open(file)).entries).toEqual(['ok', 'too']);
  });

  it('keeps what two terminals write at the same time', async () => {
    const file = path.join(folder, 'h.jsonl');
    const [one, two] = [await History.open(file), await History.open(file)];
    await Promise.all([one.add('from one'), two.add('from two')]);
    expect((await History.open(file)).entries.sort()).toEqual(['from one', 'from two']);
  });

  it('cuts a very long history to the newest', async () => {
    const file = path.join(folder, 'h.jsonl');
    await writeFile(file, Array.from({ length: 10_001 }, (_, i) => `"${i}"\n`).join(''));
    await History.open(file);
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([5000, '"10000"']);
  });

  it('finds the newest entry that holds every word', async () => {
    const history = await History.open(null);
    for (const source of ['lens.dsm()', 'dump.nodes', 'lens.dsm({ level: "file" })'])
      await history.add(source);
    expect(history.search('dsm')).toBe(2);
    expect(history.search('dsm', 2)).toBe(0);
    expect(history.search('FILE lens')).toBe(2);
    expect(history.search('none')).toBe(-1);
  });

  it('is one a project, outside of the project', () => {
    const env = { XDG_STATE_HOME: '/state' };
    expect(historyFile('/a/app', env)).not.toBe(historyFile('/b/app', env));
    expect(historyFile('/a/app', env)).toMatch(/^\/state\/mimir\/history\/app-/);
  });
});
