/**
 * # recall: how many known clones a lens finds
 *
 * Question. Of clones that were put into a copy of the sources by one edit each, how many does each lens find, by edit?
 * Formula. Recall = found / injected, by operator and lens, with Wilson's interval. A clone is found when one finding
 * names a place on the copy and another on its original.
 * Preconditions. The sources, and a producer that reads them: the copy is dumped anew, so that graph lenses see it too.
 * The truth is exact for what was injected; what else a lens finds is not judged here (see precision).
 * References. Roy, Cordy 2009 (mutation and injection); Svajlenko, Roy 2014; S1:1249–1400.
 */
import {
  canonicalJson,
  defineLens,
  param,
  startRun,
  type Lens,
  type ParamsOf,
  type Report,
  type TypedLens,
} from '../../lens/index.js';
import { registry } from '../../lenses/index.js';
import { fromRows, type Relation } from '../../table/index.js';
import { InvalidArgument } from '../../task/index.js';
import { EDIT_OPERATORS, recallByOperator, type OperatorRecall } from '../inject/index.js';
import { wilson } from '../statistics/index.js';
import { injectedDump, type InjectedDump } from './injected-dump.js';
import { placesOf } from './places.js';

const params = {
  src: param.text({ default: '', doc: 'folder of the project whose functions are copied' }),
  lenses: param.texts({
    default: ['exact-clones', 'near-clones', 'subclone', 'structural-clones', 'role-neighbours'],
    doc: 'the lenses that are to find the copies',
    refine: (ids: readonly string[]) => ids.map((id) => registry.named(id).id),
  }),
  given: param.json<Readonly<Record<string, unknown>>>('{"parameter": value}', {
    default: {},
    doc: 'parameters of the lenses; each takes those that it has',
    refine: (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new InvalidArgument(
          `value of given: ${canonicalJson(value)}; it takes {"parameter": value}`,
        );
      return value as Readonly<Record<string, unknown>>;
    },
  }),
  operators: param.choices(EDIT_OPERATORS, {
    default: EDIT_OPERATORS,
    doc: 'the edits that copies differ by, one each',
  }),
  each: param.integer({ default: 10, min: 1, max: 1000, doc: 'copies for each edit' }),
  seed: param.integer({ default: 1, min: 0, doc: 'of the draw' }),
  minTokens: param.integer({ default: 60, min: 1, doc: 'tokens of a function that is copied' }),
};

export type RecallParams = ParamsOf<typeof params>;

/** One lens's recall by edit. */
export interface LensRecall {
  readonly lens: string;
  readonly operators: readonly OperatorRecall[];
  /** Findings in all: injected, there before, or wrong. */
  readonly findings: number;
}

export interface RecallStates {
  readonly inject: InjectedDump | null;
  readonly recall: readonly LensRecall[];
}

const SOURCES = 'the sources of the project: --src DIR';

export const recall: TypedLens<RecallParams, RecallStates> = defineLens({
  id: 'recall',
  kind: 'calibration',
  version: 1,
  title: 'How many injected clones are found',
  question: 'Of clones put into a copy of the sources, how many does each lens find, by edit?',
  facts: [{ fact: 'source text', producer: SOURCES, required: true }],
  params,
})
  .step({
    id: 'inject',
    title: 'A copy of the sources with clones in it',
    formula: String.raw`c = e(f),\quad e \in \{\mathrm{layout}, \mathrm{rename}, \dots\}`,
    params: ['src', 'operators', 'each', 'seed', 'minTokens'],
    inputs: [],
    key: ['copy', 'copy_line'],
    run: async ({ graph, task }, { src, ...options }) => {
      const sources = src === '' ? graph.sources : src;
      if (sources === null)
        return {
          state: null,
          table: () => injectedTable(null),
          rows: 0,
          needs: [{ fact: 'source text', producer: SOURCES }],
        };
      const state = await injectedDump({ sources, ...options }, task);
      return { state, table: () => injectedTable(state), rows: state.injections.length };
    },
  })
  .step({
    id: 'recall',
    title: 'What each lens finds of them',
    formula: String.raw`\mathrm{recall}_e = \frac{|\{c : \exists\,\text{finding on } f \text{ and } c\}|}{|\{c\}|}`,
    params: ['lenses', 'given'],
    inputs: ['inject'],
    key: ['lens', 'operator'],
    chart: {
      title: 'Recall by edit',
      marks: [{ mark: 'cell', channels: { x: 'operator', y: 'lens', fill: 'recall_real' } }],
      scales: {
        x: { type: 'band', label: 'edit', domain: EDIT_OPERATORS },
        y: { type: 'band', label: '' },
        color: { label: 'recall', domain: [0, 1] },
      },
    },
    run: async ({ task }, { lenses, given }, { inject }) => {
      const state: LensRecall[] = [];
      for (const id of inject === null ? [] : lenses) {
        const { findings, total } = await answerOf(registry.named(id), inject!, given, task);
        const operators = recallByOperator(inject!.injections, placesOf(findings));
        state.push({ lens: id, operators, findings: total });
      }
      return { state, table: () => recallTable(state) };
    },
  })
  .answer(({ states: { inject, recall: found } }) => ({
    state:
      inject === null ? 'empty_gap' : inject.injections.length === 0 ? 'empty_fact' : 'complete',
    population: { injected: inject?.injections.length ?? 0 },
    summary: Object.fromEntries(
      found.map(({ lens, operators }) => [
        `found_${lens.replace(/-/g, '_')}`,
        operators.reduce((sum, one) => sum + one.found, 0),
      ]),
    ),
    findings: recallTable(found),
    notes:
      inject === null
        ? ['nothing was injected: without the sources there is nothing to copy']
        : inject.injections.length === 0
          ? ['no function is long enough to be copied; lower min-tokens']
          : [],
  }));

function answerOf(
  lens: Lens,
  { graph }: InjectedDump,
  given: Readonly<Record<string, unknown>>,
  task: Parameters<typeof injectedDump>[1],
): Promise<Report> {
  const known = new Set(lens.params.map(({ name }) => name));
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => known.has(name)));
  return startRun(lens as TypedLens<Record<string, unknown>, never>, graph, own, { task }).report({
    limit: 0,
  });
}

const injectedTable = (dump: InjectedDump | null): Relation =>
  fromRows(
    ['copy', 'copy_line'],
    [
      'operator',
      'type:integer',
      'name',
      'origin',
      'origin_line:integer',
      'copy',
      'copy_line:integer',
      'tokens:integer',
    ],
    (dump?.injections ?? []).map(({ operator, type, name, origin, copy, tokens }) => [
      operator,
      type,
      name,
      origin.file,
      origin.line,
      copy.file,
      copy.line,
      tokens,
    ]),
  );

const recallTable = (found: readonly LensRecall[]): Relation =>
  fromRows(
    ['lens', 'operator'],
    [
      'lens',
      'operator',
      'type:integer',
      'injected:integer',
      'found:integer',
      'recall:rational',
      'recall_real:real',
      'low:real',
      'high:real',
      'findings:integer',
    ],
    found.flatMap(({ lens, operators, findings }) =>
      operators.map(({ operator, type, injected, found: hits }) => {
        const { low, high } = wilson(hits, injected);
        return [
          lens,
          operator,
          type,
          injected,
          hits,
          [hits, injected] as const,
          hits / injected,
          low,
          high,
          findings,
        ];
      }),
    ),
  );
