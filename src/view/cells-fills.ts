import type { CellStyle } from './cell-canvas.js';
import { SHADES } from './cells-inks.js';
import type { ChartValue, DrawnMark } from './chart-data.js';
import { pointsOf, valueOf, type Plane, type Point } from './plane.js';

/** Lower parts of a cell, in eighths. */
const EIGHTHS = ['', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** Bars, rects and areas as blocks. */
export function drawFill(plane: Plane, mark: DrawnMark): void {
  if (mark.spec.mark === 'area') {
    drawArea(plane, mark);
    return;
  }
  const stacks = new Map<ChartValue, number>();
  for (let row = 0; row < mark.length; row++) {
    const columns = columnsOf(plane, mark, row);
    const ends = heightsOf(plane, mark, row, stacks);
    if (columns === null || ends === null) continue;
    const { style, rank } = plane.inks.of(mark, row);
    const fill = plane.color ? '█' : SHADES[rank % SHADES.length]!;
    for (let x = columns[0]; x < columns[1]; x++)
      fillColumn(plane, x, ends[0], ends[1], fill, style);
  }
}

/** Columns of cells that a bar or rect takes. */
function columnsOf(plane: Plane, mark: DrawnMark, row: number): [number, number] | null {
  const x = valueOf(mark, 'x', row);
  const ends =
    x === null
      ? [
          plane.x.extent(valueOf(mark, 'x1', row))?.[0],
          plane.x.extent(valueOf(mark, 'x2', row))?.[1],
        ]
      : (plane.x.extent(x) ?? [undefined, undefined]);
  if (ends[0] === undefined || ends[1] === undefined) return null;
  const from = Math.round(Math.min(ends[0], ends[1]));
  const to = Math.max(from + 1, Math.round(Math.max(ends[0], ends[1])));
  // A gap between bands that are wide enough for one.
  return [from, to - from >= 3 && plane.x.scale.kind === 'bands' ? to - 1 : to];
}

/** Heights from the bottom, in cells; bars of one band stack, as Plot stacks them. */
function heightsOf(
  plane: Plane,
  mark: DrawnMark,
  row: number,
  stacks: Map<ChartValue, number>,
): [number, number] | null {
  const y1 = plane.y.extent(valueOf(mark, 'y1', row));
  const y2 = plane.y.extent(valueOf(mark, 'y2', row));
  if (y1 !== null && y2 !== null) return [Math.min(y1[0], y2[0]), Math.max(y1[1], y2[1])];
  const value = valueOf(mark, 'y', row);
  if (plane.y.scale.kind === 'bands') {
    const ends = plane.y.extent(value);
    return ends === null ? null : [ends[0], ends[1]];
  }
  if (typeof value !== 'number') return null;
  const band = valueOf(mark, 'x', row) ?? valueOf(mark, 'x1', row);
  const start = stacks.get(band) ?? 0;
  stacks.set(band, start + value);
  const from = plane.y.position(start) ?? 0;
  const to = plane.y.position(start + value) ?? from;
  return [Math.min(from, to), Math.max(from, to)];
}

function fillColumn(
  plane: Plane,
  x: number,
  from: number,
  to: number,
  fill: string,
  style: CellStyle,
): void {
  const { canvas, left, height, width } = plane;
  if (x < 0 || x >= width) return;
  for (let cell = Math.max(0, Math.floor(from)); cell < height && cell < to; cell++) {
    // A thing above zero stays visible, however small.
    const covered = Math.max(
      to - from > 0 && cell === Math.floor(from) ? 1 : 0,
      Math.round(Math.min(1, to - cell) * 8),
    );
    if (covered === 0 || (cell + 1 - from < 0.5 && to > cell + 1)) continue;
    const character =
      fill === '█' ? EIGHTHS[covered]! : covered >= 4 || cell === Math.floor(from) ? fill : ' ';
    canvas.put(left + x, height - 1 - cell, character, style);
  }
}

function drawArea(plane: Plane, mark: DrawnMark): void {
  const points = pointsOf(plane, mark, 'y');
  const base = pointsOf(plane, mark, 'y1');
  const zero = plane.y.position(0) ?? 0;
  for (let x = 0; x < plane.width; x++) {
    const top = heightAt(points, x + 0.5);
    if (top === null) continue;
    const bottom = base.length > 0 ? (heightAt(base, x + 0.5) ?? zero) : zero;
    fillColumn(plane, x, Math.min(bottom, top), Math.max(bottom, top), '░', {
      ...plane.inks.of(mark, 0).style,
      dim: true,
    });
  }
}

function heightAt(points: readonly Point[], x: number): number | null {
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1]!;
    const b = points[i]!;
    if ((x - a.x) * (x - b.x) > 0) continue;
    return a.x === b.x ? b.y : a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
  }
  return null;
}
