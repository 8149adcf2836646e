import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EditBuffer } from '../../../src/repl/editor/buffer.js';

function buffer(text: string): EditBuffer {
  const b = new EditBuffer();
  b.reset(text.replace('|', ''), text.includes('|') ? text.indexOf('|') : text.length);
  return b;
}

/** The text with a bar where the cursor stands. */
function shown({ text, cursor }: EditBuffer): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

function after(text: string, act: (b: EditBuffer) => void): string {
  const b = buffer(text);
  act(b);
  return shown(b);
}

describe('the text under edit', () => {
  it('moves by what a person takes for one character', () => {
    expect(after('a👩‍💻|b', (b) => b.left())).toBe('a|👩‍💻b');
    expect(after('|é!', (b) => b.right())).toBe('é|!');
    expect(after('x👍🏽|', (b) => b.backspace())).toBe('x|');
  });

  it('moves and cuts by words and lines', () => {
    expect(after('lens.dsm |', (b) => b.wordLeft())).toBe('lens.|dsm ');
    expect(after('|lens.dsm', (b) => b.wordRight())).toBe('lens|.dsm');
    expect(after('a = foo.bar|', (b) => b.killWordLeft())).toBe('a = foo.|');
    expect(after('one\ntw|o\nthree', (b) => b.killToStart())).toBe('one\n|o\nthree');
    expect(after('one\n|two\nthree', (b) => b.killLine())).toBe('one\n|\nthree');
    expect(after('one\n|\nthree', (b) => b.killLine())).toBe('one\n|three');
  });

  it('pastes back what it cut', () => {
    expect(after('ab cd|', (b) => (b.killWordLeft(), b.lineStart(), b.yank()))).toBe('cd|ab ');
  });

  it('keeps the column going up and down, and says when there is no line', () => {
    expect(after('long line\nab\nlong line|', (b) => b.vertical(-1))).toBe(
      'long line\nab|\nlong line',
    );
    expect(buffer('one|').vertical(-1)).toBe(false);
    expect(buffer('one\n|two').vertical(1)).toBe(false);
  });

  it('swaps the two characters around the cursor', () => {
    expect(after('ab|', (b) => b.transpose())).toBe('ba|');
    expect(after('a|b', (b) => b.transpose())).toBe('ba|');
  });

  it('undoes typing in one go, and each cut by itself', () => {
    const b = buffer('');
    for (const c of 'let') b.insert(c);
    b.insert(' ');
    for (const c of 'xyz') b.insert(c);
    b.killWordLeft();
    expect(shown(b)).toBe('let |');
    b.undo();
    expect(shown(b)).toBe('let xyz|');
    b.undo();
    expect(shown(b)).toBe('let |');
    b.redo();
    expect(shown(b)).toBe('let xyz|');
  });

  it('comes back to where it was, however it was edited', () => {
    const acts: ((b: EditBuffer) => void)[] = [
      (b) => b.insert('x'),
      (b) => b.insert('foo bar'),
      (b) => b.backspace(),
      (b) => b.delete(),
      (b) => b.killLine(),
      (b) => b.yank(),
      (b) => b.left(),
      (b) => b.wordLeft(),
      (b) => b.lineEnd(),
      (b) => b.transpose(),
      (b) => b.set('other'),
      (b) => b.insert('\n'),
    ];
    fc.assert(
      fc.property(fc.array(fc.nat(acts.length - 1), { maxLength: 30 }), (script) => {
        const b = buffer('start text|');
        for (const at of script) acts[at]!(b);
        expect(b.cursor).toBeGreaterThanOrEqual(0);
        expect(b.cursor).toBeLessThanOrEqual(b.text.length);
        const end = b.text;
        for (let i = 0; i <= script.length; i++) b.undo();
        expect(b.text).toBe('start text');
        for (let i = 0; i <= script.length; i++) b.redo();
        expect(b.text).toBe(end);
      }),
    );
  });
});
