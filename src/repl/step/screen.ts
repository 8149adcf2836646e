import type { HandleInfo } from '../../engine/index.js';
import type {
  ChartAnswer,
  RunComm,
  RunMethod,
  RunParameter,
  RunStep,
  RunView,
} from '../../session/run-comm.js';
import { ChartScreen } from '../chart/screen.js';
import { ChartSource } from '../chart/source.js';
import { LineInput } from '../line-input.js';
import type { Frame, Screen, Size } from '../screen.js';
import { tableLines } from '../table/lines.js';
import { TableScreen } from '../table/screen.js';
import { TableSource } from '../table/source.js';
import { cutEnd, pad, widthOf, wrap } from '../../view/text-width.js';
import type { Key } from '../terminal/keys.js';
import type { Workbench } from '../workbench.js';
import { cycled, parameterText, readParameter } from './parameter.js';
import { factsOf, markOf } from './summary.js';

type View = 'table' | 'chart' | 'products' | 'about';

const HELP: Readonly<Record<'steps' | 'params', string>> = {
  steps:
    '→ run next · ← back · enter open · t table · c chart · p products · a about · e run all · tab parameters · P pin · q back',
  params: '↑↓ choose · enter edit · ←→ switch · d default · tab steps · q back',
};

interface Shown {
  /** Step and how often it ran: a re-run makes what was shown stale. */
  readonly key: string;
  readonly lines: readonly string[] | null;
  readonly source?: TableSource;
}

/** A lens run as its steps: walk, look, change a parameter, see which steps ran again. */
export class StepScreen implements Screen {
  private at: number;
  private param = 0;
  private focus: 'steps' | 'params' = 'steps';
  private view: View = 'table';
  private input: LineInput | null = null;
  private pinning: LineInput | null = null;
  private busy = '';
  private message = '';
  private changed: {
    readonly reran: readonly string[];
    readonly shared: readonly string[];
  } | null = null;
  private shown: Shown = { key: '', lines: null };
  private readonly released: TableSource[] = [];

  constructor(
    private readonly bench: Workbench,
    private readonly handle: string,
    private run: RunView,
    /** Formulas as one line of Unicode; passed in, since its parser takes a while to load. */
    private readonly formulaText: (tex: string) => string,
  ) {
    this.at = Math.max(
      0,
      run.steps.findLastIndex((s) => s.status === 'done' || s.status === 'reused'),
    );
  }

  close(): void {
    for (const source of this.released) void source.release().catch(() => undefined);
  }

  private get step(): RunStep {
    return this.run.steps[this.at]!;
  }

