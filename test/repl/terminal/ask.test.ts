import { describe, expect, it } from 'vitest';
import { Answers, asksNothing } from '../../../src/repl/terminal/ask.js';
import { createStyle, styleOptions } from '../../../src/repl/terminal/style.js';

/** What is known after a terminal gave these answers. */
function heard(replies: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const answers = new Answers();
  return { last: replies.map((reply) => answers.take(reply)).at(-1), ...answers.result(env) };
}

describe('what a terminal can draw', () => {
  it('is images of kitty where it says OK', () => {
    expect(
      heard([
        '\x1b_Gi=31;OK\x1b\\',
        '\x1b[6;20;10t',
        '\x1b]11;rgb:1e1e/2020/ffff\x1b\\',
        '\x1b[?62;c',
      ]),
    ).toEqual({
      last: true,
      image: 'kitty',
      cell: { width: 10, height: 20 },
      background: '#1e20ff',
    });
  });

  it('is images of iTerm2 where its name is one of those that show them', () => {
    expect(heard(['\x1bP>|WezTerm 20240203\x1b\\', '\x1b[?65;1;9c']).image).toBe('iterm2');
    expect(heard(['\x1b[?65;1;9c'], { TERM_PROGRAM: 'iTerm.app' }).image).toBeNull();
    expect(heard(['\x1b[?65;1;9c'], { TERM_PROGRAM: 'vscode' }).image).toBe('iterm2');
  });

  it('is sixel where its attributes have a 4', () => {
    expect(heard(['\x1b[?62;4;22c']).image).toBe('sixel');
    expect(heard(['\x1b[?64;14;22c']).image).toBeNull();
  });

  it('is what tmux itself says, not the terminal around it', () => {
    expect(
      heard(['\x1bP>|tmux 3.3a\x1b\\', '\x1b[?1;2c'], { TERM_PROGRAM: 'vscode', TMUX: '/tmp/tmux' })
        .image,
    ).toBeNull();
    expect(heard(['\x1bP>|tmux 3.4\x1b\\', '\x1b[?1;2;4c'], { TMUX: '/tmp/tmux' }).image).toBe(
      'sixel',
    );
  });

  it('is what the user sets before all', () => {
    expect(heard(['\x1b[?1;2c'], { MIMIR_IMAGES: 'kitty' }).image).toBe('kitty');
    expect(asksNothing({ MIMIR_IMAGES: 'none' })).toBe(true);
    expect(asksNothing({ TERM: 'linux' })).toBe(true);
    expect(asksNothing({ TERM: 'xterm-256color' })).toBe(false);
  });
});

describe('style', () => {
  it('honours NO_COLOR and FORCE_COLOR, and sends nothing to a pipe or a dumb terminal', () => {
    expect(styleOptions({ TERM: 'xterm' }, true)).toEqual({
      color: true,
      escapes: true,
      links: true,
    });
    expect(styleOptions({ TERM: 'xterm', NO_COLOR: '1' }, true)).toMatchObject({
      color: false,
      escapes: true,
    });
    expect(styleOptions({ TERM: 'xterm' }, false)).toEqual({
      color: false,
      escapes: false,
      links: false,
    });
    expect(styleOptions({ TERM: 'dumb' }, true).escapes).toBe(false);
    expect(styleOptions({ FORCE_COLOR: '1' }, false).color).toBe(true);
  });

  it('keeps the outer colour after an inner one ends', () => {
    const { red } = createStyle({ color: true, escapes: true, links: false });
    expect(red(`a${red('b')}c`)).toBe('\x1b[31ma\x1b[31mb\x1b[39m\x1b[31mc\x1b[39m');
  });
});
