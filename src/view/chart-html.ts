import type { ChartSpec } from '../lens/index.js';
import { chartSvg, type SvgOptions } from './chart-svg.js';
import type { RowsOf } from './chart-data.js';
import { fragment } from './html.js';

/** A chart as HTML: inline SVG that takes its ink from the page, so that light and dark themes both work. */
export function chartBody(spec: ChartSpec, rowsOf: RowsOf, options: SvgOptions = {}): string {
  return `<figure style="margin:.4em 0">${chartSvg(spec, rowsOf, { ...options, theme: 'inherit' })}</figure>`;
}

export function chartHtml(spec: ChartSpec, rowsOf: RowsOf, options: SvgOptions = {}): string {
  return fragment(chartBody(spec, rowsOf, options));
}
