import { CellCanvas, type CellStyle } from './cell-canvas.js';
import { axisOver } from './cells-axis.js';
import { SHADES, type Inks } from './cells-inks.js';
import type { ChartValue, DrawnChart, DrawnMark } from './chart-data.js';
import { scaleOf, tickText } from './chart-scales.js';
import { cutMiddle, pad, widthOf } from './text-width.js';

/** Left parts of a cell, in eighths. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

interface Segment {
  readonly from: number;
  readonly to: number;
  readonly style: CellStyle;
  readonly rank: number;
}

/** Horizontal bars, one line a band: label, bar in eighths of a cell, value. */
export function barCells(
  chart: DrawnChart,
  inks: Inks,
  size: { width: number; height?: number; color: boolean },
): string[] {
  const y = scaleOf(chart, 'y');
  const x = scaleOf(chart, 'x');
  if (y?.kind !== 'bands' || x === null || x.kind === 'bands') return [];
  const bands = y.reverse ? [...y.domain].reverse() : y.domain;
  const room = size.height === undefined ? bands.length : Math.max(1, size.height - 3);
  const shown = bands.length <= room ? bands : bands.slice(0, Math.max(1, room - 1));
  const texts = valueTexts(chart);
  const valueWidth = Math.max(0, ...shown.map((band) => widthOf(texts.get(band) ?? '')));
  const labelWidth = Math.min(
    Math.max(1, ...shown.map((band) => widthOf(String(band)))),
    Math.floor(size.width * 0.4),
  );
  const left = labelWidth + 2;
  const length = Math.max(4, size.width - left - valueWidth - 1);
  const stacked = stackedExtent(chart);
  const domain = (
    x.domain[0] > x.domain[1]
      ? x.domain
      : [Math.min(x.domain[0], stacked[0]), Math.max(x.domain[1], stacked[1])]
  ) as [number, number];
  const axis = axisOver({ ...x, domain }, length, Math.max(2, Math.floor(length / 12)));
  const canvas = new CellCanvas(size.width, shown.length + 2);
  const zero = axis.position(Math.min(Math.max(0, domain[0]), domain[1])) ?? 0;
  const segments = segmentsOf(chart, inks, (value) => axis.position(value) ?? zero, zero);
  shown.forEach((band, row) => {
    canvas.write(0, row, pad(cutMiddle(String(band), labelWidth), labelWidth, 'right'));
    canvas.put(labelWidth + 1, row, '│', { dim: true });
    let end = zero;
    for (const segment of segments.get(band) ?? []) {
      drawSegment(canvas, left, row, segment, size.color);
      end = Math.max(end, segment.to);
    }
    const text = texts.get(band);
    if (text !== undefined) canvas.write(left + Math.ceil(end) + (end > 0 ? 1 : 0), row, text);
  });
  drawRules(chart, inks, canvas, left, shown.length, (value) => axis.position(value));
  drawAxis(canvas, left, length, shown.length, axis.ticks);
  const lines = canvas.lines(size.color);
  const rest = bands.length - shown.length;
  if (rest > 0) lines.push(`${' '.repeat(left)}… ${rest} more`);
  if (x.label !== null) lines.push(`${' '.repeat(left)}${x.label}`);
  return lines;
}

function bars(chart: DrawnChart): DrawnMark[] {
  return chart.marks.filter(({ spec }) => spec.mark === 'barX');
}

function segmentsOf(
  chart: DrawnChart,
  inks: Inks,
  position: (value: ChartValue) => number,
  zero: number,
): Map<ChartValue, Segment[]> {
  const segments = new Map<ChartValue, Segment[]>();
  for (const mark of bars(chart)) {
    const [x, x1, x2, y] = (['x', 'x1', 'x2', 'y'] as const).map((name) => mark.channels.get(name));
    const ends = new Map<ChartValue, { up: number; down: number }>();
    for (let row = 0; row < mark.length; row++) {
      const band = y?.values[row] ?? null;
      const list = segments.get(band) ?? [];
      segments.set(band, list);
      const { style, rank } = inks.of(mark, row);
      if (x1 !== undefined || x2 !== undefined) {
        const a = x1 === undefined ? zero : position(x1.values[row] ?? null);
        const b = x2 === undefined ? zero : position(x2.values[row] ?? null);
        list.push({ from: Math.min(a, b), to: Math.max(a, b), style, rank });
        continue;
      }
      // Bars of one band stack, as Plot stacks them.
      const value = Number(x?.values[row] ?? 0);
      const end = ends.get(band) ?? { up: 0, down: 0 };
      ends.set(band, end);
      const side = value < 0 ? 'down' : 'up';
      const a = position(end[side]);
      end[side] += value;
      const b = position(end[side]);
      list.push({ from: Math.min(a, b), to: Math.max(a, b), style, rank });
    }
  }
  return segments;
}

