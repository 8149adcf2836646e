import {
  chartCells,
  chartHtml,
  chartSvg,
  elementHtml,
  elementSvg,
  svgCells,
  svgPng,
  type Chart,
} from '../view/index.js';
import type { ChartAnswer, ChartRequest } from './run-comm.js';

type DrawRequest = Omit<ChartRequest, 'step'>;

/** A drawing that a cell made itself, with Plot or another library. */
export class Drawing {
  readonly title: string;

  constructor(readonly element: Parameters<typeof elementSvg>[0]) {
    this.title = element.getAttribute('aria-label') ?? element.getAttribute('title') ?? 'chart';
  }
}

/** Draws a chart of a step, or a free drawing, in the form that a front door asks for. */
export function drawChart(chart: Chart | Drawing, request: DrawRequest): ChartAnswer {
  return chart instanceof Drawing ? drawElement(chart, request) : drawSpec(chart, request);
}

function drawSpec(
  { spec, rowsOf }: Chart,
  { form, width, height, color = false }: DrawRequest,
): ChartAnswer {
  const size = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  const { title } = spec;
  switch (form) {
    case 'cells':
      return { title, data: chartCells(spec, rowsOf, { ...size, color }).join('\n') };
    case 'svg':
      return { title, data: chartSvg(spec, rowsOf, size) };
    case 'html':
      return { title, data: chartHtml(spec, rowsOf, size) };
    case 'png':
      return { title, data: base64(svgPng(chartSvg(spec, rowsOf, size))) };
  }
}

function drawElement(
  { title, element }: Drawing,
  { form, width = 80, color = false }: DrawRequest,
): ChartAnswer {
  const svg = elementSvg(element);
  switch (form) {
    case 'cells':
      return { title, data: svgCells(svg, { columns: width, color }).join('\n') };
    case 'svg':
      return { title, data: svg };
    case 'html':
      return { title, data: elementHtml(element) };
    case 'png':
      return { title, data: base64(svgPng(svg)) };
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
