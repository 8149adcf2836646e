import fc from 'fast-check';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  agreementsOf,
  labelOf,
  labelsText,
  parseLabels,
  precision,
  readLabels,
  talliesOf,
  VERDICTS,
  writeLabels,
  type Label,
} from '../../../src/calibrate/index.js';
import { graphOf } from '../../../src/graph/index.js';
import { startRun } from '../../../src/lens/index.js';
import { InvalidArgument } from '../../../src/task/index.js';

const home = mkdtempSync(path.join(tmpdir(), 'mimir-labels-'));
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const word = fc
  .string({
    minLength: 1,
    maxLength: 8,
    unit: fc.constantFrom('a', 'ä', ',', '"', ' ', '`', '\u{1f600}'),
  })
  .map((text) => `x${text}x`);
const label: fc.Arbitrary<Label> = fc
  .record({
    lens: fc.constantFrom('near-clones', 'role-neighbours'),
    left: word,
    right: word,
    score: fc.option(fc.integer({ min: 0, max: 100 }).map((n) => n / 100)),
    reader: fc.constantFrom('ada', 'bo'),
    verdict: fc.constantFrom(...VERDICTS),
  })
  .map(labelOf);
const keyOf = ({ lens, left, right, reader }: Label): string =>
  JSON.stringify([lens, left, right, reader]);

describe('a file of labels', () => {
  it('gives back what was written, the last verdict of a reader on a pair', () => {
    fc.assert(
      fc.property(fc.array(label, { maxLength: 12 }), (labels) => {
        const last = new Map(labels.map((one) => [keyOf(one), one]));
        const read = parseLabels(labelsText(labels), 'labels.csv');
        expect(new Map(read.map((one) => [keyOf(one), one]))).toEqual(last);
        expect(labelsText(read)).toBe(labelsText(labels));
      }),
    );
  });

  it('is written aside, and read as nothing before it is there', () => {
    const file = path.join(home, 'deep/er/labels.csv');
    expect(readLabels(file)).toEqual([]);
    const one: Label = {
      lens: 'twins',
      left: 'a',
      right: 'b',
      score: null,
      reader: 'ada',
      verdict: 'weak',
    };
    writeLabels(file, [one]);
    expect(readFileSync(file, 'utf8')).toBe(
      'lens,left,right,score,reader,verdict\ntwins,a,b,,ada,weak\n',
    );
    expect(readLabels(file)).toEqual([one]);
  });

  it('may be what the terminal’s blind reading wrote, whose reader is the file’s name', () => {
    const text =
      '{"a":"y","b":"x","verdict":"good"}\n{"a":"p","b":"q","verdict":"bad","lens":"twins"}\n';
    expect(parseLabels(text, '/somewhere/ada.jsonl')).toEqual([
      { lens: 'unnamed', left: 'x', right: 'y', score: null, reader: 'ada', verdict: 'good' },
      { lens: 'twins', left: 'p', right: 'q', score: null, reader: 'ada', verdict: 'bad' },
    ]);
  });

  it.each([
    ['lens,left,right,score,reader\nx,a,b,,ada', 'missing column of labels: verdict in f.csv'],
    [
      'lens,left,right,score,reader,verdict\nx,a,b,,ada,god',
      'verdict of f.csv, row 2: god; did you mean good, bad?',
    ],
    [
      'lens,left,right,score,reader,verdict\nx,,b,,ada,bad',
      'incomplete label: f.csv, row 2; left is missing',
    ],
    ['lens,left,right,score,reader,verdict\nx,a,b,high,ada,bad', 'score of f.csv, row 2: high'],
    ['{"a":1', 'label that is no JSON: f.csv, row 1'],
  ])('that is none is an error that names the place: %j', (text, message) => {
    expect(() => parseLabels(text, 'f.csv')).toThrow(InvalidArgument);
    expect(() => parseLabels(text, 'f.csv')).toThrow(message);
  });
});

describe('tallies and agreements', () => {
  it('count each lens and reader apart', () => {
    fc.assert(
      fc.property(fc.array(label, { maxLength: 30 }), (all) => {
        const labels = [...new Map(all.map((one) => [keyOf(one), one])).values()];
        const tallies = talliesOf(labels);
        expect(tallies.reduce((sum, { n }) => sum + n, 0)).toBe(labels.length);
        for (const { lens, reader, n, counts, strict, lenient } of tallies) {
          const own = labels.filter((one) => one.lens === lens && one.reader === reader);
          for (const verdict of VERDICTS)
            expect(counts[verdict]).toBe(own.filter((one) => one.verdict === verdict).length);
          expect(n).toBe(own.length);
          expect(strict.low <= lenient.low && strict.high <= lenient.high).toBe(true);
        }
      }),
    );
  });

  it('compare two readers only on what both read', () => {
    const of = (reader: string, verdicts: string): Label[] =>
      [...verdicts].flatMap((letter, at) => {
        const verdict = VERDICTS.find((one) => one.startsWith(letter));
        return verdict === undefined
          ? []
          : [{ lens: 'l', left: `a${at}`, right: 'z', score: null, reader, verdict }];
      });
    const [told, ...more] = agreementsOf([...of('bo', 'ggbbw-g'), ...of('ada', 'gbbb-gg')]);
    expect(more).toEqual([]);
    expect([told!.readers, told!.n]).toEqual([['ada', 'bo'], 5]);
    // Shared: gg bg bb bb gg; 4 of 5 agree, by chance (2·3 + 3·2) of 25.
    expect([told!.observed, told!.expected, told!.kappa!].map((r) => r.toFraction())).toEqual([
      '4/5',
      '12/25',
      '8/13',
    ]);
  });
});

describe('the precision calibration', () => {
  const graph = graphOf({ nodes: [], edges: [] });

  it('reads again when the file changed, though its name did not', async () => {
    const file = path.join(home, 'labels.csv');
    const write = (verdict: string): void => {
      writeFileSync(file, `lens,left,right,score,reader,verdict\ntwins,a,b,0.9,ada,${verdict}\n`);
    };
    write('good');
    const first = startRun(precision, graph, { labels: [file] });
    expect((await first.report()).findings.rows[0]!.slice(3, 8)).toEqual([1, 1, 0, 0, [1, 1]]);
    write('bad');
    const second = first.retune({ labels: [file] });
    expect((await second.report()).findings.rows[0]!.slice(3, 8)).toEqual([1, 0, 0, 1, [0, 1]]);
  });

  it('says why it is empty, and refuses a file that is not there', async () => {
    const { state, notes } = await startRun(precision, graph).report();
    expect([state, notes.length]).toEqual(['empty_fact', 1]);
    expect(() => startRun(precision, graph, { labels: ['gone.csv'] })).toThrow(
      'no file of labels: gone.csv',
    );
  });
});
