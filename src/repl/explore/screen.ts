import type { CodeNode, GraphComm, Neighbour } from '../../session/graph-comm.js';
import { counted } from '../../view/cell-text.js';
import { cutEnd, cutMiddle, pad, widthOf } from '../../view/text-width.js';
import { keyHints } from '../key-hints.js';
import { LineInput } from '../line-input.js';
import type { Frame, Screen, Size } from '../screen.js';
import { excerpt, type SourceFiles } from '../source/files.js';
import type { Key } from '../terminal/keys.js';
import type { Workbench } from '../workbench.js';
import { openPlace } from './open-place.js';

export type Surroundings = GraphComm['look']['answer'];
export const NEIGHBOURS = 500;

const HELP =
  '↑↓ choose · enter go there · ← back · tab used by / uses · / find · o open in editor · q leave';

type Side = 'into' | 'from';

/** One node of the graph and what stands around it: go from caller to callee and back with the keys. */
export class ExploreScreen implements Screen {
  private side: Side = 'from';
  private at = 0;
  private trail: string[] = [];
  private asking: LineInput | null = null;
  private message = '';
  private busy = false;

  constructor(
    private readonly bench: Workbench,
    private readonly files: SourceFiles,
    private view: Surroundings,
  ) {
    if (view.from.length === 0) this.side = 'into';
  }

  draw({ columns: width, rows }: Size): Frame {
    const { style } = this.bench;
    const { node, hidden } = this.view;
    const height = rows - 1;
    const place =
      node.file === null ? '' : ` · ${node.file}${node.line > 0 ? `:${node.line}` : ''}`;
    const head = [
      style.bold(cutMiddle(node.label, width)),
      style.dim(
        cutEnd(
          `${node.kind}${place}${hidden > 0 ? ` · ${counted(hidden, 'neighbour')} not shown` : ''}`,
          width,
        ),
      ),
    ];
    const room = Math.max(4, Math.floor((height - 4) * 0.55));
    const short: Side = this.view.into.length <= this.view.from.length ? 'into' : 'from';
    const small = Math.max(1, Math.min(this.view[short].length + 1, room >> 1));
    const heights = {
      [short]: small,
      [short === 'into' ? 'from' : 'into']: room - small,
    } as Record<Side, number>;
    const lists = [
      ...this.list('into', width, heights.into),
      ...this.list('from', width, heights.from),
    ];
    const rest = Math.max(1, height - head.length - lists.length - 2);
    const body = this.source(width, rest).slice(0, rest);
    while (body.length < rest) body.push(' ');
    const lines = [...head, ...lists, style.dim('─'.repeat(width)), ...body];
    if (this.asking !== null)
      return {
        lines: [...lines, style.yellow('find: ') + this.asking.text],
        cursor: { x: 6 + this.asking.column, y: lines.length },
      };
    return {
      lines: [
        ...lines,
        this.message === ''
          ? style.dim(keyHints(HELP, width))
          : style.yellow(cutEnd(this.message, width)),
      ],
    };
  }

  private list(side: Side, width: number, height: number): string[] {
    const { style } = this.bench;
    const all = this.view[side];
    const active = side === this.side;
    const title = `${side === 'into' ? 'used by' : 'uses'} ${all.length}`;
    const head = active ? style.bold(style.cyan(title)) : style.bold(title);
    const room = Math.max(1, height - 1);
    const from = active ? Math.max(0, Math.min(all.length - room, this.at - (room >> 1))) : 0;
    const kinds = Math.max(0, ...all.map((n) => n.edge.length));
    return [
      head,
      ...all.slice(from, from + room).map((n, i) => {
        const chosen = active && from + i === this.at;
        const where = n.places[0];
        const place =
          where === undefined
            ? ''
            : ` ${where.file}:${where.line}${n.count > 1 ? ` +${n.count - 1}` : ''}`;
        const label = cutMiddle(n.node.label, Math.max(8, width - kinds - widthOf(place) - 4));
        const text = `${chosen ? '▸' : ' '} ${pad(n.edge, kinds)} ${label}`;
        return (chosen ? style.bold(style.cyan(text)) : text) + style.dim(place);
      }),
    ];
  }

