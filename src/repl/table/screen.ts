import { cellView, counted, countText } from '../../view/cell-text.js';
import { layoutTable, type TableLayout } from '../../view/table-layout.js';
import { cutEnd, pad, wrap } from '../../view/text-width.js';
import { keyHints } from '../key-hints.js';
import { LineInput } from '../line-input.js';
import type { Frame, Screen, Size } from '../screen.js';
import type { Key } from '../terminal/keys.js';
import type { Style } from '../terminal/style.js';
import type { Workbench } from '../workbench.js';
import { exactText } from './cell.js';
import { findRow } from './find.js';
import { saveTable } from './save.js';
import type { TableSource } from './source.js';

type Asking = 'filter' | 'search' | 'save' | 'goto';

const LABELS: Readonly<Record<Asking, string>> = {
  filter: 'filter: ',
  search: 'search: ',
  save: 'save as (.csv .json .arrow .parquet): ',
  goto: 'row: ',
};

const HELP =
  'arrows scroll · s sort · / search · n next · f filter · - hide · + show all · y copy · o open · w save · enter row · q back';

/** A table over the whole screen. Rows come from the host a page at a time, so a million of them open at once. */
export class TableScreen implements Screen {
  private top = 0;
  private row = 0;
  private column = 0;
  private firstColumn = 0;
  private hidden = new Set<number>();
  private sort: { column: string; descending: boolean } | null = null;
  private filter = '';
  private searched = '';
  private asking: { what: Asking; input: LineInput } | null = null;
  private message = '';
  private busy = '';
  private bodyRows = 10;
  private detail = false;

  constructor(
    private readonly bench: Workbench,
    private readonly source: TableSource,
    private readonly title: string,
    private readonly owned = false,
  ) {}

  close(): void {
    if (this.owned) void this.source.release().catch(() => undefined);
  }

  draw(size: Size): Frame {
    const { style, surface } = this.bench;
    const width = size.columns;
    if (this.detail) return { lines: this.detailLines(width, size.rows - 1) };
    this.bodyRows = Math.max(1, size.rows - 6);
    this.clamp();
    const digits = String(this.source.total).length;
    const layout = this.layout(Math.max(8, width - digits - 2), surface.redraw);
    const gutter = ' '.repeat(digits + 2);
    const chosen = layout.columns.find((c) => c.name === this.columnName);
    const names =
      chosen === undefined
        ? style.bold(layout.names)
        : emphasised(layout.names, chosen.start, chosen.width, style);
    const order =
      this.sort === null
        ? ''
        : ` · by ${this.sort.column}${this.sort.descending ? ', descending' : ''}`;
    const held = this.filter === '' ? '' : ` · holding “${this.filter}”`;
    const missing = layout.lines.length < Math.min(this.bodyRows, this.source.total - this.top);
    const lines = [
      style.bold(
        cutEnd(`${this.title} · ${counted(this.source.total, 'row')}${order}${held}`, width),
      ),
      gutter + names,
      style.dim(gutter + layout.types),
      ...layout.lines.map((line, i) => {
        const at = this.top + i;
        const text = at === this.row ? style.inverse(line) : line;
        return `${style.dim(pad(String(at + 1), digits, 'right'))}  ${text}`;
      }),
      ...(missing ? [style.dim(`${gutter}…`)] : []),
    ];
    while (lines.length < size.rows - 3) lines.push(' ');
    lines.push(this.position(width, layout.hidden.length), this.foot(width));
    const shown = lines.slice(0, size.rows - 1);
    if (this.asking === null) return { lines: shown };
    return {
      lines: shown,
      cursor: {
        x: LABELS[this.asking.what].length + this.asking.input.column,
        y: shown.length - 1,
      },
    };
  }

  private get columnName(): string {
    return this.source.columns[this.column]?.name ?? '';
  }

  private get visibleColumns(): number[] {
    return this.source.columns.map((_, at) => at).filter((at) => !this.hidden.has(at));
  }

