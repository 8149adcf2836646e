import type { Lens, Parameter } from '../lens/index.js';
import { didYouMean } from '../lens/index.js';
import { CodedError, InvalidArgument, type Task } from '../task/index.js';
import { sliderHtml, stepText, tunedHtml } from '../view/index.js';
import type { LensRun } from './lens-run.js';
import type { TunedView } from './run-comm.js';

export interface SliderOptions {
  /** The step whose chart is drawn; the last one that has a chart and hangs on the parameter unless said. */
  readonly step?: string;
  readonly min?: number;
  readonly max?: number;
  /** Width of one move. */
  readonly by?: number;
}

/** A parameter of a finished run under a thumb: moving it runs again what depends on it, and draws that. */
export class RunSlider {
  /** @internal */
  constructor(
    readonly run: LensRun,
    readonly parameter: string,
    readonly step: string,
    readonly range: { readonly min: number; readonly max: number; readonly by: number },
  ) {}

  get value(): number {
    return Number(this.run.params[this.parameter]);
  }

  get text(): string {
    return `${stepText(this.run.inner, this.step, { rows: 10 })}\n${this.parameter} = ${this.value}; in the terminal .steps opens it: tab, then ← and → move it`;
  }

  get html(): string {
    const { parameter, step, range, value, run } = this;
    const view = viewOf(run, step);
    return sliderHtml({ parameter, value, step, ...range }, countOf(run), view);
  }
}

/** Throws `InvalidArgument` for a parameter that is no number, and for a step that there is not. */
export function sliderOf(run: LensRun, name: string, options: SliderOptions): RunSlider {
  const { lens } = run;
  const { type, default: byDefault } = parameterOf(lens, name);
  if ((type.kind !== 'number' && type.kind !== 'integer') || typeof byDefault !== 'number')
    throw new InvalidArgument(
      `parameter of ${lens.id} that no thumb moves: ${name}; it is no number`,
    );
  const whole = type.kind === 'integer';
  const min = options.min ?? type.min ?? 0;
  const max = options.max ?? type.max ?? (whole ? Math.max(10, 3 * byDefault) : 1);
  const by = options.by ?? (whole ? 1 : (max - min) / 100);
  if (!(max > min && by > 0))
    throw new InvalidArgument(`range of a slider: ${min} to ${max} by ${by}; it must go somewhere`);
  return new RunSlider(run, name, shownStep(run, name, options.step), { min, max, by });
}

function parameterOf({ id, params }: Lens, name: string): Parameter {
  const found = params.find((parameter) => parameter.name === name);
  if (found !== undefined) return found;
  const names = params.map((parameter) => parameter.name);
  throw new InvalidArgument(`unknown parameter of ${id}: ${name}; ${didYouMean(name, names)}`);
}

function shownStep(run: LensRun, parameter: string, asked: string | undefined): string {
  if (asked !== undefined) return run.view(asked).step.id;
  const hanging = new Set<string>();
  for (const { id, params, inputs } of run.lens.steps)
    if (params.includes(parameter) || inputs.some((input) => hanging.has(input))) hanging.add(id);
  const steps = run.lens.steps.filter(({ id }) => hanging.has(id));
  return (
    steps.findLast(({ chart }) => chart !== undefined) ??
    steps.at(-1) ??
    run.lens.steps.at(-1)!
  ).id;
}

/** Moves the parameter, and draws what there is now. */
export async function tuned(
  run: LensRun,
  {
    parameter,
    value,
    step,
  }: { readonly parameter: string; readonly value: number; readonly step: string },
  task: Task,
): Promise<TunedView> {
  if (!run.finished)
    throw new CodedError('not_finished', 'run that is not finished; nothing to move');
  const begin = performance.now();
  const { reran, shared } = await run.change({ [parameter]: value }, task);
  const ran = performance.now() - begin;
  const html = viewOf(run, step);
  const status = `${countOf(run)} at ${value} · ran again: ${reran.join(', ') || 'none'} · ${ran.toFixed(1)} ms`;
  return { html, value: String(value), status, reran, shared, milliseconds: ran };
}

function viewOf(run: LensRun, step: string): string {
  const chart = run.view(step).step.chart === undefined ? null : run.chart(step as never);
  return tunedHtml(chart, run.relation(step));
}

const countOf = (run: LensRun): string => {
  const last = run.lens.steps.at(-1)!;
  const rows = run.relation(last.id).rowCount;
  return `${last.id}: ${rows} ${rows === 1 ? 'row' : 'rows'}`;
};
