import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlSegments, paragraphsOf } from '../../src/text/index.js';
import { readTypeScript } from '../../src/text/typescript-source.js';

const read = (text: string, path = 'a.ts') => readTypeScript(path, text);
const leaves = (text: string): bigint[] => [...read(text).leaves];

describe('the tokens of a TypeScript source', () => {
  it('are the same for other names, numbers and strings', () => {
    const text = "const a = f(1, 'x') ?? `t${a}`;";
    expect(leaves("const bb = g(22, 'yy') ?? `u${cc}`;")).toEqual(leaves(text));
  });

  it('differ for another keyword, operator or sort of literal', () => {
    const base = leaves('const a = b + 1;');
    for (const other of ['let a = b + 1;', 'const a = b - 1;', "const a = b + '1';"]) {
      const changed = leaves(other);
      expect(changed).toHaveLength(base.length);
      expect(changed.filter((leaf, i) => leaf !== base[i])).toHaveLength(1);
    }
  });

  it('carry their lines, and leave layout and comments out', () => {
    const source = read('// one\nconst a =\n  1; /* two */\n');
    expect([...source.tokenLines]).toEqual([2, 2, 2, 3, 3]);
    expect([...source.leaves]).toEqual(leaves('const a = 1;'));
  });

  it('are read of faulty code without a throw', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const { leaves: found, tokenLines } = read(text);
        expect(found.length).toBe(tokenLines.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the units of a TypeScript source', () => {
  const source = read(
    [
      'export function first(a: number, { b }: P) {',
      "  return other(a, 'text') + new Thing(2);",
      '}',
      'const second = () => this.deep.call();',
      'class K { constructor() {} method() { return 1; } declared?(): void; }',
      'export default function () {}',
    ].join('\n'),
  );

  it('have names, lines, parameters, callees and literals', () => {
    expect(
      source.units.map(({ name, line, endLine, parameters, callees, literals }) => ({
        name,
        lines: [line, endLine],
        parameters,
        callees,
        literals,
      })),
    ).toEqual([
      {
        name: 'first',
        lines: [1, 3],
        parameters: ['a', '{ b }'],
        callees: ['other', 'Thing'],
        literals: ['text', '2'],
      },
      { name: 'second', lines: [4, 4], parameters: [], callees: ['call'], literals: [] },
      { name: 'constructor', lines: [5, 5], parameters: [], callees: [], literals: [] },
      { name: 'method', lines: [5, 5], parameters: [], callees: [], literals: ['1'] },
      { name: '(anonymous)', lines: [6, 6], parameters: [], callees: [], literals: [] },
    ]);
  });

  it('are trees in postorder, the same whatever the names', () => {
    const tree = (text: string) => read(text).units[0]!.tree;
    const { labels, leftmost } = tree('function f(a) { return a; }');
    expect(labels.length).toBe(leftmost.length);
    expect(leftmost[labels.length - 1]).toBe(0);
    expect([...tree('function gg(bb) { return bb; }').labels]).toEqual([...labels]);
    expect([...tree('function f(a) { throw a; }').labels]).not.toEqual([...labels]);
  });
});

describe('the declarations of a TypeScript source', () => {
  it('know whether they are exported, and documented', () => {
    const { declarations } = read(
      [
        '/** Said. */',
        'export const a = 1, b = 2;',
        '',
        'function c() {}',
        'interface D {}',
        'export type E = D;',
        'enum F {}',
        'class G {}',
        'export { c, G as H };',
      ].join('\n'),
    );
    expect(
      declarations.map(({ name, kind, exported, documented, line }) =>
        [name, kind, exported, documented, line].join(' '),
      ),
    ).toEqual([
      'a const true true 2',
      'b const true true 2',
      'c fn true false 4',
      'D interface false false 5',
      'E type_alias true false 6',
      'F enum false false 7',
      'G class true false 8',
    ]);
  });

  it('stand beside imports, re-exports and dynamic imports', () => {
    expect(
      read(
        [
          "import { a } from './a.js';",
          "import type { B } from './b.js';",
          "export * from './c.js';",
          "export type { D } from './d.js';",
          "const e = await import('./e.js');",
          "import 'f';",
        ].join('\n'),
      ).imports,
    ).toEqual([
      { form: 'path', specifier: './a.js', typeOnly: false, reexported: false },
      { form: 'path', specifier: './b.js', typeOnly: true, reexported: false },
      { form: 'path', specifier: './c.js', typeOnly: false, reexported: true },
      { form: 'path', specifier: './d.js', typeOnly: true, reexported: false },
      { form: 'path', specifier: './e.js', typeOnly: false, reexported: false },
      { form: 'path', specifier: 'f', typeOnly: false, reexported: false },
    ]);
  });

  it('spell and declare by statement', () => {
    const { statements } = read('const a = b;\nfunction c() {\n  return a;\n}');
    expect(
      statements.map(({ line, endLine, declares, spells }) => ({
        line,
        endLine,
        declares,
        spells: [...spells],
      })),
    ).toEqual([
      { line: 1, endLine: 1, declares: ['a'], spells: ['a', 'b'] },
      { line: 2, endLine: 4, declares: ['c'], spells: ['c', 'a'] },
    ]);
  });

  it('have comments without their marks, each once', () => {
    const { comments } = read(
      ['/**', ' * Says', ' * this.', ' */', 'const a = 1;', '// and that', ''].join('\n'),
    );
    expect(comments).toEqual([
      { line: 1, text: 'Says\nthis.' },
      { line: 6, text: 'and that' },
    ]);
  });
});

describe('the segments of a document', () => {
  it('are its paragraphs, fenced code left out', () => {
    expect(
      paragraphsOf('one\ntwo\n\n```ts\nconst a = 1;\n\n~~~\n```\nthree\n   \nfour\r\nfive\n'),
    ).toEqual([
      { line: 1, text: 'one\ntwo' },
      { line: 9, text: 'three' },
      { line: 11, text: 'four\nfive' },
    ]);
    expect(paragraphsOf('')).toEqual([]);
  });

  it('are the texts between the blocks of a page; scripts and styles are none', () => {
    expect(
      htmlSegments(
        '<p>one <b>two</b></p>\n<script>\nno\n</script><style>no</style><!-- no -->\n<ul><li>three</li><li>four</li></ul>',
      ),
    ).toEqual([
      { line: 1, text: 'one two' },
      { line: 5, text: 'three' },
      { line: 5, text: 'four' },
    ]);
  });

  it('keep every word outside of fences, in order, on its line', () => {
    const line = fc.constantFrom('', ' ', 'alpha', 'beta gamma', 'delta');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const found = paragraphsOf(lines.join('\n'));
        expect(found.flatMap(({ text }) => text.split('\n'))).toEqual(
          lines.filter((text) => text.trim() !== ''),
        );
        for (const { line: at, text } of found) expect(lines[at - 1]).toBe(text.split('\n')[0]);
      }),
      { numRuns: 500 },
    );
  });
});
