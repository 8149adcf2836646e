import type { Answer, Need } from '../../lens/index.js';
import { fromRows, reduced, type Cell } from '../../table/index.js';
import type { Csr } from '../../grb/index.js';
import { recalled, type InjectionResult } from './injection.js';
import type { Ineligible, Items } from './items.js';
import { at, type Damping, type Labels, type WeightedUses } from './placement.js';
import type { Leaning, Modularity, Ranked } from './ranking.js';
import { RECALL_AT, type Names } from './tables.js';

/** States of the steps, by step id. */
export interface MisplacedStates {
  readonly items: { readonly items: Items; readonly labels: Labels };
  readonly weights: WeightedUses;
  readonly damping: Damping;
  readonly affinity: Csr<'int32'>;
  readonly placement: Csr<'int32'>;
  readonly similarity: readonly Leaning[];
  readonly modularity: Modularity;
  readonly ranking: readonly Ranked[];
  readonly injection: { readonly pool: number; readonly results: readonly InjectionResult[] };
}

export function answerOf(
  names: Names,
  states: MisplacedStates,
  votes: number,
  needs: readonly Need[],
): Answer {
  const { items } = states.items;
  const found = states.ranking.filter((row) => row.votes >= votes);
  const noUses = needs.length === 4;
  return {
    state: noUses
      ? 'empty_gap'
      : needs.length > 0
        ? 'partial'
        : found.length === 0
          ? 'empty_fact'
          : 'complete',
    population: {
      items: items.ordinals.length,
      modules: items.modules.length,
      uses: states.weights.rows.indices.length,
    },
    summary: summaryOf(states, found.length),
    findings: fromRows(
      ['id'],
      COLUMNS,
      found.map((row, i) => findingOf(names, states, row, i + 1)),
    ),
    notes: notesOf(states, found.length),
  };
}

const COLUMNS = [
  'rank:integer',
  'id',
  'home',
  'best',
  'votes:integer',
  'margin:integer',
  'dq:rational',
  'dj_home:rational',
  'dj_best:rational',
  'ss2_home:integer/millionths',
  'ss2_best:integer/millionths',
  'to_best:list',
  'to_home:list',
  'file',
  'line:integer',
];

function findingOf(names: Names, states: MisplacedStates, row: Ranked, rank: number): Cell[] {
  const { m } = states.modularity;
  return [
    rank,
    names.all[row.item]!,
    names.modules[row.home]!,
    names.modules[row.best]!,
    row.votes,
    row.margin,
    reduced(row.dqNum, m * m),
    reduced(...row.djHome),
    reduced(...row.djBest),
    row.ss2Home,
    row.ss2Best,
    heaviest(names, states, row.item, row.best),
    heaviest(names, states, row.item, row.home),
    ...names.site(row.item),
  ];
}

/** The five heaviest ties between an item and the items of a module, damped: `→` it refers, `←` it is referred to. */
function heaviest(
  names: Names,
  { weights, damping, items: { labels } }: MisplacedStates,
  item: number,
  module: number,
): string[] {
  const ties: { other: number; arrow: string; weight: number }[] = [];
  const collect = (
    { offsets, indices }: Csr<'int32'>,
    arrow: string,
    damp: (other: number) => number,
  ): void => {
    for (let e = offsets[item]!; e < offsets[item + 1]!; e++) {
      const other = indices[e]!;
      if (labels.moduleOf[other] !== module) continue;
      const [from, to] = arrow === '→' ? [item, other] : [other, item];
      ties.push({ other, arrow, weight: at(weights.rows, from, to) * damp(other) });
    }
  };
  collect(weights.rows, '→', (other) => damping.damp[other]!);
  collect(weights.columns, '←', () => damping.damp[item]!);
  ties.sort((a, b) => b.weight - a.weight || a.other - b.other || (a.arrow < b.arrow ? 1 : -1));
  return ties
    .slice(0, 5)
    .map(({ other, arrow, weight }) => `${arrow} ${names.all[other]!} (${weight})`);
}

function summaryOf(
  { items: { items }, modularity, ranking, injection }: MisplacedStates,
  findings: number,
): Record<string, Cell> {
  const reasons: Record<string, number> = {};
  for (const why of items.why)
    if (why !== null) reasons[`not_eligible_${why}`] = (reasons[`not_eligible_${why}`] ?? 0) + 1;
  const { m, qNum } = modularity;
  const { results, pool } = injection;
  return {
    items: items.ordinals.length,
    modules: items.modules.length,
    m: Number(m),
    q: reduced(qNum, m * m),
    eligible: items.why.filter((why) => why === null).length,
    ...reasons,
    ranked: ranking.length,
    findings,
    pool,
    injected: results.length,
    ...Object.fromEntries(
      RECALL_AT.map((k) => [`recall_at_${k}`, reduced(recalled(results, k), results.length)]),
    ),
  };
}

const REASONS: Record<Ineligible, string> = {
  kind: 'types',
  trait: 'declared by a trait or interface',
  impl: 'implementing or overriding another',
  test: 'test code',
  constructor: 'constructors',
  entry: 'entries',
  degree: 'with too few neighbours',
};

function notesOf(
  { items: { items }, ranking, injection }: MisplacedStates,
  findings: number,
): string[] {
  const notes = [
    'a list to read, not a verdict: recommenders of moves are right about one time in four; see the recall by injection',
  ];
  if (findings > 0) return notes;
  const eligible = items.why.filter((why) => why === null).length;
  if (items.modules.length === 1) return ['one module at this level: choose a finer level'];
  if (eligible === 0) {
    const counts = Object.entries(REASONS).flatMap(([why, text]) => {
      const count = items.why.filter((one) => one === why).length;
      return count === 0 ? [] : [`${count} ${text}`];
    });
    return [`no item is eligible: ${counts.length === 0 ? 'there is none' : counts.join(', ')}`];
  }
  if (ranking.length === 0)
    return ['no other module has enough items to be a target: lower min-items'];
  const away = ranking.filter(({ margin }) => margin > 0).length;
  notes[0] =
    away === 0
      ? 'every eligible item prefers its home'
      : `no item has all votes; ${away} lean to another module by affinity alone`;
  if (injection.pool === 0) notes.push('pool empty: recall unknown');
  return notes;
}
