import { BrailleLayer, CellCanvas, type CellStyle } from './cell-canvas.js';
import { axisOver, bareAxis, type Axis } from './cells-axis.js';
import { MARKERS, type Inks } from './cells-inks.js';
import type { DrawnChart, DrawnMark } from './chart-data.js';
import { scaleOf, tickText, type ChartScale } from './chart-scales.js';
import { drawFill } from './cells-fills.js';
import { clampDot, dotX, dotY, drawStroke } from './cells-strokes.js';
import { pointsOf, rowAt, valueOf, type Plane } from './plane.js';
import { cutMiddle, widthOf, wrap } from './text-width.js';

interface PlaneSize {
  readonly width: number;
  readonly height?: number;
  readonly color: boolean;
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
