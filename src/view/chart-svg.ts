import { createHash } from 'node:crypto';
import * as Plot from '@observablehq/plot';
import type { ChartSpec } from '../lens/index.js';
import { colorOf } from './chart-colors.js';
import { drawChart, NOTHING, type DrawnChart, type RowsOf } from './chart-data.js';
import { plotOptions } from './chart-plot.js';
import { scaleOf, tickText, type ChartScale } from './chart-scales.js';
import { drawingDocument, type DrawnElement } from './document.js';
import { escapeHtml } from './html.js';
import { cutEnd, wrap } from './text-width.js';

/** `inherit` takes ink and ground from the page around it; the others bring their own. */
export type Theme = 'light' | 'dark' | 'inherit';

export interface SvgOptions {
  /** CSS pixels; default 640. */
  readonly width?: number;
  readonly height?: number;
  readonly theme?: Theme;
}

export const DEFAULT_SVG_WIDTH = 640;
const FONT = "'DejaVu Sans', Verdana, system-ui, sans-serif";
const GROUND: Readonly<Record<'light' | 'dark', { ink: string; paper: string }>> = {
  light: { ink: '#1b1e23', paper: '#ffffff' },
  dark: { ink: '#e6e8eb', paper: '#16181d' },
};

/** A chart as one SVG document: title, legend, marks, caption, and a description for screen readers. */
export function chartSvg(spec: ChartSpec, rowsOf: RowsOf, options: SvgOptions = {}): string {
  return drawnSvg(drawChart(spec, rowsOf), options);
}

export function drawnSvg(chart: DrawnChart, options: SvgOptions = {}): string {
  const width = options.width ?? chart.spec.width ?? DEFAULT_SVG_WIDTH;
  if (chart.marks.every((mark) => mark.length === 0))
    return emptySvg(chart, width, options.theme ?? 'light');
  const plot = Plot.plot({
    ...plotOptions(chart, {
      width,
      ...(options.height === undefined ? {} : { height: options.height }),
    }),
    document: drawingDocument(),
  }) as unknown as DrawnElement;
  const inner = standalone(plot.outerHTML);
  const height = Number(plot.getAttribute('height'));
  const title = text(chart.spec.title, 12, 20, { size: 14, weight: 'bold', width });
  const legend = legendOf(scaleOf(chart, 'color'), width, 30);
  const top = 30 + legend.height;
  const captionLines =
    chart.caption === '' ? [] : wrap(chart.caption, Math.floor((width - 24) / 6));
  const caption = captionLines
    .map((line, i) =>
      text(line, 12, top + height + 14 + i * 14, { size: 10, opacity: 0.75, width }),
    )
    .join('');
  return frame({
    width,
    height: top + height + (captionLines.length === 0 ? 6 : 8 + captionLines.length * 14),
    title: chart.spec.title,
    description: describeChart(chart),
    theme: options.theme ?? 'light',
    body: `${title}${legend.svg}<g transform="translate(0,${top})">${inner}</g>${caption}`,
  });
}

function emptySvg(chart: DrawnChart, width: number, theme: Theme): string {
  const { title } = chart.spec;
  const lines = [
    text(title, 12, 20, { size: 14, weight: 'bold', width }),
    text(NOTHING, 12, 44, { size: 11, opacity: 0.75, width }),
  ];
  return frame({ width, height: 60, title, description: NOTHING, theme, body: lines.join('') });
}

/** What a chart shows, in a sentence: marks, axes, how many. */
export function describeChart(chart: DrawnChart): string {
  const marks = chart.marks.map((mark) => `${mark.length} ${mark.spec.mark}`).join(', ');
  const axes = (['x', 'y', 'color'] as const).flatMap((name) => {
    const label = scaleOf(chart, name)?.label ?? null;
    return label === null ? [] : [`${name}: ${label}`];
  });
  return [marks, ...axes, ...(chart.caption === '' ? [] : [chart.caption])].join('; ');
}

/** An SVG element ready to stand in a file: linkedom leaves the namespace out. */
export function standalone(svg: string): string {
  return /^<svg[^>]*\sxmlns=/.test(svg)
    ? svg
    : svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly description: string;
  readonly theme: Theme;
  readonly body: string;
}

