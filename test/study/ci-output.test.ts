import { readFileSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  annotations,
  compareStudy,
  EXPECTED_SCHEMA,
  expectationOf,
  junitXml,
  printExpected,
  type Replay,
} from '../../src/study/index.js';
import { outcome, pin, sampleRun } from './samples.js';

const BEFORE = outcome({
  runs: [sampleRun()],
  pins: [
    pin(1),
    { ...pin([{ k: 'a<b', n: 1.5 }], { key: ['k'], tolerance: { relative: 0.1 } }), name: 'q' },
  ],
});
const AFTER = outcome({ runs: [sampleRun({ arcs: [] })], pins: [pin(2), BEFORE.pins[1]!] });

const replay: Replay = {
  study: 'layers',
  title: 'Layers',
  ok: false,
  findings: compareStudy(expectationOf('layers', BEFORE), AFTER),
  milliseconds: 1234,
};

describe('JUnit XML', () => {
  it('has a case a pin and a run, with the drift as its failure', () => {
    const { document } = parseHTML(junitXml([replay], false).replace(/^<\?xml.*\?>/, ''));
    const suite = document.querySelector('testsuite')!;
    expect(suite.getAttribute('tests')).toBe('3');
    expect(suite.getAttribute('failures')).toBe('2');
    expect(suite.getAttribute('time')).toBe('1.234');
    const failed = [...document.querySelectorAll('testcase')].filter((one) =>
      one.querySelector('failure'),
    );
    expect(failed.map((one) => one.getAttribute('name'))).toEqual(['run dsm', 'pin p']);
    expect(failed[1]!.querySelector('failure')!.textContent).toContain('expected 1, actual 2');
  });

  it('keeps what XML has no place for from breaking it', () => {
    const odd = {
      ...replay,
      findings: [{ ...replay.findings[1]!, sentence: 'a\u0000<b>&"\ud800' }],
    };
    const text = junitXml([odd], false);
    expect(text).toContain('a\ufffd&lt;b&gt;&amp;&quot;\ufffd');
  });

  it('tells a failed cell as a case of its own', () => {
    const text = junitXml(
      [{ ...replay, findings: [], error: { cell: 2, message: 'boom' } }],
      false,
    );
    expect(text).toContain('name="runs to its end"><failure message="cell 3: boom"');
  });
});

describe('GitHub annotations', () => {
  it('stand at the line that makes the pin or the run', () => {
    const text = "// head\nconst run = lens.dsm();\n\npin(\n  'p', 2);\n";
    const lines = annotations(replay, { file: 'studies/layers.study.ts', text }, false);
    expect(lines.map((line) => line.replace(/::✗.*/, ''))).toEqual([
      '::error file=studies/layers.study.ts,line=2,title=layers%3A run dsm drifted',
      '::error file=studies/layers.study.ts,line=4,title=layers%3A pin p drifted',
    ]);
    for (const line of lines) expect(line).not.toContain('\n');
  });
});

describe('the JSON schema of expectations', () => {
  const schema = z.fromJSONSchema(EXPECTED_SCHEMA as never);

  it('fits what we write: pins of every sort, and the studies of this project', () => {
    schema.parse(JSON.parse(printExpected(expectationOf('layers', BEFORE))));
    schema.parse(JSON.parse(readFileSync('studies/arrow-layers.expected.json', 'utf8')));
  });

  it.each([
    ['a pin without a value', (text: string) => text.replace('"value": 1', '"valve": 1')],
    ['a run without its steps', (text: string) => text.replace('"steps"', '"step"')],
    ['another format', (text: string) => text.replace('"format": 1', '"format": "1"')],
  ])('refuses %s', (_, change) => {
    const text = printExpected(expectationOf('layers', BEFORE));
    expect(change(text)).not.toBe(text);
    expect(schema.safeParse(JSON.parse(change(text))).success).toBe(false);
  });

  it('is the one in docs/', () => {
    const text = readFileSync('docs/study-expected.schema.json', 'utf8');
    expect(JSON.parse(text)).toEqual(EXPECTED_SCHEMA);
  });
});
