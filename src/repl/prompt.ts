import { commandNames, isCommand, runCommand } from './commands/index.js';
import { Menu } from './editor/menu.js';
import { dedentFor, enclosingCall, indentAfter } from './editor/structure.js';
import type { SignatureHelp } from '../engine/index.js';
import type { Key } from './terminal/keys.js';
import type { Workbench } from './workbench.js';

export interface PromptState {
  readonly menu: Menu | null;
  readonly signature: SignatureHelp | null;
  readonly search: { readonly query: string } | null;
}

interface Search {
  query: string;
  at: number;
  readonly before: string;
}

/** What the keys mean at the prompt. Keys are taken one after the other, however fast they come. */
export class Prompt implements PromptState {
  menu: Menu | null = null;
  signature: SignatureHelp | null = null;
  search: Search | null = null;
  private asked = 0;
  private helped = 0;
  private lastExit = 0;

  constructor(private readonly bench: Workbench) {}

  async key(key: Key): Promise<void> {
    const { bench } = this;
    bench.message = '';
    if (key.ctrl && key.name === 'c') return this.cancel();
    if (bench.question !== null) return this.answering(key);
    if (this.search !== null && this.searching(key)) return;
    if (this.menu !== null && this.choosing(key)) return;
    await this.editing(key);
    void this.help(key);
  }

  private cancel(): void {
    const { bench } = this;
    this.menu = null;
    this.signature = null;
    if (this.search !== null) {
      bench.buffer.set(this.search.before);
      this.search = null;
    } else if (bench.running !== null || bench.command !== null) void bench.interrupt();
    else if (bench.buffer.text !== '') bench.buffer.reset();
    else bench.say('ctrl-d leaves');
  }

  private answering(key: Key): void {
    const { buffer } = this.bench;
    if (key.name === 'enter') {
      const { text } = buffer;
      buffer.reset();
      this.bench.answer(text);
    } else if (key.name === 'text' || key.name === 'paste')
      buffer.insert(key.text.replaceAll('\n', ' '));
    else this.motion(key);
  }

  /** Keys of the history search; false when the key leaves it and means what it means elsewhere. */
  private searching(key: Key): boolean {
    const search = this.search!;
    const { history } = this.bench.options;
    const show = (at: number): void => {
      if (at < 0) return void this.bench.say('nothing older matches');
      search.at = at;
      this.bench.buffer.set(history.entries[at]!);
    };
    if (key.name === 'text') {
      search.query += key.text;
      show(history.search(search.query));
    } else if (key.name === 'backspace') {
      search.query = search.query.slice(0, -1);
      show(history.search(search.query));
    } else if (key.ctrl && key.name === 'r') show(history.search(search.query, search.at));
    else if (key.name === 'escape' || (key.ctrl && key.name === 'g')) {
      this.bench.buffer.set(search.before);
      this.search = null;
    } else {
      this.search = null;
      return false;
    }
    return true;
  }

  private choosing(key: Key): boolean {
    const menu = this.menu!;
    if (key.name === 'tab' || key.name === 'down' || key.name === 'up') {
      menu.move(key.name === 'up' || key.shift ? -1 : 1);
      void this.describe();
      return true;
    }
    if (key.name === 'pagedown' || key.name === 'pageup') {
      menu.move(key.name === 'pageup' ? -8 : 8);
      void this.describe();
      return true;
    }
    if (key.name === 'enter') {
      this.accept(menu.item.insert);
      return true;
    }
    this.menu = null;
    if (key.name === 'escape') return true;
    // Typing on narrows the menu down.
    if ((key.name === 'text' && /^[\w$]+$/.test(key.text)) || key.name === 'backspace') {
      this.motion(key);
      void this.complete(false);
      return true;
    }
    return false;
  }

  private accept(insert: string): void {
    const { buffer } = this.bench;
    if (this.menu !== null) buffer.replace(this.menu.start, buffer.cursor, insert);
    this.menu = null;
  }

