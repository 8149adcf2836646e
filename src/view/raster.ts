import { createRequire } from 'node:module';
import path from 'node:path';
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';

export interface RasterOptions {
  /** Pixels a CSS pixel; default 2. */
  readonly scale?: number;
  /** CSS colour under a drawing that has no ground of its own. */
  readonly background?: string;
}

/** Pixels as RGBA, rows from the top. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

// A fresh machine has no fonts at all, so ours come with a package.
function fonts(): NonNullable<ResvgRenderOptions['font']> {
  const folder = path.join(
    path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')),
    'ttf',
  );
  return {
    loadSystemFonts: false,
    fontFiles: ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSansMono.ttf'].map((file) =>
      path.join(folder, file),
    ),
    defaultFontFamily: 'DejaVu Sans',
    sansSerifFamily: 'DejaVu Sans',
    monospaceFamily: 'DejaVu Sans Mono',
  };
}

function render(svg: string, fitTo: ResvgRenderOptions['fitTo'], background: string | undefined) {
  const options: ResvgRenderOptions = { font: fonts(), ...(fitTo === undefined ? {} : { fitTo }) };
  if (background !== undefined) options.background = background;
  return new Resvg(svg, options).render();
}

/** An SVG document as PNG bytes. */
export function svgPng(svg: string, options: RasterOptions = {}): Uint8Array {
  return render(svg, { mode: 'zoom', value: options.scale ?? 2 }, options.background).asPng();
}

/** An SVG document as pixels of a given width. */
export function svgPixels(svg: string, width: number, background?: string): Raster {
  const image = render(svg, { mode: 'width', value: Math.max(1, Math.round(width)) }, background);
  return { width: image.width, height: image.height, pixels: image.pixels };
}
