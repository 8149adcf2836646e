import type { ChannelName, ScaleName, ScaleSpec } from '../lens/index.js';
import { compareUtf8 } from '../table/index.js';
import type { Channel, ChartValue, DrawnChart, DrawnMark } from './chart-data.js';

/** A position or colour scale as every renderer uses it. */
export type ChartScale =
  | {
      readonly kind: 'bands';
      readonly domain: readonly (string | number)[];
      readonly label: string | null;
      readonly reverse: boolean;
    }
  | {
      readonly kind: 'linear' | 'log';
      readonly domain: readonly [number, number];
      readonly label: string | null;
      readonly reverse: boolean;
    };

const CHANNELS: Readonly<Record<'x' | 'y' | 'color', readonly ChannelName[]>> = {
  x: ['x', 'x1', 'x2'],
  y: ['y', 'y1', 'y2'],
  color: ['fill', 'stroke'],
};

/** Channels of one scale. A constant colour is a colour, not a datum. */
function scaledChannels(
  chart: DrawnChart,
  scale: 'x' | 'y' | 'color',
): { mark: DrawnMark; channel: Channel }[] {
  return chart.marks.flatMap((mark) =>
    CHANNELS[scale].flatMap((name) => {
      const channel = mark.channels.get(name);
      if (channel === undefined || (scale === 'color' && channel.column === null)) return [];
      return [{ mark, channel }];
    }),
  );
}

function usesBands(mark: DrawnMark, scale: 'x' | 'y'): boolean {
  switch (mark.spec.mark) {
    case 'cell':
      return true;
    case 'barX':
      return scale === 'y';
    case 'barY':
      return scale === 'x';
    default:
      return false;
  }
}

/** Marks that grow from zero pull zero into the domain. */
function fromZero(mark: DrawnMark, scale: 'x' | 'y'): boolean {
  const kind = mark.spec.mark;
  return (
    (kind === 'barX' && scale === 'x') ||
    ((kind === 'barY' || kind === 'area') && scale === 'y') ||
    (kind === 'rect' && scale === 'y' && mark.channels.has('y') && !mark.channels.has('y1'))
  );
}

/** The scale of one name; `null` when no mark uses it. */
export function scaleOf(chart: DrawnChart, name: 'x' | 'y' | 'color'): ChartScale | null {
  const used = scaledChannels(chart, name);
  if (used.length === 0) return null;
  const spec: ScaleSpec = chart.spec.scales?.[name as ScaleName] ?? {};
  const label =
    spec.label ?? used.find(({ channel }) => channel.label !== null)?.channel.label ?? null;
  const reverse = spec.reverse ?? false;
  const discrete =
    spec.type === 'band' ||
    spec.type === 'ordinal' ||
    (spec.type === undefined &&
      ((name !== 'color' && used.some(({ mark }) => usesBands(mark, name))) ||
        used.some(({ channel }) => !channel.numeric)));
  if (discrete) {
    const values = used.map(({ channel }) => channel.values);
    return {
      kind: 'bands',
      domain:
        spec.domain ?? (name === 'color' ? null : sharedDomain(chart, name)) ?? appearing(values),
      label,
      reverse,
    };
  }
  const kind = spec.type === 'log' ? 'log' : 'linear';
  if (spec.domain !== undefined) {
    return { kind, domain: [Number(spec.domain[0]), Number(spec.domain.at(-1))], label, reverse };
  }
  const zero =
    name !== 'color' && kind === 'linear' && used.some(({ mark }) => fromZero(mark, name));
  return {
    kind,
    domain: extent(
      used.map(({ channel }) => channel.values),
      zero,
      kind,
    ),
    label,
    reverse,
  };
}

/**
 * The one domain of both sides of a square matrix: what stands in a row and in a column has one place in both. Rows by
 * name leave the columns in the order of who first uses them; so where the rows are by name, the whole is.
 */
function sharedDomain(chart: DrawnChart, name: 'x' | 'y'): readonly (string | number)[] | null {
  if (!chart.marks.some(({ spec }) => spec.mark === 'cell')) return null;
  const other = chart.spec.scales?.[name === 'x' ? 'y' : 'x']?.domain;
  const side = (axis: 'x' | 'y'): (string | number)[] =>
    appearing(scaledChannels(chart, axis).map(({ channel }) => channel.values));
  const [xs, ys] = [side('x'), side('y')];
  const inY = new Set(ys);
  if (2 * xs.filter((value) => inY.has(value)).length <= Math.min(xs.length, ys.length))
    return null;
  const both = other ?? appearing([ys, xs]);
  return other === undefined && isByName(ys) ? [...both].sort(byName) : both;
}

const byName = (a: string | number, b: string | number): number =>
  compareUtf8(String(a), String(b));

const isByName = (words: readonly (string | number)[]): boolean =>
  words.every(
    (word, i) => typeof word === 'string' && (i === 0 || byName(words[i - 1]!, word) < 0),
  );

/** Distinct values: numbers ascending, words as they first appear, since rows come in their final order. */
function appearing(columns: readonly (readonly ChartValue[])[]): (string | number)[] {
  const seen = new Set<string | number>();
  for (const values of columns) for (const value of values) if (value !== null) seen.add(value);
  const domain = [...seen];
  return domain.every((value) => typeof value === 'number') ? domain.sort((a, b) => a - b) : domain;
}

function extent(
  columns: readonly (readonly ChartValue[])[],
  zero: boolean,
  kind: 'linear' | 'log',
): [number, number] {
  let low = zero ? 0 : Infinity;
  let high = zero ? 0 : -Infinity;
  for (const values of columns) {
    for (const value of values) {
      if (typeof value !== 'number' || (kind === 'log' && value <= 0)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return kind === 'log' ? [1, 10] : [0, 1];
  // A span below what doubles can divide into ticks counts as none.
  const least = Math.max(1e-290, 1e-12 * Math.max(Math.abs(low), Math.abs(high)));
  if (high - low > least) return [low, high];
  if (kind === 'log') return [low / 2, high * 2];
  if (zero) return [0, 1];
  const room = Math.max(0.5, Math.abs(low) * 0.01);
  return [low - room, high + room];
}

/** A number as an axis shows it. */
export function tickText(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude >= 1e9) return `${trimmed(value / 1e9)}G`;
  if (magnitude >= 1e6) return `${trimmed(value / 1e6)}M`;
  if (magnitude >= 1e4) return `${trimmed(value / 1e3)}k`;
  return trimmed(value);
}

function trimmed(value: number): string {
  return String(Number(value.toPrecision(4)));
}