  private get chosen(): Neighbour | undefined {
    return this.view[this.side][this.at];
  }

  /** The place of the chosen edge, else the node itself. */
  private source(width: number, height: number): string[] {
    const place =
      this.chosen?.places[0] ??
      definition(this.chosen?.node ?? this.view.node) ??
      definition(this.view.node);
    if (place === null || place === undefined)
      return [this.bench.style.dim('no place in the sources')];
    return excerpt(this.files, place.file, place.line, width, height, this.bench.style);
  }

  key(key: Key): void {
    if (this.asking !== null) return this.findKey(key);
    const name = key.name === 'text' ? key.text : key.ctrl ? `C-${key.name}` : key.name;
    if (this.busy && name === 'C-c') return void this.bench.engine.interrupt();
    if (name === 'q' || name === 'escape' || name === 'C-c') return this.bench.back();
    if (this.busy) return;
    this.message = '';
    const last = Math.max(0, this.view[this.side].length - 1);
    switch (name) {
      case 'down':
      case 'j':
        this.at = Math.min(last, this.at + 1);
        return;
      case 'up':
      case 'k':
        this.at = Math.max(0, this.at - 1);
        return;
      case 'pagedown':
        this.at = Math.min(last, this.at + 10);
        return;
      case 'pageup':
        this.at = Math.max(0, this.at - 10);
        return;
      case 'tab':
        this.side = this.side === 'into' ? 'from' : 'into';
        this.at = 0;
        return;
      case 'enter':
      case 'right':
      case 'l':
        return this.go();
      case 'left':
      case 'h':
        return this.goBack();
      case '/':
        this.asking = new LineInput('');
        return;
      case 'o':
        return void this.open();
      default:
        return;
    }
  }

  private go(): void {
    const { chosen } = this;
    if (chosen === undefined) return;
    this.trail.push(this.view.node.id);
    this.look(chosen.node.id);
  }

  private goBack(): void {
    const before = this.trail.pop();
    if (before === undefined) this.message = 'here it began';
    else this.look(before);
  }

  private look(id: string): void {
    this.busy = true;
    lookAt(this.bench, id)
      .then((view) => {
        this.view = view;
        this.at = 0;
        if (view[this.side].length === 0) this.side = this.side === 'into' ? 'from' : 'into';
      })
      .catch((error: Error) => (this.message = error.message))
      .finally(() => {
        this.busy = false;
        this.bench.surface.redraw();
      });
  }

  private findKey(key: Key): void {
    const end = this.asking!.key(key);
    if (end === null) return;
    const pattern = this.asking!.text;
    this.asking = null;
    if (end === 'given up' || pattern === '') return;
    this.busy = true;
    findNodes(this.bench, pattern, 1)
      .then(({ total, nodes }) => {
        this.trail.push(this.view.node.id);
        this.look(nodes[0]!.id);
        this.message = total > 1 ? `the first of ${total} that hold “${pattern}”` : '';
      })
      .catch((error: Error) => {
        this.busy = false;
        this.message = error.message.split('\n')[0]!;
        this.bench.surface.redraw();
      });
  }

  private async open(): Promise<void> {
    const place = this.chosen?.places[0] ?? definition(this.view.node);
    this.message =
      place === null
        ? 'no place in the sources'
        : await openPlace(this.bench, this.files, place.file, place.line);
    this.bench.surface.redraw();
  }
}

/** Where a node is defined. */
export function definition(
  node: CodeNode,
): { readonly file: string; readonly line: number } | null {
  return node.file === null ? null : { file: node.file, line: Math.max(1, node.line) };
}

export async function lookAt(bench: Workbench, id: string): Promise<Surroundings> {
  return (await bench.ask('session', 'look', { id, limit: NEIGHBOURS })) as Surroundings;
}

export async function findNodes(
  bench: Workbench,
  pattern: string,
  limit: number,
): Promise<GraphComm['find']['answer']> {
  return (await bench.ask('session', 'find', {
    pattern,
    limit,
  })) as GraphComm['find']['answer'];
}
