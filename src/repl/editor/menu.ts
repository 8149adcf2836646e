import type { Completion } from '../../engine/index.js';
import { cutEnd, pad, widthOf, wrap } from '../../view/text-width.js';
import type { Style } from '../terminal/style.js';

export type CompletionItem = Completion['items'][number];

/** The completion menu: what fits at the cursor, one of them chosen, its doc beside it. */
export class Menu {
  chosen = 0;
  doc: { readonly text: string; readonly doc: string } | null = null;

  constructor(
    readonly start: number,
    readonly items: readonly CompletionItem[],
  ) {}

  get item(): CompletionItem {
    return this.items[this.chosen]!;
  }

  move(by: number): void {
    this.chosen = (this.chosen + by + this.items.length) % this.items.length;
    this.doc = null;
  }

  /** What all items begin with. */
  get common(): string {
    return this.items
      .map((i) => i.insert)
      .reduce((a, b) => {
        let n = 0;
        while (n < a.length && a[n] === b[n]) n++;
        return a.slice(0, n);
      });
  }

  lines(width: number, height: number, style: Style): string[] {
    const docs =
      this.doc === null
        ? []
        : docLines(this.doc, width, style).slice(0, Math.max(0, Math.min(3, height - 2)));
    const room = Math.max(1, height - docs.length);
    const from = Math.max(0, Math.min(this.items.length - room, this.chosen - (room >> 1)));
    const shown = this.items.slice(from, from + room);
    const named = Math.min(Math.max(8, width - 16), Math.max(...shown.map((i) => widthOf(i.name))));
    return [
      ...shown.map((item, at) => {
        const line = ` ${pad(cutEnd(item.name, named), named)}  ${pad(cutEnd(item.kind, 12), 12)}`;
        const count =
          at === shown.length - 1 && this.items.length > room
            ? ` ${this.chosen + 1}/${this.items.length}`
            : '';
        return from + at === this.chosen
          ? style.inverse(line) + style.dim(count)
          : style.dim(line + count);
      }),
      ...docs,
    ];
  }
}

export function docLines(
  info: { readonly text: string; readonly doc: string },
  width: number,
  style: Style,
): string[] {
  const head = wrap(info.text, width).map((line) => style.cyan(line));
  return info.doc === ''
    ? head
    : [...head, ...wrap(info.doc, width).map((line) => style.dim(line))];
}