  /** Lays out the columns from the first shown one on, scrolled so that the chosen one is among them. */
  private layout(room: number, then: () => void): TableLayout {
    const candidates = this.visibleColumns;
    if (!candidates.includes(this.column)) {
      this.column = candidates.findLast((c) => c < this.column) ?? candidates[0] ?? 0;
    }
    if (this.column < this.firstColumn) this.firstColumn = this.column;
    const marks =
      this.sort === null
        ? undefined
        : new Map([[this.sort.column, this.sort.descending ? ' ↓' : ' ↑']]);
    for (;;) {
      const names = candidates
        .filter((c) => c >= this.firstColumn)
        .map((c) => this.source.columns[c]!.name);
      const page = this.source.window(this.top, this.bodyRows, names, then);
      const layout = layoutTable(page, {
        width: room,
        key: [],
        ...(marks === undefined ? {} : { marks }),
      });
      if (names.length <= 1 || layout.columns.some((c) => c.name === this.columnName))
        return layout;
      this.firstColumn = candidates.find((c) => c > this.firstColumn) ?? this.column;
    }
  }

  private clamp(): void {
    const last = Math.max(0, this.source.total - 1);
    this.row = Math.max(0, Math.min(last, this.row));
    this.top = Math.max(
      0,
      Math.min(this.top, this.row, Math.max(0, this.source.total - this.bodyRows)),
    );
    if (this.row >= this.top + this.bodyRows) this.top = this.row - this.bodyRows + 1;
  }

  /** The whole value under the cursor: what the columns cut is read here. */
  private position(width: number, more: number): string {
    const cell = this.source.row(this.row)?.[this.column];
    const spec = this.source.columns[this.column];
    if (cell === undefined || spec === undefined) return ' ';
    const right = more === 0 ? '' : ` · ${counted(more, 'column')} to the right`;
    return this.bench.style.dim(
      cutEnd(`${spec.name} = ${cellView(cell, spec.type)}${right}`, width),
    );
  }

  private foot(width: number): string {
    const { style } = this.bench;
    if (this.asking !== null)
      return style.yellow(LABELS[this.asking.what]) + this.asking.input.text;
    if (this.busy !== '') return style.yellow(cutEnd(this.busy, width));
    return this.message !== ''
      ? style.yellow(cutEnd(this.message, width))
      : style.dim(keyHints(HELP, width));
  }

  private detailLines(width: number, height: number): string[] {
    const { style } = this.bench;
    const row = this.source.row(this.row) ?? [];
    const named = Math.min(24, Math.max(...this.source.columns.map((c) => c.name.length)));
    const lines = this.source.columns.flatMap((c, at) => {
      const parts = wrap(cellView(row[at] ?? null, c.type), Math.max(8, width - named - 3));
      return parts.map(
        (part, i) => `${style.cyan(pad(cutEnd(i === 0 ? c.name : '', named), named))}  ${part}`,
      );
    });
    const head = style.bold(cutEnd(`${this.title} · row ${this.row + 1}`, width));
    return [head, ...lines.slice(0, height - 2), style.dim('any key goes back')];
  }

  key(key: Key): void {
    if (this.detail) {
      this.detail = false;
      return;
    }
    if (this.asking !== null) return this.answering(key);
    this.message = '';
    this.command(key.name === 'text' ? key.text : (key.ctrl ? 'C-' : '') + key.name);
    this.clamp();
  }

  private command(name: string): void {
    switch (name) {
      case 'q':
      case 'escape':
      case 'C-c':
        return this.bench.back();
      case 'down':
      case 'j':
        return void this.row++;
      case 'up':
      case 'k':
        return void this.row--;
      case 'pagedown':
      case ' ':
      case 'C-f':
      case 'C-d':
        return this.leap(this.bodyRows);
      case 'pageup':
      case 'b':
      case 'C-b':
      case 'C-u':
        return this.leap(-this.bodyRows);
      case 'home':
      case 'g':
        return this.leap(-Infinity);
      case 'end':
      case 'G':
        return this.leap(Infinity);
      case 'left':
      case 'h':
        return this.step(-1);
      case 'right':
      case 'l':
        return this.step(1);
      case 's':
        return this.sortBy();
      case '/':
        return this.ask('search', this.searched);
      case 'n':
        return this.find(1);
      case 'N':
        return this.find(-1);
      case 'f':
        return this.ask('filter', this.filter);
      case ':':
        return this.ask('goto', '');
      case 'w':
        return this.ask('save', '');
      case '-':
        return this.hide();
      case '+':
        return this.hidden.clear();
      case 'y':
        return this.copyCell();
      case 'Y':
        return this.copyRow();
      case 'o':
        return void this.openSource();
      case 'enter':
        this.detail = this.source.total > 0;
        return;
      default:
        return;
    }
  }

