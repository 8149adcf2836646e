import { describe, expect, it } from 'vitest';
import {
  dedentFor,
  enclosingCall,
  goesOn,
  indentAfter,
  matchingBrackets,
} from '../../../src/repl/editor/structure.js';
import { tokenize } from '../../../src/repl/editor/tokens.js';

describe('whether a cell goes on', () => {
  it.each([
    '{',
    'f(',
    'const x =',
    'const f = () =>',
    'a +',
    'a.',
    '`open',
    '`a ${',
    '/* note',
    'if (x) {\n  y',
    '[1, 2,',
    'x ?',
  ])('%j does', (source) => {
    expect(goesOn(source)).toBe(true);
  });
  it.each([
    '1',
    'f()',
    '`a ${1} b`',
    '"("',
    '// (',
    '/\\(/',
    ')',
    'x++',
    'a => a',
    'const s: string = "{"',
    'f(1) }',
    'x!',
  ])('%j does not', (source) => {
    expect(goesOn(source)).toBe(false);
  });
});

describe('brackets', () => {
  it('finds the partner of the one at or before the cursor', () => {
    expect(matchingBrackets('f(a[0])', 7)).toEqual([1, 6]);
    expect(matchingBrackets('f(a[0])', 1)).toEqual([1, 6]);
    expect(matchingBrackets('f(a[0])', 3)).toEqual([3, 5]);
    expect(matchingBrackets('`x${y}`', 6)).toEqual([3, 5]);
    expect(matchingBrackets('"()"', 3)).toBeNull();
    expect(matchingBrackets('(]', 2)).toBeNull();
  });

  it('indents one step after an open bracket, and takes it back for the closing one', () => {
    expect(indentAfter('const f = () => {')).toBe('  ');
    expect(indentAfter('if (x) {\n  for (;;) {')).toBe('    ');
    expect(indentAfter('f(1)')).toBe('');
    expect(indentAfter('if (x) {\n  y()\n}')).toBe('');
    expect(dedentFor('if (x) {\n  ', '}')).toBe(2);
    expect(dedentFor('if (x) { y', '}')).toBe(0);
  });

  it('knows the call around the cursor and which argument it is at', () => {
    expect(enclosingCall('f(1, g(2), ', 11)).toEqual({ open: 1, argument: 2 });
    expect(enclosingCall('f(1, g(2', 8)).toEqual({ open: 6, argument: 0 });
    expect(enclosingCall('f({ a: 1, ', 10)).toEqual({ open: 1, argument: 0 });
    expect(enclosingCall('if (x', 5)).toBeNull();
    expect(enclosingCall('f(1) + ', 7)).toBeNull();
  });
});

describe('colours of source', () => {
  const kinds = (source: string): Record<string, string> =>
    Object.fromEntries(tokenize(source).map((t) => [t.text, t.kind]));

  it('tells keywords from members and keys of the same name', () => {
    expect(kinds('for (const x of y)')).toMatchObject({
      for: 'keyword',
      const: 'keyword',
      of: 'keyword',
      x: 'name',
    });
    expect(kinds('a.of(b)')).toMatchObject({ of: 'call', a: 'name' });
    expect(kinds('map.delete')).toMatchObject({ delete: 'property' });
    expect(kinds('{ type: 1 }')).toMatchObject({ type: 'name' });
  });

  it('tells a regular expression from a division', () => {
    expect(kinds('a / b')).toMatchObject({ '/': 'punctuation' });
    expect(kinds('x = /b+/g')).toMatchObject({ '/b+/g': 'regex' });
  });

  it('gives back every character of the source', () => {
    for (const source of [
      'const x = `a${1}b` // c',
      'let a: Map<string, number>\n\t"unclosed',
      '😀 = @#$ %',
    ]) {
      expect(
        tokenize(source)
          .map((t) => t.text)
          .join(''),
      ).toBe(source);
    }
  });
});
