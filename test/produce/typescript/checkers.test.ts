import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTask } from '../../../src/task/index.js';
import { readSources } from '../../../src/produce/typescript/read-sources.js';
import { RememberingChecker } from '../../../src/produce/typescript/remembering.js';
import { Types } from '../../../src/produce/typescript/blocks/evaluator.js';
import { TypeText } from '../../../src/produce/typescript/type-text.js';
import type { Reading } from '../../../src/produce/typescript/reading.js';
import { writeTree } from '../collect.js';

const FILES = {
  'package.json': '{"name":"app","version":"1.0.0","type":"module"}',
  'tsconfig.json':
    '{"compilerOptions":{"module":"nodenext","target":"es2022","lib":["es2015"],"types":[]}}',
  'a.ts': `export interface Job { run(): void; at: Date }
    export class Own implements Job { at = new Date(); run() { this.at.getTime(); } }`,
  'b.ts': `import { Own, type Job } from './a.js';
    export const all = <T extends Job>(jobs: T[]) => { for (const job of jobs) job.run(); return jobs; };
    export const one = () => all([new Own()]).map((own) => own.at)[0];`,
  'c.ts': `import * as b from './b.js';
    declare module './a.js' { interface Job { more?: string } }
    export function last() { try { return b.one()?.toISOString(); } finally { b.all([]); } }`,
};

describe('a checker that another takes the place of', () => {
  let home: string;
  const read = async (mostMade: number): Promise<string[]> => {
    const told: string[] = [];
    const sink = {
      node: (fact: unknown) => void told.push(JSON.stringify(fact)),
      edge: (fact: unknown) => void told.push(JSON.stringify(fact)),
    };
    const { quality } = await readSources({ path: home, mostMade }, sink, createTask());
    return [...told, JSON.stringify(quality)];
  };
  const program = (): ts.Program =>
    ts.createProgram({
      rootNames: ['a.ts', 'b.ts', 'c.ts'].map((name) => path.join(home, name)),
      options: {
        module: ts.ModuleKind.NodeNext,
        target: ts.ScriptTarget.ES2022,
        lib: ['lib.es2015.d.ts'],
        types: [],
      },
    });
  beforeAll(() => {
    home = mkdtempSync(path.join(tmpdir(), 'checkers-'));
    writeTree(home, FILES);
  });
  afterAll(() => {
    rmSync(home, { recursive: true, force: true });
  });

  it('tells the same facts, whether each file has its own or one serves all', async () => {
    const one = await read(Infinity);
    expect(one.length).toBeGreaterThan(50);
    expect(await read(-1)).toEqual(one);
  });

  it('takes over every file object, so that what was declared stays declared', async () => {
    const remembering = new RememberingChecker(ts, program(), -1);
    const before = remembering.program;
    const files = before.getSourceFiles();
    await remembering.forget();
    expect(remembering.program).not.toBe(before);
    expect(remembering.program.getSourceFiles().every((file, at) => file === files[at])).toBe(true);
  });

  it('stays while it has made no more than it may', async () => {
    const remembering = new RememberingChecker(ts, program(), 1_000_000);
    const before = remembering.program;
    remembering.checker.getTypeAtLocation(declaredIn(remembering, 'a.ts'));
    await remembering.forget();
    expect(remembering.program).toBe(before);
  });

  it('is freed, with the program that it was of', async () => {
    const remembering = new RememberingChecker(ts, program(), -1);
    const types = typesOf(remembering);
    const gone = [
      new WeakRef(remembering.program),
      new WeakRef(remembering.program.getTypeChecker()),
      ...askedFor(remembering, types),
    ];
    await remembering.forget();
    expect(gone.map((one) => one.deref() === undefined)).toEqual(gone.map(() => true));
    expect(types.text(declaredIn(remembering, 'a.ts'))).toBe('Job');
  });

  it('is gone, and every source with it, when the dump’s nodes are told', async () => {
    const read: WeakRef<object>[] = [];
    let left: number | undefined;
    await readSources(
      { path: home },
      { node: () => undefined, edge: () => undefined },
      createTask(),
      {
        planned(programs) {
          for (const { program, own } of programs)
            read.push(new WeakRef(program), ...own.map((file) => new WeakRef(file)));
          return new Map();
        },
        open: () => undefined,
        reading(packageName) {
          if (packageName === undefined)
            left = read.filter((one) => one.deref() !== undefined).length;
        },
      },
    );
    expect([read.length, left]).toEqual([4, 0]);
  });

  it('prints a type once, however many expressions are of it', () => {
    const remembering = new RememberingChecker(ts, program());
    const types = typesOf(remembering);
    let printed = 0;
    const print = remembering.checker.typeToString.bind(remembering.checker);
    Object.assign(remembering.checker, {
      typeToString: (...given: Parameters<typeof print>) => {
        printed++;
        return print(...given);
      },
    });
    const node = declaredIn(remembering, 'a.ts');
    expect([types.text(node), types.text(node), types.text(node)]).toEqual(['Job', 'Job', 'Job']);
    expect(printed).toBe(1);
  });
});

describe('the text of a type', () => {
  it('names no folder of the machine, however a module’s own type is printed', () => {
    const printed = [
      'typeof import("/home/me/app/src/iso")',
      '{ iso: typeof import("/home/me/app/src/iso", { with: { "resolution-mode": "import" } }); }',
    ];
    const texts = new TypeText(
      ts,
      { typeToString: () => printed.shift() } as unknown as ts.TypeChecker,
      { relative: (name) => name.replace('/home/me/app/', '') },
    );
    const object = { flags: ts.TypeFlags.Object } as ts.Type;
    expect([texts.of(object), texts.of({ ...object })]).toEqual([
      'typeof import("src/iso")',
      '{ iso: typeof import("src/iso", { with: { "resolution-mode": "import" } }); }',
    ]);
  });
});

function typesOf(remembering: RememberingChecker): Types {
  const { checker } = remembering;
  const texts = new TypeText(ts, checker, { relative: (name) => name });
  remembering.onRenewal(() => {
    texts.forget();
  });
  return new Types({ ts, checker, texts } as unknown as Reading);
}

function declaredIn(remembering: RememberingChecker, name: string): ts.Node {
  const file = remembering.program
    .getSourceFiles()
    .find((one) => path.basename(one.fileName) === name)!;
  return file.statements[0]!;
}

function askedFor(remembering: RememberingChecker, types: Types): WeakRef<object>[] {
  const node = declaredIn(remembering, 'a.ts');
  types.text(node);
  return [new WeakRef(types.of(node))];
}
