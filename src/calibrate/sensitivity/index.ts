/**
 * # sensitivity: how much an answer hangs on a parameter
 *
 * Question. How many findings does a lens have at each value of a parameter, and where does the count hardly move?
 * Formula. c(v) = the measure of the lens at value v, every other parameter as given. A plateau is the longest stretch
 * of neighbouring values on which max c − min c ≤ t · max c. Two parameters give a grid of counts.
 * Preconditions. Those of the lens. A plateau says that a choice on it costs little, not that the findings are right:
 * that is for the labels and the injected clones to tell.
 * References. S1:1442–1549 (τ read off its band), S1:1918–1923 (the overlap curve that is flat).
 */
import {
  canonicalJson,
  createRegistry,
  defineLens,
  param,
  type Lens,
  type ParamsOf,
  type TypedLens,
} from '../../lens/index.js';
import { judgeRegistry } from '../../judges/index.js';
import { registry } from '../../lenses/index.js';
import { fromRows, type Cell, type Relation } from '../../table/index.js';
import { plateauOf, type Plateau } from '../statistics/index.js';
import { sweptOf, type Swept } from './grid.js';
import { givenParam } from '../given-param.js';
import { sweepLens, type Counted } from './sweep.js';

export { sweptOf, type Swept } from './grid.js';

/** Lenses of the graph, and judges of sources. */
const ASKED = createRegistry([...registry.all(), ...judgeRegistry.all()]);

const params = {
  lens: param.text({
    default: 'twins',
    examples: ['twins', 'role-neighbours'],
    doc: 'the lens or judge that is asked again and again',
    refine: (id) => ASKED.named(id).id,
  }),
  parameter: param.text({ default: 'near', examples: ['sim', 'near'], doc: 'its parameter' }),
  values: param.texts({
    default: [],
    doc: 'values to try; a grid around the default unless named',
  }),
  second: param.maybeText({ doc: 'a second parameter: every pair of values is tried' }),
  secondValues: param.texts({ default: [], doc: 'values of the second parameter' }),
  given: givenParam('other parameters of the lens'),
  measures: param.texts({
    default: ['total'],
    doc: 'what is counted: total (findings), or whole numbers of the summary',
    refine: (texts: readonly string[]) => texts.flatMap((text) => text.split(',')),
  }),
  tolerance: param.number({
    default: 0.1,
    min: 0,
    max: 1,
    doc: 'share of its greatest count by which a plateau may vary',
  }),
};

export type SensitivityParams = ParamsOf<typeof params>;

/** Counts of every choice of values. */
export interface Swing {
  readonly swept: readonly Swept[];
  readonly defaults: readonly unknown[];
  readonly measures: readonly string[];
  readonly counted: readonly Counted[];
}

/** A stretch of the first parameter for one measure, at one value of the second. */
export interface Stretch extends Plateau {
  readonly measure: string;
  readonly second: number | null;
  readonly least: number;
  readonly most: number;
}

export interface SensitivityStates {
  readonly sweep: Swing;
  readonly plateau: readonly Stretch[];
}

