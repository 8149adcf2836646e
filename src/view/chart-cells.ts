import type { ChartSpec } from '../lens/index.js';
import { barCells } from './cells-bars.js';
import { CellCanvas } from './cell-canvas.js';
import { Inks, legendLines, MARKERS, SHADES, type LegendPiece } from './cells-inks.js';
import { matrixCells } from './cells-matrix.js';
import { planeCells } from './cells-plane.js';
import { drawChart, NOTHING, type DrawnChart, type RowsOf } from './chart-data.js';
import { scaleOf } from './chart-scales.js';
import { paintFor } from './paint.js';
import { widthOf, wrap } from './text-width.js';

export interface CellsOptions {
  /** Terminal cells; default 80. */
  readonly width?: number;
  /** Lines for the chart with all its labels; without it, what the chart needs. */
  readonly height?: number;
  readonly color?: boolean;
}

/** A chart as lines of terminal cells: title, legend, marks with axes, caption. */
export function chartCells(spec: ChartSpec, rowsOf: RowsOf, options: CellsOptions = {}): string[] {
  return drawnCells(drawChart(spec, rowsOf), options);
}

export function drawnCells(chart: DrawnChart, options: CellsOptions = {}): string[] {
  const width = Math.max(20, options.width ?? 80);
  const color = options.color ?? false;
  const paint = paintFor(color);
  const inks = new Inks(chart);
  const has = (...marks: readonly string[]): boolean =>
    chart.marks.some(({ spec }) => marks.includes(spec.mark));
  const shape = has('barX', 'barY', 'cell', 'rect', 'area')
    ? (rank: number) => SHADES[rank % SHADES.length]!
    : (rank: number) => MARKERS[rank % MARKERS.length]!;
  const title = wrap(chart.spec.title, width).map(paint.bold);
  const legend = legendLines(inks, width, color, shape).map((pieces) =>
    pieceLine(pieces, width, color),
  );
  const caption = chart.caption === '' ? [] : wrap(chart.caption, width).map(paint.dim);
  const around = title.length + legend.length + caption.length;
  const size = {
    width,
    color,
    ...(options.height === undefined ? {} : { height: Math.max(7, options.height - around) }),
  };
  return [...title, ...legend, ...body(chart, inks, size), ...caption];
}

function body(
  chart: DrawnChart,
  inks: Inks,
  size: { width: number; height?: number; color: boolean },
): string[] {
  if (chart.marks.every((mark) => mark.length === 0)) return [NOTHING];
  const x = scaleOf(chart, 'x');
  const y = scaleOf(chart, 'y');
  const has = (mark: string): boolean => chart.marks.some(({ spec }) => spec.mark === mark);
  if (has('cell') && x?.kind === 'bands' && y?.kind === 'bands')
    return matrixCells(chart, inks, size);
  if (has('barX') && y?.kind === 'bands' && x !== null && x.kind !== 'bands')
    return barCells(chart, inks, size);
  return planeCells(chart, inks, size);
}

function pieceLine(pieces: readonly LegendPiece[], width: number, color: boolean): string {
  const canvas = new CellCanvas(width, 1);
  let x = 0;
  for (const { text, style } of pieces) {
    canvas.write(x, 0, text, style);
    x += widthOf(text);
  }
  return canvas.lines(color)[0]!;
}
