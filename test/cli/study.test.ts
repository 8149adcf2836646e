/** The road of a study through the command line, with a real engine: begin, accept, drift, law, page, notebook. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureDump } from './small-dumps.js';
import { mimir } from './command.js';

let project: string;
const at = (...parts: string[]): string => path.join(project, ...parts);
const study = (...words: string[]) => mimir(['study', ...words], { cwd: project });

const CELLS = `
// %%
const run = lens.dsm({ level: 'file' });
await run.until('matrix');
const { summary } = await run.report({ limit: 0 });

// %%
pin('arcs', summary.arcs);
pin('cycles', summary.cyclic_groups, { expect: 'at most' });
pin('users', run.table('matrix').select('src', 'dst'), { key: ['src', 'dst'], expect: 'no worse' });
`;

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'mimir-studies-'));
  await fixtureDump(at('before'), [
    ['app', 'core'],
    ['core', 'db'],
  ]);
  await fixtureDump(at('after'), [
    ['app', 'core'],
    ['core', 'db'],
    ['db', 'app'],
  ]);
  await fixtureDump(at('fewer'), [['app', 'core']]);
});
afterAll(() => rm(project, { recursive: true, force: true }));

describe('a study', () => {
  it('begins, and says that nothing is accepted yet', async () => {
    expect(await study('new', 'cycles', '--title', 'No cycles', '--dump', 'before')).toMatchObject({
      exit: 0,
      out: 'studies/cycles.study.ts\n',
    });
    const file = at('studies', 'cycles.study.ts');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/\n\/\/ %%\n[\s\S]*$/, CELLS));
    const { exit, out } = await study('replay');
    expect(exit).toBe(1);
    expect(out).toContain('? pin arcs: unexpected: no expectation yet\n      seen: 2');
    expect((await study('new', 'cycles')).exit).toBe(2);
  });

  it('is accepted change by change', async () => {
    const asked: string[] = [];
    const { out } = await mimir(['study', 'update', 'cycles'], {
      cwd: project,
      ask: (question) => {
        asked.push(question);
        return Promise.resolve('y');
      },
    });
    expect(asked).toHaveLength(4);
    expect(out).toMatch(/4 of 4 changes accepted\n$/);
    expect((await study('replay')).out).toBe('✓ cycles: No cycles (4 of 4 hold)\n');
  });

  it('keeps its laws on another dump, and compares nothing else there', async () => {
    const { exit, out } = await study('replay', '--dump', 'after', '--json');
    expect(exit).toBe(1);
    const [replay] = JSON.parse(out) as { findings: { name: string; verdict: string }[] }[];
    expect(
      Object.fromEntries(replay!.findings.map(({ name, verdict }) => [name, verdict])),
    ).toEqual({
      dsm: 'not compared',
      arcs: 'not compared',
      cycles: 'drifted',
      users: 'drifted',
    });
    expect((await study('replay', '--dump', 'fewer')).exit).toBe(0);
  });

  it('asks in CI that an improvement is committed', async () => {
    const words = ['study', 'replay', '--dump', 'fewer'];
    const { exit, out } = await mimir(words, { cwd: project, env: { CI: 'true' } });
    expect(exit).toBe(1);
    expect(out).toMatch(/↓ pin users: improved: 1 row removed: accept the smaller set/);
  });

  it('drifts when its dump changes, and says what, where first, and why', async () => {
    const file = at('studies', 'cycles.study.ts');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('dump: ../before', 'dump: ../after'));
    const { exit, out } = await study('replay', '--junit', 'out.xml');
    expect(exit).toBe(1);
    expect(out).toMatch(/✗ run dsm: drifted: .*arcs: expected 2, actual 3/);
    expect(out).toMatch(
      /first step that diverged: matrix \(2 of 9\): expected 2 rows \(.*\), actual 3 rows/,
    );
    expect(out).toMatch(/\+ \S*db\S* +\S*app/);
    expect(out).toMatch(/✗ pin arcs: drifted: expected 2, actual 3/);
    expect(out).toMatch(/why: the dump moved: expected [0-9a-f]{12}, actual [0-9a-f]{12}/);
    expect(out).toMatch(/accept with: mimir study update cycles\n$/);
    expect(await readFile(at('out.xml'), 'utf8')).toContain('failures="4"');
    await writeFile(file, text);
  });

  it('becomes a page and a gallery with what its cells show', async () => {
    const page = await study('show', 'cycles', '--html');
    expect(page.out).toMatch(/^<!doctype html>/i);
    expect(page.out).toContain('No cycles');
    expect((await study('show', 'cycles', '--markdown', '--no-run')).out).toContain(
      'pinned: **cycles** may not grow',
    );
    expect((await study('gallery', 'cycles', '--out', 'pages')).exit).toBe(0);
    expect(await readFile(at('pages', 'README.md'), 'utf8')).toContain('[No cycles](cycles.md)');
    const again = await study('show', 'cycles', '--markdown');
    expect(await readFile(at('pages', 'cycles.md'), 'utf8')).toBe(again.out);
  });

  it('becomes a notebook and comes back', async () => {
    await study('to-notebook', 'cycles');
    const { exit } = await study('from-notebook', 'cycles.ipynb', '--name', 'back');
    expect(exit).toBe(0);
    expect(await readFile(at('studies', 'back.study.ts'), 'utf8')).toBe(
      await readFile(at('studies', 'cycles.study.ts'), 'utf8'),
    );
    await rm(at('studies', 'back.study.ts'));
  });

  it('that cannot be read is a failed replay, and the others still run', async () => {
    await writeFile(at('studies', 'broken.study.ts'), 'const a = 1;\n');
    const { exit, out } = await study('replay');
    expect(exit).toBe(1);
    expect(out).toMatch(/^✗ broken: .*\n {2}✗ no study header: broken\.study\.ts/);
    expect(out).toContain('✓ cycles');
    await rm(at('studies', 'broken.study.ts'));
  });

  it('draws the same random numbers again, pins a chart by what it draws, and a run that nobody finished', async () => {
    const text = await readFile(at('studies', 'cycles.study.ts'), 'utf8');
    const cells = `
// %%
const half = lens.dsm({ level: 'file' });
await half.until('matrix');
pin('dice', [Math.random(), Math.random()], { ordered: true });
pin('drawn', half.chart('matrix'));
`;
    await writeFile(at('studies', 'odd.study.ts'), text.replace(/\n\/\/ %%\n[\s\S]*$/, cells));
    expect((await study('update', 'odd', '--accept-all')).out).toMatch(/3 of 3 changes accepted/);
    expect((await study('replay', 'odd')).out).toMatch(/^✓ odd: No cycles \(3 of 3 hold\)/);
    const expected = await readFile(at('studies', 'odd.expected.json'), 'utf8');
    expect(expected).toContain('"state": "unfinished"');
    expect(JSON.parse(expected)).toMatchObject({
      pins: [{ name: 'dice' }, { name: 'drawn', table: { key: ['src', 'dst'], total: 2 } }],
    });
    await rm(at('studies', 'odd.study.ts'));
  });

  it('that never ends is stopped when its time is over', async () => {
    const text = await readFile(at('studies', 'cycles.study.ts'), 'utf8');
    await writeFile(
      at('studies', 'endless.study.ts'),
      text
        .replace(/\n\/\/ %%\n[\s\S]*$/, '\n// %%\nwhile (true) {}\n')
        .replace('format: 1', 'format: 1\n//     timeout: 8'),
    );
    const { exit, out } = await study('replay', 'endless');
    expect(exit).toBe(1);
    expect(out).toMatch(/✗ cell 2: over its time of 8 s/);
    await rm(at('studies', 'endless.study.ts'));
  });

  it('whose cell fails names the cell', async () => {
    const text = await readFile(at('studies', 'cycles.study.ts'), 'utf8');
    await writeFile(
      at('studies', 'failing.study.ts'),
      `${text}\n// %%\nthrow new Error('boom');\n`,
    );
    const { exit, out } = await study('replay', 'failing');
    expect(exit).toBe(1);
    expect(out).toMatch(/✗ cell 4: boom/);
    await rm(at('studies', 'failing.study.ts'));
  });
});
