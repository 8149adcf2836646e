/** What a program leans on that is none of its code: test runners, lock files, the environment. */
import { describe, expect, it } from 'vitest';
import { collect } from '../collect.js';

const types = (name: string, text: string): Record<string, string> => ({
  [`node_modules/${name}/package.json`]: `{"name":"${name}","version":"1.0.0","types":"index.d.ts"}`,
  [`node_modules/${name}/index.d.ts`]: text,
});
const CASE = '(name: string, body: () => void) => void';

describe('test cases', () => {
  it('are told by whose function registers them, whatever the file is called', async () => {
    const globals = `declare global { var describe: ${CASE}; var it: ${CASE}; var test: ${CASE}; } export {};`;
    const { nodes, pairs } = await collect({
      ...types(
        'vitest',
        `export declare const test: ${CASE} & { each(rows: unknown[]): ${CASE} };`,
      ),
      ...types('@types/mocha', globals),
      ...types('@jest/globals', `export declare const it: ${CASE};`),
      ...types('ordinary', `export declare const test: ${CASE};`),
      'src/work.ts': 'export function work() { return 1 }',
      'src/a.ts': `import { test } from 'vitest'; import { work } from './work.js'; test('one', () => { work() }); test.each([1])('two', () => { work() });`,
      'src/b.ts': `import { it } from '@jest/globals'; import { work } from './work.js'; it('three', () => { work() });`,
      'src/c.ts': `import 'mocha'; import { work } from './work.js'; describe('outer', () => { it('four', () => { work() }) });`,
      'src/d.ts': `import { test } from 'ordinary'; import { work } from './work.js'; test('none', () => { work() });`,
      'src/e.ts': `import test from 'node:test'; import { work } from './work.js'; test('five', () => { work() });`,
      'node_modules/@types/node/package.json':
        '{"name":"@types/node","version":"1.0.0","types":"index.d.ts"}',
      'node_modules/@types/node/index.d.ts': '/// <reference path="test.d.ts" />',
      'node_modules/@types/node/test.d.ts': `declare module 'node:test' { const test: ${CASE}; export default test; }`,
      'tsconfig.json':
        '{"compilerOptions":{"module":"nodenext","types":["mocha","node"],"strict":true},"include":["src"]}',
    });
    const cases = [...nodes.values()].filter((one) => one.kind === 'fn' && one.isTest === true);
    expect(cases.map((one) => `${one.file} ${one.name}`).sort()).toEqual([
      'src/a.ts one',
      'src/a.ts two',
      'src/b.ts three',
      'src/c.ts outer > four',
      'src/e.ts five',
    ]);
    expect(pairs('TESTS').map((pair) => pair.split(' -> ')[0])).toEqual([
      'src/a.ts/one().',
      'src/a.ts/two().',
      'src/b.ts/three().',
      'src/c.ts/outer > four().',
      'src/e.ts/five().',
    ]);
  });
});

describe('a lock file', () => {
  const manifest =
    '{"name":"app","version":"1.0.0","dependencies":{"plain":"^1","@scope/part":"^2"}}';
  it.each([
    [
      'package-lock.json',
      JSON.stringify(
        {
          lockfileVersion: 3,
          packages: {
            'node_modules/plain': { version: '1.4.0' },
            'node_modules/@scope/part': { version: '2.5.0' },
          },
        },
        null,
        2,
      ),
    ],
    [
      'yarn.lock',
      '"@scope/part@^2":\n  version "2.5.0"\n  resolved "x"\n\nplain@^1, plain@^1.2:\n  version "1.4.0"\n',
    ],
    [
      'yarn.lock',
      '__metadata:\n  version: 8\n\n"@scope/part@npm:^2":\n  version: 2.5.0\n  resolution: "x"\n\n"plain@npm:^1":\n  version: 1.4.0\n',
    ],
    [
      'pnpm-lock.yaml',
      "lockfileVersion: '9.0'\n\npackages:\n\n  '@scope/part@2.5.0':\n    resolution: {integrity: x}\n\n  plain@1.4.0:\n    resolution: {integrity: x}\n",
    ],
    [
      'pnpm-lock.yaml',
      "lockfileVersion: '6.0'\n\npackages:\n\n  /@scope/part@2.5.0:\n    resolution: {integrity: x}\n\n  /plain@1.4.0(peer@3.0.0):\n    resolution: {integrity: x}\n",
    ],
  ])('tells the versions of what is not installed: %s', async (name, text) => {
    const { edges } = await collect({
      'package.json': manifest,
      [name]: text,
      'a.ts': 'export {}',
    });
    const needed = edges.filter((edge) => edge.kind === 'DEPENDS_ON').map((edge) => edge.dst);
    expect(needed.map((id) => id.split(' ').slice(2, 4).join(' ')).sort()).toEqual([
      '@scope/part 2.5.0',
      'plain 1.4.0',
    ]);
  });
});

describe('a gate', () => {
  it('is what a test asks of the environment or of a constant of the build, in part', async () => {
    const { pairs, edges } = await collect({
      'src/a.ts': `
        declare const __FLAG__: string; declare const __lower__: boolean; const __OWN__ = true;
        export const vite = () => (import.meta.env.MODE === 'x' ? 1 : 2);
        export const chosen = () => { switch (process.env['KIND']) { default: return 1 } };
        export const built = () => __FLAG__ !== 'off' && 1;
        export const none = () => [process.env.HOME, __lower__ ? 1 : 2, __OWN__ ? 1 : 2];`,
    });
    expect(pairs('GATED_BY')).toEqual([
      'src/a.ts/built. -> . define/__FLAG__:',
      'src/a.ts/chosen. -> . env/KIND:',
      'src/a.ts/vite. -> . env/MODE:',
    ]);
    expect(edges.filter((edge) => edge.kind === 'GATED_BY').every((edge) => edge.partial)).toBe(
      true,
    );
  });
});