  private async editing(key: Key): Promise<void> {
    const { bench } = this;
    const { buffer } = bench;
    if (key.name === 'enter') return key.alt || key.shift ? this.breakLine() : this.enter();
    if (key.name === 'paste') return this.paste(key.text);
    if (key.name === 'tab') return this.tab();
    if (key.name === 'f1')
      return void (await runCommand(
        bench,
        buffer.text.trim() === '' ? '.help' : `.inspect ${this.wordAtCursor()}`,
      ));
    if (key.name === 'f2') return void bench.enqueue('.steps');
    if (key.name === 'f3') return void bench.enqueue('.table');
    if (key.name === 'up' || key.name === 'down') return this.vertical(key.name === 'up' ? -1 : 1);
    if (key.ctrl && key.name === 'p') return this.recall(-1);
    if (key.ctrl && key.name === 'n') return this.recall(1);
    if (key.ctrl && key.name === 'r') {
      this.search = { query: '', at: bench.options.history.entries.length, before: buffer.text };
      return;
    }
    if (key.ctrl && key.name === 'd' && buffer.text === '') return this.leave();
    if (key.ctrl && key.name === 'l') return void (await runCommand(bench, '.clear'));
    if (key.ctrl && key.name === 'o') return bench.surface.lend(() => this.editOutside());
    this.motion(key);
  }

  /** Moves and edits that mean the same wherever text is typed. */
  motion(key: Key): void {
    const { buffer } = this.bench;
    const plain = !key.ctrl && !key.alt;
    if (key.name === 'text') return this.type(key.text);
    switch ((key.ctrl ? 'C-' : '') + (key.alt ? 'M-' : '') + key.name) {
      case 'left':
      case 'C-b':
        return buffer.left();
      case 'right':
      case 'C-f':
        return buffer.right();
      case 'C-left':
      case 'M-left':
      case 'M-b':
        return buffer.wordLeft();
      case 'C-right':
      case 'M-right':
      case 'M-f':
        return buffer.wordRight();
      case 'home':
      case 'C-a':
        return buffer.lineStart();
      case 'end':
      case 'C-e':
        return buffer.lineEnd();
      case 'C-home':
      case 'M-<':
        return void (buffer.cursor = 0);
      case 'C-end':
      case 'M->':
        return void (buffer.cursor = buffer.text.length);
      case 'backspace':
      case 'C-h':
        return buffer.backspace();
      case 'delete':
      case 'C-d':
        return buffer.delete();
      case 'C-k':
        return buffer.killLine();
      case 'C-u':
        return buffer.killToStart();
      case 'C-w':
      case 'M-backspace':
        return buffer.killWordLeft();
      case 'M-d':
        return buffer.killWordRight();
      case 'C-y':
        return buffer.yank();
      case 'C-t':
        return buffer.transpose();
      case 'C-_':
      case 'M-u':
        return buffer.undo();
      case 'M-r':
      case 'M-_':
        return buffer.redo();
      default:
        if (plain) return;
    }
  }

  private type(text: string): void {
    const { buffer } = this.bench;
    const back = text.length === 1 ? dedentFor(buffer.text.slice(0, buffer.cursor), text) : 0;
    if (back > 0) buffer.replace(buffer.cursor - back, buffer.cursor, text);
    else buffer.insert(text);
  }

  private breakLine(): void {
    const { buffer } = this.bench;
    buffer.insert(`\n${indentAfter(buffer.text.slice(0, buffer.cursor))}`);
  }

  private async enter(): Promise<void> {
    const { bench } = this;
    const { text, cursor } = bench.buffer;
    this.signature = null;
    if (isCommand(text)) {
      bench.buffer.reset();
      // What only shows or leaves need not wait for the cell that runs.
      if (/^\.(?:help|inspect|clear|exit|restart)\b/.test(text.trim())) {
        await bench.options.history.add(text).catch(() => undefined);
        await runCommand(bench, text);
      } else void bench.submit(text);
      return;
    }
    if (/^\?|\?$/.test(text.trim()) && /^\??[\w$.]+\??$/.test(text.trim())) {
      bench.buffer.reset();
      await runCommand(bench, `.inspect ${text.trim().replaceAll('?', '')}`);
      return;
    }
    // In the middle of a text that has several lines, Enter breaks the line.
    if (text.slice(cursor).trim() !== '' && text.includes('\n')) return this.breakLine();
    if (await bench.wantsMore(text)) {
      bench.buffer.cursor = text.length;
      return this.breakLine();
    }
    bench.buffer.reset();
    void bench.submit(text);
  }