  private leap(by: number): void {
    this.row = Math.max(0, Math.min(this.source.total - 1, this.row + by));
    if (Number.isFinite(by)) this.top = Math.max(0, this.top + by);
  }

  private step(by: 1 | -1): void {
    const shown = this.visibleColumns;
    const at = shown.indexOf(this.column);
    this.column = shown[Math.max(0, Math.min(shown.length - 1, at + by))] ?? 0;
  }

  private hide(): void {
    if (this.hidden.size + 1 >= this.source.columns.length)
      return void (this.message = 'the last column stays');
    this.hidden.add(this.column);
  }

  private ask(what: Asking, text: string): void {
    this.asking = { what, input: new LineInput(text) };
  }

  private answering(key: Key): void {
    const { what, input } = this.asking!;
    const end = input.key(key);
    if (end === null) return;
    this.asking = null;
    if (end === 'given up') return;
    const { text } = input;
    if (what === 'filter') void this.reorder(() => (this.filter = text), 'filtering');
    else if (what === 'search') {
      this.searched = text;
      this.find(1);
    } else if (what === 'goto') {
      const row = Number(text);
      if (Number.isInteger(row) && row > 0) this.row = row - 1;
      else this.message = `not a row: ${text}`;
    } else void this.save(text);
  }

  /** First up, then down, then the table's own order again. */
  private sortBy(): void {
    const name = this.source.columns[this.column]?.name;
    if (name === undefined) return;
    const was = this.sort;
    const next =
      was?.column !== name
        ? { column: name, descending: false }
        : was.descending
          ? null
          : { column: name, descending: true };
    void this.reorder(() => (this.sort = next), 'sorting');
  }

  private async reorder(change: () => void, what: string): Promise<void> {
    const before = { sort: this.sort, filter: this.filter };
    change();
    this.row = 0;
    this.top = 0;
    this.busy = `${what} …`;
    this.bench.surface.redraw();
    try {
      await this.source.reorder({
        ...(this.sort === null ? {} : { sort: [this.sort] }),
        ...(this.filter === '' ? {} : { filter: this.filter }),
      });
    } catch (error) {
      Object.assign(this, before);
      this.message = (error as Error).message;
    }
    this.busy = '';
    this.bench.surface.redraw();
  }

  private find(by: 1 | -1): void {
    if (this.searched === '') return void (this.message = 'nothing searched yet: /');
    this.busy = 'searching …';
    void findRow(this.source, this.searched, this.row, by).then((at) => {
      this.busy = '';
      if (at < 0) this.message = `no row holds: ${this.searched}`;
      else this.row = at;
      this.bench.surface.redraw();
    });
  }

  private copyCell(): void {
    const row = this.source.row(this.row);
    if (row === null) return;
    this.bench.surface.copy(exactText(row[this.column]));
    this.message = `copied ${this.source.columns[this.column]!.name}`;
  }

  private copyRow(): void {
    const row = this.source.row(this.row);
    if (row === null) return;
    this.bench.surface.copy(row.map((c) => exactText(c)).join('\t'));
    this.message = 'copied the row';
  }

  private async openSource(): Promise<void> {
    const row = this.source.row(this.row);
    if (row === null) return;
    const { openRow } = await import('./open-row.js');
    this.message = await openRow(this.bench, this.source.columns, row);
    this.bench.surface.redraw();
  }

  private async save(file: string): Promise<void> {
    const columns = this.source.columns.map((c) => c.name).filter((_, at) => !this.hidden.has(at));
    this.busy = `saving ${file} …`;
    try {
      const rows = await saveTable(
        this.source,
        columns,
        file,
        this.bench.options.project,
        (done) => {
          this.busy = `saving ${file} … ${countText(done)} of ${countText(this.source.total)}`;
          this.bench.surface.redraw();
        },
      );
      this.message = `${counted(rows, 'row')} saved: ${file}`;
    } catch (error) {
      this.message = (error as Error).message;
    }
    this.busy = '';
    this.bench.surface.redraw();
  }
}

/** A stretch of a line underlined, the rest bold. Column names are ASCII: a cell is a character. */
function emphasised(text: string, start: number, width: number, style: Style): string {
  const part = (from: number, to?: number): string => text.slice(from, to);
  return (
    style.bold(part(0, start)) +
    style.bold(style.underline(part(start, start + width))) +
    style.bold(part(start + width))
  );
}
