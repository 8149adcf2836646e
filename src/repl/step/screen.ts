import type { RunComm, RunMethod, RunStep, RunView } from '../../session/run-comm.js';
import { cutEnd, widthOf, wrap } from '../../view/text-width.js';
import { keyHints } from '../key-hints.js';
import { takeProgress, type ProgressLine } from '../cell.js';
import { ChartScreen } from '../chart/screen.js';
import { ChartSource } from '../chart/source.js';
import { LineInput } from '../line-input.js';
import { progressLine } from '../live.js';
import type { Frame, Screen, Size } from '../screen.js';
import { TableScreen } from '../table/screen.js';
import type { Key } from '../terminal/keys.js';
import type { Workbench } from '../workbench.js';
import { timeText } from '../transcript.js';
import { aboutLines, paramLines, paramSummary, productLines, stepLines } from './draw.js';
import { cycled, parameterText, readParameter } from './parameter.js';
import { Shown } from './shown.js';

type View = 'table' | 'chart' | 'products' | 'about';

const HELP: Readonly<Record<'steps' | 'params', string>> = {
  steps:
    '→ run next · ← back · enter open · t table · c chart · p products · a about · e run all · tab parameters · P pin · q back',
  params:
    '↑↓ choose · enter edit · ←→ move, and run again what hangs on it · d default · tab steps · q back',
};

/** A lens run as its steps: walk, look, change a parameter, see which steps ran again. */
export class StepScreen implements Screen {
  private at: number;
  private param = 0;
  private focus: 'steps' | 'params' = 'steps';
  private view: View = 'table';
  private input: LineInput | null = null;
  private pinning: LineInput | null = null;
  private busy = '';
  private since = 0;
  /** How far the work is that runs now, by what it says it does. */
  private readonly progress = new Map<string, ProgressLine>();
  private message = '';
  /** Steps that the last change of a parameter made run again. */
  private changed: readonly string[] = [];
  private readonly shown: Shown;
  /** Keys that came while a step ran; they mean what they say once it has run. */
  private readonly early: Key[] = [];

  constructor(
    private readonly bench: Workbench,
    private readonly handle: string,
    private run: RunView,
    /** Formulas as one line of Unicode; passed in, since its parser takes a while to load. */
    private readonly formulaText: (tex: string) => string,
  ) {
    this.shown = new Shown(bench, handle);
    this.at = Math.max(
      0,
      run.steps.findLastIndex((s) => s.status === 'done' || s.status === 'reused'),
    );
  }

  close(): void {
    this.shown.release();
  }

  private get step(): RunStep {
    return this.run.steps[this.at]!;
  }

  private async call<M extends RunMethod>(
    method: M,
    argument: RunComm[M]['argument'],
  ): Promise<RunComm[M]['answer']> {
    const answer = await this.bench.engine.comm(this.handle, method, argument, (event) => {
      if (event.type !== 'progress') return;
      takeProgress(this.progress, event);
      this.bench.surface.redraw();
    });
    return answer as RunComm[M]['answer'];
  }

  draw({ columns: width, rows }: Size): Frame {
    const { style } = this.bench;
    const height = rows - 1;
    const rule = style.dim('─'.repeat(width));
    const head = [
      style.bold(cutEnd(`${this.run.lens} · ${this.run.title}`, width)),
      style.dim(cutEnd(this.run.question, width)),
    ];
    const editing = this.focus === 'params';
    const params = editing
      ? paramLines(
          this.run,
          this.param,
          this.input?.text ?? null,
          width,
          Math.max(1, Math.min(this.run.params.length, height >> 1)),
          style,
        )
      : [paramSummary(this.run, width, style)];
    const room = Math.max(3, Math.floor((height - params.length - 4) * (editing ? 0.5 : 0.4)));
    const steps = stepLines(
      this.run,
      this.at,
      this.changed,
      width,
      Math.min(this.run.steps.length, room),
      style,
    );
    const top = [...head, ...steps, rule, ...params, rule].slice(0, height - 2);
    const rest = Math.max(1, height - top.length - 1);
    const body = this.body(width, rest).slice(0, rest);
    while (body.length < rest) body.push(' ');
    const lines = [...top, ...body, this.foot(width)];
    const asked = this.pinning;
    return asked === null
      ? { lines }
      : { lines, cursor: { x: 'pin as: '.length + asked.column, y: lines.length - 1 } };
  }

