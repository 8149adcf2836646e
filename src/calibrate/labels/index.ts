/**
 * # precision: what readers say of a lens's findings
 *
 * Question. What share of the pairs that a lens proposes is right, how sure is that, and do two readers agree?
 * Formula. Precision = good / n, and (good + weak) / n; Wilson's interval at 95 %. Agreement is Cohen's
 * κ = (p_o − p_e) / (1 − p_e) over the pairs that both read.
 * Preconditions. A file of labels, made by the blind reading in the terminal or by hand: pairs drawn uniformly from an
 * answer, their scores hidden. What was not drawn uniformly says nothing about the answer.
 * References. S1:1512–1549 (blind reading); Wilson 1927; Cohen 1960; Krinke, Ragkhitwetsagul 2025 on why labels of
 * others are not to be trusted.
 */
import { defineLens, param, type ParamsOf, type TypedLens } from '../../lens/index.js';
import { fromRows, type Cell } from '../../table/index.js';
import { exact } from '../exact-cell.js';
import { digested, fileOf } from './digested-file.js';
import { readLabels, type Label } from './label-table.js';
import { agreementsOf, talliesOf, type Pairing, type Tally } from './precision.js';

export {
  LABEL_COLUMNS,
  labelOf,
  labelsText,
  parseLabels,
  readLabels,
  VERDICTS,
  writeLabels,
  type Label,
  type Verdict,
} from './label-table.js';
export { agreementsOf, talliesOf, type Pairing, type Tally } from './precision.js';
export { digested, fileOf } from './digested-file.js';

const params = {
  labels: {
    ...param.texts({
      default: [],
      doc: 'files of labels, a reader each or all in one: CSV, or what the terminal wrote',
    }),
    refine: (files: readonly string[]) => files.map((file) => digested(file, 'labels')),
  },
  of: param.texts({ default: [], doc: 'only these lenses' }),
};

export type PrecisionParams = ParamsOf<typeof params>;

export interface PrecisionStates {
  readonly labels: readonly Label[];
  readonly precision: readonly Tally[];
  readonly agreement: readonly Pairing[];
}

export const precision: TypedLens<PrecisionParams, PrecisionStates> = defineLens({
  id: 'precision',
  kind: 'calibration',
  version: 1,
  title: 'What readers say of findings',
  question: 'What share of the pairs is right, how sure is that, and do readers agree?',
  facts: [],
  params,
})
  .step({
    id: 'labels',
    title: 'The verdicts',
    formula: String.raw`(\mathrm{pair}, \mathrm{reader}) \mapsto \{\mathrm{good}, \mathrm{weak}, \mathrm{bad}\}`,
    params: ['labels', 'of'],
    inputs: [],
    key: ['lens', 'left', 'right', 'reader'],
    run: (_, { labels, of }) => {
      const all = labels.flatMap((file) => readLabels(fileOf(file)));
      const state = all.filter(({ lens }) => of.length === 0 || of.includes(lens));
      return {
        state,
        rows: state.length,
        table: () =>
          fromRows(
            ['lens', 'left', 'right', 'reader'],
            ['lens', 'left', 'right', 'reader', 'verdict', 'score:real'],
            state.map((one) => [one.lens, one.left, one.right, one.reader, one.verdict, one.score]),
          ),
      };
    },
  })
  .step({
    id: 'precision',
    title: 'Precision with its interval',
    formula: String.raw`\frac{\hat p + \frac{z^2}{2n} \pm z\sqrt{\frac{\hat p(1-\hat p)}{n} + \frac{z^2}{4n^2}}}{1 + \frac{z^2}{n}}`,
    params: [],
    inputs: ['labels'],
    key: ['lens', 'reader'],
    chart: {
      title: 'Precision by lens and reader',
      marks: [
        { mark: 'rect', channels: { y: 'series', x1: 'low', x2: 'high' }, style: { opacity: 0.3 } },
        { mark: 'dot', channels: { y: 'series', x: 'precision_real' } },
      ],
      scales: { x: { label: 'precision', domain: [0, 1] }, y: { type: 'band', label: 'lens' } },
    },
    run: (_, __, { labels }) => {
      const state = talliesOf(labels);
      return { state, rows: state.length, table: () => talliesTable(state) };
    },
  })
  .step({
    id: 'agreement',
    title: 'Whether readers agree',
    formula: String.raw`\kappa = \frac{p_o - p_e}{1 - p_e}`,
    params: [],
    inputs: ['labels'],
    key: ['lens', 'first', 'second'],
    run: (_, __, { labels }) => {
      const state = agreementsOf(labels);
      return {
        state,
        rows: state.length,
        table: () =>
          fromRows(
            ['lens', 'first', 'second'],
            [
              'lens',
              'first',
              'second',
              'n:integer',
              'observed:rational',
              'expected:rational',
              'kappa:rational',
            ],
            state.map(({ lens, readers, n, observed, expected, kappa }) => [
              lens,
              ...readers,
              n,
              exact(observed),
              exact(expected),
              kappa === null ? null : exact(kappa),
            ]),
          ),
      };
    },
  })
  .answer(({ params: asked, states }) => ({
    state: states.labels.length === 0 ? 'empty_fact' : 'complete',
    population: { labels: states.labels.length },
    summary: { readers: new Set(states.labels.map(({ reader }) => reader)).size },
    findings: talliesTable(states.precision),
    notes:
      asked.labels.length === 0
        ? [
            'no labels: name a file of them, or make one by the blind reading of the terminal (`.label`)',
          ]
        : states.labels.length === 0
          ? ['no label of these lenses in the file']
          : [],
  }));

function talliesTable(tallies: readonly Tally[]) {
  return fromRows(
    ['lens', 'reader'],
    [
      'lens',
      'reader',
      'series',
      'n:integer',
      'good:integer',
      'weak:integer',
      'bad:integer',
      'precision:rational',
      'precision_real:real',
      'low:real',
      'high:real',
      'lenient:rational',
      'lenient_low:real',
      'lenient_high:real',
    ],
    tallies.map(({ lens, reader, n, counts, strict, lenient }): Cell[] => [
      lens,
      reader,
      `${lens}, ${reader}`,
      n,
      counts.good,
      counts.weak,
      counts.bad,
      [counts.good, n],
      counts.good / n,
      strict.low,
      strict.high,
      [counts.good + counts.weak, n],
      lenient.low,
      lenient.high,
    ]),
  );
}