function stackedExtent(chart: DrawnChart): [number, number] {
  let low = 0;
  let high = 0;
  for (const mark of bars(chart)) {
    const sums = new Map<ChartValue, { up: number; down: number }>();
    for (let row = 0; row < mark.length; row++) {
      const value = Number(mark.channels.get('x')?.values[row] ?? 0);
      const band = mark.channels.get('y')?.values[row] ?? null;
      const sum = sums.get(band) ?? { up: 0, down: 0 };
      sums.set(band, sum);
      sum[value < 0 ? 'down' : 'up'] += value;
      low = Math.min(low, sum.down);
      high = Math.max(high, sum.up);
    }
  }
  return [low, high];
}

function drawSegment(
  canvas: CellCanvas,
  left: number,
  row: number,
  segment: Segment,
  color: boolean,
): void {
  const fill = color ? '█' : SHADES[segment.rank % SHADES.length]!;
  const first = Math.round(segment.from * 8);
  let last = Math.round(segment.to * 8);
  // A value above zero stays visible, however small.
  if (segment.to > segment.from && last === first) last = first + 1;
  for (let cell = Math.floor(first / 8); cell * 8 < last; cell++) {
    const covered = Math.min(8, last - cell * 8);
    const seam = canvas.at(left + cell, row);
    if (color && cell * 8 < first && EIGHTHS.includes(seam as '▏')) {
      // The cell in which one bar ends and the next begins shows both.
      const under = canvas.styleAt(left + cell, row);
      canvas.put(left + cell, row, seam, { ...under, bg: segment.style.fg ?? null });
      continue;
    }
    if ((cell + 1) * 8 - first <= 4) continue;
    const character = covered === 8 || fill !== '█' ? fill : EIGHTHS[covered]!;
    if (covered < 4 && fill !== '█') continue;
    canvas.put(left + cell, row, character, segment.style);
  }
}

/** The value beside each bar: the text mark's words, or the bar's own number. */
function valueTexts(chart: DrawnChart): Map<ChartValue, string> {
  const texts = new Map<ChartValue, string>();
  const words = chart.marks.find(({ spec }) => spec.mark === 'text');
  const source = words ?? bars(chart)[0];
  if (source === undefined) return texts;
  const sums = new Map<ChartValue, number>();
  for (let row = 0; row < source.length; row++) {
    const band = source.channels.get('y')?.values[row] ?? null;
    const word = source.channels.get('text')?.values[row];
    if (words !== undefined)
      texts.set(band, typeof word === 'number' ? tickText(word) : (word ?? ''));
    else
      sums.set(band, (sums.get(band) ?? 0) + Number(source.channels.get('x')?.values[row] ?? NaN));
  }
  for (const [band, sum] of sums) if (!Number.isNaN(sum)) texts.set(band, tickText(sum));
  return texts;
}

function drawRules(
  chart: DrawnChart,
  inks: Inks,
  canvas: CellCanvas,
  left: number,
  height: number,
  position: (value: ChartValue) => number | null,
): void {
  for (const mark of chart.marks) {
    if (mark.spec.mark !== 'ruleX') continue;
    for (let row = 0; row < mark.length; row++) {
      const at = position(mark.channels.get('x')?.values[row] ?? null);
      if (at === null) continue;
      for (let y = 0; y < height; y++) {
        const x = left + Math.floor(at);
        if (canvas.at(x, y) === ' ')
          canvas.put(x, y, mark.spec.style?.dash === true ? '┊' : '│', inks.of(mark, row).style);
      }
    }
  }
}

function drawAxis(
  canvas: CellCanvas,
  left: number,
  length: number,
  top: number,
  ticks: readonly { readonly at: number; readonly text: string }[],
): void {
  const style = { dim: true };
  canvas.put(left - 1, top, '└', style);
  for (let x = 0; x < length; x++) canvas.put(left + x, top, '─', style);
  let free = 0;
  for (const { at, text } of ticks) {
    const x = Math.min(length - 1, Math.floor(at));
    canvas.put(left + x, top, '┬', style);
    const start = Math.max(
      0,
      Math.min(left + x - Math.floor(widthOf(text) / 2), canvas.width - widthOf(text)),
    );
    if (start < free) continue;
    canvas.write(start, top + 1, text, style);
    free = start + widthOf(text) + 1;
  }
}
