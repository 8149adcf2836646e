import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mimir } from './command.js';

const ARROW = 'fixtures/arrow-js';
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'mimir-cli-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** A copy of the bundled dump whose nodes file is changed. */
async function damaged(name: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const folder = path.join(scratch, name);
  await cp(ARROW, folder, { recursive: true });
  const nodes = (await readdir(folder)).find((file) => file.endsWith('.nodes.arrow'))!;
  const file = path.join(folder, nodes);
  await writeFile(file, change(await readFile(file)));
  return folder;
}

const dsm = (...args: string[]): string[] => ['lens', 'dsm', ...args];

describe('a bad question gets one clear line and exit 2:', () => {
  it.each<[string, () => string[] | Promise<string[]>, RegExp]>([
    ['no dump at the path', () => dsm('--dump', '/nowhere'), /no such dump: \/nowhere/],
    ['a folder without a dump', () => dsm('--dump', 'src/cli'), /no dump in: .*src\/cli/],
    [
      'a truncated Arrow file',
      async () =>
        dsm('--dump', await damaged('cut', (bytes) => bytes.subarray(0, bytes.length / 2))),
      /\.nodes\.arrow/,
    ],
    [
      'a text file named .nodes.arrow',
      async () => dsm('--dump', await damaged('text', () => Buffer.from('these are no nodes\n'))),
      /\.nodes\.arrow/,
    ],
    [
      'a pattern that matches nothing',
      () => dsm('--dump', ARROW, '--crate', 'apache-arow'),
      /apache-arow.*apache-arrow/,
    ],
    [
      'a parameter of the wrong type',
      () => dsm('--dump', ARROW, '--exact-limit', 'many'),
      /exactLimit: "many"; it takes an integer/,
    ],
    [
      'a parameter out of its choices',
      () => dsm('--dump', ARROW, '--weight', 'pears'),
      /weight: "pears"; did you mean pairs\?/,
    ],
    [
      'a negative limit',
      () => dsm('--dump', ARROW, '--limit', '-1'),
      /limit: -1; it takes 0 \(all\) or a number of findings/,
    ],
    [
      'an unknown lens',
      () => ['lens', 'dms', '--dump', ARROW],
      /unknown lens: dms; did you mean dsm\?/,
    ],
    ['no lens', () => ['lens'], /no lens named/],
    [
      'an unknown flag',
      () => dsm('--dump', ARROW, '--levle', 'file'),
      /unknown option '--levle'; did you mean --level\?/,
    ],
    ['a flag without its value', () => dsm('--dump'), /argument missing/],
    ['an unknown command', () => ['lenz'], /unknown command 'lenz'; did you mean lens\?/],
    [
      'an unknown study',
      () => ['study', 'replay', 'arrow-layer'],
      /unknown study: arrow-layer; did you mean arrow-layers\?/,
    ],
    [
      'an update that nobody can review',
      () => ['study', 'update', 'arrow-layers'],
      /nobody to ask/,
    ],
    [
      'a file to run that is not there',
      () => ['run', 'nothing.ts'],
      /unreadable file: .*nothing\.ts/,
    ],
  ])('%s', async (_, words, message) => {
    const { exit, out, err } = await mimir(await words());
    expect(err).toMatch(message);
    expect(err).toMatch(/^mimir: [^\n]*\n$/);
    expect(err).not.toMatch(/\n\s+at /);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
  });

  it('MIMIR_DEBUG=1 adds where it came from', async () => {
    const { err } = await mimir(dsm('--dump', '/nowhere'), { env: { MIMIR_DEBUG: '1' } });
    expect(err).toMatch(/\n\s+at /);
  });

  it('CI never accepts an update', async () => {
    const { exit, err } = await mimir(['study', 'update', 'arrow-layers', '--accept-all'], {
      env: { CI: 'true' },
    });
    expect(exit).toBe(2);
    expect(err).toMatch(/^mimir: update in CI/);
  });
});