/** The outer SVG: ground, ink, and names for screen readers. */
export function frame({ width, height, title, description, theme, body }: Frame): string {
  const id = `mimir-${createHash('sha256').update(`${title}\0${body}`).digest('hex').slice(0, 10)}`;
  const ground = theme === 'inherit' ? null : GROUND[theme];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` role="img" aria-labelledby="${id}-t ${id}-d" font-family="${FONT}" fill="currentColor"`,
    ground === null ? '>' : ` color="${ground.ink}" style="color:${ground.ink}">`,
    `<title id="${id}-t">${escapeHtml(title)}</title><desc id="${id}-d">${escapeHtml(description)}</desc>`,
    ground === null ? '' : `<rect width="${width}" height="${height}" fill="${ground.paper}"/>`,
    body,
    '</svg>',
  ].join('');
}

function text(
  value: string,
  x: number,
  y: number,
  style: { size: number; weight?: string; opacity?: number; width: number; anchor?: string },
): string {
  const room = Math.floor((style.width - x - 8) / (style.size * 0.6));
  const shown = style.anchor === undefined ? cutEnd(value, room) : value;
  const attributes = [
    `x="${x}" y="${y}" font-size="${style.size}"`,
    style.weight === undefined ? '' : ` font-weight="${style.weight}"`,
    style.opacity === undefined ? '' : ` opacity="${style.opacity}"`,
    style.anchor === undefined ? '' : ` text-anchor="${style.anchor}"`,
  ].join('');
  return `<text ${attributes}>${escapeHtml(shown)}</text>`;
}

const RAMP = 180;
const RAMP_PARTS = 45;

// Plot's own continuous legend wants a canvas, which there is none of here.
function legendOf(
  scale: ChartScale | null,
  width: number,
  top: number,
): { svg: string; height: number } {
  if (scale === null) return { svg: '', height: 0 };
  const color = colorOf(scale);
  const label = scale.label ?? '';
  if (scale.kind === 'bands') return swatches(scale.domain, color, label, width, top);
  const [low, high] = scale.domain;
  const at = (t: number): number =>
    scale.kind === 'log' ? low * (high / low) ** t : low + (high - low) * t;
  const part = RAMP / RAMP_PARTS;
  const ramp = Array.from({ length: RAMP_PARTS }, (_, i) => {
    const fill = color(at((i + 0.5) / RAMP_PARTS));
    return `<rect x="${12 + i * part}" y="${top + 14}" width="${part + 0.3}" height="9" fill="${fill}"/>`;
  }).join('');
  const ends = [0, 0.5, 1]
    .map((t) => {
      const anchor = t === 0 ? 'start' : t === 1 ? 'end' : 'middle';
      return text(tickText(at(t)), 12 + t * RAMP, top + 33, { size: 9, width, anchor });
    })
    .join('');
  return { svg: text(label, 12, top + 10, { size: 10, width }) + ramp + ends, height: 40 };
}

function swatches(
  domain: readonly (string | number)[],
  color: (value: string | number) => string,
  label: string,
  width: number,
  top: number,
): { svg: string; height: number } {
  let x = 12;
  let y = top + 10;
  const parts: string[] = [];
  const place = (room: number): void => {
    if (x > 12 && x + room > width - 12) {
      x = 12;
      y += 16;
    }
  };
  if (label !== '') {
    parts.push(text(`${label}:`, x, y, { size: 10, width }));
    x += label.length * 6.4 + 14;
  }
  const shown = domain.slice(0, 24);
  for (const value of shown) {
    const name = cutEnd(String(value), 30);
    const room = name.length * 6.4 + 28;
    place(room);
    parts.push(
      `<rect x="${x}" y="${y - 9}" width="10" height="10" rx="2" fill="${color(value)}"/>`,
    );
    parts.push(text(name, x + 14, y, { size: 10, width }));
    x += room;
  }
  if (domain.length > shown.length) {
    place(80);
    parts.push(
      text(`and ${domain.length - shown.length} more`, x, y, { size: 10, opacity: 0.75, width }),
    );
  }
  return { svg: parts.join(''), height: y - top + 8 };
}
