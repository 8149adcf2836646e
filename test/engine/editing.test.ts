import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CellChecker } from '../../src/engine/checker.js';
import { complete, inspect, isComplete, signature } from '../../src/engine/completion.js';

const folder = mkdtempSync(path.join(tmpdir(), 'mimir-editing-'));
let checker: CellChecker;

/** Splits at the cursor, written `|`. */
function at(text: string): [string, number] {
  const offset = text.indexOf('|');
  return [text.slice(0, offset) + text.slice(offset + 1), offset];
}

const names = (text: string): string[] =>
  complete(checker, ...at(text)).items.map(({ name }) => name);

let count = 0;
function commit(source: string): void {
  const number = ++count;
  expect(checker.check(source, number).diagnostics).toEqual([]);
  checker.commit(number, null);
}

beforeAll(() => {
  mkdirSync(path.join(folder, 'sub'));
  mkdirSync(path.join(folder, 'node_modules', 'theirs'), { recursive: true });
  writeFileSync(path.join(folder, 'local-file.ts'), 'export const localName = 1;\n');
  writeFileSync(path.join(folder, 'sub', 'deep-file.ts'), 'export const x = 1;\n');
  writeFileSync(
    path.join(folder, 'node_modules', 'theirs', 'package.json'),
    '{ "name": "theirs", "types": "index.d.ts" }',
  );
  writeFileSync(
    path.join(folder, 'node_modules', 'theirs', 'index.d.ts'),
    'export declare const t: 1;\n',
  );
  checker = new CellChecker(folder);
  commit(
    '/** How far. */\nfunction distance(from: number, to: number): number { return to - from }',
  );
  commit(
    'const table1 = { rows: 3, columns: ["a"] }; let counter = 0; type Side = "left" | "right"',
  );
  commit(
    'function turn(side: Side, options: { fast?: boolean; times?: number } = {}) { return side }',
  );
});

describe('completion', () => {
  it('knows the names of earlier cells, before all others', () => {
    expect(names('dist|')[0]).toBe('distance');
    expect(names('count|')).toContain('counter');
  });

  it('knows the members of their values', () => {
    expect(names('table1.|')).toEqual(['columns', 'rows']);
    expect(names('table1.co|')).toEqual(['columns']);
  });

  it('knows names of the cell itself', () => {
    expect(names('const herself = 1; hers|')).toEqual(['herself']);
  });

  it('knows literals of a union', () => {
    expect(names('turn("|")').sort()).toEqual(['left', 'right']);
  });

  it('knows the properties of an argument', () => {
    expect(names('turn("left", { f|')).toEqual(['fast']);
    expect(names('turn("left", { | })')).toEqual(['fast', 'times']);
  });

  it('knows types of earlier cells', () => {
    expect(names('const s: Si|')).toContain('Side');
  });

  it('says what sort of thing each is', () => {
    const { items } = complete(checker, ...at('distan|'));
    expect(items[0]).toMatchObject({ name: 'distance', insert: 'distance' });
  });

  it('replaces the word under the cursor', () => {
    const { start, end } = complete(checker, ...at('1 + table1.ro|'));
    expect([start, end]).toEqual([11, 13]);
  });

  it('completes names of packages: ours and theirs', () => {
    expect(names('import aq from "arq|')).toContain('arquero');
    expect(names('import t from "the|"')).toContain('theirs');
    expect(names('import { join } from "node:pa|"')).toContain('node:path');
    expect(names('await import("arq|')).toContain('arquero');
  });

  it('completes local paths', () => {
    expect(names('import { x } from "./|"')).toEqual(expect.arrayContaining(['local-file', 'sub']));
    expect(names('import { x } from "./sub/|"')).toContain('deep-file');
  });

  it('completes what a module exports', () => {
    expect(names('import { loc| } from "./local-file"')).toContain('localName');
  });

  it('has nothing to say in a comment, and says so quickly', () => {
    expect(names('// dist|')).toEqual([]);
  });

  it('survives text that is no program', () => {
    expect(() => names('}}} const ( |')).not.toThrow();
  });
});

describe('inspection', () => {
  it('tells type and documentation of a name of an earlier cell', () => {
    expect(inspect(checker, ...at('dista|nce(1, 2)'))).toEqual({
      text: 'distance(from: number, to: number): number',
      doc: 'How far.',
    });
  });

  it('works behind the last character of a name', () => {
    expect(inspect(checker, ...at('counter|'))?.text).toBe('let counter: number');
  });

  it('tells the signature where there is no name', () => {
    expect(inspect(checker, ...at('distance(1, |'))?.text).toBe(
      'distance(from: number, to: number): number',
    );
  });

  it('has nothing to say of white space', () => {
    expect(inspect(checker, ...at('  |  '))).toBeNull();
  });
});

describe('signature help', () => {
  it('names the parameter under the cursor', () => {
    const help = signature(checker, ...at('distance(1, |'));
    expect(help?.parameter).toBe(1);
    expect(help?.signatures[0]?.parameters.map(({ label }) => label)).toEqual([
      'from: number',
      'to: number',
    ]);
  });

  it('is null outside of a call', () => {
    expect(signature(checker, ...at('distance|'))).toBeNull();
  });
});

describe('completeness', () => {
  it.each([
    ['1 + 1', 'complete'],
    ['function f() {', 'incomplete'],
    ['f(1,', 'incomplete'],
    ['const x =', 'incomplete'],
    ['`text', 'incomplete'],
    ['/* comment', 'incomplete'],
    ['a +', 'incomplete'],
    ['[1, 2', 'incomplete'],
    ['const = 3', 'invalid'],
    ['a b c)', 'invalid'],
    ['"unclosed', 'invalid'],
    ['', 'complete'],
    ['// note', 'complete'],
    ['if (a) {\n  b()\n}', 'complete'],
    ['class A {\n  m() {', 'incomplete'],
  ])('%j is %s', (source, status) => {
    expect(isComplete(source).status).toBe(status);
  });

  it('indents behind an opening bracket', () => {
    expect(isComplete('function f() {').indent).toBe('  ');
    expect(isComplete('if (a) {\n  for (;;) {').indent).toBe('    ');
  });
});
