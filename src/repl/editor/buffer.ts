/** The text being edited and where the cursor stands in it, in UTF-16 units. */
export interface Snapshot {
  readonly text: string;
  readonly cursor: number;
}

const WORD = /[\p{L}\p{N}_$]/u;

/** Boundaries of what a person takes for one character: emoji and combining marks move as one. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A multi-line text under edit: readline's moves, a kill ring of one, and undo by bursts of typing. */
export class EditBuffer {
  text = '';
  cursor = 0;
  private killed = '';
  private undone: Snapshot[] = [];
  private done: Snapshot[] = [];
  private burst: string | null = null;

  get snapshot(): Snapshot {
    return { text: this.text, cursor: this.cursor };
  }

  /** Replaces all; forgets how to undo. */
  reset(text = '', cursor = text.length): void {
    this.text = text;
    this.cursor = cursor;
    this.done = [];
    this.undone = [];
    this.burst = null;
  }

  /** Replaces all as one edit. */
  set(text: string, cursor = text.length): void {
    this.remember('set');
    this.text = text;
    this.cursor = cursor;
    this.burst = null;
  }

  insert(text: string): void {
    this.replace(
      this.cursor,
      this.cursor,
      text,
      /^\s/.test(text) || text.length > 1 ? 'word' : 'type',
    );
  }

  /** One edit: `[start, end)` becomes `text`, the cursor goes behind it. */
  replace(start: number, end: number, text: string, kind = 'replace'): void {
    this.remember(kind);
    this.text = this.text.slice(0, start) + text + this.text.slice(end);
    this.cursor = start + text.length;
  }

  undo(): void {
    const last = this.done.pop();
    if (last === undefined) return;
    this.undone.push(this.snapshot);
    this.restore(last);
  }

  redo(): void {
    const next = this.undone.pop();
    if (next === undefined) return;
    this.done.push(this.snapshot);
    this.restore(next);
  }

  left(): void {
    this.move(this.before(this.cursor));
  }

  right(): void {
    this.move(this.after(this.cursor));
  }

  wordLeft(): void {
    this.move(this.wordStart());
  }

  wordRight(): void {
    this.move(this.wordEnd());
  }

  lineStart(): void {
    this.move(this.text.lastIndexOf('\n', this.cursor - 1) + 1);
  }

  lineEnd(): void {
    const end = this.text.indexOf('\n', this.cursor);
    this.move(end < 0 ? this.text.length : end);
  }

  /** Moves a line up or down in the same column; false when there is no such line. */
  vertical(by: -1 | 1): boolean {
    const start = this.text.lastIndexOf('\n', this.cursor - 1) + 1;
    const column = this.cursor - start;
    if (by < 0) {
      if (start === 0) return false;
      const above = this.text.lastIndexOf('\n', start - 2) + 1;
      this.move(Math.min(above + column, start - 1));
      return true;
    }
    const end = this.text.indexOf('\n', this.cursor);
    if (end < 0) return false;
    const next = this.text.indexOf('\n', end + 1);
    this.move(Math.min(end + 1 + column, next < 0 ? this.text.length : next));
    return true;
  }

  backspace(): void {
    if (this.cursor > 0) this.replace(this.before(this.cursor), this.cursor, '', 'erase');
  }

  delete(): void {
    const at = this.cursor;
    if (at < this.text.length) this.replace(at, this.after(at), '', 'delete');
  }

  /** Cuts to the end of the line; at the end, the line break. */
  killLine(): void {
    const end = this.text.indexOf('\n', this.cursor);
    const to = end < 0 ? this.text.length : end === this.cursor ? end + 1 : end;
    this.kill(this.cursor, to);
  }

  killToStart(): void {
    this.kill(this.text.lastIndexOf('\n', this.cursor - 1) + 1, this.cursor);
  }

  killWordLeft(): void {
    this.kill(this.wordStart(), this.cursor);
  }

  killWordRight(): void {
    this.kill(this.cursor, this.wordEnd());
  }

  yank(): void {
    if (this.killed !== '') this.insert(this.killed);
  }

  transpose(): void {
    const end = this.cursor === this.text.length ? this.cursor : this.after(this.cursor);
    const middle = this.before(end);
    const start = this.before(middle);
    if (start === middle) return;
    this.replace(start, end, this.text.slice(middle, end) + this.text.slice(start, middle));
  }

  private kill(start: number, end: number): void {
    if (start === end) return;
    this.killed = this.text.slice(start, end);
    this.replace(start, end, '', 'kill');
    this.burst = null;
  }

  private move(to: number): void {
    this.cursor = to;
    this.burst = null;
  }

  private restore({ text, cursor }: Snapshot): void {
    this.text = text;
    this.cursor = cursor;
    this.burst = null;
  }

  /** Typing in one go is undone in one go. */
  private remember(kind: string): void {
    this.undone = [];
    if (kind === this.burst && (kind === 'type' || kind === 'erase')) return;
    this.done.push(this.snapshot);
    this.burst = kind;
  }

  private before(at: number): number {
    let last = 0;
    const start = Math.max(0, at - 64);
    for (const { index } of graphemes.segment(this.text.slice(start, at))) last = index;
    return at === 0 ? 0 : start + last;
  }

  private after(at: number): number {
    for (const { segment } of graphemes.segment(this.text.slice(at, at + 64)))
      return at + segment.length;
    return at;
  }

  private wordStart(): number {
    let at = this.cursor;
    while (at > 0 && !WORD.test(this.text[at - 1]!)) at--;
    while (at > 0 && WORD.test(this.text[at - 1]!)) at--;
    return at;
  }

  private wordEnd(): number {
    let at = this.cursor;
    while (at < this.text.length && !WORD.test(this.text[at]!)) at++;
    while (at < this.text.length && WORD.test(this.text[at]!)) at++;
    return at;
  }
}
