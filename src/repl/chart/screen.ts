import { cutEnd } from '../../view/text-width.js';
import { LineInput } from '../line-input.js';
import type { Frame, Screen, Size } from '../screen.js';
import type { Key } from '../terminal/keys.js';
import type { Workbench } from '../workbench.js';
import type { ChartSource } from './source.js';

const SAVE = 'save as (.svg .png .html): ';

/** One chart over the whole screen, drawn anew when the terminal changes its size. */
export class ChartScreen implements Screen {
  private drawn: { readonly key: string; readonly lines: readonly string[] | null } = {
    key: '',
    lines: null,
  };
  private saving: LineInput | null = null;
  private message = '';
  private top = 0;

  constructor(
    private readonly bench: Workbench,
    private readonly source: ChartSource,
    private readonly title: string,
  ) {}

  draw({ columns, rows }: Size): Frame {
    const { style } = this.bench;
    const height = Math.max(4, rows - 3);
    const key = `${columns}x${rows}`;
    if (this.drawn.key !== key) this.fetch(key, columns, height);
    const all = this.drawn.lines ?? [style.dim('…')];
    this.top = Math.max(0, Math.min(this.top, all.length - height));
    const lines = [
      style.bold(cutEnd(this.title, columns)),
      ...all.slice(this.top, this.top + height),
    ];
    while (lines.length < rows - 2) lines.push(' ');
    if (this.saving !== null) {
      return {
        lines: [...lines, style.yellow(SAVE) + this.saving.text],
        cursor: { x: SAVE.length + this.saving.column, y: lines.length },
      };
    }
    const image = this.bench.surface.drawsImages === true ? 'i image · ' : '';
    const foot =
      this.message === ''
        ? style.dim(cutEnd(`${image}w save · q back`, columns))
        : style.yellow(cutEnd(this.message, columns));
    return { lines: [...lines, foot] };
  }

  private fetch(key: string, width: number, height: number): void {
    this.drawn = { key, lines: null };
    const put = (lines: readonly string[]): void => {
      if (this.drawn.key === key) this.drawn = { key, lines };
      this.bench.surface.redraw();
    };
    this.source.draw({ form: 'cells', width, height, color: this.bench.style.color }).then(
      ({ data }) => put(data.split('\n')),
      (error: Error) => put([this.bench.style.red(cutEnd(error.message, width))]),
    );
  }

  key(key: Key): void {
    if (this.saving !== null) return this.savingKey(key);
    this.message = '';
    switch (key.name === 'text' ? key.text : key.ctrl ? `C-${key.name}` : key.name) {
      case 'q':
      case 'escape':
      case 'C-c':
        return this.bench.back();
      case 'down':
      case 'j':
        this.top++;
        return;
      case 'up':
      case 'k':
        this.top--;
        return;
      case 'w':
        this.saving = new LineInput('');
        return;
      case 'i':
        return void this.image();
      default:
        return;
    }
  }

  /** The chart as an image, where the terminal shows images. */
  private async image(): Promise<void> {
    const { surface } = this.bench;
    if (surface.drawsImages !== true || surface.picture === undefined) {
      this.message = 'this terminal shows no images: w saves one';
      return;
    }
    await surface.picture((await this.source.draw({ form: 'svg' })).data);
  }

  private savingKey(key: Key): void {
    const end = this.saving!.key(key);
    if (end === null) return;
    const file = this.saving!.text;
    this.saving = null;
    if (end === 'given up') return;
    this.source.save(file, this.bench.options.project).then(
      () => this.said(`saved: ${file}`),
      (error: Error) => this.said(error.message),
    );
  }

  private said(message: string): void {
    this.message = message;
    this.bench.surface.redraw();
  }
}
