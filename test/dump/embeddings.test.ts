import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readEmbeddings, writeEmbeddings } from '../../src/dump/index.js';

const dir = mkdtempSync(path.join(tmpdir(), 'mimir-embeddings-'));
afterAll(() => {
  rmSync(dir, { recursive: true, force: true });
});

describe('vectors beside a dump', () => {
  it('come back as unit vectors with a key of their own, tables by the bytes of their names', () => {
    const table = {
      space: 'jina-v2-base-code',
      of: 'function',
      dimension: 2,
      ids: ['b', 'a'],
      values: Float32Array.of(3, 4, 0, 2),
    } as const;
    writeEmbeddings(dir, table, 'abc');
    writeEmbeddings(dir, { ...table, space: 'a/model', of: 'group' });
    const [other, found] = readEmbeddings(dir);
    expect([other!.space, other!.of, other!.dump]).toEqual(['a/model', 'group', null]);
    expect(found).toMatchObject({ space: 'jina-v2-base-code', of: 'function', dump: 'abc' });
    expect([found!.ids, [...found!.values], found!.dimension]).toEqual([
      ['b', 'a'],
      [Math.fround(0.6), Math.fround(0.8), 0, 1],
      2,
    ]);
    expect(found!.key).toMatch(/^[0-9a-f]{64}$/);
    expect(found!.key).not.toBe(other!.key);
  });

  it('are none where there is no file, and no folder', () => {
    expect(readEmbeddings(path.join(dir, 'nowhere'))).toEqual([]);
  });

  it('without a direction are refused by the file and row', () => {
    const zero = mkdtempSync(path.join(dir, 'zero-'));
    writeEmbeddings(zero, {
      space: 's',
      of: 'function',
      dimension: 2,
      ids: ['a'],
      values: new Float32Array(2),
    });
    expect(() => readEmbeddings(zero)).toThrow(/s\.function\.embeddings\.arrow; row 0/);
  });

  it('of a file that is no table are refused', () => {
    const wrong = mkdtempSync(path.join(dir, 'wrong-'));
    writeFileSync(path.join(wrong, 'x.embeddings.arrow'), 'nothing of the sort');
    expect(() => readEmbeddings(wrong)).toThrow(/x\.embeddings\.arrow/);
  });
});
