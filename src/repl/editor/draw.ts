import { widthOf } from '../../view/text-width.js';
import type { Style } from '../terminal/style.js';
import { matchingBrackets } from './structure.js';
import { tokenize, type TokenClass } from './tokens.js';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export interface DrawnText {
  readonly lines: readonly string[];
  readonly cursor: { readonly x: number; readonly y: number };
}

export interface DrawOptions {
  readonly text: string;
  /** Absent for text that is not under edit. */
  readonly cursor?: number;
  readonly width: number;
  /** At most this many lines; the ones around the cursor stay. */
  readonly height?: number;
  readonly prompt: string;
  readonly more: string;
  readonly style: Style;
  /** Draws the cursor as an inverted cell, for terminals whose own is hidden. */
  readonly block?: boolean;
}

/** Draws source with colours, wrapped at the width, and finds where the cursor stands. */
export function drawSource(options: DrawOptions): DrawnText {
  const { text, cursor, width, style } = options;
  const gutter = widthOf(options.prompt);
  const room = Math.max(1, width - gutter - 1);
  const partners = cursor === undefined ? null : matchingBrackets(text, cursor);
  const lines: string[] = [];
  let line = '';
  let run = '';
  let kind: TokenClass = 'space';
  let used = 0;
  let at = { x: gutter, y: 0 };
  const flush = (): void => {
    line += style.token[kind](run);
    run = '';
  };
  const breakLine = (): void => {
    flush();
    lines.push((lines.length === 0 ? options.prompt : options.more) + line);
    line = '';
    used = 0;
  };
  for (const token of tokenize(text)) {
    let offset = token.start;
    for (const { segment: c } of graphemes.segment(token.text)) {
      if (offset === cursor) at = { x: gutter + used, y: lines.length };
      if (c === '\n' || c === '\r\n') {
        breakLine();
        offset += c.length;
        continue;
      }
      const shown = c === '\t' ? '  ' : c;
      const w = widthOf(shown);
      if (used + w > room) {
        breakLine();
        if (offset === cursor) at = { x: gutter, y: lines.length };
      }
      if (partners?.includes(offset) === true) {
        flush();
        line += style.underline(style.bold(shown));
      } else {
        if (token.kind !== kind) flush();
        kind = token.kind;
        run += shown;
      }
      used += w;
      offset += c.length;
    }
  }
  if (cursor === text.length) at = { x: gutter + used, y: lines.length };
  breakLine();
  return clip(lines, at, options.height ?? Infinity, style);
}

/** Keeps the lines around the cursor and says how many are hidden. */
function clip(
  lines: string[],
  at: { x: number; y: number },
  height: number,
  style: Style,
): DrawnText {
  if (lines.length <= height) return { lines, cursor: at };
  const room = Math.max(1, height - 1);
  const from = Math.max(0, Math.min(lines.length - room, at.y - (room >> 1)));
  const hidden = lines.length - room;
  return {
    lines: [
      style.dim(`  … ${hidden} more line${hidden === 1 ? '' : 's'} (${from} above)`),
      ...lines.slice(from, from + room),
    ],
    cursor: { x: at.x, y: at.y - from + 1 },
  };
}