  private async paste(text: string): Promise<void> {
    const { bench } = this;
    if (/^\.\w+[^\n]*\n?$/.test(text) && bench.buffer.text === '')
      bench.buffer.insert(text.trimEnd());
    else
      bench.buffer.insert(
        text.endsWith('\n') && bench.buffer.cursor === bench.buffer.text.length
          ? text.replace(/\n+$/, '')
          : text,
      );
  }

  private vertical(by: -1 | 1): void {
    if (!this.bench.buffer.vertical(by)) this.recall(by);
  }

  private recall(by: -1 | 1): void {
    const { buffer, options } = this.bench;
    const entry = options.history.step(by, buffer.text);
    if (entry !== null) buffer.reset(entry);
  }

  private leave(): void {
    const now = performance.now();
    if (this.bench.running !== null && now - this.lastExit > 2000) {
      this.lastExit = now;
      this.bench.say('a cell is running: ctrl-d again leaves');
      return;
    }
    this.bench.close(0);
  }

  private async tab(): Promise<void> {
    const { buffer } = this.bench;
    const line = buffer.text.slice(
      buffer.text.lastIndexOf('\n', buffer.cursor - 1) + 1,
      buffer.cursor,
    );
    if (line.trim() === '' && buffer.text.includes('\n')) return buffer.insert('  ');
    await this.complete(true);
  }

  /** Fills in what is certain; shows a menu for the rest. */
  private async complete(fill: boolean): Promise<void> {
    const { bench } = this;
    const { text, cursor } = bench.buffer;
    const asked = ++this.asked;
    const found =
      text.startsWith('.') && !text.includes('\n')
        ? commandNames(text, cursor)
        : await bench.engine.complete(text, cursor).catch(() => null);
    if (asked !== this.asked || bench.buffer.text !== text || bench.buffer.cursor !== cursor)
      return;
    if (found === null || found.items.length === 0) {
      if (fill) bench.say('nothing completes this');
      bench.surface.redraw();
      return;
    }
    this.menu = new Menu(found.start, found.items);
    const { common } = this.menu;
    if (fill && found.items.length === 1) this.accept(found.items[0]!.insert);
    else {
      if (
        fill &&
        common.length > cursor - found.start &&
        common.startsWith(text.slice(found.start, cursor))
      ) {
        bench.buffer.replace(found.start, cursor, common);
      }
      void this.describe();
    }
    bench.surface.redraw();
  }

  /** Fetches the doc of the chosen item. */
  private async describe(): Promise<void> {
    const { menu, bench } = this;
    if (menu === null) return;
    const { item } = menu;
    const source = bench.buffer.text.slice(0, menu.start) + item.insert;
    const doc = await bench.engine
      .inspect(source, Math.max(0, source.length - 1))
      .catch(() => null);
    if (this.menu !== menu || menu.item !== item) return;
    menu.doc = doc;
    bench.surface.redraw();
  }

  /** Shows the signature while the arguments of a call are typed. */
  private async help(key: Key): Promise<void> {
    const { bench } = this;
    const { text, cursor } = bench.buffer;
    const call = key.name === 'paste' ? null : enclosingCall(text, cursor);
    if (call === null) {
      this.signature = null;
      return;
    }
    const asked = ++this.helped;
    const help = await bench.engine.signature(text, cursor).catch(() => null);
    if (asked !== this.helped || bench.buffer.text !== text) return;
    this.signature = help;
    bench.surface.redraw();
  }

  private wordAtCursor(): string {
    const { text, cursor } = this.bench.buffer;
    const before = /[\w$.]*$/.exec(text.slice(0, cursor))![0];
    const after = /^[\w$]*/.exec(text.slice(cursor))![0];
    return before + after;
  }

  /** The cell in the user's own editor. */
  private async editOutside(): Promise<void> {
    const { editText } = await import('./terminal/outside.js');
    const { buffer } = this.bench;
    const text = await editText(buffer.text, 'cell.ts');
    if (text !== null) buffer.set(text.trimEnd());
  }
}
