import { describe, expect, it } from 'vitest';
import { sidesHtml, sidesText } from '../../src/view/index.js';

const FILES: Readonly<Record<string, string>> = {
  'a.ts': 'before\nfunction f(x) {\n  go(x);\n  return x + 1;\n}\n',
  'b.ts': 'function g(y) {\n  go(y);\n  log(y);\n  return y + 1;\n}\n',
};
const read = (file: string): readonly string[] | null => FILES[file]?.split('\n') ?? null;
const side = (label: string, file: string, line: number, endLine: number | null) => ({
  label,
  file,
  line,
  endLine,
});
const sides = {
  left: [side('f', 'a.ts', 2, 5), side('copy <of> f', 'c.ts', 7, 10)],
  right: [side('g', 'b.ts', 1, 5)],
};

describe('a finding that compares two pieces', () => {
  it('shows both, aligned, what is on one side alone marked, and the further copies by name', () => {
    const lines = sidesText(sides, read, { width: 80 }).split('\n');
    expect(lines[0]).toMatch(/^f a\.ts:2 +g b\.ts:1$/);
    expect(lines[1]).toMatch(/^ 2 function f\(x\) \{ +~ +1 function g\(y\) \{$/);
    expect(lines.find((line) => line.includes('log(y)'))).toMatch(/^ +> +3 {3}log\(y\);$/);
    expect(lines.at(-2)).toBe('1 same · 3 changed · 0 only left · 1 only right');
    expect(lines.at(-1)).toBe('also copy <of> f c.ts:7');
  });

  it('as HTML holds the same text, escaped', () => {
    const html = sidesHtml(sides, read);
    expect(html).toContain('log(');
    expect(html).toContain('copy &lt;of&gt; f');
    expect(html).not.toContain('copy <of> f');
  });

  it('an end that the finding does not give is looked up', () => {
    const open = { left: [side('f', 'a.ts', 2, null)], right: sides.right };
    const text = (endOf: (file: string, line: number) => number | null): string =>
      sidesText(open, read, { endOf });
    expect(text(() => 3)).not.toContain('return x + 1');
    expect(text(() => null)).toContain('return x + 1');
  });

  it('sources that are not there are named, with the remedy', () => {
    expect(sidesText(sides, () => null)).toContain(
      'source not at hand: a.ts:2, b.ts:1; --src names its folder',
    );
    expect(sidesHtml(sides, () => null)).toContain('source not at hand');
  });
});