  private body(width: number, height: number): string[] {
    const { step } = this;
    const { style } = this.bench;
    const formula =
      step.formula === ''
        ? []
        : wrap(this.formulaText(step.formula), width - 2)
            .slice(0, 3)
            .map((l) => ` ${style.cyan(l)}`);
    if (this.view === 'about') return [...formula, ...aboutLines(step, width, style)];
    if (this.view === 'products') return [...formula, ...productLines(step, width, style)];
    if (step.status === 'pending') return [...formula, style.dim(' not run: → runs it')];
    if (step.status === 'failed')
      return [...formula, ...wrap(step.error ?? 'failed', width).map((l) => style.red(l))];
    const lines = this.shown.linesOf(this.view, step, width, height - formula.length);
    return [...formula, ...(lines ?? [style.dim(' …')])];
  }

  private foot(width: number): string {
    const { style } = this.bench;
    if (this.pinning !== null) return style.yellow('pin as: ') + this.pinning.text;
    if (this.busy !== '') return this.busyLine(width);
    if (this.message !== '') return style.yellow(cutEnd(this.message, width));
    return style.dim(keyHints(HELP[this.focus], width));
  }

  private busyLine(width: number): string {
    const { style } = this.bench;
    const now = performance.now();
    const seconds = now - this.since;
    const took = seconds >= 1000 ? ` ${timeText(seconds)}` : '';
    const head = `${this.busy}${took} · ctrl-c interrupts`;
    const line = [...this.progress.values()].at(-1);
    const room = width - widthOf(head) - 3;
    if (line === undefined || room < 24) return style.yellow(cutEnd(head, width));
    return `${style.yellow(head)}   ${progressLine(line, room, style, now)}`;
  }

  key(key: Key): void {
    if (this.busy !== '') {
      if (key.ctrl && key.name === 'c') {
        this.early.length = 0;
        void this.bench.engine.interrupt();
      } else this.early.push(key);
      return;
    }
    if (this.pinning !== null) return this.pinKey(key);
    if (this.input !== null) return this.inputKey(key);
    this.message = '';
    const name = key.name === 'text' ? key.text : key.ctrl ? `C-${key.name}` : key.name;
    if (name === 'q' || name === 'escape' || name === 'C-c') return this.bench.back();
    if (name === 'tab') return void (this.focus = this.focus === 'steps' ? 'params' : 'steps');
    if (this.focus === 'params') return this.paramKey(name);
    this.stepKey(name);
  }

  private stepKey(name: string): void {
    const last = this.run.steps.length - 1;
    switch (name) {
      case 'up':
      case 'k':
        this.at = Math.max(0, this.at - 1);
        return;
      case 'down':
      case 'j':
        this.at = Math.min(last, this.at + 1);
        return;
      case 'left':
      case 'h':
        this.at = Math.max(0, this.at - 1);
        return;
      case 'right':
      case 'l':
      case 'n':
      case ' ':
        return this.forward();
      case 'home':
      case 'g':
        this.at = 0;
        return;
      case 'end':
      case 'G':
        this.at = last;
        return;
      case 'e':
        return this.work('running every step', async () =>
          this.follow(await this.call('finish', null)),
        );
      case 'r':
        return this.work(`running up to ${this.step.id}`, async () =>
          this.follow(await this.call('until', { step: this.step.id })),
        );
      case 'enter':
        return this.view === 'chart' && this.step.hasChart ? this.openChart() : this.openTable();
      case 't':
        this.view = 'table';
        return;
      case 'c':
        this.view = 'chart';
        return;
      case 'p':
        this.view = 'products';
        return;
      case 'a':
        this.view = 'about';
        return;
      case 'P':
        this.pinning = new LineInput(`${this.run.lens}-${this.step.id}`);
        return;
      default:
        return;
    }
  }

