import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dumpTypeScript } from '../../../src/produce/index.js';
import { collectFrom, writeTree } from '../collect.js';

/** What the compiler's API gained between 5.0.4 and 6.0.3. */
const SINCE_5_0 = [
  'JSDocParsingMode',
  'ProgramUpdateLevel',
  'isBuildCommand',
  'isImportAttribute',
  'isImportAttributeName',
  'isImportAttributes',
  'isJSDocImportTag',
  'isJsxCallLike',
  'isJsxNamespacedName',
  'isModuleExportName',
  'isPartOfTypeOnlyImportOrExportDeclaration',
  'transpileDeclaration',
];

describe('the compiler that a project brings', () => {
  it.each([
    ['4.9.5', '"main":"index.js"'],
    ['7.0.2', '"main":"index.js"'],
    // As 7.0 is published: nothing that a folder can be loaded by.
    ['7.0.2', '"type":"module","exports":{".":"./lib/version.cjs"}'],
  ])('of version %s is refused: %s', async (version, entry) => {
    const home = mkdtempSync(path.join(tmpdir(), 'compiler-'));
    try {
      writeTree(home, {
        'ts/package.json': `{"name":"typescript","version":"${version}",${entry}}`,
        'ts/index.js': `exports.version = '${version}'; exports.createProgram = () => undefined;`,
        'a.ts': '',
      });
      const asked = dumpTypeScript({
        path: home,
        out: path.join(home, 'out'),
        typescript: path.join(home, 'ts'),
      });
      await expect(asked).rejects.toThrow(
        `compiler version: ${version} at ${path.join(home, 'ts')}; use 5.0 or newer, below 7`,
      );
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('that cannot be loaded is named', async () => {
    const asked = dumpTypeScript({ path: '.', out: 'nowhere', typescript: '/not/there' });
    await expect(asked).rejects.toThrow(/^compiler that does not load: \/not\/there/u);
  });

  it('may be 5.0: nothing that later versions added is asked of it', () => {
    const dir = path.resolve('src/produce/typescript');
    const asked = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => readFileSync(path.join(dir, name), 'utf8').match(/\bts\.\w+/gu) ?? []);
    expect(asked.length).toBeGreaterThan(300);
    expect(SINCE_5_0.filter((name) => asked.includes(`ts.${name}`))).toEqual([]);
  });

  it('reads as the bundled one does', async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'compiler-'));
    try {
      writeTree(home, {
        'package.json': '{"name":"app","version":"1.0.0","type":"module"}',
        'a.ts': 'export const f = () => g(); function g() {}',
      });
      const bundled = await collectFrom(home, 'app');
      const out = path.join(home, 'out');
      const { quality } = await dumpTypeScript({
        path: home,
        out,
        typescript: 'node_modules/typescript',
      });
      expect(quality).toEqual(bundled.quality);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});
