import type { Rgb } from './chart-colors.js';
import { startOf, widthOf } from './text-width.js';

/** How one cell is drawn; `null` follows the terminal's own colours. */
export interface CellStyle {
  readonly fg?: Rgb | null;
  readonly bg?: Rgb | null;
  readonly dim?: boolean;
  readonly bold?: boolean;
}

interface CanvasCell {
  /** Empty behind a wide character. */
  text: string;
  style: CellStyle;
}

const BLANK: CellStyle = {};

/** A grid of terminal cells to draw on. Everything outside of it is dropped. */
export class CellCanvas {
  readonly #cells: CanvasCell[];

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.#cells = Array.from({ length: width * height }, () => ({ text: ' ', style: BLANK }));
  }

  /** Puts one character of one cell. */
  put(x: number, y: number, character: string, style: CellStyle = BLANK): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const cell = this.#cells[y * this.width + x]!;
    cell.text = character;
    cell.style = style;
  }

  at(x: number, y: number): string {
    return this.#cells[y * this.width + x]?.text ?? ' ';
  }

  styleAt(x: number, y: number): CellStyle {
    return this.#cells[y * this.width + x]?.style ?? BLANK;
  }

  /** Writes a text from a cell on, cut at the right edge. */
  write(x: number, y: number, text: string, style: CellStyle = BLANK): void {
    let at = x;
    const fitting = x < 0 ? '' : startOf(text, this.width - x);
    for (const character of fitting) {
      const width = widthOf(character);
      if (width === 0) continue;
      this.put(at, y, character, style);
      for (let i = 1; i < width; i++) this.put(at + i, y, '', style);
      at += width;
    }
  }

  /** The lines, with SGR sequences where colour is wanted; blanks at line ends are dropped. */
  lines(color: boolean): string[] {
    return Array.from({ length: this.height }, (_, y) => this.#line(y, color));
  }

  #line(y: number, color: boolean): string {
    let end = this.width;
    while (end > 0 && this.#isBlank(this.#cells[y * this.width + end - 1]!, color)) end--;
    let line = '';
    let current = '';
    for (let x = 0; x < end; x++) {
      const { text, style } = this.#cells[y * this.width + x]!;
      const wanted = color ? sgrOf(style) : '';
      if (wanted !== current) {
        line += `${current === '' ? '' : '\x1b[0m'}${wanted}`;
        current = wanted;
      }
      line += text;
    }
    return current === '' ? line : `${line}\x1b[0m`;
  }

  #isBlank(cell: CanvasCell, color: boolean): boolean {
    return cell.text === ' ' && !(color && cell.style.bg !== undefined && cell.style.bg !== null);
  }
}

function sgrOf({ fg, bg, dim, bold }: CellStyle): string {
  const codes: string[] = [];
  if (bold === true) codes.push('1');
  if (dim === true) codes.push('2');
  if (fg !== undefined && fg !== null) codes.push(`38;2;${fg.join(';')}`);
  if (bg !== undefined && bg !== null) codes.push(`48;2;${bg.join(';')}`);
  return codes.length === 0 ? '' : `\x1b[${codes.join(';')}m`;
}

/** Ink that reads on a coloured cell. */
export function inkOn([red, green, blue]: Rgb): Rgb {
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? [0, 0, 0] : [255, 255, 255];
}

/** The grid of braille dots (2 × 4 a cell) over a part of a canvas. */
export class BrailleLayer {
  readonly #bits: Uint8Array;
  readonly #styles: (CellStyle | undefined)[];

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.#bits = new Uint8Array(width * height);
    this.#styles = new Array<CellStyle | undefined>(width * height);
  }

  /** Sets a dot, in dots from the top left. */
  dot(x: number, y: number, style: CellStyle): void {
    const column = Math.floor(x / 2);
    const row = Math.floor(y / 4);
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return;
    const bit = DOTS[(y - row * 4) * 2 + (x - column * 2)]!;
    const at = row * this.width + column;
    this.#bits[at] = this.#bits[at]! | bit;
    this.#styles[at] = style;
  }

  /** A straight line between two dots; `dash` leaves every second pair of dots out. */
  line(x0: number, y0: number, x1: number, y1: number, style: CellStyle, dash = false): void {
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1);
    for (let i = 0; i <= steps; i++) {
      if (dash && i % 4 > 1) continue;
      this.dot(
        Math.round(x0 + ((x1 - x0) * i) / steps),
        Math.round(y0 + ((y1 - y0) * i) / steps),
        style,
      );
    }
  }

  paint(canvas: CellCanvas, left: number, top: number): void {
    for (let at = 0; at < this.#bits.length; at++) {
      if (this.#bits[at] === 0) continue;
      const x = left + (at % this.width);
      const y = top + Math.floor(at / this.width);
      canvas.put(x, y, String.fromCharCode(0x2800 + this.#bits[at]!), this.#styles[at]);
    }
  }
}

// Bits of a braille cell, row by row from the top, left before right.
const DOTS = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];
