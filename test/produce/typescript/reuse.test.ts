import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dumpTypeScript, type TypeScriptDumpResult } from '../../../src/produce/index.js';
import { writeTree } from '../collect.js';

const TSCONFIG =
  '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler","lib":["es2022"]},"include":["src"]}';

/** `two` implements and calls what `one` declares; `three` stands alone. */
const TREE = {
  'package.json': '{"name":"root","private":true,"workspaces":["packages/*"]}',
  ...Object.fromEntries(
    ['one', 'two', 'three'].flatMap((name) => [
      [
        `packages/${name}/package.json`,
        `{"name":"${name}","version":"1.0.0","exports":"./src/index.ts"}`,
      ],
      [`packages/${name}/tsconfig.json`, TSCONFIG],
    ]),
  ),
  'packages/one/src/index.ts': `export interface Job { run(): void } export function start(job: Job | string) { if (typeof job !== 'string') job.run() }`,
  'packages/two/src/index.ts': `import { start, type Job } from '../../one/src/index.js'; export class Own implements Job { run() {} } export const go = () => start(new Own());`,
  'packages/three/src/index.ts': `export const alone = () => 'three'.toUpperCase();`,
};

describe('a second dump into the same folder', () => {
  let home: string;
  let out: string;
  let tree: string;
  const dump = (to = out, fresh = false): Promise<TypeScriptDumpResult> =>
    dumpTypeScript({ path: tree, out: to, fresh });
  const bytes = (of = out): Record<string, string> =>
    Object.fromEntries(
      readdirSync(of)
        .filter((name) => name.endsWith('.arrow'))
        .map((name) => [name, readFileSync(path.join(of, name), 'base64')]),
    );
  const changed = (before: Record<string, string>, after: Record<string, string>): string[] =>
    Object.keys({ ...before, ...after })
      .filter((name) => before[name] !== after[name])
      .sort();
  const edit = (file: string, text: string): void => appendFileSync(path.join(tree, file), text);

  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'reuse-'));
    out = path.join(home, 'dump');
    tree = path.join(home, 'tree');
    writeTree(tree, TREE);
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  it('leaves every unit alone where nothing changed, and tells the same figures', async () => {
    const first = await dump();
    const stamps = first.files.map((file) => statSync(file).mtimeMs);
    const second = await dump();
    expect(first.reused).toEqual([]);
    expect(second.reused).toEqual(['one', 'three', 'two']);
    expect(second.files.map((file) => statSync(file).mtimeMs)).toEqual(stamps);
    expect({ ...second, reused: [], peakMb: 0 }).toEqual({ ...first, peakMb: 0 });
  });

  it('alters only the package whose file changed, and leaves what a full run writes', async () => {
    await dump();
    const before = bytes();
    edit('packages/three/src/index.ts', ' export const more = () => alone();');
    expect((await dump()).reused).toEqual(['one', 'two']);
    expect(changed(before, bytes())).toEqual(['three.edges.arrow', 'three.nodes.arrow']);
    await dump(path.join(home, 'full'));
    expect(changed(bytes(), bytes(path.join(home, 'full')))).toEqual([]);
  });

  it('reads what depends on a change again, whose unit moves only where it says something else', async () => {
    await dump();
    const before = bytes();
    // Every line of `one` moves, and nothing that `two` says of it.
    const file = path.join(tree, 'packages/one/src/index.ts');
    writeFileSync(file, `// a line more\n${readFileSync(file, 'utf8')}`);
    expect((await dump()).reused).toEqual(['three']);
    expect(changed(before, bytes())).toEqual(['one.edges.arrow', 'one.nodes.arrow']);
    await dump(path.join(home, 'full'));
    expect(changed(bytes(), bytes(path.join(home, 'full')))).toEqual([]);
  });

  it('reads all again when the root asks for other packages, which every member may lean on', async () => {
    await dump();
    const root = JSON.parse(TREE['package.json']) as object;
    const text = JSON.stringify({ ...root, devDependencies: { vitest: '4' } });
    writeFileSync(path.join(tree, 'package.json'), text);
    expect((await dump()).reused).toEqual([]);
  });

  it('makes a unit anew that someone touched, and when asked to', async () => {
    await dump();
    const before = bytes();
    appendFileSync(path.join(out, 'three.nodes.arrow'), 'x');
    expect((await dump()).reused).toEqual(['one', 'two']);
    expect(bytes()).toEqual(before);
    expect((await dump(out, true)).reused).toEqual([]);
    expect(bytes()).toEqual(before);
  });

  it('takes away the unit of a package that is gone', async () => {
    await dump();
    rmSync(path.join(tree, 'packages/three'), { recursive: true });
    expect((await dump()).reused).toEqual(['one', 'two']);
    expect(Object.keys(bytes()).sort()).toEqual(
      ['one', 'two'].flatMap((name) => [`${name}.edges.arrow`, `${name}.nodes.arrow`]),
    );
  });

  it('puts the commit of today on a unit that stands', async () => {
    const git = (...args: string[]): void => {
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: tree });
    };
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    await dump();
    const before = bytes();
    writeFileSync(path.join(tree, 'NOTES'), 'nothing that is read');
    git('add', '.');
    git('commit', '-q', '-m', 'second');
    expect((await dump()).reused).toEqual(['one', 'three', 'two']);
    expect(changed(before, bytes())).toHaveLength(6);
    await dump(path.join(home, 'full'));
    expect(changed(bytes(), bytes(path.join(home, 'full')))).toEqual([]);
  });
});
