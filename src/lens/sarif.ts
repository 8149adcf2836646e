import type { Cell } from '../table/index.js';
import { canonicalJson } from './canonical-json.js';
import { findingKey, suppresses, type Suppression } from './finding-keys.js';
import { cellOf, findingPath, parsePlace, type FindingPlace } from './finding-path.js';
import type { Lens } from './lens.js';
import type { Report, ReportState } from './report.js';

/** What SARIF calls the tool. */
export interface SarifTool {
  readonly name: string;
  readonly version: string;
}

/**
 * Reports as one SARIF 2.1.0 log: a rule a lens, a result a finding. Its place is the first that the row has among
 * `file` and `line`, `sink_loc`, `door_loc`, `source_loc`; a path with places becomes a code flow. A suppressed finding
 * stays, marked with its reason, as SARIF means it. What an answer lacks is told as notifications of the invocation: a
 * log without results reads as clean, and an unanswered question is not.
 */
export function toSarif(
  tool: SarifTool,
  answers: readonly {
    readonly lens: Pick<Lens, 'id' | 'title' | 'question'>;
    readonly report: Report;
  }[],
  suppressions: readonly Suppression[] = [],
): object {
  const lenses = [...new Map(answers.map(({ lens }) => [lens.id, lens])).values()];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: tool.name,
            version: tool.version,
            rules: lenses.map(({ id, title, question }) => ({
              id,
              name: id,
              shortDescription: { text: title },
              fullDescription: { text: question },
            })),
          },
        },
        invocations: [
          {
            executionSuccessful: answers.every(({ report }) => answered(report.state)),
            toolExecutionNotifications: answers.flatMap(({ report }) =>
              notificationsOf(
                report,
                lenses.findIndex(({ id }) => id === report.lens),
              ),
            ),
          },
        ],
        columnKind: 'unicodeCodePoints',
        results: answers.flatMap(({ report }) =>
          report.findings.rows.map((row) =>
            resultOf(
              report,
              row,
              lenses.findIndex(({ id }) => id === report.lens),
              suppressions,
            ),
          ),
        ),
      },
    ],
  };
}

const answered = (state: ReportState): boolean =>
  state === 'complete' || state === 'partial' || state === 'empty_fact';

/** What is missing, what a limit cut, and the notes. */
function notificationsOf(
  { lens, state, needs, notes, shown, total }: Report,
  ruleIndex: number,
): object[] {
  const told = (level: 'error' | 'warning' | 'note', text: string): object => ({
    level,
    message: { text },
    associatedRule: { id: lens, index: ruleIndex },
  });
  return [
    ...(answered(state) ? [] : [told('error', `no answer: ${state}`)]),
    ...needs.map(({ fact, producer }) => told('warning', `needs ${fact}: ${producer}`)),
    ...(shown < total ? [told('warning', `${shown} of ${total} findings; --limit 0 for all`)] : []),
    ...notes.map((note) => told('note', note)),
  ];
}

function resultOf(
  report: Report,
  row: readonly Cell[],
  ruleIndex: number,
  suppressions: readonly Suppression[],
): object {
  const key = findingKey(report, row);
  const place = placeOf(report, row);
  const flow = flowOf(report, row);
  const suppression = suppressions.find((one) => suppresses(one, report, key));
  return {
    ruleId: report.lens,
    ruleIndex,
    level: 'warning',
    message: { text: key.join(' | ') },
    ...(place !== null && { locations: [{ physicalLocation: physical(place) }] }),
    ...(flow.length > 1 && {
      codeFlows: [{ threadFlows: [{ locations: flow.map((one) => ({ location: one })) }] }],
    }),
    partialFingerprints: { 'mimirFindingKey/v1': canonicalJson([report.lens, ...key]) },
    ...(suppression !== undefined && {
      suppressions: [{ kind: 'external', justification: suppression.reason }],
    }),
  };
}

const physical = ({ file, line }: FindingPlace): object => ({
  // `#` and `?` begin other parts of a URI.
  artifactLocation: { uri: encodeURI(file).replace(/[#?]/g, encodeURIComponent) },
  ...(line !== null && { region: { startLine: line } }),
});

function placeOf(report: Report, row: readonly Cell[]): FindingPlace | null {
  const file = cellOf(report, row, 'file');
  const line = cellOf(report, row, 'line');
  if (typeof file === 'string')
    return { file, line: typeof line === 'number' && line > 0 ? line : null };
  for (const name of ['sink_loc', 'door_loc', 'source_loc']) {
    const place = parsePlace(cellOf(report, row, name));
    if (place !== null) return place;
  }
  return null;
}

/** Steps of a path with their places; a step without one has its name alone. */
const flowOf = (report: Report, row: readonly Cell[]): object[] =>
  findingPath(report, row).map(({ label, place }) => ({
    message: { text: label },
    ...(place !== null && { physicalLocation: physical(place) }),
  }));
