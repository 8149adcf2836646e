import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  alignBodies,
  differenceCounts,
  pathHtml,
  pathText,
  sideBySideHtml,
  sideBySideText,
  terminalPlace,
  widthOf,
  type AlignedRow,
} from '../../src/view/index.js';

const sideOf = (rows: readonly AlignedRow[], side: 'left' | 'right'): string[] =>
  rows.flatMap((row) => {
    const half = row[side];
    return half === null ? [] : [half.pieces.map((piece) => piece.text).join('')];
  });

const body = fc
  .array(
    fc.constantFrom(
      'if (a) {',
      '}',
      'return a + b;',
      'return a - b;',
      'call(x, y);',
      '',
      'const z = 1;',
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((lines) => lines.join('\n'));

test('every line of both bodies stands in the alignment once and in order', () => {
  fc.assert(
    fc.property(body, body, (a, b) => {
      const rows = alignBodies({ label: 'a', text: a }, { label: 'b', text: b });
      expect(sideOf(rows, 'left')).toEqual(a.replace(/\n$/, '').split('\n'));
      expect(sideOf(rows, 'right')).toEqual(b.replace(/\n$/, '').split('\n'));
      for (const row of rows)
        if (row.kind === 'same')
          expect(row.left!.pieces[0]!.text.trim()).toBe(row.right!.pieces[0]!.text.trim());
    }),
  );
});

test('equal bodies have no difference, at any depth of indentation', () => {
  const deep = '    if (a) {\n      return b;\n    }';
  const flat = 'if (a) {\n  return b;\n}';
  expect(
    differenceCounts(alignBodies({ label: 'x', text: deep }, { label: 'y', text: flat })),
  ).toEqual({ same: 3, change: 0, left: 0, right: 0 });
});

test('a renamed variable is marked as the only difference of its line', () => {
  const rows = alignBodies(
    { label: 'x', text: 'const sum = a + b;' },
    { label: 'y', text: 'const total = a + b;' },
  );
  expect(rows[0]!.left!.pieces.filter((piece) => piece.changed)).toEqual([
    { text: 'sum', changed: true },
  ]);
  expect(rows[0]!.right!.pieces.filter((piece) => piece.changed)).toEqual([
    { text: 'total', changed: true },
  ]);
});

test('side by side fits the width, numbers lines from their place, and counts the differences', () => {
  const left = {
    label: 'f',
    place: { file: 'src/a.ts', line: 10 },
    text: 'one();\ntwo(日本語, 1);\nfour();',
  };
  const right = {
    label: 'g',
    place: { file: 'src/b.ts', line: 99 },
    text: 'one();\ntwo(日本語, 2);\nthree();\nfour();',
  };
  const lines = sideBySideText(left, right, { width: 60 }).split('\n');
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(60);
  expect(lines[1]).toMatch(/^ 10 one\(\);.* {2}99 one\(\);$/);
  expect(lines.at(-1)).toBe('2 same · 1 changed · 0 only left · 1 only right');
  expect(sideBySideHtml(left, right)).toContain('<span class="del">1</span>');
});

const hops = [
  { label: 'app main' },
  { label: 'app <load>', by: 'CALLS', place: { file: 'src/main.ts', line: 2, col: 3 } },
  { label: 'db query', by: 'CALLS', place: { file: 'gone.ts', line: 1 }, note: 'sink' },
];
const read = (file: string): string[] | null =>
  file === 'src/main.ts' ? ['import x;', '  load(args);'] : null;

test('a path shows each hop with the line that makes it, and says where the source is missing', () => {
  const text = pathText(hops, read, { width: 50 });
  for (const part of [
    'app main',
    'CALLS src/main.ts:2:3',
    'load(args);',
    'source not at hand',
    '(sink)',
    '2 hops',
  ])
    expect(text).toContain(part);
  for (const line of text.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(50);
  expect(pathHtml(hops, read)).toContain('app &lt;load&gt;');
});

test('hops of one line are read as one, and one whose line is not known joins the line before it', () => {
  const at = (line?: number) => ({
    place: { file: 'src/main.ts', ...(line !== undefined && { line }) },
  });
  const flow = [
    { label: 'f|t' },
    { label: 'f|a', ...at(1) },
    { label: 'f|b', ...at(1) },
    { label: 'g|in', ...at() },
    { label: 'field' },
    { label: 'g|c', ...at(2) },
    { label: 'g|d', ...at(2) },
  ];
  const text = pathText(flow, read, { width: 50 });
  expect(text.match(/(?<=[╭├╰][ ▸] ).*/g)?.map((label) => label.trim())).toEqual([
    'f|t',
    'g|in',
    'field',
    'g|d',
  ]);
  expect(text).toContain('6 hops, those of one line as one');
  expect(text).not.toContain('not at hand');
  const called = flow.map((hop) => ({ ...hop, by: 'CALLS' }));
  expect(pathText(called, read, { width: 50 })).toContain('f|b');
});

test('places are links with a URL that cannot break out of its sequence', () => {
  const link = terminalPlace(
    { file: '/src/a b.ts', line: 3 },
    { template: 'editor://{path}:{line}' },
  );
  expect(link).toBe('\x1b]8;;editor:///src/a%20b.ts:3\x1b\\/src/a b.ts:3\x1b]8;;\x1b\\');
});