  /** To the next step; when it has not run yet, it runs. */
  private forward(): void {
    const next =
      this.step.status === 'pending' ? this.at : Math.min(this.run.steps.length - 1, this.at + 1);
    const step = this.run.steps[next]!;
    if (step.status !== 'pending') {
      this.at = next;
      return;
    }
    this.work(`running ${step.id}`, async () => {
      this.follow(await this.call('until', { step: step.id }));
      this.at = next;
    });
  }

  private openTable(): void {
    const { step } = this;
    this.work(`opening ${step.id}`, async () => {
      if (step.status === 'pending') this.follow(await this.call('until', { step: step.id }));
      const source = await this.shown.source(step);
      await source.rows(0, 1);
      this.bench.open(new TableScreen(this.bench, source, `${this.run.lens} · ${step.id}`));
    });
  }

  private openChart(): void {
    const { step } = this;
    const source = new ChartSource(this.bench.engine, this.handle, step.id);
    this.bench.open(new ChartScreen(this.bench, source, `${this.run.lens} · ${step.title}`));
  }

  private paramKey(name: string): void {
    const p = this.run.params[this.param];
    if (p === undefined) return;
    switch (name) {
      case 'up':
      case 'k':
        this.param = Math.max(0, this.param - 1);
        return;
      case 'down':
      case 'j':
        this.param = Math.min(this.run.params.length - 1, this.param + 1);
        return;
      case 'left':
      case 'right':
      case ' ': {
        const value = cycled(p, name === 'left' ? -1 : 1);
        if (value === undefined) this.message = 'enter edits this one';
        else this.retune(p.name, value);
        return;
      }
      case 'enter':
        this.input = new LineInput(parameterText(p.value));
        return;
      case 'd':
        return this.retune(p.name, p.default);
      default:
        return;
    }
  }

  private inputKey(key: Key): void {
    const end = this.input!.key(key);
    if (end === null) return;
    const { text } = this.input!;
    this.input = null;
    if (end === 'given up') return;
    const p = this.run.params[this.param]!;
    try {
      this.retune(p.name, readParameter(p, text));
    } catch (error) {
      this.message = (error as Error).message;
    }
  }

  private retune(name: string, value: unknown): void {
    this.work(`${name} = ${parameterText(value)}`, async () => {
      const answer = await this.call('retune', { params: { [name]: value } });
      this.follow(answer);
      this.changed = answer.reran;
      const list = (ids: readonly string[]): string => (ids.length === 0 ? 'none' : ids.join(', '));
      this.message = `ran again: ${list(answer.reran)} · shared: ${list(answer.shared)}`;
    });
  }

  private pinKey(key: Key): void {
    const end = this.pinning!.key(key);
    if (end === null) return;
    const name = this.pinning!.text;
    this.pinning = null;
    if (end === 'given up' || name === '') return;
    this.work(`pinning ${name}`, async () => {
      const { rows, source } = await this.call('pin', { step: this.step.id, name });
      if (source !== null) this.bench.keep(source);
      const kept =
        source === null ? 'a study cannot keep it: pin it in a cell' : '.save keeps it in a study';
      this.message = `pinned ${rows} rows as ${name}; ${kept}`;
    });
  }

  private follow(run: RunView): void {
    this.run = run;
    this.changed = [];
  }

  private work(what: string, task: () => Promise<void>): void {
    this.busy = what;
    this.since = performance.now();
    this.bench.surface.redraw();
    const beat = setInterval(() => this.bench.surface.redraw(), 500);
    task()
      .catch(async (error: Error) => {
        this.message = error.message.split('\n')[0]!;
        // Steps before the one that failed or was stopped have run.
        const { changed } = this;
        await this.call('steps', null).then(
          (run) => this.follow(run),
          () => undefined,
        );
        this.changed = changed;
      })
      .finally(() => {
        clearInterval(beat);
        this.busy = '';
        this.progress.clear();
        // A key may start the next work, and then the rest waits again; one may open another view.
        for (const key of this.early.splice(0)) (this.bench.screen ?? this).key(key);
        this.bench.surface.redraw();
      });
  }
}
