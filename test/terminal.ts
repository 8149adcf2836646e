/** A real terminal, driven by tmux: what a person types and sees. */
import { execFileSync } from 'node:child_process';

export interface Terminal {
  /** Types a line and presses enter. */
  type(line: string): void;
  /** Presses keys by their tmux names: `C-c`, `Tab`, `Up`, `Escape`. */
  keys(...names: string[]): void;
  /** What is on the screen and above it. */
  text(): string;
  /** Waits until the text has what is looked for, and gives it back. */
  until(pattern: RegExp, milliseconds?: number): Promise<string>;
  waitFor(done: (shown: string) => boolean, milliseconds: number, what: string): Promise<string>;
  /** Waits until nothing has moved for a while and the prompt is free. */
  settled(milliseconds?: number): Promise<string>;
  close(): void;
}

export interface TerminalOptions {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly width?: number;
  readonly height?: number;
}

const FREE_PROMPT = /^mimir> *$/m;
const STILL = 8;
const POLL_MS = 100;
let count = 0;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Opens a terminal of its own server, so that neither the user's sessions nor other tests are touched. */
export function openTerminal(options: TerminalOptions): Terminal {
  const socket = `mimir-test-${process.pid}-${(count += 1)}`;
  const tmux = (...args: string[]): string =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
  const env = { ...options.env, TERM: 'xterm-256color', LANG: 'C.UTF-8' };
  const size = ['-x', String(options.width ?? 110), '-y', String(options.height ?? 45)];
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  // A runner's own wish about colours is not the terminal's.
  const words = ['env', '-u', 'NO_COLOR', '-u', 'FORCE_COLOR', ...settings, ...options.command].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  );
  tmux(
    'new-session',
    '-d',
    ...size,
    '-c',
    options.cwd ?? process.cwd(),
    words.join(' '),
    ';',
    'set',
    '-g',
    'history-limit',
    '50000',
    ';',
    'set',
    '-g',
    'remain-on-exit',
    'on',
  );
  const text = (): string => tmux('capture-pane', '-p', '-J', '-S', '-').replace(/[ \n]+$/, '\n');
  const waitFor = async (
    done: (shown: string) => boolean,
    milliseconds: number,
    what: string,
  ): Promise<string> => {
    const end = performance.now() + milliseconds;
    for (;;) {
      const shown = text();
      if (done(shown)) return shown;
      if (performance.now() > end || /^Pane is dead/m.test(shown))
        throw new Error(`waited for ${what}; the terminal shows:\n${shown}`);
      await pause(POLL_MS);
    }
  };
  return {
    type(line) {
      tmux('send-keys', '-l', '--', line);
      tmux('send-keys', 'Enter');
    },
    keys(...names) {
      tmux('send-keys', ...names);
    },
    text,
    waitFor,
    until: (pattern, milliseconds = 20_000) =>
      waitFor((shown) => pattern.test(shown), milliseconds, String(pattern)),
    settled(milliseconds = 30_000) {
      let last = '';
      let still = 0;
      return waitFor(
        (shown) => {
          still = shown === last ? still + 1 : 0;
          last = shown;
          return still >= STILL && FREE_PROMPT.test(shown);
        },
        milliseconds,
        'a free prompt',
      );
    },
    close() {
      tmux('kill-server');
    },
  };
}
