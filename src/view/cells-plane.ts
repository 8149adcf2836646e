import { BrailleLayer, CellCanvas, type CellStyle } from './cell-canvas.js';
import { axisOver, bareAxis, type Axis } from './cells-axis.js';
import { MARKERS, SHADES, type Inks } from './cells-inks.js';
import type { ChannelName } from '../lens/index.js';
import type { ChartValue, DrawnChart, DrawnMark } from './chart-data.js';
import { scaleOf, tickText, type ChartScale } from './chart-scales.js';
import { cutMiddle, widthOf, wrap } from './text-width.js';

/** Lower parts of a cell, in eighths. */
const EIGHTHS = ['', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

interface PlaneSize {
  readonly width: number;
  readonly height?: number;
  readonly color: boolean;
}

interface Plane {
  readonly canvas: CellCanvas;
  readonly braille: BrailleLayer;
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly x: Axis;
  /** From the bottom up. */
  readonly y: Axis;
  readonly inks: Inks;
  readonly color: boolean;
  /** Words for which there was no room. */
  dropped: number;
}

const ONE: ChartScale = { kind: 'linear', domain: [0, 1], label: null, reverse: false };

/** Marks over two axes: lines and many dots as braille, bars and areas as blocks, with ticks and labels. */
export function planeCells(chart: DrawnChart, inks: Inks, size: PlaneSize): string[] {
  const xScale = scaleOf(chart, 'x') ?? ONE;
  // Bands of y run downwards, numbers upwards: the axis counts from the bottom.
  const given = scaleOf(chart, 'y') ?? ONE;
  const yScale = given.kind === 'bands' ? { ...given, reverse: !given.reverse } : given;
  // An axis with an empty label has no meaning of its own: a layout in the plane.
  const bare = given.label === '' && xScale.label === '';
  const rows = bare
    ? 28
    : given.kind === 'bands' && size.height === undefined
      ? Math.max(6, given.domain.length)
      : 16;
  const height = Math.max(4, (size.height ?? rows + 3) - 3);
  const yTicks = given.kind === 'bands' ? height : Math.max(2, Math.floor(height / 4));
  const y = bare ? bareAxis(yScale, height) : axisOver(yScale, height, yTicks);
  const labelWidth = Math.min(
    Math.max(1, ...y.ticks.map(({ text }) => widthOf(text))),
    Math.floor(size.width * 0.35),
  );
  const left = labelWidth + 2;
  const width = Math.max(8, size.width - left - 1);
  const xTicks =
    xScale.kind === 'bands' ? xScale.domain.length : Math.max(2, Math.floor(width / 14));
  const x = bare ? bareAxis(xScale, width) : axisOver(xScale, width, xTicks);
  const plane: Plane = {
    canvas: new CellCanvas(size.width, height + 2),
    braille: new BrailleLayer(width, height),
    left,
    width,
    height,
    x,
    y,
    inks,
    color: size.color,
    dropped: 0,
  };
  const order = [...chart.marks].sort((a, b) => layer(a) - layer(b));
  for (const mark of order) if (layer(mark) === 0) drawFill(plane, mark);
  for (const mark of order) if (layer(mark) === 1) drawStroke(plane, mark);
  plane.braille.paint(plane.canvas, left, 0);
  for (const mark of order) if (layer(mark) === 2) drawPoints(plane, mark);
  if (bare) return leftOut(plane, plane.canvas.lines(size.color), size.width);
  drawAxes(plane, labelWidth);
  const lines = plane.canvas.lines(size.color);
  const above =
    given.label === null
      ? []
      : [`${' '.repeat(Math.max(0, left - 1))}${given.label}${given.kind === 'bands' ? '' : ' ↑'}`];
  const below =
    xScale.label === null
      ? []
      : [`${' '.repeat(left)}${xScale.label}${xScale.kind === 'bands' ? '' : ' →'}`];
  return leftOut(plane, [...above, ...lines, ...below], size.width);
}

function leftOut(plane: Plane, lines: string[], width: number): string[] {
  if (plane.dropped === 0) return lines;
  return [...lines, ...wrap(`${plane.dropped} words without room left out`, width)];
}

/** 0 = areas below, 1 = lines, 2 = markers and words on top. */
function layer({ spec }: DrawnMark): 0 | 1 | 2 {
  switch (spec.mark) {
    case 'barX':
    case 'barY':
    case 'area':
    case 'cell':
    case 'rect':
      return 0;
    case 'line':
    case 'ruleX':
    case 'ruleY':
    case 'arrow':
    case 'tick':
      return 1;
    case 'dot':
    case 'text':
      return 2;
  }
}

function valueOf(mark: DrawnMark, name: ChannelName, row: number): ChartValue {
  return mark.channels.get(name)?.values[row] ?? null;
}

function drawFill(plane: Plane, mark: DrawnMark): void {
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

interface Point {
  readonly x: number;
  readonly y: number;
  readonly row: number;
}

function pointsOf(plane: Plane, mark: DrawnMark, y: 'y' | 'y1'): Point[] {
  const points: Point[] = [];
  for (let row = 0; row < mark.length; row++) {
    const at = plane.x.position(valueOf(mark, 'x', row));
    const value = valueOf(mark, y, row) ?? (y === 'y' ? valueOf(mark, 'y2', row) : null);
    const height = plane.y.position(value);
    if (at !== null && height !== null) points.push({ x: at, y: height, row });
  }
  return points;
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

const dotX = (x: number): number => Math.floor(x * 2);
const dotY = (plane: Plane, y: number): number =>
  Math.min(plane.height * 4 - 1, Math.floor((plane.height - y) * 4));

function drawStroke(plane: Plane, mark: DrawnMark): void {
  const { braille } = plane;
  const dash = mark.spec.style?.dash === true;
  const right = plane.width * 2 - 1;
  const bottom = plane.height * 4 - 1;
  switch (mark.spec.mark) {
    case 'line': {
      const lastOf = new Map<string | number | null, Point>();
      for (const point of pointsOf(plane, mark, 'y')) {
        const series = valueOf(mark, 'stroke', point.row) ?? valueOf(mark, 'fill', point.row);
        const before = lastOf.get(series) ?? point;
        lastOf.set(series, point);
        const { style } = plane.inks.of(mark, point.row);
        braille.line(
          clampDot(dotX(before.x), right),
          dotY(plane, before.y),
          clampDot(dotX(point.x), right),
          dotY(plane, point.y),
          style,
          dash,
        );
      }
      return;
    }
    case 'ruleX':
    case 'tick':
      if (mark.spec.mark === 'tick' && !mark.channels.has('x')) break;
      for (let row = 0; row < mark.length; row++) {
        const x = plane.x.position(valueOf(mark, 'x', row));
        const band =
          plane.y.scale.kind === 'bands' ? plane.y.extent(valueOf(mark, 'y', row)) : null;
        const low = band?.[0] ?? plane.y.position(valueOf(mark, 'y1', row)) ?? 0;
        const high = band?.[1] ?? plane.y.position(valueOf(mark, 'y2', row)) ?? plane.height;
        if (x !== null)
          braille.line(
            clampDot(dotX(x), right),
            dotY(plane, high),
            clampDot(dotX(x), right),
            dotY(plane, low),
            plane.inks.of(mark, row).style,
            dash,
          );
      }
      return;
    case 'arrow':
      for (let row = 0; row < mark.length; row++) {
        const [x1, x2] = [
          plane.x.position(valueOf(mark, 'x1', row)),
          plane.x.position(valueOf(mark, 'x2', row)),
        ];
        const [y1, y2] = [
          plane.y.position(valueOf(mark, 'y1', row)),
          plane.y.position(valueOf(mark, 'y2', row)),
        ];
        if (x1 === null || x2 === null || y1 === null || y2 === null) continue;
        const { style } = plane.inks.of(mark, row);
        braille.line(dotX(x1), dotY(plane, y1), dotX(x2), dotY(plane, y2), style, dash);
      }
      return;
    default:
      break;
  }
  for (let row = 0; row < mark.length; row++) {
    const y = plane.y.position(valueOf(mark, 'y', row));
    if (y === null) continue;
    const at = Math.min(bottom, dotY(plane, y));
    const low = plane.x.position(valueOf(mark, 'x1', row)) ?? 0;
    const high = plane.x.position(valueOf(mark, 'x2', row)) ?? plane.width;
    braille.line(
      clampDot(dotX(low), right),
      at,
      clampDot(dotX(high), right),
      at,
      plane.inks.of(mark, row).style,
      dash,
    );
  }
}

function clampDot(dot: number, last: number): number {
  return Math.max(0, Math.min(last, dot));
}

function drawPoints(plane: Plane, mark: DrawnMark): void {
  const points = pointsOf(plane, mark, 'y');
  if (mark.spec.mark === 'text') {
    for (const { x, y, row } of points) {
      const word = valueOf(mark, 'text', row);
      if (word === null) continue;
      const text = typeof word === 'number' ? tickText(word) : cutMiddle(word, 24);
      const at = Math.max(
        0,
        Math.min(plane.width - widthOf(text), Math.floor(x - widthOf(text) / 2)),
      );
      writeWord(plane, plane.left + at, rowAt(plane, y), text, plane.inks.of(mark, row).style);
    }
    return;
  }
  // Many dots are drawn fine; few are drawn so that each is seen and told apart.
  if (points.length * 8 > plane.width * plane.height) {
    const fine = new BrailleLayer(plane.width, plane.height);
    for (const { x, y, row } of points) {
      fine.dot(
        clampDot(dotX(x), plane.width * 2 - 1),
        dotY(plane, y),
        plane.inks.of(mark, row).style,
      );
    }
    fine.paint(plane.canvas, plane.left, 0);
    return;
  }
  for (const { x, y, row } of points) {
    const { style, rank } = plane.inks.of(mark, row);
    const marker =
      plane.color || plane.inks.scale?.kind !== 'bands' ? '●' : MARKERS[rank % MARKERS.length]!;
    plane.canvas.put(
      plane.left + Math.min(plane.width - 1, Math.floor(x)),
      rowAt(plane, y),
      marker,
      style,
    );
  }
}

/** Writes a word where no other stands; one that has no room is counted. */
function writeWord(plane: Plane, x: number, y: number, text: string, style: CellStyle): void {
  const { canvas } = plane;
  const width = widthOf(text);
  for (let i = -1; i <= width; i++) {
    if (!isFree(canvas.at(x + i, y))) {
      plane.dropped++;
      return;
    }
  }
  canvas.write(x, y, text, style);
}

/** A blank, or a mark that a word may cover. */
function isFree(character: string): boolean {
  return character === ' ' || /[\u2800-\u28ff\u2580-\u259f]/.test(character);
}

function rowAt(plane: Plane, y: number): number {
  return Math.max(0, Math.min(plane.height - 1, Math.floor(plane.height - y)));
}

function drawAxes(plane: Plane, labelWidth: number): void {
  const { canvas, left, width, height, x, y } = plane;
  const style = { dim: true };
  for (let row = 0; row < height; row++) canvas.put(left - 1, row, '│', style);
  canvas.put(left - 1, height, '└', style);
  for (let column = 0; column < width; column++) canvas.put(left + column, height, '─', style);
  for (const { at, text } of y.ticks) {
    const row = rowAt(plane, at);
    const label = cutMiddle(text, labelWidth);
    canvas.put(left - 1, row, '┤', style);
    canvas.write(labelWidth - widthOf(label), row, label);
  }
  drawColumnTicks(plane, x);
}

function drawColumnTicks({ canvas, left, width, height }: Plane, x: Axis): void {
  const bands = x.scale.kind === 'bands';
  const room = bands ? Math.floor(width / Math.max(1, x.ticks.length)) - 1 : 12;
  let free = 0;
  for (const { at, text } of x.ticks) {
    const column = Math.max(0, Math.min(width - 1, Math.floor(at)));
    const label = bands ? cutMiddle(text, Math.max(6, room)) : text;
    const start = Math.max(
      0,
      Math.min(left + column - Math.floor((widthOf(label) - 1) / 2), canvas.width - widthOf(label)),
    );
    if (start < free) continue;
    canvas.put(left + column, height, '┬', { dim: true });
    canvas.write(start, height + 1, label);
    free = start + widthOf(label) + 1;
  }
}
