import { nice, ticks } from 'd3-array';
import type { ChartScale } from './chart-scales.js';
import { tickText } from './chart-scales.js';
import type { ChartValue } from './chart-data.js';

/** A position scale over `length` units: 0 is the start, `length` the end. */
export interface Axis {
  readonly scale: ChartScale;
  /** Middle of a value's place; `null` for one that is not on the axis. */
  position(value: ChartValue): number | null;
  /** Both ends of a value's place: a band's edges, or twice the same. */
  extent(value: ChartValue): readonly [number, number] | null;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
}

/** An axis without ticks whose domain is not widened to round numbers, with some room at both ends. */
export function bareAxis(scale: ChartScale, length: number): Axis {
  if (scale.kind === 'bands') return bandAxis(scale, length, 1);
  const [low, high] = scale.domain;
  const room = (high - low) * 0.08;
  const part = (value: number): number => (value - low + room) / (high - low + 2 * room);
  const position = (value: ChartValue): number | null =>
    typeof value === 'number' ? (scale.reverse ? 1 - part(value) : part(value)) * length : null;
  return {
    scale,
    position,
    extent: (value) => {
      const at = position(value);
      return at === null ? null : [at, at];
    },
    ticks: [],
  };
}

/** An axis whose start is the low end (or the high one when reversed). */
export function axisOver(scale: ChartScale, length: number, tickCount: number): Axis {
  return scale.kind === 'bands'
    ? bandAxis(scale, length, tickCount)
    : numberAxis(scale, length, tickCount);
}

function bandAxis(
  scale: Extract<ChartScale, { kind: 'bands' }>,
  length: number,
  tickCount: number,
): Axis {
  const domain = scale.reverse ? [...scale.domain].reverse() : scale.domain;
  const index = new Map(domain.map((value, i) => [value, i]));
  const band = length / Math.max(1, domain.length);
  const extent = (value: ChartValue): readonly [number, number] | null => {
    const i = value === null ? undefined : index.get(value);
    return i === undefined ? null : [i * band, (i + 1) * band];
  };
  const step = Math.max(1, Math.ceil(domain.length / Math.max(1, tickCount)));
  return {
    scale,
    extent,
    position: (value) => {
      const ends = extent(value);
      return ends === null ? null : (ends[0] + ends[1]) / 2;
    },
    ticks: domain.flatMap((value, i) =>
      i % step === 0 ? [{ at: (i + 0.5) * band, text: String(value) }] : [],
    ),
  };
}

function numberAxis(
  scale: Extract<ChartScale, { kind: 'linear' | 'log' }>,
  length: number,
  tickCount: number,
): Axis {
  const log = scale.kind === 'log';
  const [low, high] = log ? scale.domain : niceDomain(scale.domain, tickCount);
  const part = (value: number): number =>
    log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  const position = (value: ChartValue): number | null => {
    if (typeof value !== 'number' || (log && value <= 0)) return null;
    const t = part(value);
    return (scale.reverse ? 1 - t : t) * length;
  };
  const values = log
    ? logTicks(low, high, tickCount)
    : ticks(Math.min(low, high), Math.max(low, high), Math.max(1, tickCount));
  return {
    scale,
    position,
    extent: (value) => {
      const at = position(value);
      return at === null ? null : [at, at];
    },
    ticks: values.map((value) => ({ at: position(value)!, text: tickText(value) })),
  };
}

function niceDomain(
  domain: readonly [number, number],
  tickCount: number,
): readonly [number, number] {
  const [low, high] = domain;
  const [start, end] = nice(Math.min(low, high), Math.max(low, high), Math.max(1, tickCount));
  return low <= high ? [start, end] : [end, start];
}

function logTicks(low: number, high: number, tickCount: number): number[] {
  const from = Math.ceil(Math.log10(Math.min(low, high)) - 1e-9);
  const to = Math.floor(Math.log10(Math.max(low, high)) + 1e-9);
  if (to <= from) return [low, high];
  const step = Math.max(1, Math.ceil((to - from + 1) / Math.max(1, tickCount)));
  const powers: number[] = [];
  for (let power = from; power <= to; power += step) powers.push(10 ** power);
  return powers;
}
