import * as Plot from '@observablehq/plot';
import type { ChartScale } from './chart-scales.js';
import type { ChartValue } from './chart-data.js';

/** Observable10 without its pale entries: told apart on light and on dark ground. */
export const CATEGORY_COLORS = [
  '#4269d0',
  '#ef8636',
  '#ff725c',
  '#3ca951',
  '#a463f2',
  '#97bbf5',
  '#9c6b4e',
  '#6cc5b0',
  '#ff8ab7',
  '#9498a0',
] as const;

/** Colour of a mark without a colour channel. */
export const ACCENT = '#4269d0';

/** Options of a continuous colour scale; both ends of the scheme stay clear of black and white grounds. */
export function continuousOptions(
  scale: Extract<ChartScale, { kind: 'linear' | 'log' }>,
): Plot.ScaleOptions {
  return {
    type: scale.kind,
    domain: [...scale.domain],
    scheme: 'viridis',
    range: [0.12, 0.95],
    reverse: scale.reverse,
  };
}

/** The colour of a value on a colour scale, as CSS. */
export function colorOf(scale: ChartScale): (value: ChartValue) => string {
  if (scale.kind === 'bands') {
    const index = new Map(scale.domain.map((value, i) => [value, i]));
    return (value) => CATEGORY_COLORS[(index.get(value ?? '') ?? 0) % CATEGORY_COLORS.length]!;
  }
  const made = Plot.scale({ color: continuousOptions(scale) });
  return (value) => String(made.apply(value));
}

export type Rgb = readonly [red: number, green: number, blue: number];

const NAMES: Readonly<Record<string, Rgb>> = {
  black: [0, 0, 0],
  white: [255, 255, 255],
  red: [255, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 255],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  orange: [255, 165, 0],
  yellow: [255, 255, 0],
  purple: [128, 0, 128],
  steelblue: [70, 130, 180],
  crimson: [220, 20, 60],
  tomato: [255, 99, 71],
  silver: [192, 192, 192],
  lightgray: [211, 211, 211],
  lightgrey: [211, 211, 211],
  teal: [0, 128, 128],
  gold: [255, 215, 0],
};

/** The parts of a CSS colour; `null` for one that follows its surroundings (`currentColor`, `none`). */
export function rgbOf(css: string): Rgb | null {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(css);
  if (hex !== null) return [parseInt(hex[1]!, 16), parseInt(hex[2]!, 16), parseInt(hex[3]!, 16)];
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(css);
  if (short !== null)
    return [1, 2, 3].map((i) => parseInt(short[i]! + short[i]!, 16)) as unknown as Rgb;
  const parts = /^rgba?\(\s*(\d+)[,\s]+(\d+)[,\s]+(\d+)/.exec(css);
  if (parts !== null) return [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return NAMES[css] ?? null;
}
