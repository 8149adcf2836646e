import type { MirSpan } from './mir.js';

/** Reads spans from a text's end, keeping one string for a file that many spans name. */
export class SpanReader {
  #file = '';

  /** `src/a.rs:6:1: 6:22` in `[from, to)`; `null` for `no-location` or anything else. */
  read(text: string, from: number, to: number): MirSpan | null {
    let at = to;
    let failed = false;
    const number = (): number => {
      let value = 0;
      let scale = 1;
      const start = at;
      for (;;) {
        const digit = text.charCodeAt(at - 1) - 48;
        if (!(digit >= 0 && digit <= 9) || at <= from) break;
        value += digit * scale;
        scale *= 10;
        at--;
      }
      if (at === start) failed = true;
      return value;
    };
    const colon = (): void => {
      if (text.charCodeAt(at - 1) === 58) at--;
      else failed = true;
    };
    const endCol = number();
    colon();
    const endLine = number();
    if (text.charCodeAt(at - 1) === 32) at--;
    colon();
    const col = number();
    colon();
    const line = number();
    colon();
    if (failed || at <= from) return null;
    if (this.#file.length !== at - from || !text.startsWith(this.#file, from))
      this.#file = text.slice(from, at);
    return { file: this.#file, line, col, endLine, endCol };
  }
}
