import type { CellError, Diagnostic, Engine, HandleInfo, MimeBundle } from '../engine/index.js';
import type { ChartAnswer, RunView } from '../session/run-comm.js';
import { drawSource } from './editor/draw.js';
import { runLines } from './step/summary.js';
import { cutEnd, widthOf, wrap } from '../view/text-width.js';
import type { Style } from './terminal/style.js';

export interface Paper {
  readonly engine: Engine;
  readonly style: Style;
  readonly width: number;
  /** Lines that one result may take. */
  readonly height: number;
  readonly prompt: string;
  readonly more: string;
  /** Shows an SVG as an image where the terminal can; null where it can't. */
  readonly image?: (svg: string) => Promise<string | null>;
}

const TABLE_ROWS = 20;
const TEXT_LINES = 400;
const TEXT_CHARS = 40_000;

/** The source of a cell as it stays in the scrollback. */
export function sourceText(source: string, paper: Paper): string {
  const { lines } = drawSource({
    text: source,
    width: paper.width,
    prompt: paper.prompt,
    more: paper.more,
    style: paper.style,
  });
  return lines.join('\n');
}

export function diagnosticLines(
  diagnostics: readonly Diagnostic[],
  source: string,
  { width, style }: Pick<Paper, 'width' | 'style'>,
): string[] {
  const lines = source.split('\n');
  return diagnostics.flatMap(({ line, col, message }) => {
    const shown = lines.length > 1 ? [style.dim(`  ${line} │ `) + (lines[line - 1] ?? '')] : [];
    // A message may have lines of its own, indented by how deep they explain; the terminal would break them in mid-word.
    const said = `${line}:${col} ${message}`.split('\n').flatMap((part) => {
      if (widthOf(part) <= width) return [style.red(part)];
      const indent = /^ */.exec(part)![0];
      return wrap(part, Math.max(1, width - indent.length)).map((row) => style.red(indent + row));
    });
    return [...said, ...shown];
  });
}

export function errorLines(error: CellError, style: Style): string[] {
  const name = error.code === undefined ? `${error.name}: ` : '';
  return [style.red(name + error.message), ...error.frames.map((frame) => style.dim(`  ${frame}`))];
}

/** What a value shows: a table, the steps of a run, a chart, an image, or text; never more than a screenful or two. */
export async function resultLines(
  bundle: MimeBundle,
  handle: HandleInfo | undefined,
  paper: Paper,
): Promise<string[]> {
  try {
    switch (handle?.kind) {
      case 'table':
        return await firstRows(handle, paper);
      case 'run':
        return runLines(
          (await paper.engine.comm(handle.handle, 'steps', null)) as RunView,
          paper.width,
          paper.style,
        );
      case 'chart':
        return await chartLines(handle, paper);
      case 'text':
        return textLines(await setText(handle, paper), paper);
      default:
        break;
    }
  } catch (error) {
    return [
      ...textLines(bundle['text/plain'], paper),
      paper.style.dim(`(not drawn: ${(error as Error).message})`),
    ];
  }
  const svg = bundle['image/svg+xml'];
  if (typeof svg === 'string') {
    const image = await paper.image?.(svg);
    if (image != null) return [image];
  }
  return textLines(bundle['text/plain'], paper);
}

async function firstRows(info: HandleInfo, paper: Paper): Promise<string[]> {
  // Arrow's reader is loaded with the first table, not in front of the prompt.
  const [{ TableSource }, { tableLines }] = await Promise.all([
    import('./table/source.js'),
    import('./table/lines.js'),
  ]);
  const source = new TableSource(paper.engine, info);
  const rows = await source.rows(0, Math.max(3, Math.min(TABLE_ROWS, paper.height - 6)));
  return tableLines(rows, source.total, paper.width, paper.style);
}

const setText = async ({ handle }: HandleInfo, { engine, width, style }: Paper): Promise<string> =>
  (await engine.comm(handle, 'text', { width, color: style.color })) as string;

async function chartLines(info: HandleInfo, paper: Paper): Promise<string[]> {
  if (paper.image !== undefined) {
    const { data } = (await paper.engine.comm(info.handle, 'draw', { form: 'svg' })) as ChartAnswer;
    const image = await paper.image(data);
    if (image !== null) return [image];
  }
  const size = {
    width: Math.min(paper.width, 100),
    height: Math.max(10, Math.min(24, paper.height - 6)),
  };
  const answer = (await paper.engine.comm(info.handle, 'draw', {
    form: 'cells',
    ...size,
    color: paper.style.color,
  })) as ChartAnswer;
  return answer.data.split('\n');
}

/** Text cut to what a terminal can bear, with the rest counted. */
export function textLines(text: string, paper: Pick<Paper, 'style'>): string[] {
  const cut = text.length > TEXT_CHARS ? text.slice(0, TEXT_CHARS) : text;
  const lines = cut.split('\n');
  const kept = lines.slice(0, TEXT_LINES);
  const hidden = text.length - kept.join('\n').length;
  return hidden > 0 ? [...kept, paper.style.dim(`… ${hidden} more characters`)] : kept;
}

export function timeText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}

/** One line that fits. */
export function note(text: string, width: number, style: Style): string {
  return style.dim(cutEnd(text, width));
}
