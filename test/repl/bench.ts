import { History } from '../../src/repl/editor/history.js';
import { drawLive } from '../../src/repl/live.js';
import { Prompt } from '../../src/repl/prompt.js';
import type { Size } from '../../src/repl/screen.js';
import { KeyDecoder, singly } from '../../src/repl/terminal/keys.js';
import { createStyle } from '../../src/repl/terminal/style.js';
import { Workbench, type Surface } from '../../src/repl/workbench.js';
import { FakeEngine } from './fake-engine.js';

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** A workbench on a pretended terminal: what is typed goes in, what is printed and drawn comes out. */
export class Desk implements Surface {
  printed = '';
  copied = '';
  readonly screens = true;
  full = false;
  readonly bench: Workbench;
  readonly prompt: Prompt;
  private readonly decoder = new KeyDecoder();

  private constructor(
    readonly engine: FakeEngine,
    history: History,
    public columns: number,
    public rows: number,
  ) {
    const style = createStyle({ color: false, escapes: false, links: false });
    this.bench = new Workbench({
      engine,
      style,
      history,
      surface: this,
      dump: 'fixtures/arrow-js',
      project: '/project',
    });
    this.prompt = new Prompt(this.bench);
  }

  static async open(
    engine = new FakeEngine(),
    size: Size = { columns: 80, rows: 24 },
    history: string | null = null,
  ): Promise<Desk> {
    return new Desk(engine, await History.open(history), size.columns, size.rows);
  }

  /** Sends raw input and waits until what it set off has settled. */
  async type(...chunks: string[]): Promise<this> {
    for (const chunk of chunks) {
      for (const key of [...this.decoder.feed(chunk), ...this.decoder.flush()]) {
        if (this.bench.screen === undefined) await this.prompt.key(key);
        else for (const one of singly(key)) this.bench.screen?.key(one);
      }
      // Code that is loaded on demand takes its time on a busy machine.
      await this.until(() => !this.bench.busy || this.engine.waiting);
      await settle();
      // Drawing asks for what it lacks, as a terminal's next frame would.
      void this.lines;
      await settle();
    }
    return this;
  }

  settle = settle;

  /** Waits for something that comes by itself, such as a view whose parts load. */
  async until(there: () => boolean): Promise<void> {
    for (let tries = 0; tries < 1000 && !there(); tries++) await settle();
  }

  /** The lines of the live region, or of the full-screen view. */
  get lines(): readonly string[] {
    const frame =
      this.bench.screen?.draw(this.size()) ??
      drawLive(this.bench, this.prompt, this.size(), performance.now());
    return frame.lines;
  }

  get screen(): string {
    return this.lines.join('\n');
  }

  size(): Size {
    return { columns: this.columns, rows: this.rows };
  }

  print(text: string): void {
    this.printed += text;
  }

  redraw = (): void => undefined;

  fullScreen(on: boolean): void {
    this.full = on;
  }

  lend<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  copy(text: string): void {
    this.copied = text;
  }
}
