import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecord } from '../../../src/calibrate/index.js';
import { DEFAULTS, type Threshold } from '../../../src/lens/index.js';
import { HASHED_SPACE } from '../../../src/text/index.js';
import { mimir } from '../../cli/command.js';

const home = mkdtempSync(path.join(tmpdir(), 'mimir-records-'));
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const words = [
  'calibrate',
  'sensitivity',
  '--dump',
  'fixtures/arrow-js',
  '--lens',
  'dsm',
  '--parameter',
  'level',
  '--values',
  'folder:1',
  '--values',
  'folder:2',
  '--json',
];

/** Nothing is drawn from bodies when there are none as long as this. */
const UNANSWERED = [
  'calibrate',
  'scores',
  '--dump',
  'fixtures/arrow-js',
  '--min-tokens',
  '100000',
  '--json',
];

describe('a record of a calibration', () => {
  it('says what was found and on what, the same bytes each time', async () => {
    const files = ['one', 'two'].map((name) => path.join(home, `${name}.json`));
    const answers: string[] = [];
    for (const file of files) {
      const { exit, out, err } = await mimir([...words, '--record', file]);
      expect([exit, err]).toEqual([0, expect.stringContaining(file)]);
      answers.push(out);
    }
    expect(readFileSync(files[1]!)).toEqual(readFileSync(files[0]!));
    const record = readRecord(files[0]!);
    const report = JSON.parse(answers[0]!) as { dump: string; summary: unknown };
    expect(record).toMatchObject({
      calibration: 'sensitivity',
      space: 'dsm.level',
      dump: report.dump,
      summary: report.summary,
      params: { lens: 'dsm', parameter: 'level' },
    });
    expect(record.corpus).toHaveLength(1);
    expect(record.curves['sweep']!.rows).toHaveLength(2);
    expect(record.params).not.toHaveProperty('src');
  });

  it('is not written over by a calibration that could not answer', async () => {
    const file = path.join(home, 'kept.json');
    writeFileSync(file, 'evidence');
    const { exit, err } = await mimir([...UNANSWERED, '--record', file]);
    expect(exit).toBe(2);
    expect(err).toContain(`no record written: ${file}`);
    expect(readFileSync(file, 'utf8')).toBe('evidence');
  });

  it('that is missing or none is an error that says so', () => {
    expect(() => readRecord(path.join(home, 'gone.json'))).toThrow('record cannot be read');
    const file = path.join(home, 'none.json');
    writeFileSync(file, '{"calibration": 1}');
    expect(() => readRecord(file)).toThrow('no record of a calibration');
  });

  it('stands behind every default that says it is calibrated, and holds its value', () => {
    const cited = Object.entries(DEFAULTS).flatMap(([lens, thresholds]) =>
      Object.entries(thresholds as Record<string, Threshold<unknown>>).flatMap(
        ([name, { value, provenance }]) =>
          provenance.kind === 'calibrated' ? [{ lens, name, value, provenance }] : [],
      ),
    );
    expect(cited.length).toBeGreaterThan(0);
    for (const { lens, name, value, provenance } of cited) {
      const record = readRecord(provenance.record);
      expect([record.calibration, record.dump]).toEqual([provenance.calibration, provenance.dump]);
      const { columns, rows } = record.findings;
      const cell = (row: (typeof rows)[number], column: string): unknown =>
        row[columns.indexOf(column)];
      if (record.calibration === 'sensitivity') {
        // On the plateau of every measure.
        expect(record.space).toBe(`${lens}.${name}`);
        const ends = rows.map((row) => ['from', 'to'].map((end) => Number(cell(row, end))));
        expect(ends.every(([from, to]) => from! <= Number(value) && Number(value) <= to!)).toBe(
          true,
        );
      } else {
        // The floor of the precision that was wanted, rounded up to a hundredth.
        const wanted = rows.find((row) => String(cell(row, 'rule')).startsWith('precision'))!;
        expect(value).toBe(Math.ceil(Number(cell(wanted, 'floor')) * 100) / 100);
        expect(record.summary['space']).toBe(HASHED_SPACE);
      }
    }
    expect(cited.map(({ lens, name }) => `${lens}.${name}`)).toEqual(
      expect.arrayContaining([
        'twins.sim',
        'twins.rareMax',
        'twins.minBlocks',
        'twins.near',
        'semanticTwins.cosineHashed',
      ]),
    );
  });

  it('names no folder of a machine, and quotes no source', () => {
    const folder = 'docs/calibrate/records';
    for (const name of readdirSync(folder)) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      expect(text).not.toMatch(/"(?:\/|[A-Z]:\\)[^"]*"/);
      expect(text).not.toMatch(/=>|function\b|\bfn\b/);
      expect(() => readRecord(path.join(folder, name))).not.toThrow();
    }
  });
});
