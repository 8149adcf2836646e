import { colorOf, rgbOf, type Rgb, ACCENT } from './chart-colors.js';
import type { ChartValue, DrawnChart, DrawnMark } from './chart-data.js';
import { scaleOf, tickText, type ChartScale } from './chart-scales.js';
import type { CellStyle } from './cell-canvas.js';
import { cutEnd, widthOf } from './text-width.js';

/** Fill characters of categories without colour, densest first. */
export const SHADES = ['█', '▒', '▓', '░', '▚', '▤', '▥', '▦'] as const;
/** Point markers of categories without colour. */
export const MARKERS = ['●', '○', '■', '□', '▲', '△', '◆', '◇'] as const;
/** Fill characters of a continuous scale without colour, from low to high. */
export const RAMP = ['░', '▒', '▓', '█'] as const;

/** Ink of a row of a mark, with the index that tells its category apart without colour. */
export interface Ink {
  readonly style: CellStyle;
  readonly rank: number;
}

/** The colour scale of a chart as terminal inks. */
export class Inks {
  readonly scale: ChartScale | null;
  readonly #css: ((value: ChartValue) => string) | null;
  readonly #ranks: ReadonlyMap<string | number, number>;

  constructor(chart: DrawnChart) {
    this.scale = scaleOf(chart, 'color');
    this.#css = this.scale === null ? null : colorOf(this.scale);
    this.#ranks = new Map(
      this.scale?.kind === 'bands' ? this.scale.domain.map((value, i) => [value, i]) : [],
    );
  }

  rgb(value: ChartValue): Rgb | null {
    return this.#css === null ? null : rgbOf(this.#css(value));
  }

  /** Index of a category, or of the quarter of a continuous scale in which a value lies. */
  rank(value: ChartValue): number {
    if (this.scale === null) return 0;
    if (this.scale.kind === 'bands') return value === null ? 0 : (this.#ranks.get(value) ?? 0);
    const [low, high] = this.scale.domain;
    if (typeof value !== 'number' || high === low) return RAMP.length - 1;
    const t =
      this.scale.kind === 'log'
        ? Math.log(value / low) / Math.log(high / low)
        : (value - low) / (high - low);
    return Math.max(
      0,
      Math.min(RAMP.length - 1, Math.floor((this.scale.reverse ? 1 - t : t) * RAMP.length)),
    );
  }

  /** Ink of one drawn row: its fill or stroke channel, the mark's style, or the accent. */
  of(mark: DrawnMark, row: number): Ink {
    for (const name of ['fill', 'stroke'] as const) {
      const channel = mark.channels.get(name);
      if (channel === undefined) continue;
      if (channel.column === null)
        return { style: { fg: rgbOf(String(channel.constant)) }, rank: 0 };
      const value = channel.values[row] ?? null;
      return { style: { fg: this.rgb(value) }, rank: this.rank(value) };
    }
    const fixed = mark.spec.style?.stroke ?? mark.spec.style?.fill;
    if (fixed !== undefined) return { style: { fg: rgbOf(fixed) }, rank: 0 };
    const plain =
      mark.spec.mark === 'ruleX' ||
      mark.spec.mark === 'ruleY' ||
      mark.spec.mark === 'text' ||
      mark.spec.mark === 'arrow';
    return { style: plain ? {} : { fg: rgbOf(ACCENT) }, rank: 0 };
  }
}

/** One piece of a legend line. */
export interface LegendPiece {
  readonly text: string;
  readonly style: CellStyle;
}

/** The legend as lines of pieces; `shape` gives a category's character. */
export function legendLines(
  inks: Inks,
  width: number,
  color: boolean,
  shape: (rank: number) => string,
): LegendPiece[][] {
  const { scale } = inks;
  if (scale === null) return [];
  const name: LegendPiece[] =
    scale.label === null ? [] : [{ text: `${scale.label}  `, style: { dim: true } }];
  if (scale.kind !== 'bands') return [[...name, ...rampPieces(inks, scale, color)]];
  const lines: LegendPiece[][] = [];
  let line = name;
  let used = name.reduce((sum, piece) => sum + widthOf(piece.text), 0);
  const shown = scale.domain.slice(0, 12);
  for (const value of shown) {
    const text = ` ${cutEnd(String(value), 24)}   `;
    if (used + 1 + widthOf(text) > width + 3 && line.length > 0) {
      lines.push(line);
      line = [];
      used = 0;
    }
    line.push(
      { text: color ? '■' : shape(inks.rank(value)), style: { fg: inks.rgb(value) } },
      { text, style: {} },
    );
    used += 1 + widthOf(text);
  }
  const rest = scale.domain.length - shown.length;
  if (rest > 0) line.push({ text: `and ${rest} more`, style: { dim: true } });
  return [...lines, line];
}

function rampPieces(
  inks: Inks,
  scale: Extract<ChartScale, { kind: 'linear' | 'log' }>,
  color: boolean,
): LegendPiece[] {
  const [low, high] = scale.domain;
  const parts = color ? 24 : RAMP.length;
  const pieces = Array.from({ length: parts }, (_, i): LegendPiece => {
    const t = (i + 0.5) / parts;
    const value = scale.kind === 'log' ? low * (high / low) ** t : low + (high - low) * t;
    return color
      ? { text: '█', style: { fg: inks.rgb(value) } }
      : { text: RAMP[inks.rank(value)]!.repeat(2), style: {} };
  });
  return [
    { text: `${tickText(low)} `, style: {} },
    ...pieces,
    { text: ` ${tickText(high)}`, style: {} },
  ];
}
