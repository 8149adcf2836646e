import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const ARROW_DUMP = path.join(ROOT, 'fixtures/arrow-js');

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** Arguments of `mimir`; default `repl fixtures/arrow-js`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A real terminal, run by a tmux of its own: keys go in as a person presses them, the screen is read back. */
export class Terminal {
  /** Everything that the session leaves behind: history, state, files saved. */
  readonly home = mkdtempSync(path.join(os.tmpdir(), 'mimir-pty-'));
  private readonly socket = path.join(this.home, 'tmux');

  private constructor() {
    /* opened by `open` */
  }

  static async open(options: TerminalOptions = {}): Promise<Terminal> {
    const terminal = new Terminal();
    const { args = ['repl', ARROW_DUMP] } = options;
    await terminal.start(
      options,
      `${terminal.command(args, options.env)}; echo "left with $?"; exec bash --norc`,
    );
    return terminal;
  }

  /** A terminal with a shell that does job control, and nothing else yet. */
  static async shell(options: TerminalOptions = {}): Promise<Terminal> {
    const terminal = new Terminal();
    await terminal.start(options, "PS1='$ ' exec bash --norc -i");
    await terminal.shows('$');
    return terminal;
  }

  /** The command line of `mimir` with these arguments, its state kept in this terminal's home. */
  command(args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
    const sets = Object.entries({
      XDG_STATE_HOME: this.home,
      XDG_CACHE_HOME: path.join(this.home, 'cache'),
      ...env,
    });
    const words = [process.execPath, path.join(ROOT, 'bin/mimir.mjs'), ...args];
    // A runner's own wish about colours is not the terminal's.
    return `env -u NO_COLOR -u FORCE_COLOR ${sets.map(([k, v]) => `${k}='${v}'`).join(' ')} ${words.map((w) => `'${w}'`).join(' ')}`;
  }

  private async start(
    { columns = 100, rows = 30, cwd }: TerminalOptions,
    command: string,
  ): Promise<void> {
    await this.tmux(
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      '-s',
      'mimir',
      '-x',
      String(columns),
      '-y',
      String(rows),
      '-c',
      cwd ?? this.home,
      'bash',
      '--norc',
      '-c',
      command,
    );
    await this.tmux('set-option', '-g', 'history-limit', '20000');
  }

  private async tmux(...args: string[]): Promise<string> {
    const { stdout } = await exec('tmux', ['-S', this.socket, ...args], { maxBuffer: 1 << 26 });
    return stdout;
  }

  /** Presses keys by their tmux names: `Enter`, `C-c`, `Up`, `F1`; other words are typed as they stand. */
  async keys(...keys: string[]): Promise<void> {
    await this.tmux('send-keys', '-t', 'mimir', ...keys);
  }

  /** Types text literally. */
  async type(text: string): Promise<void> {
    await this.tmux('send-keys', '-t', 'mimir', '-l', text);
  }

  /** Types a line and presses Enter. */
  async line(text: string): Promise<void> {
    await this.type(text);
    await this.keys('Enter');
  }

  /** Pastes as a terminal does, bracketed. */
  async paste(text: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const child = spawn('tmux', ['-S', this.socket, 'load-buffer', '-'], {
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      child.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`tmux load-buffer: ${code}`)),
      );
      child.stdin.end(text);
    });
    await this.tmux('paste-buffer', '-p', '-t', 'mimir');
  }

  /** The screen as text; with its colours when asked. */
  async screen(
    options: { readonly colors?: boolean; readonly scrollback?: boolean } = {},
  ): Promise<string> {
    return this.tmux(
      'capture-pane',
      '-p',
      '-t',
      'mimir',
      ...(options.colors === true ? ['-e'] : []),
      ...(options.scrollback === true ? ['-S', '-'] : []),
    );
  }

  /** Waits until the screen shows a text or matches a pattern; fails with the screen that it had. */
  async shows(what: string | RegExp, seconds = 30): Promise<string> {
    const end = Date.now() + seconds * 1000;
    for (;;) {
      const screen = await this.screen();
      if (typeof what === 'string' ? screen.includes(what) : what.test(screen)) return screen;
      if (Date.now() > end) throw new Error(`the screen does not show ${String(what)}:\n${screen}`);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  }

  /** Waits until the screen no longer shows it. */
  async hides(what: string | RegExp, seconds = 20): Promise<string> {
    const end = Date.now() + seconds * 1000;
    for (;;) {
      const screen = await this.screen();
      if (!(typeof what === 'string' ? screen.includes(what) : what.test(screen))) return screen;
      if (Date.now() > end) throw new Error(`the screen still shows ${String(what)}:\n${screen}`);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  }

  /** The prompt is there and nothing runs. */
  async ready(): Promise<string> {
    await this.shows(/^mimir>\s*$/m);
    return this.hides(/^running /m, 60);
  }

  /** From now on keeps what the program sends, escape sequences included. */
  async record(): Promise<void> {
    await this.tmux('pipe-pane', '-t', 'mimir');
    await this.tmux('pipe-pane', '-t', 'mimir', `cat > '${path.join(this.home, 'raw')}'`);
  }

  async recorded(): Promise<string> {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return readFileSync(path.join(this.home, 'raw'), 'utf8');
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.tmux('resize-window', '-t', 'mimir', '-x', String(columns), '-y', String(rows));
  }

  /** Processes that still run below this terminal. */
  async processes(): Promise<string[]> {
    const pane = (await this.tmux('display-message', '-p', '-t', 'mimir', '#{pane_pid}')).trim();
    const { stdout } = await exec('ps', ['-eo', 'pid=,ppid=,args=']);
    const rows = stdout
      .trim()
      .split('\n')
      .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row)!.slice(1) as [string, string, string]);
    const below = new Set([pane]);
    for (let grew = true; grew;) {
      const before = below.size;
      for (const [pid, parent] of rows) if (below.has(parent)) below.add(pid);
      grew = below.size > before;
    }
    return rows
      .filter(([pid]) => pid !== pane && below.has(pid))
      .map(([pid, , args]) => `${pid} ${args}`);
  }

  /** Closes the terminal as a window is closed: its programs are hung up on. */
  async kill(): Promise<void> {
    await this.tmux('kill-server').catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
