import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FactStore, historyRead, parseSources } from '../../src/facts/index.js';
import { createTask } from '../../src/task/index.js';
import { Repository } from '../judges/repository.js';

const task = createTask();

let cache: string;
beforeAll(async () => {
  cache = await mkdtemp(path.join(tmpdir(), 'mimir-facts-'));
});
afterAll(() => rm(cache, { recursive: true, force: true }));

let fresh = 0;
/** A text that no other test has parsed: what was read in this process is known by its content. */
const unique = (text = ''): string => `export const n${process.pid}_${fresh++} = 1;\n${text}`;

describe('the facts of a source tree', () => {
  let tree: Repository;
  beforeEach(async () => {
    tree = await Repository.of({
      'a.ts': unique(),
      'sub/b.rs': `pub fn b${process.pid}_${fresh++}() {}\n`,
      'Cargo.toml': '[package]\nname = "my-crate"\nversion = "1.0.0"\n\n[[bin]]\nname = "other"\n',
      'note.md': 'Not code.\n',
    });
  });
  afterEach(() => tree.remove());
  const parse = () => parseSources(tree.root, task, { cache, smallest: 0 });

  it('are parsed once: a second reading parses only what changed', async () => {
    const first = await parse();
    expect(first.files.map(({ path: file }) => file)).toEqual(['a.ts', 'sub/b.rs']);
    expect([first.parsedNow, first.skipped]).toEqual([2, 0]);
    expect((await parse()).parsedNow).toBe(0);
    await tree.write({ 'a.ts': unique('changed();\n') });
    const changed = await parse();
    expect(changed.parsedNow).toBe(1);
    expect(changed.files[0]!.parsed.spelled.has('changed')).toBe(true);
    expect(changed.files[1]!.parsed).toBe(first.files[1]!.parsed);
  });

  it('know a file by its content, whatever its name; of another language it is another', async () => {
    const { files } = await parse();
    await tree.write({ 'copy.ts': files[0]!.text, 'copy.tsx': files[0]!.text });
    expect((await parse()).parsedNow).toBe(1);
  });

  it('outlive the process, field by field, and are read again when they are spoilt', async () => {
    const { files } = await parse();
    const [name] = (await readdir(path.join(cache, 'facts'))).filter((one) =>
      one.startsWith('sources-'),
    );
    const store = new FactStore<Map<string, unknown>>('sources', tree.root, 'x', cache);
    expect(store.read()).toBeNull();
    const kept = new Map([['key', files[1]!.parsed]]);
    store.write(kept);
    expect(new FactStore('sources', tree.root, 'x', cache).read()).toEqual(kept);
    expect(new FactStore('sources', tree.root, 'y', cache).read()).toBeNull();
    for (const file of await readdir(path.join(cache, 'facts'))) {
      const whole = path.join(cache, 'facts', file);
      const bytes = await readFile(whole);
      await writeFile(whole, bytes.subarray(0, bytes.length - 1));
    }
    expect(store.read()).toBeNull();
    expect(name).toMatch(/^sources-[0-9a-f]{32}\.facts$/);
  });

  it('are kept nowhere when the cache is off, or cannot be written', async () => {
    const before = await readdir(cache);
    await parseSources(tree.root, task, { cache: 'off', smallest: 0 });
    const store = new FactStore('sources', tree.root, 'x', path.join(tree.root, 'a.ts', 'under'));
    store.write({});
    expect(store.read()).toBeNull();
    expect(await readdir(cache)).toEqual(before);
  });

  it('name the crates of its manifests', async () => {
    expect([...(await parse()).crates]).toEqual([['.', 'my_crate']]);
  });
});

describe('the history of a tree', () => {
  it('is asked of git once: later only for the commits since, in the same order', async () => {
    const tree = await Repository.of({ 'a.ts': '1\n' });
    await tree.commit();
    await tree.commit({ 'b.ts': '2\n' });
    const read = (limit = 10, place = cache) =>
      historyRead(tree.root, limit, { cache: place, smallest: 0 });
    expect((await read()).asked).toBe(2);
    expect((await read()).asked).toBe(0);
    await tree.commit({ 'a.ts': '1\n2\n' });
    const { commits, asked } = await read();
    expect(asked).toBe(1);
    expect(commits).toEqual((await read(10, 'off')).commits);
    expect((await read(1)).commits).toEqual(commits.slice(0, 1));
    expect(commits.map(({ changes }) => changes.map(({ path: file }) => file))).toEqual([
      ['a.ts'],
      ['b.ts'],
      ['a.ts'],
    ]);
    await tree.remove();
  });

  it('is kept nowhere while it is short', async () => {
    const tree = await Repository.of({ 'a.ts': '1\n' });
    await tree.commit();
    expect((await historyRead(tree.root, 10, { cache })).asked).toBe(1);
    expect((await historyRead(tree.root, 10, { cache })).asked).toBe(1);
    await tree.remove();
  });

  it('is read anew behind a merge, and for a longer limit', async () => {
    const tree = await Repository.of({ 'a.ts': '1\n' });
    await tree.commit();
    await tree.commit({ 'a.ts': '2\n' });
    const read = (limit: number, place = cache) =>
      historyRead(tree.root, limit, { cache: place, smallest: 0 });
    expect((await read(1)).asked).toBe(1);
    expect((await read(5)).asked).toBe(2);
    tree.git('checkout', '-q', '-b', 'side', 'HEAD~1');
    await tree.commit({ 'side.ts': 's\n' });
    tree.git('checkout', '-q', 'main');
    await tree.commit({ 'a.ts': '3\n' });
    tree.git('merge', '-q', '--no-edit', 'side');
    const { commits, asked } = await read(5);
    expect(asked).toBe(4);
    expect(commits).toEqual((await read(5, 'off')).commits);
    await tree.remove();
  });
});
