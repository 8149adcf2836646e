import * as Plot from '@observablehq/plot';
import type { ChannelName, MarkKind } from '../lens/index.js';
import { ACCENT, CATEGORY_COLORS, continuousOptions } from './chart-colors.js';
import type { ChartValue, DrawnChart, DrawnMark } from './chart-data.js';
import { scaleOf, tickText, type ChartScale } from './chart-scales.js';
import { cutMiddle } from './text-width.js';

/** Where a chart is drawn, in CSS pixels. */
export interface PlotSize {
  readonly width: number;
  readonly height?: number;
}

/** Mean width of a character of the bundled font at the axis size. */
const CHARACTER = 6.2;
const LONGEST_LABEL = 34;

type Datum = Partial<Record<ChannelName, ChartValue>>;

/** Observable Plot's options for a chart: marks, scales and margins, without title and legend. */
export function plotOptions(chart: DrawnChart, size: PlotSize): Plot.PlotOptions {
  const x = scaleOf(chart, 'x');
  const y = scaleOf(chart, 'y');
  const color = scaleOf(chart, 'color');
  const marginLeft = leftMargin(y);
  const rotated = x !== null && labelsTurned(x, size.width - marginLeft - 20);
  const marginBottom = bottomMargin(x, rotated);
  const height =
    size.height ??
    chart.spec.height ??
    naturalHeight(chart, size.width, x, y, marginBottom, marginLeft);
  const plotHeight = height - marginBottom - 24;
  const beside = chart.marks
    .map(({ spec }) => spec.mark)
    .find((mark) => mark === 'barX' || mark === 'barY');
  const hasCells = chart.marks.some(({ spec }) => spec.mark === 'cell');
  const place =
    x?.kind === 'bands' && y?.kind === 'bands'
      ? Math.min((size.width - marginLeft - 24) / x.domain.length, plotHeight / y.domain.length)
      : 10;
  const bands = hasCells ? { padding: 0 } : {};
  return {
    width: size.width,
    height,
    marginLeft,
    marginBottom,
    marginTop: 24,
    marginRight: beside === 'barX' ? 36 : 24,
    style: { fontFamily: "'DejaVu Sans', Verdana, system-ui, sans-serif", background: 'none' },
    ...(x === null
      ? {}
      : { x: { ...positionOptions(x, size.width - marginLeft, rotated, 'x'), ...bands } }),
    ...(y === null ? {} : { y: { ...positionOptions(y, plotHeight, false, 'y'), ...bands } }),
    ...(color === null ? {} : { color: colorOptions(color) }),
    marks: chart.marks.flatMap((mark) => plotMark(mark, beside, place)),
  };
}

function longest(scale: ChartScale | null): number {
  if (scale === null) return 0;
  if (scale.kind !== 'bands')
    return Math.max(...scale.domain.map((value) => tickText(value).length), 5);
  return Math.min(LONGEST_LABEL, Math.max(1, ...scale.domain.map((value) => String(value).length)));
}

function leftMargin(y: ChartScale | null): number {
  return y === null ? 16 : Math.round(longest(y) * CHARACTER + 18);
}

function labelsTurned(x: ChartScale, room: number): boolean {
  return (
    x.kind === 'bands' &&
    longest(x) * CHARACTER > room / Math.max(1, Math.min(x.domain.length, room / 12))
  );
}

function bottomMargin(x: ChartScale | null, rotated: boolean): number {
  if (x === null) return 16;
  return rotated ? Math.round(longest(x) * CHARACTER + 28) : 40;
}

function naturalHeight(
  chart: DrawnChart,
  width: number,
  x: ChartScale | null,
  y: ChartScale | null,
  marginBottom: number,
  marginLeft: number,
): number {
  const margins = marginBottom + 24;
  if (y?.kind === 'bands') {
    const square = chart.marks.some(({ spec }) => spec.mark === 'cell') && x?.kind === 'bands';
    const row = square
      ? Math.min(22, Math.max(1.5, (width - marginLeft - 24) / Math.max(1, x.domain.length)))
      : 18;
    return Math.round(Math.max(60, y.domain.length * row) + margins);
  }
  if (y === null) return 60 + margins;
  if (x?.label === '' && y.label === '') return Math.round(width * 0.85);
  return Math.round(Math.max(220, width * 0.5) + marginBottom - 30);
}

