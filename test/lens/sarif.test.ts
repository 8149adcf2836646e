import { describe, expect, it } from 'vitest';
import { findingKey, suppress, toSarif, type Report } from '../../src/lens/index.js';

const report: Report = {
  lens: 'demo-lens',
  version: 1,
  dump: 'd',
  params: {},
  population: {},
  state: 'complete',
  summary: { found: 3 },
  findings: {
    key: ['class', 'id'],
    columns: [
      { name: 'class', type: 'text' },
      { name: 'id', type: 'text' },
      { name: 'file', type: 'text' },
      { name: 'line', type: 'integer' },
      { name: 'sink_loc', type: 'text' },
      { name: 'expanded', type: 'list' },
      { name: 'sites', type: 'list' },
    ],
    rows: [
      ['a', 'one', 'src/a b.ts', 3, null, null, null],
      ['a', 'two', null, null, 'src/c.ts:9', ['x', 'y', 'z'], ['src/c.ts:1', '?', 'src/c.ts:9']],
      ['b', 'three', null, null, null, null, null],
    ],
  },
  total: 3,
  shown: 3,
  needs: [],
  notes: [],
};

const lens = { id: 'demo-lens', title: 'Demo', question: 'What?' };

describe('a finding', () => {
  it('is known by its lens and its key cells', () => {
    expect(report.findings.rows.map((row) => findingKey(report, row))).toEqual([
      ['a', 'one'],
      ['a', 'two'],
      ['b', 'three'],
    ]);
  });

  it('can be suppressed by that key; counts stay, and a suppression that matches nothing is reported', () => {
    const found = suppress(report, [
      { lens: 'demo-lens', key: ['a', 'two'], reason: 'checked' },
      { lens: 'demo-lens', key: ['a', 'gone'], reason: 'old' },
      { lens: 'other', key: ['a', 'two'], reason: 'not ours' },
    ]);
    expect(found.report.findings.rows.map((row) => row[1])).toEqual(['one', 'three']);
    expect(found).toMatchObject({
      suppressed: 1,
      stale: [{ key: ['a', 'gone'] }],
      report: { total: 3, shown: 2, summary: { found: 3 } },
    });
    expect(found.report.notes).toEqual([
      '1 finding suppressed',
      'suppression that matches nothing: a | gone',
    ]);
  });
});

describe('SARIF', () => {
  const log = toSarif(
    { name: 'mimir', version: '1.2.3' },
    [{ lens, report }],
    [{ lens: 'demo-lens', key: ['a', 'one'], reason: 'checked' }],
  ) as {
    version: string;
    runs: {
      tool: { driver: { name: string; rules: { id: string }[] } };
      results: Record<string, unknown>[];
    }[];
  };
  const [run] = log.runs;

  it('has a rule a lens and a result a finding', () => {
    expect([
      log.version,
      run!.tool.driver.name,
      run!.tool.driver.rules.map(({ id }) => id),
    ]).toEqual(['2.1.0', 'mimir', ['demo-lens']]);
    expect(run!.results.map(({ ruleId, ruleIndex, level }) => [ruleId, ruleIndex, level])).toEqual(
      Array(3).fill(['demo-lens', 0, 'warning']),
    );
  });

  it('has the places that the rows have', () => {
    expect(run!.results.map(({ locations }) => locations)).toEqual([
      [
        {
          physicalLocation: { artifactLocation: { uri: 'src/a%20b.ts' }, region: { startLine: 3 } },
        },
      ],
      [{ physicalLocation: { artifactLocation: { uri: 'src/c.ts' }, region: { startLine: 9 } } }],
      undefined,
    ]);
  });

  it('has a path as a code flow, a step without a place by its name', () => {
    const at = (line: number) => ({
      artifactLocation: { uri: 'src/c.ts' },
      region: { startLine: line },
    });
    expect(run!.results[1]!.codeFlows).toEqual([
      {
        threadFlows: [
          {
            locations: [
              { location: { message: { text: 'x' }, physicalLocation: at(1) } },
              { location: { message: { text: 'y' } } },
              { location: { message: { text: 'z' }, physicalLocation: at(9) } },
            ],
          },
        ],
      },
    ]);
  });

  it('keeps a suppressed finding, with its reason', () => {
    expect(run!.results.map(({ suppressions }) => suppressions)).toEqual([
      [{ kind: 'external', justification: 'checked' }],
      undefined,
      undefined,
    ]);
  });
});

describe('a log', () => {
  const told = (one: Partial<Report>) => {
    const { runs } = toSarif({ name: 'mimir', version: '1' }, [
      { lens, report: { ...report, ...one } },
    ]) as {
      runs: {
        invocations: [
          {
            executionSuccessful: boolean;
            toolExecutionNotifications: { level: string; message: { text: string } }[];
          },
        ];
      }[];
    };
    const [{ executionSuccessful, toolExecutionNotifications }] = runs[0]!.invocations;
    return [
      executionSuccessful,
      toolExecutionNotifications.map(({ level, message }) => [level, message.text]),
    ];
  };

  it('of a whole answer has nothing more to tell', () => {
    expect(told({})).toEqual([true, []]);
  });

  it('without results says when nothing could be looked for', () => {
    const findings = { ...report.findings, rows: [] };
    expect(
      told({
        state: 'empty_gap',
        findings,
        total: 0,
        shown: 0,
        needs: [{ fact: 'CALLS', producer: 'a dump' }],
      }),
    ).toEqual([
      false,
      [
        ['error', 'no answer: empty_gap'],
        ['warning', 'needs CALLS: a dump'],
      ],
    ]);
  });

  it('says what a limit cut, and the notes', () => {
    expect(told({ total: 9, notes: ['read them'] })).toEqual([
      true,
      [
        ['warning', '3 of 9 findings; --limit 0 for all'],
        ['note', 'read them'],
      ],
    ]);
  });

  it('keeps # and ? of a file name inside its path', () => {
    const rows = [['a', 'one', 'src/#a?.ts', 3, null, null, null]];
    const { runs } = toSarif({ name: 'mimir', version: '1' }, [
      { lens, report: { ...report, findings: { ...report.findings, rows } } },
    ]) as { runs: { results: { locations: unknown }[] }[] };
    expect(runs[0]!.results[0]!.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'src/%23a%3F.ts' },
          region: { startLine: 3 },
        },
      },
    ]);
  });
});
