import { parseHTML } from 'linkedom';
import type { DrawnElement } from './document.js';
import { standalone } from './chart-svg.js';
import { escapeHtml } from './html.js';

/** A value that `Plot.plot` (or another library that draws into a DOM) gave. */
export function isDrawnElement(value: unknown): value is DrawnElement {
  if (typeof value !== 'object' || value === null || !('outerHTML' in value)) return false;
  const { localName } = value as DrawnElement;
  return localName === 'svg' || localName === 'figure';
}

/** Names for screen readers, from what the chart says of itself. */
function titleOf(element: DrawnElement): string {
  for (const name of ['aria-label', 'title']) {
    const own = element.getAttribute(name);
    if (own !== null && own !== '') return own;
  }
  const heading = element.localName === 'figure' ? element.querySelector('h2') : null;
  const text =
    heading === null
      ? ''
      : (parseHTML(heading.outerHTML).document.documentElement.textContent ?? '');
  return text === '' ? 'chart' : text;
}

/** A drawn element as HTML: the figure with its legends and captions, the chart named for screen readers. */
export function elementHtml(element: DrawnElement): string {
  const title = titleOf(element);
  return element.outerHTML.replace(
    /<svg(?![^>]*\brole=)(?=[^>]*\bviewBox=)/,
    `<svg role="img" aria-label="${escapeHtml(title)}"`,
  );
}

/**
 * A drawn element as one SVG document with its own ground. Of a figure, title and caption are drawn above and
 * below its chart; legends in HTML are left out.
 */
export function elementSvg(
  element: DrawnElement,
  options: { readonly theme?: 'light' | 'dark' } = {},
): string {
  const svg = element.localName === 'svg' ? element : chartOf(element);
  if (svg === null) return standalone('<svg width="1" height="1"></svg>');
  const width = Number(svg.getAttribute('width') ?? 640);
  const height = Number(svg.getAttribute('height') ?? 400);
  const ink = options.theme === 'dark' ? '#e6e8eb' : '#1b1e23';
  const paper = options.theme === 'dark' ? '#16181d' : '#ffffff';
  const title = element.localName === 'figure' ? textOf(element, 'h2') : '';
  const caption = element.localName === 'figure' ? textOf(element, 'figcaption') : '';
  const top = title === '' ? 0 : 28;
  const total = top + height + (caption === '' ? 0 : 22);
  const line = (text: string, y: number, size: number, weight: string): string =>
    text === ''
      ? ''
      : `<text x="8" y="${y}" font-size="${size}" font-weight="${weight}">${escapeHtml(text)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${total}" viewBox="0 0 ${width} ${total}" role="img"`,
    ` aria-label="${escapeHtml(titleOf(element))}" fill="currentColor" color="${ink}" style="color:${ink}"`,
    ` font-family="'DejaVu Sans', Verdana, system-ui, sans-serif">`,
    `<rect width="${width}" height="${total}" fill="${paper}"/>`,
    line(title, 19, 14, 'bold'),
    `<g transform="translate(0,${top})">${standalone(svg.outerHTML)}</g>`,
    line(caption, top + height + 14, 10, 'normal'),
    '</svg>',
  ].join('');
}

/** The chart of a figure; its legends are smaller SVGs before it. */
function chartOf(figure: DrawnElement): DrawnElement | null {
  let best: DrawnElement | null = null;
  for (const svg of figure.querySelectorAll('svg')) {
    if (
      best === null ||
      Number(svg.getAttribute('height') ?? 0) > Number(best.getAttribute('height') ?? 0)
    )
      best = svg;
  }
  return best;
}

function textOf(figure: DrawnElement, selector: string): string {
  const found = figure.querySelector(selector);
  return found === null
    ? ''
    : (parseHTML(`<html><body>${found.outerHTML}</body></html>`).document.body.textContent ?? '');
}

/** What the chart is, in a line: for terminals that show no image and for `text/plain`. */
export function elementText(element: DrawnElement): string {
  const svg = element.localName === 'svg' ? element : chartOf(element);
  const size =
    svg === null
      ? ''
      : ` ${svg.getAttribute('width') ?? '?'} × ${svg.getAttribute('height') ?? '?'}`;
  return `[chart${size}: ${titleOf(element)}]`;
}
