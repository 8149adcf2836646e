import { cutEnd, cutMiddle, pad, printable, widthOf } from '../../view/text-width.js';
import { keyHints } from '../key-hints.js';
import { tokenize } from '../editor/tokens.js';
import { openPlace } from '../explore/open-place.js';
import type { Frame, Screen, Size } from '../screen.js';
import type { Key } from '../terminal/keys.js';
import type { Style } from '../terminal/style.js';
import type { Workbench } from '../workbench.js';
import type { Reading, Verdict } from './reading.js';

/** One side of a pair as the reader sees it. */
export interface Body {
  readonly title: string;
  readonly file: string | null;
  readonly line: number;
  readonly lines: readonly string[];
}

const HELP =
  'g good · w weak · b bad · u undo · n p next, previous · j k scroll · o open · q leave';
const KEYS: Readonly<Record<string, Verdict>> = { g: 'good', w: 'weak', b: 'bad' };

/** Blind reading: two bodies side by side, one key a verdict; leaving and coming back loses nothing. */
export class LabelScreen implements Screen {
  private at: number;
  private top = 0;
  private shown: { readonly at: number; readonly sides: readonly [Body, Body] | null } = {
    at: -1,
    sides: null,
  };
  private message = '';

  constructor(
    private readonly bench: Workbench,
    private readonly reading: Reading,
    private readonly bodyOf: (item: string) => Promise<Body>,
  ) {
    this.at = Math.max(0, reading.next());
  }

  draw({ columns: width, rows }: Size): Frame {
    const { style } = this.bench;
    const { reading } = this;
    const pair = reading.pairs[this.at]!;
    if (this.shown.at !== this.at) this.fetch();
    const height = Math.max(2, rows - 5);
    const beside = width >= 80;
    const body =
      this.shown.sides === null
        ? [style.dim('…')]
        : beside
          ? this.besides(width, height)
          : this.stacked(width, height);
    while (body.length < height) body.push(' ');
    const { good, weak, bad, done } = reading.counts();
    const total = reading.pairs.length;
    const bar = Math.max(8, Math.min(40, width - 60));
    const full = Math.round((done / total) * bar);
    const verdict = reading.verdictOf(pair);
    return {
      lines: [
        style.bold(
          cutEnd(
            `pair ${this.at + 1} of ${total}${verdict === null ? '' : ` · judged ${verdict}`}`,
            width,
          ),
        ),
        ...body.slice(0, height),
        cutEnd(
          `${'━'.repeat(full)}${'─'.repeat(bar - full)} ${done}/${total} · good ${good} · weak ${weak} · bad ${bad}`,
          width,
        ),
        this.message === ''
          ? style.dim(keyHints(HELP, width))
          : style.yellow(cutEnd(this.message, width)),
      ],
    };
  }

  private besides(width: number, height: number): string[] {
    const { style } = this.bench;
    const half = (width - 3) >> 1;
    const [left, right] = this.shown.sides!.map((side) =>
      column(side, this.top, half, height, style),
    ) as [string[], string[]];
    return left.map((line, i) => `${line}${style.dim(' │ ')}${right[i] ?? ''}`);
  }

  private stacked(width: number, height: number): string[] {
    const { style } = this.bench;
    const half = height >> 1;
    const [left, right] = this.shown.sides!;
    return [
      ...column(left, this.top, width, half, style),
      ...column(right, this.top, width, height - half, style),
    ];
  }

  private fetch(): void {
    const { at } = this;
    this.shown = { at, sides: null };
    const pair = this.reading.pairs[at]!;
    const missing =
      (item: string) =>
      (error: Error): Body => ({
        title: item,
        file: null,
        line: 0,
        lines: [error.message.split('\n')[0]!],
      });
    void Promise.all([
      this.bodyOf(pair.left).catch(missing(pair.left)),
      this.bodyOf(pair.right).catch(missing(pair.right)),
    ]).then((sides) => {
      if (this.shown.at === at) this.shown = { at, sides };
      this.bench.surface.redraw();
    });
  }

  key(key: Key): void {
    this.message = '';
    const name = key.name === 'text' ? key.text : key.ctrl ? `C-${key.name}` : key.name;
    this.command(name);
  }

  private command(name: string): void {
    const last = this.reading.pairs.length - 1;
    const verdict = KEYS[name];
    if (verdict !== undefined) return this.judge(verdict);
    switch (name) {
      case 'q':
      case 'escape':
      case 'C-c':
        return this.bench.back();
      case 'u':
        return this.undo();
      case 'n':
      case 'right':
        return this.show(Math.min(last, this.at + 1));
      case 'p':
      case 'left':
        return this.show(Math.max(0, this.at - 1));
      case 'j':
      case 'down':
        this.top++;
        return;
      case 'k':
      case 'up':
        this.top = Math.max(0, this.top - 1);
        return;
      case 'o':
        return void this.open();
      default:
        return;
    }
  }

  private show(at: number): void {
    this.at = at;
    this.top = 0;
  }

  private judge(verdict: Verdict): void {
    const kept = this.keep(() => this.reading.judge(this.reading.pairs[this.at]!, verdict));
    if (kept === null) return;
    const next = this.reading.next(this.at + 1);
    if (next < 0) this.message = 'every pair is judged; u takes the last back, q leaves';
    else this.show(next);
  }

  private undo(): void {
    const at = this.keep(() => this.reading.undo());
    if (at === -1) this.message = 'nothing to take back';
    else if (at !== null) this.show(at);
  }

  /** Does what writes the file; null, with a message, when it could not be written. */
  private keep<T>(change: () => T): T | null {
    try {
      return change();
    } catch (error) {
      this.message = `not kept: ${(error as Error).message}`;
      return null;
    }
  }

  private async open(): Promise<void> {
    const side = this.shown.sides?.[0];
    this.message =
      side?.file == null
        ? 'no place in the sources'
        : await openPlace(this.bench, this.bench.files, side.file, side.line);
    this.bench.surface.redraw();
  }
}

/** One body in a column of exactly `width` cells and `height` lines. */
function column(body: Body, top: number, width: number, height: number, style: Style): string[] {
  const from = Math.min(top, Math.max(0, body.lines.length - (height - 1)));
  const lines = Array.from({ length: Math.max(0, height - 1) }, (_, i) => {
    const text = cutEnd(printable((body.lines[from + i] ?? '').replaceAll('\t', '  ')), width);
    return (
      tokenize(text)
        .map((t) => style.token[t.kind](t.text))
        .join('') + ' '.repeat(Math.max(0, width - widthOf(text)))
    );
  });
  return [style.underline(pad(cutMiddle(body.title, width), width)), ...lines];
}
