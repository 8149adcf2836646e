import { createHash } from 'node:crypto';
import type { Relation } from '../table/index.js';
import { chartBody } from './chart-html.js';
import type { RowsOf } from './chart-data.js';
import type { ChartSpec } from '../lens/index.js';
import { escapeHtml, fragment } from './html.js';
import { SLIDER_SCRIPT } from './slider-script.js';
import { tableBody } from './table-html.js';

/** A parameter that a thumb moves, and the step that is shown beneath. */
export interface SliderLook {
  readonly parameter: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly by: number;
  readonly step: string;
}

/** What stands under a slider: chart and first rows of the step that is looked at. */
export function tunedHtml(
  chart: { readonly spec: ChartSpec; readonly rowsOf: RowsOf } | null,
  table: Relation,
): string {
  return (
    (chart === null ? '' : chartBody(chart.spec, chart.rowsOf)) + tableBody(table, { rows: 8 })
  );
}

/**
 * A slider as HTML. The two empty attributes are the kernel's to fill: a handle has no name before its output is sent,
 * and only the kernel knows its own id. Arrows are the thumb's: JupyterLab would take them for its own.
 */
export function sliderHtml(look: SliderLook, status: string, view: string): string {
  const { parameter, value, min, max, by, step } = look;
  const id = `mimir-${createHash('sha256')
    .update(JSON.stringify([look, view]))
    .digest('hex')
    .slice(0, 12)}`;
  const name = escapeHtml(parameter);
  const start = `document.querySelectorAll('[data-slider="${id}"]:not([data-on])').forEach(function(root){root.dataset.on='1';${SLIDER_SCRIPT}(root)})`;
  return fragment(
    [
      `<div data-slider="${id}" data-parameter="${name}" data-step="${escapeHtml(step)}" ${RUN_MARK}>`,
      `<p><label>${name} <input type="range" data-lm-suppress-shortcuts="true" disabled min="${min}" max="${max}" step="${by}" value="${value}" aria-label="${name}" style="width:24em;vertical-align:middle;padding:0"></label> `,
      `<output>${value}</output></p><p class="foot" role="status">${escapeHtml(status)}</p>`,
      `<div class="view">${view}</div></div><script>${start}</script>`,
    ].join(''),
  );
}

/** Stands in HTML where the kernel writes which run and which kernel answer. */
export const RUN_MARK = 'data-mimir-run="" data-mimir-kernel=""';
