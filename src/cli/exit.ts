import type { Report } from '../lens/index.js';

export interface ExitRules {
  readonly failOnFindings?: boolean;
  readonly allowPartial?: boolean;
}

/** Exit code of an answer (design section 10). */
export function exitOfReport(report: Report, rules: ExitRules): 0 | 1 | 2 {
  switch (report.state) {
    case 'empty_gap':
    case 'invalid_argument':
    case 'not_linked':
    case 'not_wired':
      return 2;
    case 'partial':
      // Findings may be missing: a gate that lets them through must have been told to.
      if (rules.failOnFindings && !rules.allowPartial) return 2;
      break;
    case 'complete':
    case 'empty_fact':
      break;
  }
  return rules.failOnFindings && report.total > 0 ? 1 : 0;
}

/** One line on stderr for an answer that could not be given. */
export function gapLine(report: Report): string {
  const needs = report.needs.map(({ fact, producer }) => `${fact} (producer: ${producer})`);
  const remedy =
    needs.length > 0 ? `needs ${needs.join(', ')}` : (report.notes[0] ?? 'see its notes');
  return `no answer from ${report.lens}: ${report.state}; ${remedy}`;
}
