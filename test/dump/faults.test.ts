import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createDumpWriter,
  DumpError,
  NoDump,
  unwritable,
  type UnitFiles,
} from '../../src/dump/index.js';
import { openGraph } from '../../src/graph/index.js';
import { CodedError } from '../../src/task/index.js';
import { inFolder } from './scratch.js';

function smallDump(dir: string): UnitFiles {
  const writer = createDumpWriter(dir);
  for (let i = 0; i < 40; i++) {
    writer.node({
      id: `ts npm app 1.0.0 f${i}().`,
      kind: 'fn',
      name: `f${i}`,
      file: 'a.ts',
      line: i + 1,
    });
    writer.edge({
      kind: 'CALLS',
      src: `ts npm app 1.0.0 f${i}().`,
      dst: 'ts npm app 1.0.0 f0().',
      site: { line: i + 1, col: 1 },
    });
  }
  return writer.commit({ producer: 'test/1', fidelity: 'typed', unit: 'app' });
}

/** The error of opening a dump, which must be one line of ours. */
async function failure(path: string): Promise<CodedError> {
  const error: unknown = await openGraph(path).then(
    () => new Error('it opened'),
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(CodedError);
  const coded = error as CodedError;
  expect(coded.exitCode).toBe(2);
  expect(coded.message).not.toMatch(/\n/u);
  return coded;
}

describe('a path without a readable dump', () => {
  it('that is not there is told so', async () => {
    const error = await failure('/no/such/place');
    expect(error).toBeInstanceOf(NoDump);
    expect(error.message).toContain('/no/such/place');
  });

  it('that holds none names the places that were looked in', async () => {
    await inFolder(async (dir) => {
      const error = await failure(dir);
      expect(error).toBeInstanceOf(NoDump);
      expect(error.message).toContain('target/dwarves/mimir');
    });
  });

  it('that is a file is no dump', async () => {
    await inFolder(async (dir) => {
      writeFileSync(join(dir, 'x.nodes.arrow'), 'hello');
      expect(await failure(join(dir, 'x.nodes.arrow'))).toBeInstanceOf(NoDump);
    });
  });

  it('with a text file under an Arrow name names the file', async () => {
    await inFolder(async (dir) => {
      for (const text of [
        'hello, I am a text',
        'x',
        '{"a": 1}',
        'ARROW1 is a nice name for a text',
      ]) {
        writeFileSync(join(dir, 'x.nodes.arrow'), text);
        const error = await failure(dir);
        expect(error).toBeInstanceOf(DumpError);
        expect(error.message).toContain('x.nodes.arrow');
      }
    });
  });

  it('with a folder under an Arrow name names it', async () => {
    await inFolder(async (dir) => {
      mkdirSync(join(dir, 'x.nodes.arrow'));
      expect((await failure(dir)).message).toContain('x.nodes.arrow');
    });
  });

  it('with a file that was cut anywhere names the file', async () => {
    await inFolder(async (dir) => {
      const files = smallDump(dir);
      for (const path of [files.nodes, files.edges]) {
        const whole = readFileSync(path);
        for (let part = 1; part < 64; part++) {
          writeFileSync(path, whole.subarray(0, Math.floor((whole.length * part) / 64)));
          const error = await failure(dir);
          expect(error).toBeInstanceOf(DumpError);
          expect(error.message).toMatch(/truncated Arrow file: app\.(nodes|edges)\.arrow/u);
        }
        writeFileSync(path, whole);
      }
      expect((await openGraph(dir)).nodeCount).toBe(40);
    });
  });

  it('with an empty file is a unit that says nothing', async () => {
    await inFolder(async (dir) => {
      smallDump(dir);
      writeFileSync(join(dir, 'b.nodes.arrow'), '');
      writeFileSync(join(dir, 'b.edges.arrow'), '');
      expect((await openGraph(dir)).nodeCount).toBe(40);
    });
  });
});

describe('a dump that is written', () => {
  it.each([
    ['that a file has the name of', 'file'],
    ['inside of a file', 'file/out'],
  ])('into a folder %s is refused in one line', async (_, name) => {
    await inFolder((dir) => {
      writeFileSync(join(dir, 'file'), 'mine');
      const out = join(dir, name);
      expect(() => smallDump(out)).toThrow(
        `folder that cannot be written: ${out} (a file is in the way); name another`,
      );
      expect(readFileSync(join(dir, 'file'), 'utf8')).toBe('mine');
    });
  });

  it.each([
    ['ENOSPC', 'no space left on the disk'],
    ['EROFS', 'its disk is read-only'],
    ['EIO', 'EIO'],
  ])('where the system says %s tells what that means', (code, why) => {
    const said = Object.assign(new Error(code), { code, syscall: 'write' });
    expect(unwritable('out', said)).toMatchObject({
      message: `folder that cannot be written: out (${why}); name another`,
      exitCode: 2,
    });
    const other = new RangeError('ours');
    expect(unwritable('out', other)).toBe(other);
  });
});

describe('a folder that holds a dump', () => {
  it.each(['.', 'target/dwarves/mimir', 'dwarves/mimir', '.mimir/dump'])(
    'in %s is a dump',
    async (place) => {
      await inFolder(async (dir) => {
        smallDump(join(dir, place));
        expect((await openGraph(dir)).nodeCount).toBe(40);
      });
    },
  );
});