  private async call<M extends RunMethod>(
    method: M,
    argument: RunComm[M]['argument'],
  ): Promise<RunComm[M]['answer']> {
    return (await this.bench.engine.comm(this.handle, method, argument)) as RunComm[M]['answer'];
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
      ? this.paramLines(width, Math.max(1, Math.min(this.run.params.length, height >> 1)))
      : [this.paramSummary(width)];
    const room = Math.max(3, Math.floor((height - params.length - 4) * (editing ? 0.5 : 0.4)));
    const steps = this.stepLines(width, Math.min(this.run.steps.length, room));
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

  /** The parameters in one line, those first that differ from their defaults. */
  private paramSummary(width: number): string {
    const { style } = this.bench;
    if (this.run.params.length === 0) return style.dim('no parameters');
    const differs = (p: RunParameter): boolean =>
      JSON.stringify(p.value) !== JSON.stringify(p.default);
    const shown = (p: RunParameter): string => `${p.name} = ${parameterText(p.value)}`;
    const changed = cutEnd(this.run.params.filter(differs).map(shown).join(' · '), width);
    const others = this.run.params
      .filter((p) => !differs(p))
      .map(shown)
      .join(' · ');
    const rest = width - widthOf(changed) - 3;
    if (changed === '') return style.dim(cutEnd(others, width));
    return (
      style.yellow(changed) +
      (rest > 8 && others !== '' ? style.dim(` · ${cutEnd(others, rest)}`) : '')
    );
  }

  private stepLines(width: number, height: number): string[] {
    const { style, run } = { style: this.bench.style, run: this.run };
    const named = Math.max(...run.steps.map((s) => widthOf(s.id)));
    const from = Math.max(0, Math.min(run.steps.length - height, this.at - (height >> 1)));
    return run.steps.slice(from, from + height).map((step, i) => {
      const chosen = from + i === this.at;
      const again = this.changed?.reran.includes(step.id) === true ? style.yellow(' ↻') : '  ';
      const facts = cutEnd(
        `${pad(factsOf(step), 22)} ${step.title}`,
        Math.max(4, width - named - 8),
      );
      const id = pad(step.id, named);
      return `${chosen ? style.cyan('▸') : ' '} ${markOf(step, style)}${again} ${chosen ? style.bold(style.cyan(id)) : id}  ${style.dim(facts)}`;
    });
  }

  private paramLines(width: number, height: number): string[] {
    const { style } = this.bench;
    if (this.run.params.length === 0) return [style.dim('no parameters')];
    const named = Math.max(...this.run.params.map((p) => widthOf(p.name)));
    const from = Math.max(0, Math.min(this.run.params.length - height, this.param - (height >> 1)));
    return this.run.params.slice(from, from + height).map((p, i) => {
      const chosen = this.focus === 'params' && from + i === this.param;
      const value =
        chosen && this.input !== null
          ? style.underline(`${this.input.text} `)
          : parameterText(p.value);
      const differs = JSON.stringify(p.value) !== JSON.stringify(p.default);
      const shown = cutEnd(value, Math.max(8, width >> 1));
      const doc = cutEnd(p.doc, Math.max(0, width - named - widthOf(shown) - 9));
      return `${chosen ? style.cyan('▸') : ' '} ${pad(p.name, named)} = ${differs ? style.yellow(shown) : shown}  ${style.dim(doc)}`;
    });
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
    if (this.view === 'about') return [...formula, ...this.about(width)];
    if (this.view === 'products') return [...formula, ...this.products(width)];
    if (step.status === 'pending') return [...formula, style.dim(' not run: → runs it')];
    if (step.status === 'failed')
      return [...formula, ...wrap(step.error ?? 'failed', width).map((l) => style.red(l))];
    const key = `${this.view} ${step.id} ${step.runs} ${width}x${height}`;
    if (this.shown.key !== key) this.fetch(key, width, height - formula.length);
    return [...formula, ...(this.shown.lines ?? [style.dim(' …')])];
  }

  private about(width: number): string[] {
    const { step } = this;
    const facts: [string, string][] = [
      ['step', step.title],
      ['product', step.product ?? 'none: no matrix product'],
      [
        'reads',
        [...step.inputs, ...step.params.map((p) => `${p} (parameter)`)].join(', ') || 'the graph',
      ],
      ['time', factsOf(step)],
      ['ran', `${step.runs}×`],
    ];
    return facts.flatMap(([name, text]) =>
      wrap(text, Math.max(10, width - 11)).map(
        (line, at) => ` ${this.bench.style.dim(pad(at === 0 ? name : '', 8))}  ${line}`,
      ),
    );
  }

  private products(width: number): string[] {
    const { products } = this.step;
    if (products.length === 0)
      return [
        this.bench.style.dim(
          this.step.status === 'pending' ? ' not run' : ' this step ran no matrix product',
        ),
      ];
    return products.map((p) =>
      cutEnd(` ${p.milliseconds.toFixed(2).padStart(9)} ms  ${p.text}`, width),
    );
  }

  /** Fetches what the view shows of the chosen step, unless another is chosen meanwhile. */
  private fetch(key: string, width: number, height: number): void {
    this.shown = { key, lines: null };
    const { style } = this.bench;
    const put = (lines: readonly string[], source?: TableSource): void => {
      if (this.shown.key !== key) return;
      this.shown = source === undefined ? { key, lines } : { key, lines, source };
      this.bench.surface.redraw();
    };
    const work =
      this.view === 'chart' ? this.fetchChart(width, height) : this.fetchTable(width, height);
    work.then(
      ({ lines, source }) => put(lines, source),
      (error: Error) => put([style.red(cutEnd(error.message, width))]),
    );
  }

  private async fetchTable(
    width: number,
    height: number,
  ): Promise<{ lines: string[]; source: TableSource }> {
    const source = await this.tableOf(this.step);
    const rows = await source.rows(0, Math.max(1, height - 3));
    return {
      lines: tableLines(rows, source.total, width, this.bench.style),
      source,
    };
  }

  private async fetchChart(
    width: number,
    height: number,
  ): Promise<{ lines: string[]; source?: never }> {
    const { style } = this.bench;
    if (!this.step.hasChart) return { lines: [style.dim(' this step has no chart')] };
    const request = {
      step: this.step.id,
      form: 'cells',
      width,
      height: Math.max(4, height),
      color: style.color,
    } as const;
    const answer: ChartAnswer | null = await this.call('chart', request);
    return {
      lines: answer === null ? [style.dim(' this step has no chart')] : answer.data.split('\n'),
    };
  }

  private async tableOf(step: RunStep): Promise<TableSource> {
    const info: HandleInfo = await this.call('table', { step: step.id });
    const source = new TableSource(this.bench.engine, info);
    this.released.push(source);
    return source;
  }

  private foot(width: number): string {
    const { style } = this.bench;
    if (this.pinning !== null) return style.yellow('pin as: ') + this.pinning.text;
    if (this.busy !== '') return style.yellow(cutEnd(`${this.busy} · ctrl-c interrupts`, width));
    if (this.message !== '') return style.yellow(cutEnd(this.message, width));
    return style.dim(cutEnd(HELP[this.focus], width));
  }

  key(key: Key): void {
    if (this.busy !== '') {
      if (key.ctrl && key.name === 'c') void this.bench.engine.interrupt();
      return;
    }
    if (this.pinning !== null) return this.pinKey(key);
    if (this.input !== null) return this.inputKey(key);
    this.message = '';
    const name = key.name === 'text' ? key.text : key.ctrl ? `C-${key.name}` : key.name;
    if (name === 'q' || name === 'escape' || name === 'C-c') return this.bench.back();
    if (name === 'tab') return void (this.focus = this.focus === 'steps' ? 'params' : 'steps');
    if (this.focus === 'params') return this.paramKey(name);
    for (const one of key.name === 'text' ? key.text : [name]) this.stepKey(one);
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
      const source = await this.tableOf(step);
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
        if (value !== undefined) this.retune(p.name, value);
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
      this.changed = answer;
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
      const { rows } = await this.call('pin', { step: this.step.id, name });
      this.message = `pinned ${rows} rows as ${name}; .save keeps it in a study`;
    });
  }

  private follow(run: RunView): void {
    this.run = run;
    this.changed = null;
  }

  private work(what: string, task: () => Promise<void>): void {
    this.busy = what;
    this.bench.surface.redraw();
    task()
      .catch((error: Error) => {
        this.message = error.message.split('\n')[0]!;
      })
      .finally(() => {
        this.busy = '';
        this.bench.surface.redraw();
      });
  }
}
