import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  EDIT_OPERATORS,
  editFunction,
  injectClones,
  recallByOperator,
  statementsOf,
  textOf,
} from '../../../src/calibrate/inject/index.js';
import { Xoshiro } from '../../../src/calibrate/statistics/index.js';
import { exactKey, lexRust, normalise, type TokenStream } from '../../../src/text/index.js';
import { lexTypeScript } from '../../../src/text/typescript-lexer.js';
import { createTask } from '../../../src/task/index.js';
import { programOf } from '../../lenses/clones/programs.js';

const TEXT = `export function total(rows: number[], scale: number): number {
  let sum = 0;
  const seen = new Set<number>();
  for (const row of rows) {
    if (seen.has(row)) continue;
    seen.add(row);
    sum += row * scale;
  }
  const limit = scale + 12;
  report('total', sum, limit);
  if (sum > 100) {
    warn('large', sum);
  } else {
    warn('small', scale);
  }
  check(sum, seen.size);
  return sum;
}
`;
const stream = lexTypeScript('a.ts', TEXT);
const fn = { stream, unit: stream.units[0]! };
const symbols = (tokens: TokenStream): readonly string[] => {
  const unit = tokens.units[0]!;
  return normalise(tokens, unit.from, unit.to).symbols;
};
const editedBy = (operator: (typeof EDIT_OPERATORS)[number], seed: number): TokenStream =>
  lexTypeScript('b.ts', editFunction(operator, fn, new Xoshiro(seed))!);

describe('statements', () => {
  it('are those of the outermost block', () => {
    expect(
      statementsOf(stream, fn.unit).map(({ from }) =>
        stream.text.slice(stream.start[from], stream.end[from]),
      ),
    ).toEqual(['let', 'const', 'for', 'const', 'report', 'if', 'check', 'return']);
  });

  it('in Rust a last expression is none', () => {
    const rust = lexRust(
      'fn f(a: u8) -> u8 { let b = a; if b > 1 { g(); } else { h(); } match b { _ => {} } b + 1 }',
    )!;
    expect(statementsOf(rust, rust.units[0]!)).toHaveLength(3);
  });
});

describe('edit operators', () => {
  const seeds = [1, 2, 3, 4, 5];

  it.each(['layout', 'rename', 'literal'] as const)('%s keeps the exact key', (operator) => {
    for (const seed of seeds) {
      const edited = editedBy(operator, seed);
      expect(edited.text).not.toBe(textOf(fn));
      expect(exactKey(symbols(edited))).toBe(exactKey(symbols(stream)));
    }
  });

  it('insert adds one statement, delete takes one, reorder keeps them all', () => {
    for (const seed of seeds) {
      const before = statementsOf(stream, fn.unit).length;
      const count = (edited: TokenStream): number => statementsOf(edited, edited.units[0]!).length;
      expect(count(editedBy('insert', seed))).toBe(before + 1);
      expect(count(editedBy('delete', seed))).toBe(before - 1);
      const moved = editedBy('reorder', seed);
      expect(count(moved)).toBe(before);
      expect(moved.count).toBe(stream.count - (fn.unit.from - 0));
      expect(symbols(moved)).not.toEqual(symbols(stream));
    }
  });

  it('extract, inline and loop say the same in other words', () => {
    const words = (operator: 'extract' | 'inline' | 'loop'): string[] =>
      seeds.map((seed) => editedBy(operator, seed).text);
    for (const text of words('extract')) expect(text).toMatch(/const extracted = [^;]+;/);
    for (const text of words('inline')) {
      expect(text).toContain("report('total', sum, (scale + 12));");
      expect(text).not.toContain('limit');
    }
    for (const text of words('loop'))
      expect(text).toContain(
        'for (let index = 0; index < (rows).length; index++) {\nconst row = (rows)[index];',
      );
    const rust = lexRust(
      'fn f(rows: &[u8]) -> u8 { let mut n = 0; for row in rows { n += row; } while n > 9 { n -= 1; } let twice = n * 2; twice }',
    )!;
    const other = (operator: 'extract' | 'inline' | 'loop'): Set<string | null> =>
      new Set(
        Array.from({ length: 12 }, (_, seed) =>
          editFunction(operator, { stream: rust, unit: rust.units[0]! }, new Xoshiro(seed)),
        ),
      );
    expect(
      [...other('loop')]
        .map((text) => /while let Some\(row\) = pulled|loop \{/.exec(text!)?.[0])
        .sort(),
    ).toEqual(['loop {', 'while let Some(row) = pulled']);
    expect([...other('inline')][0]).toContain('(n * 2) }');
    expect([...other('extract')]).toEqual([null]);
  });

  it('the same seed edits alike', () => {
    for (const operator of EDIT_OPERATORS)
      expect(editedBy(operator, 7).text).toBe(editedBy(operator, 7).text);
  });
});

describe('injection', () => {
  const functions = Array.from({ length: 12 }, (_, i) =>
    TEXT.replace('total(', `total${i}(`).replace('12', String(i)),
  );

  it('puts each copy where it says, of the function it says, and leaves the sources alone', async () => {
    const { src } = programOf({
      'src/a.ts': functions.slice(0, 6).join('\n'),
      'src/b.ts': functions.slice(6).join('\n'),
    });
    const into = mkdtempSync(path.join(tmpdir(), 'mimir-inject-'));
    const injected = await injectClones({ sources: src, into, each: 1, seed: 3 }, createTask());
    expect(injected.map(({ operator }) => operator)).toEqual([...EDIT_OPERATORS]);
    expect(new Set(injected.map(({ name }) => name)).size).toBe(injected.length);
    const lines = (folder: string, file: string): string[] =>
      readFileSync(path.join(folder, file), 'utf8').split('\n');
    for (const { name, origin, copy } of injected) {
      expect(lines(src, origin.file)[origin.line - 1]).toContain(`function ${name}(`);
      expect(lines(into, copy.file)[copy.line - 1]).toContain(`function ${name}(`);
      expect(lines(into, copy.file)[copy.endLine - 1]).toBe('}');
      expect(lines(into, origin.file)).toEqual(lines(src, origin.file));
    }
    const again = mkdtempSync(path.join(tmpdir(), 'mimir-inject-'));
    expect(
      await injectClones({ sources: src, into: again, each: 1, seed: 3 }, createTask()),
    ).toEqual(injected);
  });

  it('recall counts a copy when one class holds a piece of it and one of its original', () => {
    const place = (file: string, line: number, endLine: number) => ({ file, line, endLine });
    const injection = (operator: 'rename' | 'insert', n: number) => ({
      operator,
      type: operator === 'rename' ? (2 as const) : (3 as const),
      name: 'f',
      origin: place('a.ts', 10 * n, 10 * n + 8),
      copy: place(`c${n}.ts`, 1, 9),
      tokens: 60,
    });
    const injections = [injection('rename', 1), injection('rename', 2), injection('insert', 3)];
    const classes = [
      [place('a.ts', 12, 14), place('c1.ts', 3, 5)],
      [place('c2.ts', 1, 9), place('z.ts', 1, 9)],
      [place('a.ts', 30, 38)],
    ];
    expect(recallByOperator(injections, classes)).toEqual([
      { operator: 'rename', type: 2, injected: 2, found: 1 },
      { operator: 'insert', type: 3, injected: 1, found: 0 },
    ]);
  });
});
