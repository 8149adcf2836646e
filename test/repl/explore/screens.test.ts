import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { excerpt, SourceFiles } from '../../../src/repl/source/files.js';
import { createStyle } from '../../../src/repl/terminal/style.js';
import { Desk } from '../bench.js';

const style = createStyle({ color: false, escapes: false, links: false });

describe('exploring the graph', () => {
  it('shows who uses a node and what it uses, goes there and back', async () => {
    const desk = await (await Desk.open()).type('.explore main\r');
    await desk.until(() => desk.full);
    expect(desk.lines.slice(0, 2)).toEqual(['node main', 'fn · src/main.ts:10']);
    expect(desk.screen).toMatch(/used by 1\n.*CALLS node main-caller/);
    expect(desk.screen).toMatch(/uses 2\n▸ CALLS +node main-callee/);
    await desk.type('\r');
    expect(desk.lines[0]).toBe('node main-callee');
    await desk.type('\x1b[D');
    expect(desk.lines[0]).toBe('node main');
    await desk.type('\t', '\r');
    expect(desk.lines[0]).toBe('node main-caller');
    await desk.type('/', 'other\r');
    await desk.until(() => desk.lines[0] === 'node other');
    await desk.type('q');
    expect(desk.full).toBe(false);
  });

  it('prints a path hop by hop and walks it on the screen', async () => {
    const desk = await (await Desk.open()).type('.path main -> sink\r');
    await desk.until(() => desk.full);
    expect(desk.lines[0]).toBe('main → sink · 1 hop over CALLS');
    expect(desk.screen).toMatch(/▸ from node main\n {2}CALLS node sink/);
    await desk.type('j', '\r');
    await desk.until(() => desk.lines[0] === 'node sink');
    await desk.type('q', 'q');
    expect(desk.printed).toContain('node main\n  ↓ CALLS src/main.ts:12\nnode sink');
  });

  it('says that there is no path, and from how many nodes to how many it looked', async () => {
    const desk = await (await Desk.open()).type('.path main -> nowhere\r');
    await desk.until(() => desk.printed !== '');
    expect(desk.printed).toContain('no path from main (1 node) to nowhere (1 node) over CALLS');
    expect(desk.full).toBe(false);
  });
});

describe('source lines', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'mimir-source-'));
    await writeFile(
      path.join(root, 'a.ts'),
      Array.from({ length: 30 }, (_, i) => `line ${i + 1}`).join('\n'),
    );
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it('are numbered around the place, which is marked', () => {
    const lines = excerpt(new SourceFiles([root]), 'a.ts', 20, 40, 5, style);
    expect(lines).toEqual(
      ['  19  line 19', '▸ 20  line 20', '  21  line 21', '  22  line 22', '  23  line 23'].map(
        (l) => l.replace(/^(.) /, '$1'),
      ),
    );
  });

  it('name the remedy where the source is not here', () => {
    expect(excerpt(new SourceFiles([root]), 'b.ts', 1, 80, 5, style)).toEqual([
      'source not here: b.ts; --src names its folder',
    ]);
  });
});
