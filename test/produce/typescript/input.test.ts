import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dumpTypeScript, type TypeScriptDumpResult } from '../../../src/produce/index.js';
import { surveyOf } from '../../../src/produce/typescript/survey.js';
import { collect, collectFrom, writeTree } from '../collect.js';

const PACKAGE = '{"name":"app","version":"1.0.0","type":"module"}';

describe('what is read', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'input-'));
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });
  const dump = (files: Record<string, string>): Promise<TypeScriptDumpResult> => {
    writeTree(path.join(home, 'tree'), { 'package.json': PACKAGE, ...files });
    return dumpTypeScript({ path: path.join(home, 'tree'), out: path.join(home, 'dump') });
  };

  it('stays as it was: nothing is written, built or run there', async () => {
    const files = {
      'tsconfig.json': `{"compilerOptions":{"composite":true,"incremental":true,"declaration":true,"outDir":"out","tsBuildInfoFile":"out/info"},"include":["src"]}`,
      'src/a.ts': `import { writeFileSync } from 'node:fs'; writeFileSync('ran', ''); export const a = 1;`,
    };
    writeTree(path.join(home, 'tree'), { 'package.json': PACKAGE, ...files });
    const state = (): string[] =>
      readdirSync(path.join(home, 'tree'), { recursive: true, encoding: 'utf8' })
        .map((name) => `${name} ${statSync(path.join(home, 'tree', name)).mtimeMs}`)
        .sort();
    const before = state();
    await dumpTypeScript({ path: path.join(home, 'tree'), out: path.join(home, 'dump') });
    expect(state()).toEqual(before);
  });

  it('has nothing run by git either, whatever the folder’s own configuration asks for', async () => {
    const tree = path.join(home, 'tree');
    const ran = path.join(home, 'ran');
    writeTree(tree, { 'package.json': PACKAGE, 'a.ts': 'export const a = 1;' });
    const git = (...args: string[]): Buffer =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: tree });
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    writeFileSync(path.join(tree, 'hook'), `#!/bin/sh\ntouch '${ran}'\n`, { mode: 0o755 });
    git('config', 'core.fsmonitor', path.join(tree, 'hook'));
    const { files } = await dumpTypeScript({ path: tree, out: path.join(home, 'dump') });
    expect(files).toHaveLength(2);
    expect(existsSync(ran)).toBe(false);
  });

  it('leaves component files out, and says how many of each', async () => {
    const { warnings } = await dump({
      'src/a.ts': 'export const a = 1;',
      'src/One.vue': '<script>export default {}</script>',
      'src/Two.vue': '<script>export default {}</script>',
      'src/Three.svelte': '<script>let a = 1</script>',
    });
    expect(warnings).toEqual([
      'files that are not read: 1 of .svelte; what they call is missing',
      'files that are not read: 2 of .vue; what they call is missing',
    ]);
  });

  it('warns of a package whose calls stay open, with the likely cause', async () => {
    const open = await dump({
      'tsconfig.json':
        '{"compilerOptions":{"allowJs":true,"checkJs":true,"lib":["es2022"]},"include":["src"]}',
      'src/a.js': 'export function f(x) { x.a(); x.b(); return x.c() }',
    });
    expect(open.warnings).toEqual([
      'unresolved calls of app: 3 of 3; 3 of them are methods of parameters of scripts, whose callers are not seen: JSDoc of the parameters would tell',
    ]);
    const bare = await dump({ 'src/a.js': 'lost.x(); lost.y(); export {};' });
    expect(bare.warnings).toEqual([
      'unresolved calls of app: 2 of 2; scripts say no types: JSDoc or a declaration file beside them would tell',
    ]);
    const lost = await dump({
      'src/a.js': '',
      'src/b.ts': `import { y } from './gone.js'; export const z = () => [y.a(), y.b()];`,
    });
    expect(lost.warnings).toEqual([
      'unresolved imports of app: 1 of 1; 1 as ./gone.js: these files are not there: what is generated or built must be made first',
      'unresolved calls of app: 2 of 2; what a lost import names has type any, see the warning above',
    ]);
  });

  it.each([
    [
      'packages that are asked for and not installed',
      { 'package.json': '{"name":"app","devDependencies":{"left-pad":"1"}}' },
      'left-pad/deep',
      '1 as left-pad: the manifest asks for these packages, and they are not installed: install them',
    ],
    [
      'packages that the workspace’s own manifest asks for',
      {
        'package.json': '{"name":"root","workspaces":["one"],"dependencies":{"left-pad":"1"}}',
        'one/package.json': '{"name":"one"}',
        'one/a.ts': `import pad from 'left-pad'; pad();`,
      },
      'unused',
      '1 as left-pad: the manifest asks for these packages, and they are not installed: install them',
    ],
    [
      'exports under another condition',
      {
        'node_modules/dep/package.json': '{"name":"dep","exports":{"source":"./src.ts"}}',
        'node_modules/dep/src.ts': 'export const a = 1;',
      },
      'dep',
      '1 as dep: these packages are there, what is imported is not: see `customConditions`, or build them first',
    ],
    [
      'aliases of a tsconfig that lost its paths',
      { 'tsconfig.json': '{"compilerOptions":{"lib":["es2022"]},"include":["src"]}' },
      '@/pages/home',
      '1 as @/pages/home: no file and no package of the manifest has these names: see `paths` of the tsconfig',
    ],
    [
      'a folder without a tsconfig',
      {},
      'toString',
      '1 as toString: no tsconfig.json was found to say what these names stand for; give the one that the project builds with',
    ],
  ])('tells why imports lead nowhere: %s', async (_, files, specifier, told) => {
    const { warnings } = await dump({
      'src/a.ts': `import { x } from '${specifier}'; export const y = x;`,
      ...files,
    });
    expect(warnings.filter((one) => one.startsWith('unresolved imports of'))).toContainEqual(
      expect.stringMatching(/^unresolved imports of \w+: 1 of 1; /u),
    );
    expect(warnings.map((one) => one.replace(/^.*?; /u, ''))).toContain(told);
  });

  it('takes paths from the repository whose manifest has no name, not from what is around it', async () => {
    writeTree(home, { 'package.json': '{"name":"around","version":"9.0.0"}' });
    const tree = {
      'package.json': '{"private":true}',
      'yarn.lock': '',
      'lib/a.ts': 'export const a = 1;',
    };
    writeTree(path.join(home, 'tree'), tree);
    for (const at of ['tree', 'tree/lib']) {
      const found = await collectFrom(path.join(home, at), 'tree');
      expect(found.node('lib/a.ts/a.')).toMatchObject({
        crate: 'tree',
        version: '.',
        file: 'lib/a.ts',
      });
    }
  });

  it('says which files, folders and manifests it could not read, and reads on', async () => {
    const made = await dump({
      'package.json': '{"name": ',
      'tsconfig.json': '{"files":["a.ts","gone.ts"],"compilerOptions":{"types":[],"lib":["es5"]}}',
      'a.ts': 'export const a = 1;',
    });
    expect(made.warnings.map((line) => line.replaceAll(`${home}/`, ''))).toEqual([
      'manifest that does not parse: tree/package.json; the package is read without it',
      'source files that cannot be read: tree/gone.ts; what they hold is missing',
    ]);
    const entry = (
      name: string,
      isFolder: boolean,
    ): ReturnType<Parameters<typeof surveyOf>[1] & object>[number] => ({
      name,
      isDirectory: () => isFolder,
      isFile: () => !isFolder,
    });
    const { notRead, closed } = surveyOf('/top', (at) => {
      if (at === '/top/shut') throw new Error('EACCES');
      return at === '/top'
        ? [entry('shut', true), entry('node_modules', true), entry('a.vue', false)]
        : [];
    });
    expect({ notRead: [...notRead], closed }).toEqual({
      notRead: [['.vue', 1]],
      closed: ['/top/shut'],
    });
  });

  it('names the heaviest of many warnings, and how many more there are', async () => {
    const members = Object.fromEntries(
      [...'abcdefghijklmn'].flatMap((name, at) => [
        [`p/${name}/package.json`, `{"name":"${name}","version":"1.0.0"}`],
        [`p/${name}/i.ts`, `declare const x: any; ${'x.y();'.repeat(at + 1)}`],
      ]),
    );
    const { warnings } = await dump({
      'package.json': '{"name":"all","version":"1.0.0","workspaces":["p/*"]}',
      ...members,
    });
    expect(warnings).toHaveLength(13);
    expect(warnings[0]).toMatch(/^unresolved calls of c: 3 of 3; /u);
    expect(warnings.at(-1)).toBe(
      'warnings of the same kind, of packages with less to lose: 2; see the table',
    );
  });

  it('keeps what it says of a package together, and sums up why imports are lost', async () => {
    const members = Object.fromEntries(
      [...'abcdefghijklmn'].flatMap((name, at) => [
        [`p/${name}/package.json`, `{"name":"${name}","dependencies":{"gone":"1"}}`],
        [
          `p/${name}/i.ts`,
          `import * as x from 'gone'; declare const y: any; ${'y.z();'.repeat(at + 1)} export { x };`,
        ],
      ]),
    );
    const { warnings } = await dump({
      'package.json': '{"name":"all","version":"1.0.0","workspaces":["p/*"]}',
      ...members,
    });
    // Six packages, each with its line of imports above its line of calls.
    expect(
      warnings.slice(0, -1).map((one) => /^unresolved (\w+) of (\w)/u.exec(one)?.slice(1)),
    ).toEqual(
      [...'ijklmn'].flatMap((name) => [
        ['imports', name],
        ['calls', name],
      ]),
    );
    expect(warnings.at(-1)).toBe(
      'warnings of the same kind, of packages with less to lose: 16; see the table; of all 14 lost imports 14 are of packages that are not installed',
    );
  });

  it('reads Node’s modules by the workbench’s own types where the project asks for them and has none', async () => {
    const files = {
      'tsconfig.json': '{"include":["*.ts"],"compilerOptions":{"module":"nodenext"}}',
      'a.ts': `import { readFileSync } from 'node:fs'; export const f = () => readFileSync('a');`,
    };
    const asked = '{"name":"app","version":"1.0.0","devDependencies":{"@types/node":"24"}}';
    const with24 = await dump({ ...files, 'package.json': asked });
    expect(with24.quality).toMatchObject({ external: 1, unresolved: 0, imports_unresolved: 0 });
    const without = await dump(files);
    expect(without.warnings[0]).toBe(
      "unresolved imports of app: 1 of 1; 1 as node:fs: these are Node's own modules, and their types are not there: install @types/node",
    );
  });

  it('reads the sources of a workspace’s root too, and names a member whose manifest does not parse', async () => {
    const { packages, warnings } = await dump({
      'package.json':
        '{"name":"app","version":"1.0.0","workspaces":["package.json/*","packages/*"]}',
      'src/own.ts': 'export const own = () => own();',
      'packages/one/package.json': '{"name":"one","version":"1.0.0"}',
      'packages/one/a.ts': 'export const a = () => [a(), a()];',
      'packages/two/package.json': '{"name":"two"',
      'packages/two/b.ts': 'export const b = () => [b(), b(), b()];',
    });
    const calls = Object.entries(packages).map(([name, { calls: count }]) => `${name} ${count}`);
    // What no manifest names is of the package around it.
    expect(calls.sort()).toEqual(['app 4', 'one 2']);
    expect(warnings.map((one) => one.replace(`${home}/`, ''))).toEqual([
      'manifest that does not parse: tree/packages/two/package.json; the package is read without it',
    ]);
  });

  it('reads odd file names, marks of byte order and any encoding, and follows no loop of links', async () => {
    writeTree(path.join(home, 'tree'), {
      'src/a b.ts': '\ufeffexport const here = () => 1;\r\n',
      'src/ü/🎉.ts': `import { here } from '../a b.js';\r\nexport function 日本() {\r\n  return here();\r\n}\r\n`,
      "src/q'uote`tick.ts": 'export const q = () => 1;',
      'src/empty.ts': '',
      'src/broken.ts': 'export function broken( { return 1',
    });
    // Latin-1, which is no UTF-8.
    writeFileSync(
      path.join(home, 'tree/src/latin.ts'),
      Buffer.from('export const é = () => 1;', 'latin1'),
    );
    symlinkSync('.', path.join(home, 'tree/src/again'));
    symlinkSync('gone', path.join(home, 'tree/src/dangling.ts'));
    const { sources, quality } = await dump({});
    expect(sources).toBe(6);
    expect(quality).toMatchObject({ calls: 1, resolved: 1, unparsed: 2 });
    const found = await collectFrom(path.join(home, 'tree'), 'app');
    expect(found.pairs('CALLS')).toEqual(['src/ü/🎉.ts/日本(). -> src/a b.ts/here.']);
    expect(found.node('src/ü/🎉.ts/日本().')).toMatchObject({ line: 2, endLine: 4 });
  });

  it('leaves out a file that is too large to be a source, and says so', async () => {
    writeTree(path.join(home, 'tree'), { 'bundle.js': '', 'a.js': `import './bundle.js';` });
    truncateSync(path.join(home, 'tree/bundle.js'), 2 ** 24 + 1);
    const { sources, warnings } = await dump({});
    expect(sources).toBe(2);
    expect(warnings.map((one) => one.replace(`${home}/`, ''))).toContain(
      'source files of more than 16 MiB, which are not read: tree/bundle.js; what they hold is missing',
    );
  });

  it('reads a jsconfig where there is no tsconfig: aliases of scripts are told by it', async () => {
    const found = await collect({
      'jsconfig.json':
        '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler","paths":{"@/*":["./src/*"]}},"include":["src"]}',
      'src/a.js': 'export function a() { return 1 }',
      'src/b.js': `import { readFileSync } from 'node:fs'; import { a } from '@/a.js'; export function b() { readFileSync('x'); return a() }`,
      'other/c.js': 'export const c = 1;',
    });
    expect(found.pairs('CALLS')).toEqual([
      'src/b.js/b(). -> @types/node fs.d.ts/"fs"/readFileSync().',
      'src/b.js/b(). -> src/a.js/a().',
    ]);
    expect(found.quality).toMatchObject({ imports_unresolved: 0 });
    expect([...found.nodes.values()].some((node) => node.name === 'c')).toBe(false);
  });

  it('reads references in a circle once, and options of a package that is extended', async () => {
    const found = await collect({
      'tsconfig.json': '{"files":[],"references":[{"path":"one"},{"path":"two"}]}',
      'node_modules/@scope/base/package.json': '{"name":"@scope/base","version":"1.0.0"}',
      'node_modules/@scope/base/tsconfig.json':
        '{"compilerOptions":{"composite":true,"module":"esnext","moduleResolution":"bundler","paths":{"#one":["./../../../one/a.ts"]}}}',
      'one/tsconfig.json':
        '{"extends":["@scope/base/tsconfig.json"],"include":["*.ts"],"references":[{"path":"../two"}]}',
      'one/a.ts': 'export const a = () => 1;',
      'two/tsconfig.json':
        '{"extends":"../one/tsconfig.json","include":["*.ts"],"references":[{"path":"../one"}]}',
      'two/b.ts': `import { a } from '#one'; export const b = () => a();`,
    });
    expect(found.pairs('CALLS')).toEqual(['two/b.ts/b. -> one/a.ts/a.']);
  });

  it('says what of a tsconfig it could not read, and reads on', async () => {
    const { sources, warnings } = await dump({
      'tsconfig.json': '{"extends":"./gone.json","include":["src"],"references":[{"path":"part"}]}',
      'src/a.ts': 'export const a = 1;',
      'part/tsconfig.json': '{"include": ["*"]',
      'part/b.ts': 'export const b = 1;',
    });
    expect(sources).toBe(2);
    expect(warnings.map((one) => one.replace(`${home}/`, ''))).toEqual([
      expect.stringMatching(/^tsconfig that is read in part: tree\/tsconfig\.json; .*gone\.json/u),
      "tsconfig that is read in part: tree/part/tsconfig.json; line 1: '}' expected.",
    ]);
  });

  it('keeps what is generated, minified or vendored, marked and without blocks', async () => {
    const found = await collect({
      'src/own.ts': 'export function own() { return 1 }',
      'src/api.generated.ts': 'export function api() { return 1 }',
      'src/header.ts': '// @generated by a tool\nexport function header() { return 1 }',
      'vendor/lib.ts': 'export function vendored() { return 1 }',
      'src/packed.js': `export function packed() { return 1 }${';'.repeat(600)}`,
    });
    const marks = Object.fromEntries(
      [...found.nodes.values()]
        .filter((node) => node.kind === 'fn')
        .map((node) => [node.name, node.generated]),
    );
    expect(marks).toEqual({ own: false, api: true, header: true, vendored: true, packed: true });
    const written = [...found.nodes.values()].filter((node) => node.kind === 'mir_block');
    expect(new Set(written.map((node) => node.file))).toEqual(new Set(['src/own.ts']));
  });
});

describe('a package that is not installed', () => {
  it('is known by the name that imports it, with what its functions return', async () => {
    const found = await collect({
      'src/a.ts': `import { expect, test } from 'absent'; import * as deep from '@scope/absent/part'; import { own } from '@/alias.js'; import { near } from 'lib/near.js';
        export const run = () => { test('t', () => 0); expect(1).not.toBe(2); deep.go(); own(); near() };`,
      'src/lib/far.ts': 'export const far = 1;',
      'package-lock.json': JSON.stringify(
        { lockfileVersion: 3, packages: { 'node_modules/absent': { version: '4.5.6' } } },
        null,
        2,
      ),
    });
    expect(found.pairs('CALLS')).toEqual([
      'src/a.ts/run. -> @scope/absent go().',
      'src/a.ts/run. -> absent expect().',
      'src/a.ts/run. -> absent test().',
    ]);
    // What may be a folder's alias is not another package.
    expect(found.quality).toMatchObject({
      calls: 6,
      external: 4,
      unresolved: 2,
      imports_unresolved: 4,
    });
    const [absent] = [...found.nodes.values()].filter((node) => node.name === 'expect');
    expect(absent).toMatchObject({ crate: 'absent', version: '4.5.6', origin: 'registry' });
  });
});
