import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyDecoder, type Key } from '../../../src/repl/terminal/keys.js';

/** Keys as one writes them: `C-c`, `M-b`, `up`, `"text"`, `<pasted>`. */
function spelled(key: Key): string {
  if (key.name === 'text') return `"${key.text}"`;
  if (key.name === 'paste') return `<${key.text}>`;
  return `${key.ctrl ? 'C-' : ''}${key.alt ? 'M-' : ''}${key.shift ? 'S-' : ''}${key.name}`;
}

function decode(...chunks: string[]): string[] {
  const decoder = new KeyDecoder();
  return [...chunks.flatMap((chunk) => decoder.feed(chunk)), ...decoder.flush()].map(spelled);
}

describe('keys of a terminal', () => {
  it('takes one chunk for as many keys as it holds', () => {
    expect(decode('1+1\r2\r')).toEqual(['"1+1"', 'enter', '"2"', 'enter']);
    expect(decode('a\tb\x7f\x03')).toEqual(['"a"', 'tab', '"b"', 'backspace', 'C-c']);
  });

  it.each([
    ['\x1b[A', 'up'],
    ['\x1bOA', 'up'],
    ['\x1b[1;5C', 'C-right'],
    ['\x1b[1;3D', 'M-left'],
    ['\x1b[3~', 'delete'],
    ['\x1b[5~', 'pageup'],
    ['\x1bOP', 'f1'],
    ['\x1b[11~', 'f1'],
    ['\x1b[15~', 'f5'],
    ['\x1b[Z', 'S-tab'],
    ['\x1bb', 'M-b'],
    ['\x1bB', 'M-S-b'],
    ['\x1b\x7f', 'M-backspace'],
    ['\x1b\r', 'M-enter'],
    ['\x1f', 'C-_'],
    ['\x00', 'C-space'],
    ['\x1b', 'escape'],
    ['\x1b[13;2u', 'S-enter'],
    ['\x1b[I', 'focus'],
  ])('reads %j as %s', (sent, name) => {
    expect(decode(sent)).toEqual([name]);
  });

  it('waits for the rest of a sequence that is cut', () => {
    expect(decode('\x1b', '[', '1;', '5C', 'x')).toEqual(['C-right', '"x"']);
    expect(decode('\x1b[20', '0~a\r\nb\x1b[2', '01~c')).toEqual(['<a\nb>', '"c"']);
  });

  it('keeps a paste whole, whatever stands in it', () => {
    expect(decode('\x1b[200~if (x) {\n\ty\x1b[A\x03\n}\x1b[201~\r')).toEqual([
      '<if (x) {\n\ty\x1b[A\x03\n}>',
      'enter',
    ]);
  });

  it('tells answers of the terminal from keys', () => {
    expect(decode('\x1b[?62;4c')).toEqual(['reply']);
    expect(decode('\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\q')).toEqual(['reply', '"q"']);
    expect(decode('\x1b_Gi=31;OK\x1b\\')).toEqual(['reply']);
    expect(decode('\x1b[6;20;10t')).toEqual(['reply']);
  });

  it('gives the same keys wherever the chunks are cut', () => {
    const pieces = fc.array(
      fc.constantFrom(
        'a',
        'é',
        '日本',
        '\r',
        '\t',
        '\x03',
        '\x1b[A',
        '\x1b[1;5C',
        '\x1bOP',
        '\x1b[200~p\nq\x1b[201~',
        '\x1b[?62;4c',
        '\x1bb',
        '👩‍💻',
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(60), { maxLength: 6 }), (sent, cuts) => {
        const all = sent.join('');
        const at = [...new Set(cuts.map((c) => Math.min(c, all.length)))].sort((a, b) => a - b);
        const chunks = [...at, all.length].map((end, i) => all.slice(i === 0 ? 0 : at[i - 1], end));
        // Text may come in several keys; what is typed is the same.
        const joined = (keys: string[]): string => keys.join(' ').replaceAll('" "', '');
        expect(joined(decode(...chunks))).toBe(joined(decode(all)));
      }),
    );
  });
});
