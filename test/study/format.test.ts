import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JUPYTER_HEADER, parseStudy, printStudy, type Study } from '../../src/study/index.js';

const EXAMPLE: Study = {
  header: {
    format: 1,
    title: 'How it is: layered',
    dump: '../fixtures/small',
    dumpKey: 'ab12',
    lenses: { dsm: 1 },
  },
  jupyter: JUPYTER_HEADER,
  cells: [
    { kind: 'markdown', source: '# Title\n\nA paragraph.', metadata: {} },
    {
      kind: 'code',
      source: "const run = lens.dsm({ level: 'folder:1' });",
      title: 'The run',
      metadata: { tags: ['slow'] },
    },
    { kind: 'raw', source: 'as it stands', metadata: { format: 'text/x-rst' } },
  ],
};

describe('the study format', () => {
  it('prints as a program that begins with a YAML header in comments', () => {
    const text = printStudy(EXAMPLE);
    expect(text.split('\n').slice(0, 2)).toEqual(['// ---', '// jupyter:']);
    expect(text).toContain('// %% [markdown]\n// # Title\n//\n// A paragraph.\n');
    expect(text).toContain('// %% The run tags=["slow"]\nconst run');
    expect(text).toContain('// %% [raw] format="text/x-rst"\n// as it stands\n');
  });

  it('gives the same study back', () => {
    expect(parseStudy(printStudy(EXAMPLE))).toEqual(EXAMPLE);
  });

  it('keeps source, kind, title and metadata of any cell', () => {
    const lines = fc.array(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('// %%', '//%% x', '// // %% y', '// %%%', '', '  // %%'),
      ),
      { maxLength: 6 },
    );
    const source = lines.map((all) =>
      all
        .map((line) => line.replace(/[\r\n\u2028\u2029]/g, ' '))
        .join('\n')
        .replace(/\s*$/, ''),
    );
    const metadata = fc.dictionary(
      fc.stringMatching(/^[a-z][a-z_]{0,8}$/).filter((name) => name !== '__proto__'),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string()), fc.constant(null)),
      { noNullPrototype: true },
    );
    const cell = fc.record({ kind: fc.constantFrom('code', 'markdown', 'raw'), source, metadata });
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 5 }), (cells) => {
        const study: Study = {
          ...EXAMPLE,
          cells: cells.map((one) => ({ ...one, kind: one.kind as 'code' })),
        };
        expect(parseStudy(printStudy(study)).cells).toEqual(study.cells);
      }),
    );
  });

  it('reads a body without a first marker as a code cell', () => {
    const head = printStudy({ ...EXAMPLE, cells: [] });
    expect(parseStudy(`${head}\n1 + 1\n`).cells).toEqual([
      { kind: 'code', source: '1 + 1', metadata: {} },
    ]);
  });

  it('reads line ends of any system', () => {
    expect(parseStudy(printStudy(EXAMPLE).replaceAll('\n', '\r\n'))).toEqual(EXAMPLE);
  });

  it.each([
    ['no header', 'const a = 1;', /^no study header/],
    ['an open header', '// ---\n// jupyter: {}\n', /^open study header/],
    ['a header line that is code', '// ---\nlet a\n// ---\n', /^line outside a comment: study:2/],
    ['broken YAML', '// ---\n// a: [\n// ---\n', /^unreadable study header/],
    ['no mimir key', '// ---\n// jupyter: {}\n// ---\n', /^no `mimir:` key/],
    [
      'a newer format',
      '// ---\n// jupyter: {mimir: {format: 99, title: t}}\n// ---\n',
      /^wrong study header: format/,
    ],
    [
      'no title',
      '// ---\n// jupyter: {mimir: {format: 1}}\n// ---\n',
      /^wrong study header: title/,
    ],
    [
      'an unknown cell type',
      '// ---\n// jupyter: {mimir: {title: t}}\n// ---\n// %% [sql]\n',
      /^unknown cell type: \[sql\]/,
    ],
  ])('refuses %s in one line', (_, text, message) => {
    expect(() => parseStudy(text)).toThrow(message);
    try {
      parseStudy(text);
    } catch (error) {
      expect(String((error as Error).message)).not.toContain('\n');
    }
  });
});
