import { Utf8, vectorFromArray } from 'apache-arrow';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileSource, type ByteSource } from '../../src/dump/byte-source.js';
import { loadDump, loadDumpAhead, poolText, type LoadedDump } from '../../src/dump/index.js';
import { writeColumns } from './arrow-files.js';
import { inFolder } from './scratch.js';

const place = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(new ArrayBuffer(length));

/** A file of the bytes 0 … 99. */
function withFile(work: (source: ByteSource, path: string) => Promise<void>): Promise<void> {
  return inFolder(async (dir) => {
    const path = join(dir, 'bytes');
    writeFileSync(
      path,
      Uint8Array.from({ length: 100 }, (_, i) => i),
    );
    const source = fileSource(path);
    try {
      await work(source, path);
    } finally {
      source.close();
    }
  });
}

describe('pieces that are read ahead', () => {
  it('are not read again where they already lie, and are anywhere else', () =>
    withFile(async (source) => {
      const target = place(20);
      await source.ahead({ offset: 10, target });
      expect([...target]).toEqual(Array.from({ length: 20 }, (_, i) => 10 + i));
      target.fill(255);
      source.readInto(12, target.subarray(2, 5));
      expect(target[2]).toBe(255);
      source.readInto(12, target.subarray(3, 6));
      expect([...target.subarray(2, 7)]).toEqual([255, 12, 13, 14, 255]);
      source.readInto(28, target.subarray(18));
      expect(target[18]).toBe(255);
      source.close();
      source.readInto(10, target);
      expect(target[19]).toBe(29);
    }));

  it('that the file does not have are missed by who needs them, in one line', () =>
    withFile(async (source) => {
      const target = place(20);
      await source.ahead({ offset: 90, target });
      expect(() => {
        source.readInto(90, target);
      }).toThrow('truncated Arrow file: bytes; make the dump again');
    }));

  it('of a file that changed are not taken', () =>
    withFile(async (source, path) => {
      source.close();
      truncateSync(path, 50);
      const target = place(20);
      await source.ahead({ offset: 10, target });
      expect([...target]).toEqual(Array.from({ length: 20 }, () => 0));
      expect(() => {
        source.readInto(10, target);
      }).toThrow('dump that changed while it was in use: bytes; open it again');
    }));
});

function ids({ ids: pool }: LoadedDump): string[] {
  return Array.from({ length: pool.length }, (_, i) => poolText(pool, i));
}

describe('a dump of more units than are read ahead', () => {
  it('has the ids that it has when each file is read in its turn', async () => {
    await inFolder(async (dir) => {
      const expected: string[] = [];
      for (let unit = 0; unit < 40; unit++) {
        const name = `u${String(unit).padStart(2, '0')}`;
        // Units of other lengths, one out of order, and one whose ids are written in another spelling.
        const own = Array.from({ length: 1 + (unit % 5) }, (_, i) => `s m ${name} 1 f${i}().`);
        if (unit === 7) own.reverse();
        if (unit === 20) own[0] = `s m ${name} 1 bin=t f0().`;
        expected.push(...own.map((id) => id.replace('bin=t ', '`bin=t`/')));
        writeColumns(join(dir, `${name}.nodes.arrow`), {
          id: vectorFromArray(own, new Utf8()).data[0]!,
          kind: vectorFromArray(
            own.map(() => 'fn'),
            new Utf8(),
          ).data[0]!,
        });
      }
      const ahead = await loadDumpAhead(dir);
      expect(ids(ahead)).toEqual(expected.sort());
      expect(ids(loadDump(dir))).toEqual(ids(ahead));
    });
  });
});
