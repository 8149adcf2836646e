import { createRequire } from 'node:module';
import type * as Sixel from 'sixel';
import { CellCanvas } from './cell-canvas.js';
import { svgPixels, svgPng, type Raster } from './raster.js';
import type { Rgb } from './chart-colors.js';
import { liftWords } from './svg-words.js';
import { startOf, widthOf } from './text-width.js';

export type ImageProtocol = 'kitty' | 'iterm2' | 'sixel';

/** Cells that an image takes on the screen. */
export interface ImageSize {
  readonly columns: number;
  /** Lines; follows from the image's shape where absent. */
  readonly rows?: number;
}

const CHUNK = 4096;

/** The kitty graphics protocol: PNG in chunks of base64, placed at the cursor. */
export function kittyImage(png: Uint8Array, size: ImageSize): string {
  const data = Buffer.from(png).toString('base64');
  const rows = size.rows === undefined ? '' : `,r=${size.rows}`;
  const parts: string[] = [];
  for (let at = 0; at < data.length; at += CHUNK) {
    const more = at + CHUNK < data.length ? 1 : 0;
    const head = at === 0 ? `a=T,f=100,q=2,c=${size.columns}${rows},m=${more}` : `m=${more}`;
    parts.push(`\x1b_G${head};${data.slice(at, at + CHUNK)}\x1b\\`);
  }
  return parts.join('');
}

/** The inline images of iTerm2 (also WezTerm, VS Code and others). */
export function itermImage(png: Uint8Array, size: ImageSize): string {
  const data = Buffer.from(png).toString('base64');
  const height = size.rows === undefined ? 'auto' : String(size.rows);
  return `\x1b]1337;File=inline=1;size=${png.byteLength};width=${size.columns};height=${height};preserveAspectRatio=1:${data}\x07`;
}

/** Sixel, at most 256 colours. */
export function sixelImage({ pixels, width, height }: Raster): string {
  // A copy with a buffer of its own: the encoder sorts and dithers in it, and a Buffer's `slice` would be no copy.
  return sixel().image2sixel(new Uint8ClampedArray(pixels), width, height, 256, 0);
}

// Loaded on first use: it compiles WebAssembly, which nobody else waits for.
function sixel(): typeof Sixel {
  return createRequire(import.meta.url)('sixel') as typeof Sixel;
}

/** An SVG document as the escape sequence of a protocol; `cell` is the size of one terminal cell in pixels. */
export function terminalImage(
  svg: string,
  protocol: ImageProtocol,
  size: ImageSize & { readonly cellWidth?: number; readonly background?: string },
): string {
  if (protocol === 'sixel') {
    return sixelImage(svgPixels(svg, size.columns * (size.cellWidth ?? 8), size.background));
  }
  const png = svgPng(svg, size.background === undefined ? {} : { background: size.background });
  return protocol === 'kitty' ? kittyImage(png, size) : itermImage(png, size);
}

/**
 * An SVG document for terminals without images: what is drawn as braille dots (2 × 4 a cell) in its own colours,
 * its words as characters where they stand.
 */
export function svgCells(
  svg: string,
  options: { readonly columns: number; readonly color: boolean },
): string[] {
  const { columns, color } = options;
  const lifted = liftWords(svg);
  const image = svgPixels(lifted.svg, columns * 2, '#ffffff');
  const rows = Math.ceil(image.height / 4);
  const canvas = new CellCanvas(columns, rows);
  const paper = paperOf(image);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) drawCell(canvas, image, paper, x, y);
  }
  const scale = columns / widthOfSvg(svg);
  const written = new Set<number>();
  const above: string[] = [];
  for (const { text, x, y, anchor } of lifted.words.filter((word) => !word.upright)) {
    const width = widthOf(text);
    const shift = anchor === 'start' ? 0 : anchor === 'middle' ? width / 2 : width;
    const at = Math.max(0, Math.min(columns - width, Math.round(x * scale - shift)));
    // A baseline stands near the lower edge of its line.
    const row = Math.max(0, Math.min(rows - 1, Math.floor(((y - 4) * scale) / 2)));
    canvas.write(at, row, text);
    for (let i = 0; i < width; i++) written.add(row * columns + at + i);
  }
  for (const { text, x, y } of lifted.words.filter((word) => word.upright)) {
    const letters = [...text].slice(0, rows);
    const top = Math.round((y * scale) / 2 - letters.length / 2);
    const first = Math.max(0, Math.min(rows - letters.length, top));
    const column = Math.max(0, Math.min(columns - 1, Math.round(x * scale)));
    // Where the words of the ticks stand in its way, it lies on a line of its own instead.
    if (letters.some((_, i) => written.has((first + i) * columns + column))) above.push(text);
    else letters.forEach((letter, i) => void canvas.write(column, first + i, letter));
  }
  const lying = above.length === 0 ? [] : [startOf(above.join(' · '), columns)];
  return [...lying, ...canvas.lines(color)];
}

function widthOfSvg(svg: string): number {
  return parseFloat(/<svg[^>]*\bwidth="([\d.]+)/.exec(svg)?.[1] ?? '640');
}

/** Colour of the ground, read in the last corner, where no chart draws. */
function paperOf(image: Raster): Rgb {
  return pixelAt(image, image.width - 1, image.height - 1);
}

const DOT_BITS = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];

function drawCell(canvas: CellCanvas, image: Raster, paper: Rgb, x: number, y: number): void {
  let bits = 0;
  let inked = 0;
  const sum = [0, 0, 0];
  for (let dot = 0; dot < 8; dot++) {
    const pixel = pixelAt(image, 2 * x + (dot & 1), 4 * y + (dot >> 1));
    if (distance(pixel, paper) < 48) continue;
    bits |= DOT_BITS[dot]!;
    inked++;
    for (let i = 0; i < 3; i++) sum[i] = sum[i]! + pixel[i]!;
  }
  if (inked === 0) return;
  const fg: Rgb = [sum[0]! / inked, sum[1]! / inked, sum[2]! / inked].map(
    Math.round,
  ) as unknown as Rgb;
  // Greys are axes and frames: they follow the terminal's own ink, which reads on its ground.
  const grey = Math.max(...fg) - Math.min(...fg) < 24;
  canvas.put(
    x,
    y,
    bits === 0xff ? '█' : String.fromCharCode(0x2800 + bits),
    grey ? { dim: true } : { fg },
  );
}

function distance(a: Rgb, b: Rgb): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
}

function pixelAt({ width, height, pixels }: Raster, x: number, y: number): Rgb {
  if (x >= width || y >= height) return [255, 255, 255];
  const at = 4 * (y * width + x);
  return [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
}
