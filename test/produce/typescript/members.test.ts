import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Members } from '../../../src/produce/typescript/members.js';
import { collect, writeTree } from '../collect.js';

const FILES = {
  'one/package.json':
    '{"name":"@w/one","exports":{".":{"types":"./dist/index.d.mts","default":"./dist/index.mjs"},"./parts/*":"./dist/parts/*.js"}}',
  'one/src/index.ts': 'export function whole() { return 1 }',
  'one/src/parts/a.ts': 'export function part() { return 2 }',
  'two/package.json': '{"name":"two","main":"lib/main.js"}',
  'two/src/main.ts': `import { whole } from '@w/one'; import { part } from '@w/one/parts/a'; export const two = () => whole() + part();`,
  'two/style.css': '',
  'three/package.json': '{"name":"three"}',
  'three/index.ts': `import { two } from 'two'; import { gone } from '@w/one/gone'; export const three = () => [two(), gone()];`,
};

describe('members of a workspace that nobody installed or built', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'members-'));
    writeTree(home, FILES);
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  it.each([
    ['@w/one', 'one/src/index.ts'],
    ['@w/one/parts/a', 'one/src/parts/a.ts'],
    ['@w/one/parts/b', undefined],
    ['@w/other', undefined],
    ['two/style.css', undefined],
    ['two/src', undefined],
    ['two', 'two/src/main.ts'],
    ['two/src/main', 'two/src/main.ts'],
    ['three', 'three/index.ts'],
    ['./three', undefined],
  ])('are the sources that their manifests’ outputs come from: %s', (specifier, file) => {
    const members = new Members(['one', 'two', 'three'].map((name) => path.join(home, name)));
    const found = members.sourceOf(specifier);
    expect(found && path.relative(home, found)).toBe(file);
  });

  it('call each other’s sources, and by name what is nowhere', async () => {
    const { pairs, quality } = await collect({
      'package.json': '{"name":"app","workspaces":["one","two","three"]}',
      ...FILES,
    });
    expect(pairs('CALLS')).toEqual([
      // A member all the same, though no file of it: known by name.
      'three index.ts/three. -> @w/one gone().',
      'three index.ts/three. -> two src/main.ts/two.',
      'two src/main.ts/two. -> @w/one src/index.ts/whole().',
      'two src/main.ts/two. -> @w/one src/parts/a.ts/part().',
    ]);
    expect(quality).toMatchObject({ calls: 4, resolved: 3, imports_unresolved: 1 });
  });
});