export const sensitivity: TypedLens<SensitivityParams, SensitivityStates> = defineLens({
  id: 'sensitivity',
  kind: 'calibration',
  version: 1,
  title: 'How much an answer hangs on a parameter',
  question: 'How many findings are there at each value, and where does the count hardly move?',
  facts: [],
  params,
})
  .step({
    id: 'sweep',
    title: 'The lens at every value',
    formula: String.raw`c(v) = |\mathrm{findings}(\mathrm{lens}; p = v)|`,
    params: ['lens', 'parameter', 'values', 'second', 'secondValues', 'given', 'measures'],
    inputs: [],
    key: ['value', 'second', 'measure'],
    chart: {
      title: 'Counts by value',
      marks: [
        { mark: 'line', channels: { x: 'at', y: 'count', stroke: 'series' } },
        { mark: 'dot', channels: { x: 'at', y: 'count', stroke: 'series' } },
      ],
      scales: { x: { label: 'value' }, y: { label: 'count' } },
    },
    run: async (context, asked) => {
      const lens: Lens = ASKED.named(asked.lens);
      const swept = [sweptOf(lens, asked.parameter, asked.values)];
      if (asked.second !== null) swept.push(sweptOf(lens, asked.second, asked.secondValues));
      const { measures } = asked;
      const counted = await sweepLens(lens, context, asked.given, swept, measures);
      const defaults = swept.map(
        ({ name }) => asked.given[name] ?? lens.params.find((one) => one.name === name)!.default,
      );
      const state: Swing = { swept, defaults, measures, counted };
      return { state, table: () => countsTable(state), rows: counted.length * measures.length };
    },
  })
  .step({
    id: 'plateau',
    title: 'Where the count hardly moves',
    formula: String.raw`\max_{[a,b]} c - \min_{[a,b]} c \le t \cdot \max_{[a,b]} c`,
    params: ['tolerance'],
    inputs: ['sweep'],
    key: ['measure', 'second'],
    chart: {
      title: 'Counts of each pair of values',
      caption: 'One row of cells where only one parameter moves.',
      marks: [
        { mark: 'cell', channels: { x: 'value', y: 'second', fill: 'count' }, from: 'sweep' },
      ],
      scales: { x: { label: 'first', type: 'band' }, y: { label: 'second', type: 'band' } },
    },
    run: (_, { tolerance }, { sweep }) => {
      const state = stretchesOf(sweep, tolerance);
      return { state, table: () => plateauTable(sweep, state), rows: state.length };
    },
  })
  .answer(({ params: asked, states: { sweep, plateau } }) => ({
    state: plateau.length === 0 ? 'empty_fact' : 'complete',
    population: { values: sweep.counted.length },
    summary: Object.fromEntries(
      sweep.measures.flatMap((measure): [string, Cell][] => {
        const counts = sweep.counted.map(({ counts: own }) => own[measure]!);
        return [
          [`${measure}_least`, Math.min(...counts)],
          [`${measure}_most`, Math.max(...counts)],
        ];
      }),
    ),
    findings: plateauTable(sweep, plateau),
    notes: [
      ...(plateau.length === 0
        ? [
            `no plateau: neighbouring values of ${asked.parameter} differ by more than ${asked.tolerance} of the count; the knob decides the answer`,
          ]
        : []),
      'a plateau says that a value on it costs little, not that its findings are right',
    ],
  }));

function countsTable({ swept, measures, counted }: Swing): Relation {
  const [first, second] = swept;
  return fromRows(
    ['value', 'second', 'measure'],
    ['value', 'at:real', 'second', 'measure', 'series', 'count:integer'],
    counted.flatMap(({ at, counts }) =>
      measures.map((measure) => {
        const value = first!.values[at[0]!];
        const other = second === undefined ? '' : textOf(second.values[at[1]!]);
        const series = second === undefined ? measure : `${measure}, ${second.name} ${other}`;
        return [textOf(value), placeOf(value, at[0]!), other, measure, series, counts[measure]!];
      }),
    ),
  );
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : canonicalJson(value);

/** Where a value is drawn: at itself, or at its number in the list. */
function placeOf(value: unknown, place: number): number {
  const number = typeof value === 'boolean' || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : place;
}

function stretchesOf({ swept, measures, counted }: Swing, tolerance: number): Stretch[] {
  const others = swept[1] === undefined ? [null] : swept[1].values.map((_, i) => i);
  const share = [Math.round(tolerance * 10_000), 10_000] as const;
  return measures.flatMap((measure) =>
    others.flatMap((second): Stretch[] => {
      const row = counted.filter(({ at }) => second === null || at[1] === second);
      const counts = row.map(({ counts: own }) => own[measure]!);
      const found = plateauOf(counts, share);
      if (found === null) return [];
      const part = counts.slice(found.from, found.to + 1);
      return [{ measure, second, ...found, least: Math.min(...part), most: Math.max(...part) }];
    }),
  );
}

function plateauTable({ swept, defaults }: Swing, stretches: readonly Stretch[]): Relation {
  const [first, second] = swept;
  return fromRows(
    ['measure', 'second'],
    [
      'measure',
      'second',
      'from',
      'to',
      'values:integer',
      'least:integer',
      'most:integer',
      'holds_default:boolean',
    ],
    stretches.map(({ measure, second: other, from, to, least, most }) => {
      const values = first!.values.slice(from, to + 1);
      return [
        measure,
        other === null ? '' : textOf(second!.values[other]),
        textOf(values[0]),
        textOf(values[values.length - 1]),
        values.length,
        least,
        most,
        holds(values, defaults[0]),
      ];
    }),
  );
}

/** Whether the default is one of the values, or between two of them. */
function holds(values: readonly unknown[], byDefault: unknown): boolean {
  if (values.some((value) => textOf(value) === textOf(byDefault))) return true;
  const [low, high, own] = [values[0], values[values.length - 1], byDefault].map(Number);
  return low! <= own! && own! <= high!;
}
