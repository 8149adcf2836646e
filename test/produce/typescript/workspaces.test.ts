import { describe, expect, it } from 'vitest';
import { collect } from '../collect.js';

describe('workspaces', () => {
  const MEMBERS = {
    'packages/one/package.json': '{"name":"one","version":"1.0.0"}',
    'packages/one/src/index.ts': 'export function first() { return 1 }',
    'packages/two/package.json': '{"name":"two","version":"2.0.0"}',
    'packages/two/src/index.ts': `import { first } from '../../one/src/index.js'; export const second = () => first();`,
  };
  it.each([
    [
      'pnpm',
      { 'package.json': '{"name":"root"}', 'pnpm-workspace.yaml': 'packages:\n  - packages/*\n' },
    ],
    ['npm', { 'package.json': '{"name":"root","workspaces":["./packages/one","packages/two/"]}' }],
    ['yarn', { 'package.json': '{"name":"root","workspaces":{"packages":["packages/**"]}}' }],
    [
      'project references',
      {
        'package.json': '{"name":"root"}',
        'tsconfig.json':
          '{"files":[],"references":[{"path":"packages/one"},{"path":"packages/two"}]}',
        'packages/one/tsconfig.json': '{"compilerOptions":{"composite":true},"include":["src"]}',
        'packages/two/tsconfig.json':
          '{"compilerOptions":{"composite":true},"include":["src"],"references":[{"path":"../one"}]}',
      },
    ],
  ])('of %s are read package by package', async (_, root) => {
    const found = await collect({ ...MEMBERS, ...root });
    expect(found.pairs('CALLS')).toEqual(['two src/index.ts/second. -> one src/index.ts/first().']);
  });
});

describe('programs that read one file by different options', () => {
  it.each([
    ['module formats', '"module":"nodenext"', '"module":"esnext","moduleResolution":"bundler"'],
    ['targets', '"target":"es5","module":"esnext"', '"target":"esnext","module":"esnext"'],
    ['runtimes of elements', '"jsx":"preserve"', '"jsx":"react-jsx","jsxImportSource":"mini"'],
  ])('find each other’s declarations: %s', async (_, one, two) => {
    const options = (own: string): string =>
      `{"compilerOptions":{"moduleResolution":"bundler","module":"esnext","types":[],"lib":["es5"],${own}},"include":["src"]}`;
    const found = await collect({
      'package.json': '{"name":"root","workspaces":["one","two"]}',
      'node_modules/mini/package.json': '{"name":"mini","version":"1.0.0"}',
      'node_modules/mini/jsx-runtime.d.ts':
        'export declare namespace JSX { interface Element { e: 1 } interface IntrinsicElements { b: object } }',
      'one/package.json': '{"name":"one","version":"1.0.0","type":"module"}',
      'one/tsconfig.json': options(
        one.includes('nodenext') ? `${one},"moduleResolution":"nodenext"` : one,
      ),
      'one/src/index.tsx': `export function first() { return <b /> } export class Kept { go() { return 1 } }`,
      'two/package.json': '{"name":"two","version":"2.0.0"}',
      'two/tsconfig.json': options(`"jsx":"preserve",${two}`),
      'two/src/a.tsx': `import { first, Kept } from '../../one/src/index.js'; export const second = () => [first(), new Kept().go(), <b />];`,
    });
    expect(found.pairs('CALLS')).toEqual([
      'two src/a.tsx/second. -> one src/index.tsx/Kept#',
      'two src/a.tsx/second. -> one src/index.tsx/Kept#go().',
      'two src/a.tsx/second. -> one src/index.tsx/first().',
    ]);
    expect(found.quality).toMatchObject({ calls: 3, resolved: 3 });
  });
});
