/**
 * # knobs: how much a judge hangs on each value that the project chose
 *
 * Question. For each knob of a judge that its source leaves open: how many findings are there at the values around the
 * chosen one, and how far may it move before their number does?
 * Formula. c(v) = the measure of the judge at value v, every other knob as chosen. The plateau of a knob is the longest
 * stretch of tried values around the chosen one on which max c − min c ≤ t · max c.
 * Preconditions. Those of the judge. A plateau says that the choice costs little, not that the findings are right.
 * References. Judgement families, whose knobs file leaves them open.
 */
import { judgeRegistry, OWN_KNOBS, type OwnKnob } from '../../judges/index.js';
import {
  canonicalJson,
  defineLens,
  param,
  startRun,
  type Lens,
  type ParamsOf,
  type TypedLens,
} from '../../lens/index.js';
import type { CodeGraph } from '../../graph/index.js';
import { fromRows, type Relation } from '../../table/index.js';
import { InvalidArgument } from '../../task/index.js';
import { plateauAround } from '../statistics/index.js';
import { givenParam } from '../given-param.js';
import { countsOf } from '../sensitivity/sweep.js';

const KNOBBED = [...new Set(OWN_KNOBS.map(({ judge }) => judge))];

const params = {
  judge: param.choice(KNOBBED, { default: 'structure', doc: 'the judge whose knobs are turned' }),
  given: givenParam('other parameters of the judge: `src`, revisions, a unit'),
  tolerance: param.number({
    default: 0.1,
    min: 0,
    max: 1,
    doc: 'share of its greatest count by which a plateau may vary',
  }),
};

export type KnobsParams = ParamsOf<typeof params>;

/** Counts of one knob at each of its values. */
export interface TurnedKnob {
  readonly knob: OwnKnob;
  /** Place of the chosen value. */
  readonly chosen: number;
  readonly counts: readonly number[];
}

export interface KnobsStates {
  readonly sweep: readonly TurnedKnob[];
  readonly plateaus: readonly (TurnedKnob & { readonly from: number; readonly to: number })[];
}

type AnyLens = TypedLens<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;

export const knobs: TypedLens<KnobsParams, KnobsStates> = defineLens({
  id: 'knobs',
  kind: 'calibration',
  version: 1,
  title: 'How much a judge hangs on what was chosen',
  question: 'How far may each knob of a judge move before its findings do?',
  facts: [],
  params,
})
  .step({
    id: 'sweep',
    title: 'The judge at every value of every knob',
    formula: String.raw`c_k(v) = |\mathrm{findings}(k = v)|`,
    params: ['judge', 'given'],
    inputs: [],
    key: ['knob', 'value'],
    chart: {
      title: 'Counts as each knob is turned, against the count at the chosen value',
      caption: 'Place of the value among those tried; 1 = as at the chosen value.',
      marks: [
        { mark: 'line', channels: { x: 'place', y: 'relative', stroke: 'knob' } },
        { mark: 'dot', channels: { x: 'place', y: 'relative', stroke: 'knob', title: 'value' } },
      ],
      limit: 500,
    },
    run: async ({ graph, task, open }, { judge, given }) => {
      const asked: Lens = judgeRegistry.named(judge);
      const base = startRun(asked as AnyLens, graph as CodeGraph, given, { task, open });
      await base.finish();
      const turned: TurnedKnob[] = [];
      const all = OWN_KNOBS.filter((knob) => knob.judge === judge);
      for (const [done, knob] of all.entries()) {
        const counts: number[] = [];
        for (const value of knob.values) {
          task.check(`turning ${knob.knob}`);
          task.progress(`turning the knobs of ${judge}`, done, all.length);
          // Weights that are not given keep theirs.
          const run = base.retune({ [knob.parameter]: value });
          counts.push(
            countsOf(await run.report({ limit: 1, task }), [knob.measure])[knob.measure]!,
          );
        }
        turned.push({ knob, chosen: chosenOf(asked, knob), counts });
      }
      return { state: turned, table: () => countsTable(turned) };
    },
  })
  .step({
    id: 'plateaus',
    title: 'How far each knob may move',
    formula: String.raw`\max_{[a,b] \ni v_0} c - \min_{[a,b]} c \le t \cdot \max_{[a,b]} c`,
    params: ['tolerance'],
    inputs: ['sweep'],
    key: ['knob'],
    run: (_, { tolerance }, { sweep }) => {
      const share = [Math.round(tolerance * 10_000), 10_000] as const;
      const state = sweep.map((one) => ({
        ...one,
        ...plateauAround(one.counts, one.chosen, share),
      }));
      return { state, table: () => plateauTable(state) };
    },
  })
  .answer(({ states: { plateaus } }) => ({
    state: 'complete',
    population: { knobs: plateaus.length },
    summary: {
      on_a_plateau: plateaus.filter(({ from, to }) => to > from).length,
      alone: plateaus.filter(({ from, to }) => to === from).length,
    },
    findings: plateauTable(plateaus),
    notes: [
      'a plateau says that a value on it costs little, not that its findings are right',
      'where every count is 0 nothing speaks for or against the value',
    ],
  }));

/** Where the default stands among the values. */
function chosenOf({ params: declared }: Lens, { knob, parameter, values }: OwnKnob): number {
  const one = declared.find(({ name }) => name === parameter)!;
  const place = values.findIndex(
    (value) => canonicalJson(one.refine?.(value, one) ?? value) === canonicalJson(one.default),
  );
  if (place < 0) throw new InvalidArgument(`chosen value not among those tried: ${knob}`);
  return place;
}

/** A value as it is read: a weight as itself, a list by what the chosen one has more or less. */
function spelled({ values }: OwnKnob, place: number): string {
  const value = values[place];
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const whole = values.find((one) => Array.isArray(one) && one.length > value.length);
    const gone = (Array.isArray(whole) ? whole : []).filter((one) => !value.includes(one));
    return gone.length === 1 && values.length > 3
      ? `without "${String(gone[0])}"`
      : value.join(', ');
  }
  return typeof value === 'object' && value !== null
    ? String(Object.values(value)[0])
    : canonicalJson(value);
}

const countsTable = (turned: readonly TurnedKnob[]): Relation =>
  fromRows(
    ['knob', 'value'],
    ['knob', 'value', 'place:integer', 'count:integer', 'chosen:boolean', 'relative:real'],
    turned.flatMap(({ knob, chosen, counts }) =>
      counts.map((count, place) => [
        knob.knob,
        spelled(knob, place),
        place - chosen,
        count,
        place === chosen,
        counts[chosen] === 0 ? (count === 0 ? 1 : null) : count / counts[chosen]!,
      ]),
    ),
  );

const plateauTable = (plateaus: KnobsStates['plateaus']): Relation =>
  fromRows(
    ['knob'],
    [
      'knob',
      'measure',
      'chosen',
      'from',
      'to',
      'values:integer',
      'count:integer',
      'least:integer',
      'most:integer',
    ],
    plateaus.map(({ knob, chosen, counts, from, to }) => [
      knob.knob,
      knob.measure,
      spelled(knob, chosen),
      spelled(knob, from),
      spelled(knob, to),
      to - from + 1,
      counts[chosen]!,
      Math.min(...counts),
      Math.max(...counts),
    ]),
  );
