import path from 'node:path';
import type { ProgressLine, RunningCell, RunningCommand } from './cell.js';
import { drawSource } from './editor/draw.js';
import { signatureLines } from './editor/signature.js';
import type { PromptState } from './prompt.js';
import { childMemory, megabytes } from './memory.js';
import type { Frame, Size } from './screen.js';
import { countText } from '../view/cell-text.js';
import { cutEnd, cutMiddle, pad, widthOf } from '../view/text-width.js';
import type { Style } from './terminal/style.js';
import { timeText } from './transcript.js';
import { MORE, PROMPT, type Workbench } from './workbench.js';

/** Most commands are over before this, in milliseconds: a line for them would only flicker. */
const COMMAND_AFTER = 300;

/** What stands under the scrollback: the running cell, the text being typed, help for it, and a status line. */
export function drawLive(bench: Workbench, prompt: PromptState, size: Size, now: number): Frame {
  const { style, running, command, question } = bench;
  const width = Math.max(20, size.columns);
  const most = Math.max(3, size.rows - 1);
  const waiting = bench.queue.length;
  const above =
    running !== null
      ? runningLines(running, waiting, width, style, now)
      : command !== null && now - command.since > COMMAND_AFTER
        ? commandLines(command, waiting, width, style, now)
        : [];
  const below = [
    ...helpLines(prompt, width, style, Math.max(0, most - above.length - 4)),
    statusLine(bench, width),
  ];
  const room = Math.max(1, most - above.length - below.length);
  const secret = question?.password === true;
  const drawn = drawSource({
    text: secret ? '•'.repeat(bench.buffer.text.length) : bench.buffer.text,
    cursor: bench.buffer.cursor,
    width,
    height: room,
    prompt:
      question !== null
        ? style.yellow(question.prompt || '? ')
        : prompt.search !== null
          ? style.yellow('search> ')
          : style.green(PROMPT),
    more: style.dim(MORE),
    style,
  });
  if (prompt.search !== null) {
    const line = `${style.yellow('history> ')}${prompt.search.query}`;
    const x = widthOf('history> ') + widthOf(prompt.search.query);
    return {
      lines: [...above, ...drawn.lines, line, ...below],
      cursor: { x, y: above.length + drawn.lines.length },
    };
  }
  return {
    lines: [...above, ...drawn.lines, ...below],
    cursor: { x: drawn.cursor.x, y: above.length + drawn.cursor.y },
  };
}

function runningLines(
  running: RunningCell,
  waiting: number,
  width: number,
  style: Style,
  now: number,
): string[] {
  const lines: string[] = [];
  if (running.partial !== '') lines.push(cutEnd(running.partial.slice(-width * 2), width));
  for (const line of [...running.progress.values()].slice(-3))
    lines.push(progressLine(line, width, style, now));
  const queued = waiting > 0 ? ` · ${waiting} waiting` : '';
  const bytes = childMemory();
  const memory = bytes === null ? '' : ` · ${megabytes(bytes)}`;
  const how = running.interrupted
    ? 'stopping … ctrl-c again restarts the host'
    : 'ctrl-c interrupts';
  lines.push(
    style.dim(cutEnd(`running ${timeText(now - running.since)} · ${how}${memory}${queued}`, width)),
  );
  return lines;
}

/** A command that takes its time, as a cell is shown. */
function commandLines(
  { line, since, progress }: RunningCommand,
  waiting: number,
  width: number,
  style: Style,
  now: number,
): string[] {
  const queued = waiting > 0 ? ` · ${waiting} waiting` : '';
  const text = `${line.trim()} · running ${timeText(now - since)} · ctrl-c interrupts${queued}`;
  return [
    ...[...progress.values()].slice(-3).map((one) => progressLine(one, width, style, now)),
    style.dim(cutEnd(text, width)),
  ];
}

/** A bar with rate and estimate where the total is known. */
export function progressLine(line: ProgressLine, width: number, style: Style, now: number): string {
  const seconds = (now - line.since) / 1000;
  const rate = seconds > 0.2 ? line.done / seconds : 0;
  const speed = rate > 0 ? ` ${rate >= 10 ? countText(Math.round(rate)) : rate.toFixed(1)}/s` : '';
  if (line.total === undefined || line.total <= 0)
    return cutEnd(`${line.what} ${countText(line.done)}${speed}`, width);
  const part = Math.min(1, line.done / line.total);
  const left =
    part > 0 && part < 1 && rate > 0
      ? ` ${timeText(((line.total - line.done) / rate) * 1000)} left`
      : '';
  const facts = ` ${pad(`${Math.floor(part * 100)}%`, 4, 'right')}${speed}${left}`;
  const what = cutEnd(line.what, Math.max(8, width >> 1));
  const bar = Math.max(4, width - widthOf(what) - widthOf(facts) - 3);
  const full = Math.round(part * bar);
  return `${what} ${style.cyan('━'.repeat(full))}${style.dim('─'.repeat(bar - full))}${facts}`;
}

function helpLines(prompt: PromptState, width: number, style: Style, height: number): string[] {
  const { menu, signature } = prompt;
  if (menu === null)
    return signature === null
      ? []
      : signatureLines(signature, width, style).slice(0, Math.max(1, height));
  return menu.lines(width, Math.min(10, Math.max(1, height)), style);
}

function statusLine(bench: Workbench, width: number): string {
  const { style, message, cells, options } = bench;
  if (message !== '') return style.yellow(cutEnd(message, width));
  const counts = `${cells.length} cell${cells.length === 1 ? '' : 's'}`;
  const help = [counts, 'tab completes', 'F1 help', 'ctrl-d exit'].join(' · ');
  const dump = dumpName(options.dump, options.project);
  // The end of a path says more than its beginning, and how one leaves more than either.
  const short = cutMiddle(dump, Math.max(8, width - widthOf(help) - 3));
  return style.dim(cutEnd(`${short} · ${help}`, width));
}

/** The dump as one would type it: relative to the project where it lies inside. */
export function dumpName(dump: string | null, project: string): string {
  if (dump === null) return 'no dump';
  const inside = path.relative(project, dump);
  return inside === '' || inside.startsWith('..') || path.isAbsolute(inside) ? dump : inside;
}
