import type { FrameStore } from '../app.js';
import type { History } from '../editor/history.js';
import { drawLive, dumpName } from '../live.js';
import type { ReplOptions } from '../options.js';
import { Prompt } from '../prompt.js';
import type { Frame, Size } from '../screen.js';
import { Workbench, type Surface } from '../workbench.js';
import { Answers, asksNothing, NO_CAPABILITIES, QUESTIONS, type Capabilities } from './ask.js';
import { EarlyFrame } from './early.js';
import { openInk } from './ink.js';
import { KeyDecoder, singly, type Key } from './keys.js';
import { createStyle, styleOptions } from './style.js';

/** Bracketed paste on; off and the cursor shown; the alternate screen. */
const TAKE = '\x1b[?2004h';
const GIVE = '\x1b[?2004l\x1b[?25h';
const ENTER_FULL = '\x1b[?1049h\x1b[2J\x1b[H';
const LEAVE_FULL = '\x1b[?1049l';
/** A lone escape is the key, not the head of a sequence, after this many milliseconds. */
const ESCAPE_WAIT = 40;

/** The workbench on a terminal: raw keys in, frames out, and everything put back as it was at the end. */
export function runTerminal(options: ReplOptions, history: History): Promise<number> {
  return new TerminalSession(options, history).run();
}

