import { diffArrays, diffWordsWithSpace } from 'diff';
import { escapeHtml, fragment } from './html.js';
import { htmlPlace, placeText, type LinkOptions, type Place } from './links.js';
import { paintFor, type Paint } from './paint.js';
import { DEFAULT_WIDTH, type TextOptions } from './table-text.js';
import { cutEnd, cutMiddle, pad, printable, widthOf } from './text-width.js';

/** One side of a comparison: a body of source text. */
export interface Body {
  readonly label: string;
  readonly place?: Place;
  readonly text: string;
}

/** A run of text on one side, changed or not. */
export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

/** A row of the aligned bodies; a side without a line is `null`. */
export interface AlignedRow {
  readonly kind: 'same' | 'change' | 'left' | 'right';
  readonly left: { readonly line: number; readonly pieces: readonly Piece[] } | null;
  readonly right: { readonly line: number; readonly pieces: readonly Piece[] } | null;
}

function linesOf(text: string): string[] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  return lines.map((line) => line.replaceAll('\t', '  ').trimEnd());
}

/**
 * The lines without the indentation that they share, so that bodies of different depth read alike. The first line
 * does not count where it starts at its declaration and not at its line.
 */
function withoutIndent(lines: readonly string[]): string[] {
  const depth = (line: string): number => line.length - line.trimStart().length;
  const rest = lines.filter((line, i) => line.trim() !== '' && (i > 0 || depth(line) > 0));
  const shared = Math.min(...rest.map(depth));
  return lines.map((line) => (line.slice(0, shared).trim() === '' ? line.slice(shared) : line));
}

/** Aligns two bodies line by line; lines that differ in part have their differing words marked. */
export function alignBodies(left: Body, right: Body): AlignedRow[] {
  const a = withoutIndent(linesOf(left.text));
  const b = withoutIndent(linesOf(right.text));
  const rows: AlignedRow[] = [];
  const firstA = left.place?.line ?? 1;
  const firstB = right.place?.line ?? 1;
  let i = 0;
  let j = 0;
  const whole = (text: string, changed: boolean): Piece[] => [{ text, changed }];
  const parts = diffArrays(a, b, { comparator: (x, y) => x.trim() === y.trim() });
  for (let p = 0; p < parts.length; p++) {
    const part = parts[p]!;
    if (!part.added && !part.removed) {
      for (let k = 0; k < part.value.length; k++, i++, j++) {
        rows.push({
          kind: 'same',
          left: { line: firstA + i, pieces: whole(a[i]!, false) },
          right: { line: firstB + j, pieces: whole(b[j]!, false) },
        });
      }
      continue;
    }
    const next = parts[p + 1];
    const paired = part.removed && next?.added === true;
    const gone = part.removed ? part.value.length : 0;
    const come = part.added ? part.value.length : paired ? next.value.length : 0;
    if (paired) p++;
    for (const [x, y] of pairUp(a.slice(i, i + gone), b.slice(j, j + come))) {
      rows.push(rowOf(x === null ? null : i + x, y === null ? null : j + y));
    }
    i += gone;
    j += come;
  }
  return rows;

  function rowOf(x: number | null, y: number | null): AlignedRow {
    if (x !== null && y !== null) {
      const words = diffWordsWithSpace(a[x]!, b[y]!);
      const side = (skip: 'added' | 'removed'): Piece[] =>
        words.flatMap((word) =>
          word[skip] ? [] : [{ text: word.value, changed: word.added || word.removed }],
        );
      return {
        kind: 'change',
        left: { line: firstA + x, pieces: side('added') },
        right: { line: firstB + y, pieces: side('removed') },
      };
    }
    return x === null
      ? { kind: 'right', left: null, right: { line: firstB + y!, pieces: whole(b[y!]!, true) } }
      : { kind: 'left', left: { line: firstA + x, pieces: whole(a[x]!, true) }, right: null };
  }
}

/** Pairs the lines of a replaced block: in order, each with the next one that shares at least half of its words. */
function pairUp(
  left: readonly string[],
  right: readonly string[],
): [number | null, number | null][] {
  if (left.length === right.length) return left.map((_, i) => [i, i]);
  const pairs: [number | null, number | null][] = [];
  let j = 0;
  left.forEach((line, i) => {
    const match = right.findIndex((other, at) => at >= j && alike(line, other));
    if (match === -1) {
      pairs.push([i, null]);
      return;
    }
    for (; j < match; j++) pairs.push([null, j]);
    pairs.push([i, j++]);
  });
  for (; j < right.length; j++) pairs.push([null, j]);
  return pairs;
}

