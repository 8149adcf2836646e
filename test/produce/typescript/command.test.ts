import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dumpTypeScript, type TypeScriptDumpResult } from '../../../src/produce/index.js';
import { inProcess } from '../../../src/produce/typescript/process.js';
import { inThread } from '../../../src/produce/typescript/thread.js';
import { createTask, Interrupted, type ProgressReport } from '../../../src/task/index.js';
import { mimir } from '../../cli/command.js';
import { writeTree } from '../collect.js';

const built = (file: string): URL => new URL(`../../../dist/${file}`, import.meta.url);
/** The scripts of the process and of the thread in it, compiled; run from sources there are none. */
const PROCESS = built('produce/typescript/dump-process.js');
const THREAD = built('produce/typescript/dump-thread.js');

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

describe('the reading process', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'process-'));
    writeTree(home, {
      'package.json': '{"name":"app","version":"1.0.0","type":"module"}',
      'tsconfig.json': '{"compilerOptions":{"lib":["es5"],"types":[]},"files":["a.ts"]}',
      'a.ts': 'export function f() { return g() } function g() { return 1 }',
    });
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });
  /** One that answers with what `answer` makes. */
  const script = (answer: string): URL => {
    const file = path.join(home, 'script.mjs');
    writeFileSync(file, `process.on('message', () => process.send(${answer}));`);
    return pathToFileURL(file);
  };
  const read = (from: URL, task = createTask()): Promise<TypeScriptDumpResult> =>
    inProcess(from, { path: home, out: path.join(home, 'dump') }, task);

  it('gives what the thread in it gives', async () => {
    const told: string[] = [];
    const task = createTask({ onProgress: ({ what }) => told.push(what) });
    const made = await read(PROCESS, task);
    expect(made.quality).toMatchObject({ calls: 1, resolved: 1, unparsed: 0 });
    expect(made.files.every((file) => existsSync(file))).toBe(true);
    expect(told[0]).toBe('reading sources');
    expect(made.peakMb).toBeGreaterThan(100);
  });

  it('compiles and collects on the processors that the reading leaves, four at the most', async () => {
    const { warnings } = await read(
      script('{ result: { warnings: process.execArgv, peakMb: 0 } }'),
    );
    const others = Math.min(Math.max(availableParallelism() - 1, 1), 4);
    expect(warnings).toContain(`--v8-pool-size=${others}`);
  });

  it('stops when asked', async () => {
    const flag = new Int32Array(new SharedArrayBuffer(4));
    flag[0] = 1;
    await expect(read(PROCESS, createTask({ flag }))).rejects.toThrow(Interrupted);
    expect(existsSync(path.join(home, 'dump'))).toBe(false);
  });

  it('tells of a failure as the thread does', async () => {
    const failure = JSON.stringify({ code: 'out_of_memory', message: 'memory', exitCode: 2 });
    await expect(read(script(`{ failure: ${failure} }`))).rejects.toMatchObject({
      code: 'out_of_memory',
      message: 'memory',
      exitCode: 2,
    });
  });

  it.each([
    ['process.exit(3)', 'exit code 3'],
    [`process.kill(process.pid, 'SIGKILL')`, 'SIGKILL'],
  ])('that ends early by %s is told', async (end, how) => {
    await expect(read(script(end))).rejects.toMatchObject({
      code: 'producer_stopped',
      message: `reading process that ended early: ${how}; see whether memory ran out`,
    });
  });

  it('ends with the process that asked', async () => {
    const asker = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { inProcess } from ${JSON.stringify(built('produce/typescript/process.js').href)};
       import { createTask } from ${JSON.stringify(built('task/index.js').href)};
       const script = new URL(${JSON.stringify(PROCESS.href)});
       const task = createTask({ onProgress() { console.log('reading') } });
       await inProcess(script, ${JSON.stringify({ path: home, out: path.join(home, 'dump') })}, task);`,
    ]);
    await once(asker.stdout, 'data');
    const children = `/proc/${asker.pid}/task/${asker.pid}/children`;
    const [child] = readFileSync(children, 'utf8').trim().split(' ').map(Number);
    asker.kill('SIGKILL');
    await once(asker, 'exit');
    await expect
      .poll(() => existsSync(`/proc/${child}`), { timeout: 10_000, interval: 50 })
      .toBe(false);
    // Not because it was through.
    expect(existsSync(path.join(home, 'dump'))).toBe(false);
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
