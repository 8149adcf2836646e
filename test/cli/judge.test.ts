import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Repository } from '../judges/repository.js';
import { mimir } from './command.js';

let tree: Repository;
beforeAll(async () => {
  tree = await Repository.of({
    'index.ts': "import { used } from './used.js';\nused();\n",
    'used.ts': 'export function used() {}\n',
  });
  await tree.commit();
});
afterAll(() => tree.remove());

const judge = (...words: string[]) => mimir(['judge', ...words]);
const at = (): string[] => ['--src', tree.root];

describe('mimir judge', () => {
  it('lists the fifteen families', async () => {
    const { exit, out, err } = await judge('list', '--json');
    expect([exit, err]).toEqual([0, '']);
    expect(JSON.stringify(JSON.parse(out)).match(/"kind":"judge"/g)).toHaveLength(15);
  });

  it('answers as one JSON document', async () => {
    const { exit, out } = await judge('liveness', ...at(), '--json');
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ lens: 'liveness', state: 'empty_fact', total: 0 });
  });

  it('judges a dump that is its argument, and the sources where there is none', async () => {
    const { exit, out } = await judge('liveness', 'fixtures/rust-tally', '--json');
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      params: { of: 'files' },
      population: { files: expect.any(Number) },
      needs: [],
    });
  });

  it('lists every knob with where it comes from', async () => {
    const { exit, out } = await judge('knobs', '--json');
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toContainEqual({
      knob: 'guard.cap',
      value: '750',
      from: 'stated, S2:150',
    });
  });

  it('establishes, passes, fails with the named conditions, and exits by them', async () => {
    expect(await judge('establish', ...at())).toMatchObject({ exit: 0 });
    const pass = await judge('check', ...at());
    expect([pass.exit, pass.out.split(' ')[0]]).toEqual([0, 'PASS']);
    await tree.write({ 'orphan.ts': 'export const orphanConstant = 1;\n' });
    const fail = await judge('check', ...at());
    expect([fail.exit, fail.out.split('\n')[0]]).toEqual([1, 'FAIL ratchet_over discrete_added']);
    expect(fail.out).toContain('  discrete_added dead unref_public orphan.ts\n');
    const json = await judge('check', ...at(), '--json');
    expect(JSON.parse(json.out)).toMatchObject({
      pass: false,
      failed: ['ratchet_over', 'discrete_added'],
      rows_dropped: 0,
    });
    await tree.write({ 'orphan.ts': null });
  });

  it.each<[string, () => string[], RegExp]>([
    ['an unknown judge', () => ['token-clone'], /token-clone.*token-clones/],
    ['no judge', () => [], /no judge named/],
    [
      'a folder that is none',
      () => ['liveness', '--src', '/nowhere'],
      /no folder of sources: \/nowhere/,
    ],
    [
      'a check without a baseline',
      () => ['check', '--src', path.join(tree.root, 'none')],
      /no baseline: .*establish/,
    ],
    [
      'an unknown revision',
      () => ['edit-classes', ...at(), '--from', 'no-such'],
      /unknown git revision: no-such/,
    ],
    ['a negative limit', () => ['liveness', ...at(), '--limit', '-1'], /limit: -1/],
    ['an unknown flag', () => ['liveness', ...at(), '--entri', 'x'], /--entri.*--entry/],
    [
      'an entry that matches nothing',
      () => ['liveness', ...at(), '--entry', 'indx.ts'],
      /no file matches the entry: indx\.ts/,
    ],
  ])('answers %s with one clear line and exit 2', async (_, words, line) => {
    const { exit, out, err } = await judge(...words());
    expect([exit, out]).toEqual([2, '']);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err).toMatch(line);
  });
});

describe('mimir guard', () => {
  it('lets a short file through and denies one over the cap', async () => {
    const short = path.join(tree.root, 'used.ts');
    expect(await mimir(['guard', short, ...at()])).toMatchObject({
      exit: 0,
      out: `pass used.ts: 1 line; soft line 100, hard line 200, cap 750 (from ${path.join(tree.root, 'mimir.baseline.json')})\n`,
    });
    const long = path.join(tree.root, 'long.txt');
    await writeFile(long, 'line\n'.repeat(751));
    const denied = await mimir(['guard', long, ...at(), '--json']);
    expect(denied.exit).toBe(1);
    expect(JSON.parse(denied.out)).toMatchObject({ tier: 'deny', breach: true, lines: 751 });
  });

  it('goes by the nearest baseline above the file', async () => {
    const src = path.join(tree.root, 'own');
    await mkdir(path.join(src, 'deep'), { recursive: true });
    await writeFile(path.join(src, 'deep', 'a.ts'), 'export {};\n');
    expect((await judge('establish', '--src', src)).exit).toBe(0);
    const asked = async (...words: string[]) =>
      JSON.parse((await mimir(['guard', path.join(src, 'deep', 'a.ts'), '--json', ...words])).out);
    expect((await asked()).baseline).toBe(
      path.relative('.', path.join(src, 'mimir.baseline.json')),
    );
    expect((await asked(...at())).baseline).toBe(path.join(tree.root, 'mimir.baseline.json'));
    await rm(src, { recursive: true });
  });

  it('says that a file cannot be read', async () => {
    const { exit, out, err } = await mimir(['guard', '/nowhere/a.ts', ...at()]);
    expect([exit, out]).toEqual([2, '']);
    expect(err).toMatch(/^.*file cannot be read: \/nowhere\/a\.ts; give its text with --stdin\n$/);
  });
});
