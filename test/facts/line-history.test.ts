import { afterEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { lineHistoryOf } from '../../src/facts/index.js';
import { Repository } from '../judges/repository.js';

const lines = (...words: readonly string[]): string => words.map((word) => `${word}\n`).join('');

let tree: Repository;
afterEach(() => tree.remove());

const touches = async (file = 'a.ts'): Promise<number[][]> =>
  ((await lineHistoryOf(tree.root, [file], 100)).get(file) ?? []).map(({ lines: own }) => [...own]);

describe('the history of lines', () => {
  it('gives the lines of today that each commit wrote, newest first', async () => {
    tree = await Repository.of({ 'a.ts': lines('one', 'two', 'three') });
    await tree.commit();
    await tree.commit({ 'a.ts': lines('zero', 'one', 'two', 'three') });
    await tree.commit({ 'a.ts': lines('zero', 'one', 'TWO', 'three', 'four') });
    expect(await touches()).toEqual([[3, 5], [1], [2, 3, 4]]);
  });

  it('lets a rewritten line stand for its predecessor, and forgets one that is gone', async () => {
    tree = await Repository.of({ 'a.ts': lines('one', 'two', 'gone', 'three') });
    await tree.commit();
    await tree.commit({ 'a.ts': lines('one', 'two', 'GONE', 'three') });
    await tree.commit({ 'a.ts': lines('one', 'two', 'three') });
    expect(await touches()).toEqual([[1, 2, 3]]);
  });

  it('steps through what is not committed yet, and through other files of one commit', async () => {
    tree = await Repository.of({ 'a.ts': lines('one'), 'b.ts': lines('b') });
    await tree.commit();
    await tree.write({ 'a.ts': lines('new', 'one') });
    expect(await touches()).toEqual([[2]]);
    expect(await touches('b.ts')).toEqual([[1]]);
  });

  it('agrees with a walk that carries every line along', async () => {
    tree = await Repository.of({ 'other.ts': '' });
    await tree.commit();
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 7 });
    const [versions] = fc.sample(fc.array(words, { minLength: 12, maxLength: 12 }), {
      numRuns: 1,
      seed: 7,
    });
    for (const [i, version] of versions!.entries())
      await tree.commit({ 'a.ts': lines('top', `${i}`, ...version, 'end') });
    const last = versions!.at(-1)!.length + 3;
    const found = await touches();
    // The first version wrote its first and last line, which no other version changed.
    expect(found.at(-1)).toEqual(expect.arrayContaining([1, last]));
    expect(found.flat().every((line) => line >= 1 && line <= last)).toBe(true);
    // What git blames a commit for is part of what that commit wrote.
    const blamed = tree.git('blame', '-s', '-l', 'a.ts').trim().split('\n');
    const byCommit = new Map(
      (await lineHistoryOf(tree.root, ['a.ts'], 100))
        .get('a.ts')!
        .map((one) => [one.commit, one.lines]),
    );
    blamed.forEach((text, i) => {
      const commit = text.split(' ')[0]!.replace('^', '');
      const own = [...byCommit].find(([hash]) => hash.startsWith(commit.slice(0, 30)));
      expect(own?.[1], text).toContain(i + 1);
    });
  });
});
