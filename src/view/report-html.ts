import type { Report } from '../lens/index.js';
import { counted } from './cell-text.js';
import { escapeHtml, fragment } from './html.js';
import { findingsRelation, needLines, STATE_WORDS, summaryPairs, whyEmpty } from './report-text.js';
import { tableBody, type HtmlOptions } from './table-html.js';

function list(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<h4>${title}</h4><ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
}

/** A report as HTML without a style of its own. */
export function reportBody(report: Report, options: HtmlOptions = {}): string {
  const pairs = summaryPairs(report)
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('');
  const why = whyEmpty(report);
  const findings =
    why === null
      ? tableBody(findingsRelation(report.findings), options)
      : `<p>${escapeHtml(why)}</p>`;
  const cut =
    why === null && report.shown < report.total
      ? `<p class="foot">${report.shown} of ${counted(report.total, 'finding')} kept</p>`
      : '';
  return [
    `<h3>${escapeHtml(report.lens)} <span class="state">${escapeHtml(STATE_WORDS[report.state])}</span></h3>`,
    pairs === '' ? '' : `<dl>${pairs}</dl>`,
    findings,
    cut,
    list('needs', needLines(report)),
    list('notes', report.notes),
  ].join('');
}

/** A report as an HTML fragment for notebooks. */
export function reportHtml(report: Report, options: HtmlOptions = {}): string {
  return fragment(reportBody(report, options));
}