function alike(a: string, b: string): boolean {
  const words = (text: string): string[] => text.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}]/gu) ?? [];
  const [x, y] = [words(a), new Set(words(b))];
  if (x.length === 0 || y.size === 0) return x.length === y.size;
  const shared = x.filter((word) => y.has(word)).length;
  return 2 * shared >= Math.max(x.length, y.size);
}

/** Lines that are the same, changed, and on one side only. */
export function differenceCounts(
  rows: readonly AlignedRow[],
): Readonly<Record<AlignedRow['kind'], number>> {
  const counts = { same: 0, change: 0, left: 0, right: 0 };
  for (const row of rows) counts[row.kind]++;
  return counts;
}

function footer(rows: readonly AlignedRow[]): string {
  const { same, change, left, right } = differenceCounts(rows);
  return `${same} same · ${change} changed · ${left} only left · ${right} only right`;
}

/** Two bodies side by side as text, line numbers on both sides, differences marked. */
export function sideBySideText(left: Body, right: Body, options: TextOptions = {}): string {
  const { width = DEFAULT_WIDTH } = options;
  const paint = paintFor(options.color);
  const rows = alignBodies(left, right);
  const room = Math.floor((width - 3) / 2);
  const digits = Math.max(
    2,
    ...rows.flatMap((row) => [row.left, row.right].map((side) => String(side?.line ?? 0).length)),
  );
  const title = ({ label, place }: Body): string =>
    pad(
      cutMiddle(printable(place === undefined ? label : `${label} ${placeText(place)}`), room),
      room,
    );
  const limit = options.rows ?? 0;
  const shown = limit === 0 ? rows : rows.slice(0, limit);
  return [
    `${paint.bold(title(left))}   ${paint.bold(title(right).trimEnd())}`,
    ...shown.map((row) => {
      const mark =
        row.kind === 'same' ? ' ' : row.kind === 'change' ? '~' : row.kind === 'left' ? '<' : '>';
      const side = (half: AlignedRow['left'], style: (text: string) => string): string =>
        half === null ? ' '.repeat(room) : sideText(half, digits, room, style, paint);
      return `${side(row.left, paint.red)} ${paint.dim(mark)} ${side(row.right, paint.green)}`.trimEnd();
    }),
    ...(shown.length < rows.length
      ? [paint.dim(`… ${rows.length - shown.length} more lines`)]
      : []),
    paint.dim(footer(rows)),
  ].join('\n');
}

function sideText(
  half: NonNullable<AlignedRow['left']>,
  digits: number,
  room: number,
  style: (text: string) => string,
  paint: Paint,
): string {
  const number = pad(String(half.line), digits, 'right');
  let left = room - digits - 1;
  let text = '';
  for (const piece of half.pieces) {
    const shown = cutEnd(printable(piece.text), left);
    left -= widthOf(shown);
    text += piece.changed ? style(shown) : shown;
    if (left <= 0) break;
  }
  return `${paint.dim(number)} ${text}${' '.repeat(Math.max(0, left))}`;
}

/** Two bodies side by side as an HTML fragment. */
export function sideBySideHtml(left: Body, right: Body, links: LinkOptions = {}): string {
  const rows = alignBodies(left, right);
  const head = ({ label, place }: Body): string =>
    `<th colspan="2">${escapeHtml(printable(label))}${place === undefined ? '' : ` <small>${htmlPlace(place, links)}</small>`}</th>`;
  const half = (side: AlignedRow['left'], kind: 'del' | 'add'): string => {
    if (side === null) return '<td></td><td></td>';
    const code = side.pieces
      .map((piece) =>
        piece.changed
          ? `<span class="${kind}">${escapeHtml(piece.text)}</span>`
          : escapeHtml(piece.text),
      )
      .join('');
    return `<td class="num foot">${side.line}</td><td><code style="white-space:pre-wrap">${code}</code></td>`;
  };
  const body = rows
    .map((row) => `<tr>${half(row.left, 'del')}${half(row.right, 'add')}</tr>`)
    .join('');
  return fragment(
    `<table><thead><tr>${head(left)}${head(right)}</tr></thead><tbody>${body}</tbody></table><p class="foot">${footer(rows)}</p>`,
  );
}
