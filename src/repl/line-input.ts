import { EditBuffer } from './editor/buffer.js';
import { widthOf } from '../view/text-width.js';
import type { Key } from './terminal/keys.js';

/** One line of text asked for inside a full-screen view. */
export class LineInput {
  private readonly buffer = new EditBuffer();

  constructor(text: string) {
    this.buffer.reset(text);
  }

  get text(): string {
    return this.buffer.text;
  }

  /** Terminal column of the cursor within the text. */
  get column(): number {
    return widthOf(this.buffer.text.slice(0, this.buffer.cursor));
  }

  /** Takes a key; tells when the line is finished. */
  key(key: Key): 'done' | 'given up' | null {
    const { buffer } = this;
    if (key.name === 'enter') return 'done';
    if (key.name === 'escape' || (key.ctrl && key.name === 'c')) return 'given up';
    if (key.name === 'text' || key.name === 'paste') buffer.insert(key.text.replaceAll('\n', ' '));
    else if (key.name === 'backspace') buffer.backspace();
    else if (key.name === 'delete') buffer.delete();
    else if (key.name === 'left') buffer.left();
    else if (key.name === 'right') buffer.right();
    else if (key.name === 'home' || (key.ctrl && key.name === 'a')) buffer.lineStart();
    else if (key.name === 'end' || (key.ctrl && key.name === 'e')) buffer.lineEnd();
    else if (key.ctrl && key.name === 'u') buffer.killToStart();
    else if (key.ctrl && key.name === 'w') buffer.killWordLeft();
    return null;
  }
}
