import type { Engine, EngineEvent, Evaluation, HandleInfo } from '../engine/index.js';
import { counted } from '../view/cell-text.js';
import { isCommand, runCommand } from './commands/index.js';
import {
  takeProgress,
  type CellRecord,
  type LastHandles,
  type RunningCell,
  type RunningCommand,
} from './cell.js';
import { EditBuffer } from './editor/buffer.js';
import type { History } from './editor/history.js';
import { goesOn } from './editor/structure.js';
import type { Screen, Size } from './screen.js';
import { SourceFiles } from './source/files.js';
import type { Style } from './terminal/style.js';
import {
  diagnosticLines,
  errorLines,
  resultLines,
  sourceText,
  textLines,
  timeText,
  type Paper,
} from './transcript.js';

/** What the workbench needs of the terminal that it is shown in. */
export interface Surface {
  size(): Size;
  /** Prints above the live region, into the scrollback. */
  print(text: string): void;
  /** Asks for the live region to be drawn again. */
  redraw(): void;
  /** Enters or leaves the alternate screen. */
  fullScreen(on: boolean): void;
  /** False where nothing can be drawn over: commands print instead of opening a view. */
  readonly screens: boolean;
  /** Gives the terminal to another program (an editor, the shell) and takes it back afterwards. */
  lend<T>(work: () => Promise<T>): Promise<T>;
  copy(text: string): void;
  /** True when the terminal shows images. */
  readonly drawsImages?: boolean;
  /** An SVG as an image for the scrollback; null where the terminal shows none. */
  image?(svg: string): Promise<string | null>;
  /** An SVG over the whole screen, until a key is pressed. */
  picture?(svg: string): Promise<void>;
}

interface WorkbenchOptions {
  readonly engine: Engine;
  readonly style: Style;
  readonly history: History;
  readonly surface: Surface;
  readonly dump: string | null;
  readonly project: string;
  /** Folders against which the files of a dump are looked for; the project's when absent. */
  readonly sources?: readonly string[];
}

export const PROMPT = 'mimir> ';
export const MORE = '   ... ';

/** Text that is asked for while a cell waits: `input('name? ')`. */
export interface Question {
  readonly prompt: string;
  readonly password: boolean;
}

/** A session at the prompt: what has run, what runs, what waits. Knows nothing of React or keys. */
export class Workbench {
  readonly buffer = new EditBuffer();
  readonly cells: CellRecord[] = [];
  readonly queue: string[] = [];
  readonly screens: Screen[] = [];
  readonly last: LastHandles = {};
  running: RunningCell | null = null;
  command: RunningCommand | null = null;
  question: Question | null = null;
  /** One line under the prompt, until the next key. */
  message = '';
  closed = false;
  private draining = false;
  private held: string[] = [];
  private onClose: (code: number) => void = () => undefined;
  readonly done = new Promise<number>((resolve) => (this.onClose = resolve));

  readonly files: SourceFiles;

  constructor(readonly options: WorkbenchOptions) {
    this.files = new SourceFiles(options.sources ?? [options.project]);
  }

  get engine(): Engine {
    return this.options.engine;
  }

  get style(): Style {
    return this.options.style;
  }

  get surface(): Surface {
    return this.options.surface;
  }

  /** True while cells or commands run or wait. */
  get busy(): boolean {
    return this.draining;
  }

  get screen(): Screen | undefined {
    return this.screens.at(-1);
  }

  paper(): Paper {
    const { columns, rows } = this.surface.size();
    const { surface } = this;
    const image = surface.drawsImages === true ? (svg: string) => surface.image!(svg) : undefined;
    return {
      engine: this.engine,
      style: this.style,
      width: columns,
      height: rows,
      prompt: this.style.green(PROMPT),
      more: this.style.dim(MORE),
      ...(image === undefined ? {} : { image }),
    };
  }

  /** Prints now, or once the full-screen view is left. */
  print(text: string): void {
    if (this.screen !== undefined) this.held.push(text);
    else this.surface.print(text.endsWith('\n') ? text : `${text}\n`);
  }

  say(message: string): void {
    this.message = message;
    this.surface.redraw();
  }

  open(screen: Screen): void {
    if (this.screen === undefined) this.surface.fullScreen(true);
    this.screens.push(screen);
    this.surface.redraw();
  }

  /** Leaves the topmost view. */
  back(): void {
    this.screens.pop()?.close?.();
    if (this.screen === undefined) {
      this.surface.fullScreen(false);
      for (const text of this.held.splice(0)) this.print(text);
    }
    this.surface.redraw();
  }

  /** True when Enter should break the line instead of running the cell. */
  async wantsMore(source: string): Promise<boolean> {
    if (goesOn(source)) return true;
    if (this.running !== null) return false;
    const slow = new Promise<null>((resolve) => setTimeout(resolve, 1000, null).unref());
    const answer = await Promise.race([this.engine.isComplete(source).catch(() => null), slow]);
    return answer?.status === 'incomplete';
  }

  /** Runs a cell or a command line, or lines it up behind the cell that runs: in the order of the calls. */
  async submit(source: string): Promise<void> {
    if (source.trim() === '') return;
    this.options.history
      .add(source)
      .catch((error: Error) => this.say(`history not written: ${error.message}`));
    await this.enqueue(source);
  }

  /** As `submit`, for what is not worth remembering. */
  async enqueue(source: string): Promise<void> {
    this.queue.push(source);
    if (!this.draining) await this.drain();
  }

  /** Puts cells before everything that waits. */
  async enqueueFirst(sources: readonly string[]): Promise<void> {
    this.queue.unshift(...sources);
    if (!this.draining) await this.drain();
  }

