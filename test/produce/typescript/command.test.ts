import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dumpTypeScript } from '../../../src/produce/index.js';
import { inThread } from '../../../src/produce/typescript/thread.js';
import { createTask, Interrupted, type ProgressReport } from '../../../src/task/index.js';
import { mimir } from '../../cli/command.js';
import { writeTree } from '../collect.js';

/** The thread's script, compiled; run from sources there is none. */
const THREAD = new URL('../../../dist/produce/typescript/dump-thread.js', import.meta.url);

describe('mimir dump ts', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'command-'));
    writeTree(path.join(home, 'tree'), {
      'package.json': '{"name":"app","version":"1.0.0","type":"module"}',
      'tsconfig.json': '{"compilerOptions":{"lib":["es5"],"types":[]},"include":["src"]}',
      'src/a.ts':
        'export function f(x: any) { x.y(); return g() } export function g() { return 1 }',
      'src/b.ts': `import { f } from './a.js'; export const h = () => f(1);`,
    });
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });
  const dump = (target: string, ...flags: string[]): ReturnType<typeof mimir> =>
    mimir(['dump', 'ts', target, '--out', 'dump', ...flags], { cwd: home });

  it('tells what was read, how well, and the most memory that it took', async () => {
    const { exit, out, err } = await dump('tree');
    expect(exit).toBe(0);
    const [head, columns, row] = out.split('\n');
    expect(head).toMatch(/^app: 2 files, \d+ nodes, \d+ edges in dump; peak memory [1-9]\d* MB$/u);
    expect(columns!.split(/\s+/u)).toEqual(
      'package calls resolved external by_value dispatch unresolved imports_unresolved unparsed unresolved %'.split(
        ' ',
      ),
    );
    expect(row!.split(/\s+/u)).toEqual(['app', '3', '2', '0', '0', '0', '1', '0', '0', '33.3']);
    // Where the machine is slow its progress is told too.
    expect(err.split('\n').filter((line) => line.startsWith('mimir: '))).toEqual([
      'mimir: unresolved calls of app: 1 of 3; their callees have type any; see whether the types of what they import are installed',
    ]);
  });

  it.each([
    ['gone', 'path that is not there: gone; give a tsconfig or a folder'],
    ['tree/src/a.ts', 'path that is no project: tree/src/a.ts; give a tsconfig or a folder'],
    ['empty', 'folder without TypeScript or JavaScript sources: empty; give one that has some'],
    [
      'broken/tsconfig.json',
      "tsconfig that does not parse: broken/tsconfig.json; line 1: ']' expected.",
    ],
    ['pnpm', 'workspace file that does not parse: pnpm/pnpm-workspace.yaml; '],
  ])('refuses %s in one line, and writes nothing', async (target, message) => {
    writeTree(home, {
      'empty/readme.md': '',
      'broken/tsconfig.json': '{"include": ["a"',
      'pnpm/a.ts': '',
      'pnpm/pnpm-workspace.yaml': 'packages: [a\n  - b: {',
    });
    const { exit, out, err } = await dump(target);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err.replaceAll(`${home}/`, '').startsWith(`mimir: ${message}`)).toBe(true);
    expect(err.split('\n')).toHaveLength(2);
    expect(existsSync(path.join(home, 'dump'))).toBe(false);
  });

  it('tells its progress file by file, and stops before the next one when asked', async () => {
    const told: ProgressReport[] = [];
    const options = { path: path.join(home, 'tree'), out: path.join(home, 'dump') };
    await dumpTypeScript({ ...options, task: createTask({ onProgress: (one) => told.push(one) }) });
    expect(told.map(({ what, done, total }) => `${what} ${done}/${total}`)).toEqual([
      'reading sources 0/1',
      'declarations 0/2',
      'declarations 1/2',
      'uses 0/2',
      'uses 1/2',
      'uses 2/2',
    ]);
    const before = readdirSync(options.out, { recursive: true }).sort();
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const seen: ProgressReport[] = [];
    const task = createTask({
      flag,
      onProgress(one) {
        seen.push(one);
        if (one.what === 'uses') flag[0] = 1;
      },
    });
    const stopped = dumpTypeScript({ ...options, fresh: true, task });
    await expect(stopped).rejects.toThrow(Interrupted);
    expect(seen.at(-1)).toEqual({ what: 'uses', done: 0, total: 2 });
    expect(readdirSync(options.out, { recursive: true }).sort()).toEqual(before);
  });
});

describe('the reading thread', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'thread-'));
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  it('reads what is nested deeper than the main thread could, and stops when asked', async () => {
    // As deep as machine-written sources of several megabytes are.
    const deep = 6000;
    writeTree(home, {
      'package.json': '{"name":"app","version":"1.0.0","type":"module"}',
      'tsconfig.json': '{"compilerOptions":{"lib":["es5"],"types":[]},"files":["a.ts"]}',
      'a.ts': `export function f(n: number) { return ${'('.repeat(deep)}f(n)${')'.repeat(deep)} }`,
    });
    const options = { path: home, out: path.join(home, 'dump') };
    await expect(dumpTypeScript(options)).rejects.toThrow(RangeError);
    const made = await inThread(THREAD, options, createTask());
    expect(made.quality).toMatchObject({ calls: 1, resolved: 1, unparsed: 0 });
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const task = createTask({
      flag,
      onProgress() {
        flag[0] = 1;
      },
    });
    await expect(inThread(THREAD, { ...options, fresh: true }, task)).rejects.toThrow(Interrupted);
  });

  it('that runs out of memory says so, and what to do', async () => {
    const script = new URL(
      `data:text/javascript,throw Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })`,
    );
    const options = { path: home, out: path.join(home, 'dump') };
    await expect(inThread(script, options, createTask())).rejects.toMatchObject({
      code: 'out_of_memory',
      message: expect.stringMatching(
        /^memory that ran out while reading: give Node more/u,
      ) as unknown,
    });
  });
});
