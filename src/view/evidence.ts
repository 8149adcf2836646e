import { counted } from './cell-text.js';
import { escapeHtml, fragment } from './html.js';
import {
  htmlPlace,
  placeText,
  placeUrl,
  terminalLink,
  type LinkOptions,
  type Place,
} from './links.js';
import { paintFor } from './paint.js';
import { DEFAULT_WIDTH, type TextOptions } from './table-text.js';
import { cutEnd, cutMiddle, printable } from './text-width.js';

/** One hop of an evidence path: how one arrives, where one is, and the line that shows it. */
export interface Hop {
  /** Label of the node. */
  readonly label: string;
  /** Edge kind by which one arrives; absent for the start. */
  readonly by?: string;
  /** Where the edge is in the source: the call, the mention. */
  readonly place?: Place;
  /** What else a reader should know: `gate`, `sink`, a candidate of dispatch. */
  readonly note?: string;
}

/** Lines of a source file, or `null` when it cannot be read. */
export type SourceReader = (file: string) => readonly string[] | null;

export interface EvidenceOptions extends TextOptions {
  readonly links?: LinkOptions;
  /** OSC 8 links in the terminal. */
  readonly hyperlinks?: boolean;
}

/** The line of a place, trimmed; `null` without one. */
function lineOf(place: Place | undefined, read: SourceReader): string | null {
  if (place?.line === undefined) return null;
  const line = read(place.file)?.[place.line - 1];
  return line === undefined ? null : printable(line.trim().replaceAll('\t', ' '));
}

/**
 * Hops of one line are read as one: a call by its argument, result and target is the same words three times. So is
 * a hop whose file is known and its line is not. A hop of another kind, with a note, or without a place stays.
 */
function folded(hops: readonly Hop[]): Hop[] {
  const shown: Hop[] = [];
  hops.forEach((hop, i) => {
    const last = shown.at(-1);
    const sameLine =
      hop.place?.line === undefined ||
      (hop.place.line === last?.place?.line && hop.place.file === last.place.file);
    if (last !== undefined && i > 1 && hop.place && sameLine && plain(hop) && plain(last))
      shown[shown.length - 1] = { ...last, label: hop.label };
    else shown.push(hop);
  });
  return shown;
}

const plain = ({ by, note }: Hop): boolean => by === undefined && note === undefined;

/** How many hops there are, and how many of them are shown. */
function hopCount(hops: readonly Hop[], shown: readonly Hop[]): string {
  const all = counted(Math.max(0, hops.length - 1), 'hop');
  return shown.length === hops.length ? all : `${all}, those of one line as one`;
}

/** A path hop by hop, each with the source line that shows it. */
export function pathText(
  hops: readonly Hop[],
  read: SourceReader,
  options: EvidenceOptions = {},
): string {
  const { width = DEFAULT_WIDTH } = options;
  const paint = paintFor(options.color);
  if (hops.length === 0) return 'no path';
  const lines: string[] = [];
  const shown = folded(hops);
  shown.forEach(({ label, by, place, note }, i) => {
    if (i > 0) {
      const where =
        place === undefined
          ? ''
          : cutMiddle(placeText(place), Math.max(8, width - 8 - (by?.length ?? 0)));
      const link =
        place !== undefined && options.hyperlinks === true
          ? terminalLink(where, placeUrl(place, options.links))
          : where;
      lines.push(`  ${paint.dim('│')} ${paint.cyan(by ?? 'then')} ${paint.dim(link)}`.trimEnd());
      const source = lineOf(place, read);
      if (source !== null) lines.push(`  ${paint.dim('│')}   ${cutEnd(source, width - 6)}`);
      else if (place?.line !== undefined) lines.push(`  ${paint.dim('│   source not at hand')}`);
    }
    const tail = note === undefined ? '' : ` ${paint.yellow(`(${note})`)}`;
    const room = width - 4 - (note === undefined ? 0 : note.length + 3);
    lines.push(
      `${i === shown.length - 1 ? '  ╰▸' : i === 0 ? '  ╭ ' : '  ├▸'} ${paint.bold(cutMiddle(printable(label), room - 1))}${tail}`,
    );
  });
  lines.push(paint.dim(hopCount(hops, shown)));
  return lines.join('\n');
}

/** A path as an HTML fragment: an ordered list with source lines and links. */
export function pathHtml(
  hops: readonly Hop[],
  read: SourceReader,
  links: LinkOptions = {},
): string {
  const shown = folded(hops);
  const items = shown.map(({ label, by, place, note }, i) => {
    const source = lineOf(place, read);
    const arrival =
      i === 0
        ? ''
        : `<span class="foot">${escapeHtml(by ?? 'then')}${place === undefined ? '' : ` at ${htmlPlace(place, links)}`}</span>`;
    const code = source === null ? '' : `<pre>${escapeHtml(source)}</pre>`;
    const tail = note === undefined ? '' : ` <span class="state">${escapeHtml(note)}</span>`;
    return `<li>${arrival}${code}<strong>${escapeHtml(printable(label))}</strong>${tail}</li>`;
  });
  return fragment(`<ol>${items.join('')}</ol><p class="foot">${hopCount(hops, shown)}</p>`);
}