function positionOptions(
  scale: ChartScale,
  room: number,
  rotated: boolean,
  axis: 'x' | 'y',
): Plot.ScaleOptions {
  const common = { label: scale.label, reverse: scale.reverse, grid: scale.kind !== 'bands' };
  // An axis with an empty label has no meaning of its own: a layout in the plane.
  if (scale.label === '' && scale.kind !== 'bands') {
    return {
      ...common,
      type: scale.kind,
      domain: [...scale.domain],
      axis: null,
      grid: false,
      inset: 24,
    };
  }
  if (scale.kind !== 'bands') {
    return {
      ...common,
      type: scale.kind,
      domain: [...scale.domain],
      nice: true,
      tickFormat: (value: number) => tickText(value),
      ticks: Math.max(2, Math.floor(room / (axis === 'x' ? 80 : 44))),
    } as Plot.ScaleOptions;
  }
  const step = Math.ceil(
    scale.domain.length / Math.max(1, Math.floor(room / (axis === 'x' && !rotated ? 14 : 12))),
  );
  return {
    ...common,
    domain: [...scale.domain],
    ticks: scale.domain.filter((_, i) => i % step === 0),
    tickFormat: (value: string | number) => cutMiddle(String(value), LONGEST_LABEL),
    labelAnchor: axis === 'y' ? 'top' : 'center',
    labelArrow: 'none',
    ...(rotated ? { tickRotate: -90 } : {}),
  } as unknown as Plot.ScaleOptions;
}

function colorOptions(scale: ChartScale): Plot.ScaleOptions {
  if (scale.kind !== 'bands') return continuousOptions(scale);
  return {
    type: 'ordinal',
    domain: [...scale.domain],
    range: scale.domain.map((_, i) => CATEGORY_COLORS[i % CATEGORY_COLORS.length]!),
  };
}

type Draw = (data: Datum[], options: Record<string, unknown>) => Plot.Markish;

const DRAW: Readonly<Record<MarkKind, Draw>> = {
  barX: (data, options) => Plot.barX(data, options),
  barY: (data, options) => Plot.barY(data, options),
  dot: (data, options) => Plot.dot(data, options),
  line: (data, options) => Plot.line(data, options),
  area: (data, options) => Plot.areaY(data, options),
  cell: (data, options) => Plot.cell(data, options),
  rect: (data, options) => ('y' in options ? Plot.rectY(data, options) : Plot.rect(data, options)),
  ruleX: (data, options) => Plot.ruleX(data, options),
  ruleY: (data, options) => Plot.ruleY(data, options),
  text: (data, options) => Plot.text(data, options),
  arrow: (data, options) => Plot.arrow(data, options),
  tick: (data, options) =>
    'y' in options && !('x' in options) ? Plot.tickY(data, options) : Plot.tickX(data, options),
};

const FILLED: ReadonlySet<MarkKind> = new Set(['barX', 'barY', 'dot', 'area', 'cell', 'rect']);

function plotMark(mark: DrawnMark, beside: MarkKind | undefined, place: number): Plot.Markish[] {
  const { spec, channels, length } = mark;
  if (length === 0) return [];
  const data = Array.from({ length }, (): Datum => ({}));
  const options: Record<string, unknown> = {};
  for (const [name, channel] of channels) {
    const isPaint = name === 'fill' || name === 'stroke';
    if (channel.column === null && (isPaint || name === 'r' || name === 'text')) {
      options[name] = name === 'text' ? [channel.constant] : channel.constant;
      continue;
    }
    for (let i = 0; i < length; i++) data[i]![name] = channel.values[i] ?? null;
    options[name] = name;
  }
  const { style = {} } = spec;
  if (style.fill !== undefined) options['fill'] = style.fill;
  if (style.stroke !== undefined) options['stroke'] = style.stroke;
  if (style.opacity !== undefined) options['opacity'] = style.opacity;
  if (style.dash === true) options['strokeDasharray'] = '4,3';
  if (spec.mark === 'line' && typeof options['fill'] === 'string' && !('stroke' in options)) {
    options['stroke'] = options['fill'];
    delete options['fill'];
  }
  if (!('fill' in options) && !('stroke' in options)) {
    if (FILLED.has(spec.mark)) options['fill'] = ACCENT;
    else if (spec.mark === 'line') options['stroke'] = ACCENT;
  }
  // Small places must touch, or nothing of them is left.
  if (spec.mark === 'cell') options['inset'] = place >= 6 ? 0.5 : place >= 3 ? 0 : -0.3;
  // Beside the end of a bar, not across it.
  if (spec.mark === 'text' && beside === 'barX')
    Object.assign(options, { textAnchor: 'start', dx: 4 });
  if (spec.mark === 'text' && beside === 'barY') Object.assign(options, { dy: -7 });
  if (spec.mark === 'arrow') {
    Object.assign(options, {
      strokeWidth: 1,
      headLength: 5,
      ...(length > 40 ? { strokeOpacity: 0.4 } : {}),
    });
  }
  if (spec.mark === 'text' && length > 30) options['fontSize'] = 8;
  if (spec.mark === 'dot' && !('r' in options)) options['r'] = 3;
  // A line through words of one colour must not be split by a colour that changes along it.
  if (spec.mark === 'line' && options['stroke'] === 'stroke') options['z'] = 'stroke';
  return [DRAW[spec.mark](data, options)];
}
