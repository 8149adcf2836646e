import type { RunParameter, RunStep, RunView } from '../../session/run-comm.js';
import { cutEnd, pad, widthOf, wrap } from '../../view/text-width.js';
import type { Style } from '../terminal/style.js';
import { parameterText } from './parameter.js';
import { factsOf, markOf } from './summary.js';

const differs = (p: RunParameter): boolean => JSON.stringify(p.value) !== JSON.stringify(p.default);

/** Part of a list around the chosen line. */
function around(count: number, chosen: number, height: number): number {
  return Math.max(0, Math.min(count - height, chosen - (height >> 1)));
}

/** The steps of a run, one a line, the chosen one marked, those that just ran again too. */
export function stepLines(
  run: RunView,
  at: number,
  reran: readonly string[],
  width: number,
  height: number,
  style: Style,
): string[] {
  const named = Math.max(...run.steps.map((s) => widthOf(s.id)));
  const from = around(run.steps.length, at, height);
  return run.steps.slice(from, from + height).map((step, i) => {
    const chosen = from + i === at;
    const again = reran.includes(step.id) ? style.yellow(' ↻') : '  ';
    const facts = cutEnd(`${pad(factsOf(step), 22)} ${step.title}`, Math.max(4, width - named - 8));
    const id = pad(step.id, named);
    return `${chosen ? style.cyan('▸') : ' '} ${markOf(step, style)}${again} ${chosen ? style.bold(style.cyan(id)) : id}  ${style.dim(facts)}`;
  });
}

/** The parameters, one a line, under edit: value, whether it differs from its default, doc. */
export function paramLines(
  run: RunView,
  at: number,
  typed: string | null,
  width: number,
  height: number,
  style: Style,
): string[] {
  if (run.params.length === 0) return [style.dim('no parameters')];
  const named = Math.max(...run.params.map((p) => widthOf(p.name)));
  const from = around(run.params.length, at, height);
  return run.params.slice(from, from + height).map((p, i) => {
    const chosen = from + i === at;
    const value = chosen && typed !== null ? style.underline(`${typed} `) : parameterText(p.value);
    const shown = cutEnd(value, Math.max(8, width >> 1));
    const doc = cutEnd(p.doc, Math.max(0, width - named - widthOf(shown) - 9));
    return `${chosen ? style.cyan('▸') : ' '} ${pad(p.name, named)} = ${differs(p) ? style.yellow(shown) : shown}  ${style.dim(doc)}`;
  });
}

/** The parameters in one line, those first that differ from their defaults. */
export function paramSummary(run: RunView, width: number, style: Style): string {
  if (run.params.length === 0) return style.dim('no parameters');
  const shown = (p: RunParameter): string => `${p.name} = ${parameterText(p.value)}`;
  const changed = cutEnd(run.params.filter(differs).map(shown).join(' · '), width);
  const others = run.params
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

/** What there is to know of a step but its rows. */
export function aboutLines(step: RunStep, width: number, style: Style): string[] {
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
      (line, at) => ` ${style.dim(pad(at === 0 ? name : '', 8))}  ${line}`,
    ),
  );
}

/** The recorder: each product that the step ran, with its time. */
export function productLines(step: RunStep, width: number, style: Style): string[] {
  if (step.products.length > 0)
    return step.products.map((p) =>
      cutEnd(` ${p.milliseconds.toFixed(2).padStart(9)} ms  ${p.text}`, width),
    );
  return [style.dim(step.status === 'pending' ? ' not run' : ' this step ran no matrix product')];
}
