import type { FindingSide, FindingSides } from '../lens/index.js';
import { paintFor } from './paint.js';
import { escapeHtml, fragment } from './html.js';
import { htmlPlace, placeText, type LinkOptions, type Place } from './links.js';
import { sideBySideHtml, sideBySideText, type Body } from './side-by-side.js';
import { cutEnd, printable } from './text-width.js';
import { DEFAULT_WIDTH, type TextOptions } from './table-text.js';
import type { SourceReader } from './evidence.js';

/** How the sides of a finding are read. */
export interface SidesOptions {
  /** The last line of a piece of which the finding gives only the first; `null` = it is not known. */
  readonly endOf?: (file: string, line: number) => number | null;
  /** Pieces listed by name beyond the two that are shown (default 12). */
  readonly also?: number;
}

/** Lines shown of a piece whose end nobody knows. */
const UNKNOWN_END = 20;

function bodyOf(side: FindingSide, read: SourceReader, options: SidesOptions): Body | null {
  const lines = read(side.file);
  if (lines === null) return null;
  const known = side.endLine ?? options.endOf?.(side.file, side.line) ?? null;
  const end = Math.min(lines.length, known ?? side.line + UNKNOWN_END);
  return {
    label: side.label,
    place: { file: side.file, line: side.line },
    text: lines.slice(side.line - 1, end).join('\n'),
  };
}

const placeOf = ({ file, line }: FindingSide): Place => ({ file, line });

/** The two pieces that stand for a finding, and the others that it names. */
function split({ left, right }: FindingSides): {
  readonly pair: readonly [FindingSide, FindingSide] | null;
  readonly others: readonly FindingSide[];
} {
  const [a, b] = [left[0], right[0]];
  if (a === undefined || b === undefined) return { pair: null, others: [...left, ...right] };
  return { pair: [a, b], others: [...left.slice(1), ...right.slice(1)] };
}

const missing = (sides: readonly FindingSide[]): string =>
  `source not at hand: ${sides.map((side) => placeText(placeOf(side))).join(', ')}; --src names its folder`;

/** Both sides of a finding, aligned line by line, differences marked; further copies by name. */
export function sidesText(
  sides: FindingSides,
  read: SourceReader,
  options: TextOptions & SidesOptions = {},
): string {
  const { pair, others } = split(sides);
  const { width = DEFAULT_WIDTH, also = 12 } = options;
  const paint = paintFor(options.color);
  const bodies = pair?.map((side) => bodyOf(side, read, options)) ?? [];
  const [left, right] = bodies;
  const shown = others.slice(0, also);
  return [
    left && right ? sideBySideText(left, right, options) : paint.dim(missing(pair ?? [])),
    ...shown.map((side) =>
      cutEnd(`also ${printable(side.label)} ${placeText(placeOf(side))}`, width),
    ),
    ...(others.length > shown.length
      ? [paint.dim(`… ${String(others.length - shown.length)} more`)]
      : []),
  ].join('\n');
}

/** The same as an HTML fragment. */
export function sidesHtml(
  sides: FindingSides,
  read: SourceReader,
  options: LinkOptions & SidesOptions = {},
): string {
  const { pair, others } = split(sides);
  const bodies = pair?.map((side) => bodyOf(side, read, options)) ?? [];
  const [left, right] = bodies;
  const shown = others.slice(0, options.also ?? 12);
  const items = shown.map(
    (side) =>
      `<li>${escapeHtml(printable(side.label))} <small>${htmlPlace(placeOf(side), options)}</small></li>`,
  );
  const more = others.length - shown.length;
  const list =
    items.length === 0
      ? ''
      : `<p class="foot">also</p><ul>${items.join('')}</ul>${more > 0 ? `<p class="foot">… ${String(more)} more</p>` : ''}`;
  const body =
    left && right
      ? sideBySideHtml(left, right, options)
      : fragment(`<p class="foot">${escapeHtml(missing(pair ?? []))}</p>`);
  return `${body}${list === '' ? '' : fragment(list)}`;
}