class TerminalSession implements Surface, FrameStore {
  private readonly stdin: NodeJS.ReadStream;
  private readonly stdout: NodeJS.WriteStream;
  private readonly bench: Workbench;
  private readonly prompt: Prompt;
  private readonly decoder = new KeyDecoder();
  private readonly listeners = new Set<() => void>();
  private readonly early: EarlyFrame;
  private inked = false;
  private write: (text: string) => void = (text) => this.early.print(text);
  private current: Frame = { lines: [' '] };
  private pending = false;
  private lent = false;
  private pictured = false;
  private readonly answers = new Answers();
  private capabilities: Capabilities = NO_CAPABILITIES;
  private keys: Promise<void> = Promise.resolve();
  private escapeTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: ReplOptions,
    history: History,
  ) {
    this.stdin = options.stdin ?? process.stdin;
    this.stdout = options.stdout ?? process.stdout;
    this.early = new EarlyFrame(this.stdout);
    const env = options.env ?? process.env;
    this.bench = new Workbench({
      engine: options.engine,
      style: createStyle(styleOptions(env, true)),
      history,
      surface: this,
      dump: options.dump ?? null,
      project: options.project ?? process.cwd(),
      ...(options.sources === undefined ? {} : { sources: options.sources }),
    });
    this.prompt = new Prompt(this.bench);
    this.redraw = this.redraw.bind(this);
  }

  async run(): Promise<number> {
    const { stdin, stdout, bench } = this;
    const env = this.options.env ?? process.env;
    this.takeTerminal();
    stdin.setEncoding('utf8');
    stdin.on('data', this.onData);
    stdin.on('end', this.hangUp);
    stdin.on('error', this.hangUp);
    stdout.on('error', this.hangUp);
    stdout.on('resize', this.onResize);
    process.on('SIGHUP', this.hangUp);
    process.on('SIGTERM', this.hangUp);
    process.on('SIGCONT', this.onContinue);
    this.greet();
    this.current = this.compose();
    if (!asksNothing(env)) stdout.write(QUESTIONS);
    this.early.show(this.current);
    const ink = openInk(this, stdin, stdout, () => {
      this.early.clear();
      this.inked = true;
    });
    void this.options.engine.ready.catch((error: Error) =>
      bench.print(bench.style.red(error.message)),
    );
    const code = await bench.done;
    const unmount = await ink;
    this.show({ lines: [' '] });
    unmount();
    stdin.off('data', this.onData);
    stdout.off('resize', this.onResize);
    process.off('SIGHUP', this.hangUp);
    process.off('SIGTERM', this.hangUp);
    process.off('SIGCONT', this.onContinue);
    stdout.write(GIVE);
    stdin.setRawMode(false);
    stdin.pause();
    return code;
  }

  private greet(): void {
    const { style } = this.bench;
    const dump = this.options.dump ?? null;
    const { columns } = this.size();
    this.stdout.write(
      `${style.bold('Mímir')}${dump === null ? ' · no dump loaded: await open(path)' : ` · ${dumpName(dump, this.options.project ?? process.cwd())}`}${columns < 60 ? '' : style.dim(' · .help · lens.<tab>')}\n`,
    );
  }

  private readonly onData = (chunk: string): void => {
    clearTimeout(this.escapeTimer);
    this.take(this.decoder.feed(chunk));
    if (this.decoder.undecided)
      this.escapeTimer = setTimeout(() => this.take(this.decoder.flush()), ESCAPE_WAIT);
  };

  /** Keys are treated in order; one that waits (a completion, Enter asking whether the cell is whole) holds the next. */
  private take(keys: readonly Key[]): void {
    for (const key of keys) {
      if (key.name === 'reply') {
        this.hear(key.text);
        continue;
      }
      if (
        key.ctrl &&
        key.name === 'c' &&
        this.bench.screen === undefined &&
        this.bench.running !== null
      ) {
        void this.prompt.key(key);
        continue;
      }
      this.keys = this.keys
        .then(() => this.treat(key))
        .catch((error: Error) => this.bench.say(error.message));
    }
  }

  private async treat(key: Key): Promise<void> {
    if (this.pictured) this.leavePicture();
    else if (key.ctrl && key.name === 'z') await this.suspend();
    else if (this.bench.screen === undefined) await this.prompt.key(key);
    else {
      for (const one of singly(key)) {
        if (this.bench.screen === undefined) await this.prompt.key(one);
        else this.bench.screen.key(one);
      }
    }
    this.redraw();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  frame(): Frame {
    return this.current;
  }

  size(): Size {
    return { columns: this.stdout.columns || 80, rows: this.stdout.rows || 24 };
  }

  redraw(): void {
    if (this.pending || this.lent || this.bench.closed) return;
    this.pending = true;
    setImmediate(() => {
      this.pending = false;
      if (this.lent || this.bench.closed) return;
      this.show(this.compose());
    });
  }

  private show(frame: Frame): void {
    this.current = frame;
    if (!this.inked) this.early.show(frame);
    for (const listener of this.listeners) listener();
  }

  private compose(): Frame {
    const size = this.size();
    const frame =
      this.bench.screen?.draw(size) ?? drawLive(this.bench, this.prompt, size, performance.now());
    const most = Math.max(1, size.rows - 1);
    return frame.lines.length <= most ? frame : { ...frame, lines: frame.lines.slice(0, most) };
  }

  attach(write: (text: string) => void): void {
    this.write = write;
  }

  /** Ink takes its region away, writes the text, and draws the region below it again. */
  print(text: string): void {
    this.write(text);
  }

  readonly screens = true;

  fullScreen(on: boolean): void {
    this.write(on ? ENTER_FULL : LEAVE_FULL);
    this.redraw();
  }

  async lend<T>(work: () => Promise<T>): Promise<T> {
    await this.withdraw();
    this.stdin.pause();
    try {
      return await work();
    } finally {
      this.stdin.resume();
      this.restore();
    }
  }

  private hear(reply: string): void {
    if (this.answers.take(reply))
      this.capabilities = this.answers.result(this.options.env ?? process.env);
  }

  get drawsImages(): boolean {
    return this.capabilities.image !== null;
  }

  /** An SVG as the escape sequence of an image; null where the terminal shows none. */
  async image(
    svg: string,
    columns = Math.min(100, this.size().columns - 1),
  ): Promise<string | null> {
    const { image, cell } = this.capabilities;
    if (image === null) return null;
    const { terminalImage } = await import('../../view/terminal-image.js');
    return terminalImage(svg, image, {
      columns,
      background: '#ffffff',
      ...(cell === null ? {} : { cellWidth: cell.width }),
    });
  }

  async picture(svg: string): Promise<void> {
    const { columns, rows } = this.size();
    const cell = this.capabilities.cell ?? { width: 8, height: 16 };
    const image = await this.image(svg, fittingColumns(svg, columns - 1, rows - 2, cell));
    if (image === null) return;
    this.lent = true;
    await new Promise((resolve) => setTimeout(resolve, 30));
    this.pictured = true;
    this.stdout.write(
      `\x1b[2J\x1b[H${image}\x1b[${rows};1H${this.bench.style.dim('any key goes back')}`,
    );
  }

  private leavePicture(): void {
    this.pictured = false;
    this.lent = false;
    // Images of kitty lie above the text until they are deleted.
    if (this.capabilities.image === 'kitty') this.stdout.write('\x1b_Ga=d\x1b\\');
    this.write(this.bench.screen === undefined ? '\x1b[2J\x1b[H' : ENTER_FULL);
    this.redraw();
  }

  copy(text: string): void {
    // OSC 52: the terminal's own clipboard, over ssh and tmux too.
    this.stdout.write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`);
  }

  private takeTerminal(): void {
    this.stdin.setRawMode(true);
    this.stdout.write(TAKE);
  }

  /** Empties the live region and puts the terminal back as others expect it. */
  private async withdraw(): Promise<void> {
    this.show({ lines: [' '] });
    this.lent = true;
    // Ink draws a frame a few milliseconds late when frames come fast.
    await new Promise((resolve) => setTimeout(resolve, 30));
    this.stdout.write(`\x1b[A\r\x1b[J${this.bench.screen === undefined ? '' : LEAVE_FULL}${GIVE}`);
    this.stdin.setRawMode(false);
  }

  private restore(): void {
    this.takeTerminal();
    if (this.bench.screen !== undefined) this.stdout.write(ENTER_FULL);
    this.stdout.write('\n');
    this.lent = false;
    this.redraw();
  }

  /** ctrl-z: the whole job stops, as a shell expects; SIGCONT takes the terminal again. */
  private async suspend(): Promise<void> {
    await this.withdraw();
    process.kill(0, 'SIGTSTP');
  }

  private readonly onContinue = (): void => {
    if (this.lent) this.restore();
  };

  private readonly onResize = (): void => {
    this.redraw();
  };

  /** The terminal is gone: nobody will read what is written, so leave at once. */
  private readonly hangUp = (): void => {
    this.bench.close(130);
  };
}

/** The widest that an SVG can be shown within a number of cells. */
function fittingColumns(
  svg: string,
  columns: number,
  rows: number,
  cell: { readonly width: number; readonly height: number },
): number {
  const size = (name: string, otherwise: number): number =>
    parseFloat(new RegExp(`<svg[^>]*\\b${name}="([\\d.]+)`).exec(svg)?.[1] ?? '') || otherwise;
  const ratio = size('height', 400) / size('width', 640);
  const byHeight = (rows * cell.height) / ratio / cell.width;
  return Math.max(10, Math.floor(Math.min(columns, byHeight)));
}
