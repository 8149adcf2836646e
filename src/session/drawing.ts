import { chartSvg, standalone } from '../view/chart-svg.js';
import { svgPng } from '../view/raster.js';
import { InvalidArgument } from '../task/index.js';
import { ChartView, Drawing } from './chart-view.js';
import type { ChartAnswer, ChartRequest } from './run-comm.js';

type DrawRequest = Omit<ChartRequest, 'step'>;

/** Draws a chart of a step, or a free drawing, in the form that a front door asks for. */
export function drawChart(chart: ChartView | Drawing, request: DrawRequest): ChartAnswer {
  const { form, width, height } = request;
  const title = chart instanceof ChartView ? chart.spec.title : chart.title;
  const svg =
    chart instanceof ChartView
      ? chartSvg(chart.spec, chart.rowsOf, {
          ...(width !== undefined && { width }),
          ...(height !== undefined && { height }),
        })
      : chart.svg;
  switch (form) {
    case 'svg':
    case 'html':
      return { title, data: svg };
    case 'png':
      return { title, data: Buffer.from(svgPng(svg)).toString('base64') };
    case 'cells':
      throw new InvalidArgument('unknown form of a chart: cells');
  }
}

interface Element {
  readonly outerHTML: string;
  readonly tagName?: string;
  querySelector?(selector: string): Element | null;
  querySelectorAll?(selector: string): Iterable<Element>;
  readonly textContent?: string | null;
}

/** A DOM element that a cell drew, as a whole SVG document; null for what is no drawing. */
export function drawingOf(value: object): Drawing | null {
  const element = value as Partial<Element>;
  if (typeof element.outerHTML !== 'string') return null;
  const name = String(element.tagName).toLowerCase();
  if (name === 'svg')
    return new Drawing(titleOf(element as Element), standalone(element.outerHTML));
  return null;
}

function titleOf(element: Element): string {
  const title = element.querySelector?.('title')?.textContent?.trim() ?? '';
  return title === '' ? 'untitled' : title;
}
