import { createRequire } from 'node:module';
import type * as Sixel from 'sixel';
import { CellCanvas } from './cell-canvas.js';
import { svgPixels, svgPng, type Raster } from './raster.js';
import type { Rgb } from './chart-colors.js';

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
  return sixel().image2sixel(pixels, width, height, 256, 0);
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

/** An SVG document as half-blocks, for terminals without images: two pixels a cell. */
export function svgCells(
  svg: string,
  options: { readonly columns: number; readonly color: boolean },
): string[] {
  const image = svgPixels(svg, options.columns, '#ffffff');
  const rows = Math.ceil(image.height / 2);
  const canvas = new CellCanvas(image.width, rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < image.width; x++) {
      const upper = pixelAt(image, x, 2 * y);
      const lower = pixelAt(image, x, 2 * y + 1);
      if (options.color) canvas.put(x, y, '▀', { fg: upper, bg: lower });
      else canvas.put(x, y, inkBlock(isInk(upper), isInk(lower)));
    }
  }
  return canvas.lines(options.color);
}

function pixelAt({ width, height, pixels }: Raster, x: number, y: number): Rgb {
  if (y >= height) return [255, 255, 255];
  const at = 4 * (y * width + x);
  return [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
}

function isInk([red, green, blue]: Rgb): boolean {
  return 0.299 * red + 0.587 * green + 0.114 * blue < 170;
}

function inkBlock(upper: boolean, lower: boolean): string {
  if (upper) return lower ? '█' : '▀';
  return lower ? '▄' : ' ';
}
