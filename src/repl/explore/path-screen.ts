import type { GraphComm, Hop } from '../../session/graph-comm.js';
import { counted } from '../../view/cell-text.js';
import { cutEnd, cutMiddle } from '../../view/text-width.js';
import { keyHints } from '../key-hints.js';
import type { Frame, Screen, Size } from '../screen.js';
import { excerpt, type SourceFiles } from '../source/files.js';
import type { Key } from '../terminal/keys.js';
import type { Style } from '../terminal/style.js';
import type { Workbench } from '../workbench.js';
import { openPlace } from './open-place.js';
import { definition, ExploreScreen, lookAt } from './screen.js';

export type FoundPath = GraphComm['path']['answer'];

const HELP = '↑↓ hop · enter look around it · o open in editor · q back';

/** The place that proves a hop: where the edge stands, else where the node does. */
function placeOf(hop: Hop): { readonly file: string; readonly line: number } | null {
  return hop.places[0] ?? definition(hop.node);
}

/** A path hop by hop, each with the line of source that makes it so. */
export function pathLines(
  found: FoundPath,
  files: SourceFiles,
  width: number,
  style: Style,
): string[] {
  return found.hops.flatMap((hop, at) => {
    const place = placeOf(hop);
    const source = place === null ? null : files.line(place.file, place.line);
    const edge = hop.edge === undefined ? '' : `${hop.edge} `;
    return [
      ...(at === 0
        ? []
        : [
            style.dim(`  ↓ ${edge}`) +
              (place === null ? '' : files.link(place.file, place.line, style)) +
              (source === null
                ? ''
                : style.dim(`  ${cutEnd(source, Math.max(8, width - edge.length - 40))}`)),
          ]),
      style.bold(cutMiddle(hop.node.label, width)),
    ];
  });
}

export function pathTitle(found: FoundPath, from: string, to: string): string {
  if (found.hops.length === 0)
    return `no path from ${from} (${counted(found.starts, 'node')}) to ${to} (${counted(found.ends, 'node')}) over ${found.kinds.join(', ')}`;
  return `${from} → ${to} · ${counted(found.hops.length - 1, 'hop')} over ${found.kinds.join(', ')}`;
}

/** A path over the whole screen: choose a hop, read the source at it. */
export class PathScreen implements Screen {
  private at = 0;
  private message = '';

  constructor(
    private readonly bench: Workbench,
    private readonly files: SourceFiles,
    private readonly found: FoundPath,
    private readonly title: string,
  ) {}

  draw({ columns: width, rows }: Size): Frame {
    const { style } = this.bench;
    const { hops } = this.found;
    const room = Math.max(2, Math.min(hops.length, (rows - 4) >> 1));
    const from = Math.max(0, Math.min(hops.length - room, this.at - (room >> 1)));
    const list = hops.slice(from, from + room).map((hop, i) => {
      const chosen = from + i === this.at;
      const text = `${chosen ? '▸' : ' '} ${from + i === 0 ? 'from' : (hop.edge ?? '').padEnd(4)} ${cutMiddle(hop.node.label, Math.max(8, width - 14))}`;
      return chosen ? style.bold(style.cyan(text)) : text;
    });
    const height = Math.max(1, rows - 1 - list.length - 3);
    const hop = hops[this.at]!;
    const place = placeOf(hop);
    const body =
      place === null
        ? [style.dim('no place in the sources')]
        : excerpt(this.files, place.file, place.line, width, height, style);
    const lines = [
      style.bold(cutEnd(this.title, width)),
      ...list,
      style.dim(
        cutEnd(
          `── ${place === null ? '' : `${place.file}:${place.line} `}${'─'.repeat(width)}`,
          width,
        ),
      ),
      ...body.slice(0, height),
    ];
    while (lines.length < rows - 2) lines.push(' ');
    return {
      lines: [
        ...lines,
        this.message === ''
          ? style.dim(keyHints(HELP, width))
          : style.yellow(cutEnd(this.message, width)),
      ],
    };
  }

  key(key: Key): void {
    this.message = '';
    switch (key.name === 'text' ? key.text : key.ctrl ? `C-${key.name}` : key.name) {
      case 'q':
      case 'escape':
      case 'C-c':
        return this.bench.back();
      case 'down':
      case 'j':
        this.at = Math.min(this.found.hops.length - 1, this.at + 1);
        return;
      case 'up':
      case 'k':
        this.at = Math.max(0, this.at - 1);
        return;
      case 'enter':
        return void this.explore();
      case 'o':
        return void this.open();
      default:
        return;
    }
  }

  private async explore(): Promise<void> {
    const view = await lookAt(this.bench, this.found.hops[this.at]!.node.id);
    this.bench.open(new ExploreScreen(this.bench, this.files, view));
  }

  private async open(): Promise<void> {
    const place = placeOf(this.found.hops[this.at]!);
    this.message =
      place === null
        ? 'no place in the sources'
        : await openPlace(this.bench, this.files, place.file, place.line);
    this.bench.surface.redraw();
  }
}
