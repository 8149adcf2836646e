import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changesBetween,
  historyOf,
  isGitTree,
  lineCount,
  lineEditOf,
  lineHistoryOf,
  readSources,
  sourceRoot,
  versionsOf,
} from '../../src/facts/index.js';
import { createTask } from '../../src/task/index.js';
import { Repository } from '../judges/repository.js';

let repository: Repository;
let plain: Repository;
beforeAll(async () => {
  repository = await Repository.of({ 'a.ts': 'one\ntwo\n', 'src/b.ts': 'b\n' });
  await repository.commit();
  await repository.commit({ 'a.ts': 'one\n2\nthree\n', 'src/ü c.ts': 'c\n' });
  await repository.commit({ 'src/b.ts': null, 'bytes.bin': 'a\0b' });
  plain = await Repository.of({ 'x.ts': 'x', 'node_modules/y.ts': 'y', 'deep/z.ts': '' });
});
afterAll(() => Promise.all([repository.remove(), plain.remove()]));

describe('the history of a git tree', () => {
  it('is told apart from a folder without git', async () => {
    expect([await isGitTree(repository.root), await isGitTree(plain.root)]).toEqual([true, false]);
  });

  it('counts lines by file and commit, newest first, binary files left out', async () => {
    const history = await historyOf(repository.root, 10);
    expect(history.map(({ time, changes }) => ({ time, changes }))).toEqual([
      {
        time: 1_700_172_800,
        changes: [{ path: 'src/b.ts', added: 0, deleted: 1 }],
      },
      {
        time: 1_700_086_400,
        changes: [
          { path: 'a.ts', added: 2, deleted: 1 },
          { path: 'src/ü c.ts', added: 1, deleted: 0 },
        ],
      },
      {
        time: 1_700_000_000,
        changes: [
          { path: 'a.ts', added: 2, deleted: 0 },
          { path: 'src/b.ts', added: 1, deleted: 0 },
        ],
      },
    ]);
    expect(await historyOf(repository.root, 1)).toHaveLength(1);
  });

  it('is relative to the folder that is asked', async () => {
    const below = await historyOf(`${repository.root}/src`, 10);
    expect(below.flatMap(({ changes }) => changes.map(({ path }) => path))).toEqual([
      'b.ts',
      'ü c.ts',
      'b.ts',
    ]);
  });

  it('gives both texts of each changed file', async () => {
    expect(await changesBetween(repository.root, 'HEAD~2', 'HEAD')).toEqual([
      { path: 'a.ts', before: 'one\ntwo\n', after: 'one\n2\nthree\n' },
      { path: 'src/b.ts', before: 'b\n', after: null },
      { path: 'src/ü c.ts', before: null, after: 'c\n' },
    ]);
    await repository.write({ 'a.ts': 'now\n' });
    expect(await changesBetween(repository.root, 'HEAD')).toEqual([
      { path: 'a.ts', before: 'one\n2\nthree\n', after: 'now\n' },
    ]);
  });

  it('refuses a revision that is none, one that looks like a flag too', async () => {
    for (const revision of ['nowhere', '--output=x'])
      await expect(changesBetween(repository.root, revision)).rejects.toThrow(
        `unknown git revision: ${revision}`,
      );
  });

  it('gives every committed version of a file, and says where there is no git', async () => {
    expect(await versionsOf(repository.root, 'a.ts')).toMatchObject([
      { time: 1_700_086_400, text: 'one\n2\nthree\n' },
      { time: 1_700_000_000, text: 'one\ntwo\n' },
    ]);
    await expect(versionsOf(plain.root, 'x.ts')).rejects.toThrow('no git tree');
  });
});

describe('the sources of a folder', () => {
  it('are read in byte order, without dependencies; binary files are counted', async () => {
    const task = createTask();
    const names = async (root: string) => {
      const { files, skipped } = await readSources(root, () => true, task);
      return { names: files.map(({ path, lines }) => `${path} ${lines}`), skipped };
    };
    expect(await names(plain.root)).toEqual({ names: ['deep/z.ts 0', 'x.ts 1'], skipped: 0 });
    expect((await names(repository.root)).skipped).toBe(1);
  });

  it('must be a folder', async () => {
    await expect(sourceRoot(`${plain.root}/x.ts`)).rejects.toThrow('no folder of sources');
  });

  it('count a last line without a break', () => {
    expect(['', 'a', 'a\n', 'a\nb', '\n\n'].map(lineCount)).toEqual([0, 1, 1, 2, 2]);
  });
});

describe('a tree that asks git to run programs', () => {
  it('has none of them run, whatever is asked', async () => {
    const hooked = await Repository.of({ 'a.ts': 'one\n', '.gitattributes': '*.ts diff=own\n' });
    try {
      await hooked.commit();
      await hooked.commit({ 'a.ts': 'two\n' });
      const ran = `${hooked.root}/ran`;
      await hooked.write({ hook: `#!/bin/sh\ntouch '${ran}'\ncat "$1"\n` });
      await chmod(`${hooked.root}/hook`, 0o755);
      for (const key of ['core.fsmonitor', 'diff.external', 'diff.own.textconv'])
        hooked.git('config', key, `${hooked.root}/hook`);
      await hooked.write({ 'a.ts': 'three\n' });
      await readSources(hooked.root, () => true, createTask());
      await historyOf(hooked.root, 10);
      await changesBetween(hooked.root, 'HEAD~1');
      await versionsOf(hooked.root, 'a.ts');
      await lineHistoryOf(hooked.root, ['a.ts'], 10);
      expect(existsSync(ran)).toBe(false);
    } finally {
      await hooked.remove();
    }
  });
});

describe('a line edit', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''));

  it('turns one version into the other, and numbers lines in their own version', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { matched, deleted, added } = lineEditOf(before, after);
        const [old, now] = [before.split('\n'), after.split('\n')].map((all) => all.slice(0, -1));
        for (const { at, text: line } of deleted) expect(old![at - 1]).toBe(line);
        for (const { at, text: line } of added) expect(now![at - 1]).toBe(line);
        const gone = new Set(deleted.map(({ at }) => at));
        const fresh = new Set(added.map(({ at }) => at));
        expect(old!.filter((_, i) => !gone.has(i + 1))).toEqual(
          now!.filter((_, i) => !fresh.has(i + 1)),
        );
        expect(matched + deleted.length).toBe(old!.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('of an absent version adds or deletes everything', () => {
    expect(lineEditOf(null, 'a\nb')).toEqual({
      matched: 0,
      deleted: [],
      added: [
        { at: 1, text: 'a' },
        { at: 2, text: 'b' },
      ],
    });
    expect(lineEditOf('a\r\n', null)).toMatchObject({ deleted: [{ at: 1, text: 'a' }], added: [] });
  });
});