  private async drain(): Promise<void> {
    this.draining = true;
    while (this.queue.length > 0 && !this.closed) {
      const next = this.queue.shift()!;
      if (isCommand(next)) {
        await this.runCommand(next);
        continue;
      }
      const evaluation = await this.evaluate(next);
      if (evaluation.status !== 'ok' && this.queue.length > 0) {
        const dropped = this.queue.splice(0).length;
        this.print(this.style.yellow(`${counted(dropped, 'waiting cell')} not run`));
      }
    }
    this.draining = false;
    this.surface.redraw();
  }

  private async runCommand(line: string): Promise<void> {
    this.command = { line, since: performance.now(), progress: new Map() };
    const beat = setInterval(() => this.surface.redraw(), 250);
    await runCommand(this, line);
    clearInterval(beat);
    this.command = null;
    this.surface.redraw();
  }

  /** A call on a value in the host, for the command that runs: its progress is shown, ctrl-c stops it. */
  ask(handle: string, method: string, argument: unknown): Promise<unknown> {
    const lines = this.command?.progress;
    return this.engine.comm(handle, method, argument, (event) => {
      if (event.type !== 'progress' || lines === undefined) return;
      takeProgress(lines, event);
      this.surface.redraw();
    });
  }

  /** Runs one cell to its end and prints what it showed. Never throws. */
  async evaluate(source: string, echo = true): Promise<Evaluation> {
    const running: RunningCell = {
      number: this.cells.length + 1,
      source,
      since: performance.now(),
      progress: new Map(),
      partial: '',
      interrupted: false,
      restarting: false,
    };
    this.running = running;
    const beat = setInterval(() => this.surface.redraw(), 500);
    if (echo) this.print(sourceText(source, this.paper()));
    let tail = Promise.resolve();
    let evaluation: Evaluation;
    try {
      evaluation = await this.engine.evaluate(source, (event) => {
        tail = tail.then(() => this.onEvent(event, running)).catch(() => undefined);
      });
    } catch (error) {
      const { name, message } = error as Error;
      evaluation = {
        status: 'error',
        diagnostics: [],
        error: { name, message, frames: [] },
        declares: [],
        reads: [],
        milliseconds: performance.now() - running.since,
      };
    }
    // The first ctrl-c may have worked just before the second took the host away.
    if (running.restarting && evaluation.status === 'interrupted')
      evaluation = { ...evaluation, status: 'restarted' };
    await tail;
    clearInterval(beat);
    this.flushPartial(running);
    await this.conclude(source, evaluation);
    this.running = null;
    this.question = null;
    this.surface.redraw();
    return evaluation;
  }

  private async conclude(source: string, evaluation: Evaluation): Promise<void> {
    const { status, diagnostics, error, result, milliseconds, declares } = evaluation;
    this.cells.push({ number: this.cells.length + 1, source, status, declares, milliseconds });
    const lines: string[] = [...diagnosticLines(diagnostics, source, this.paper())];
    if (result !== undefined) {
      this.remember(result.handle);
      lines.push(...(await resultLines(result.bundle, result.handle, this.paper())));
    }
    if (error !== undefined && status === 'error') lines.push(...errorLines(error, this.style));
    if (status === 'interrupted')
      lines.push(this.style.yellow('interrupted; variables are still there'));
    if (status === 'restarted')
      lines.push(
        this.style.yellow(
          'the host restarted: variables are gone; .replay runs the cells of this session again',
        ),
      );
    if (milliseconds >= 1000) lines.push(this.style.dim(timeText(milliseconds)));
    if (lines.length > 0) this.print(lines.join('\n'));
  }

  /** Takes a cell that a view has carried out into the session, as if it had been typed. */
  keep(source: string): void {
    const number = this.cells.length + 1;
    this.cells.push({ number, source, status: 'ok', declares: [], milliseconds: 0 });
    this.print(sourceText(source, this.paper()));
  }

  private remember(handle: HandleInfo | undefined): void {
    if (handle === undefined || handle.kind === 'value' || handle.kind === 'text') return;
    this.last[handle.kind] = handle;
  }

  private async onEvent(event: EngineEvent, running: RunningCell): Promise<void> {
    switch (event.type) {
      case 'stdout':
      case 'stderr': {
        const text = running.partial + event.text;
        const end = text.lastIndexOf('\n') + 1;
        running.partial = text.slice(end);
        if (end > 0) this.print(text.slice(0, end));
        break;
      }
      case 'display':
      case 'update':
        this.flushPartial(running);
        this.remember(event.handle);
        this.print((await resultLines(event.bundle, event.handle, this.paper())).join('\n'));
        break;
      // What is in the scrollback stays there.
      case 'clear':
        break;
      case 'progress':
        takeProgress(running.progress, event);
        break;
      case 'input':
        this.question = { prompt: event.prompt, password: event.password };
        this.buffer.reset();
        break;
    }
    this.surface.redraw();
  }

  private flushPartial(running: RunningCell): void {
    if (running.partial !== '') this.print(textLines(running.partial, this.paper()).join('\n'));
    running.partial = '';
  }

  answer(text: string): void {
    this.question = null;
    this.engine.reply(text);
  }

  /** ctrl-c: stops the running cell; a second time, when it does not stop, restarts the host. */
  async interrupt(): Promise<void> {
    const { running } = this;
    if (running === null && this.command === null) return;
    this.queue.length = 0;
    this.question = null;
    if (running === null) return this.engine.interrupt();
    if (running.interrupted) {
      running.restarting = true;
      this.say('restarting the host …');
      await this.engine.reset();
      this.say('');
      return;
    }
    running.interrupted = true;
    this.surface.redraw();
    await this.engine.interrupt();
  }

  close(code: number): void {
    if (this.closed) return;
    this.closed = true;
    while (this.screen !== undefined) this.back();
    this.onClose(code);
  }
}
