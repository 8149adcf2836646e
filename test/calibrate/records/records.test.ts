import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecord } from '../../../src/calibrate/index.js';
import { DEFAULTS, type Threshold } from '../../../src/lens/index.js';
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
      expect([record.calibration, record.space, record.dump]).toEqual([
        provenance.calibration,
        `${lens}.${name}`,
        provenance.dump,
      ]);
      const { columns, rows } = record.findings;
      const ends = rows.map((row) =>
        ['from', 'to'].map((end) => Number(row[columns.indexOf(end)])),
      );
      expect(ends.every(([from, to]) => from! <= Number(value) && Number(value) <= to!)).toBe(true);
    }
  });
});
