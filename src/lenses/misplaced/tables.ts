import type { CodeGraph } from '../../graph/index.js';
import type { Csr } from '../../grb/index.js';
import {
  booleans,
  coded,
  fromRows,
  integers,
  ranks,
  rationals,
  relation,
  texts,
  type Cell,
  type Column,
  type Relation,
} from '../../table/index.js';
import { namesOf } from '../call-graph.js';
import { recalled, type InjectionResult } from './injection.js';
import { AFFINITY_KINDS, type Items } from './items.js';
import type { Damping, Labels, WeightedUses } from './placement.js';
import { gain, placementDistance, type Leaning, type Modularity, type Ranked } from './ranking.js';

/** Names of items and modules; made once, when first looked at. */
export class Names {
  #all: readonly string[] | null = null;

  constructor(
    readonly graph: CodeGraph,
    readonly items: Items,
  ) {}

  get all(): readonly string[] {
    return (this.#all ??= namesOf(this.graph, this.items.ordinals));
  }

  get modules(): readonly string[] {
    return this.items.modules;
  }

  id(items: Iterable<number>, name = 'id'): Column {
    return texts(
      name,
      Array.from(items, (item) => this.all[item]!),
    );
  }

  module(name: string, modules: Iterable<number>): Column {
    return coded(name, Uint32Array.from(modules), this.modules);
  }

  site(item: number): readonly [file: string | null, line: number | null] {
    const v = this.items.ordinals[item]!;
    const line = this.graph.line?.[v] ?? 0;
    return [this.graph.file?.at(v) ?? null, line === 0 ? null : line];
  }
}

export function itemsTable(names: Names): Relation {
  const { graph, items } = names;
  return relation({
    key: ['id'],
    columns: [
      names.id(items.ordinals.keys()),
      texts(
        'kind',
        Array.from(items.ordinals, (v) => graph.kind.at(v)),
      ),
      names.module('module', items.moduleOf),
      texts('why', items.why, { doc: 'why it is no candidate; empty = it is one' }),
    ],
  });
}

/** Items by the reason why they are no candidates. */
export function reasonsTable({ items }: Names): Relation {
  const counts = new Map<string, number>();
  for (const why of items.why)
    counts.set(why ?? 'eligible', (counts.get(why ?? 'eligible') ?? 0) + 1);
  return fromRows(
    ['why'],
    ['why', 'items:integer'],
    [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)),
  );
}

export function weightsTable(names: Names, { rows }: WeightedUses): Relation {
  const { uses } = names.items;
  const kept: number[] = [];
  for (let e = 0, at = 0; e < uses.src.length; e++) {
    if (
      at < rows.offsets[uses.src[e]! + 1]! &&
      rows.indices[at] === uses.dst[e] &&
      at >= rows.offsets[uses.src[e]!]!
    ) {
      kept.push(e);
      at++;
    }
  }
  return relation({
    key: ['src', 'dst'],
    columns: [
      names.id(
        kept.map((e) => uses.src[e]!),
        'src',
      ),
      names.id(
        kept.map((e) => uses.dst[e]!),
        'dst',
      ),
      integers('weight', rows.values),
      ...AFFINITY_KINDS.map((kind, k) =>
        integers(
          kind.toLowerCase(),
          kept.map((e) => uses.counts[k]![e]!),
          { unit: 'places' },
        ),
      ),
    ],
  });
}

export function dampingTable(
  names: Names,
  { df, damp }: Damping,
  { columns }: WeightedUses,
): Relation {
  const users = Uint32Array.from(
    df,
    (_, item) => columns.offsets[item + 1]! - columns.offsets[item]!,
  );
  return relation({
    key: ['id'],
    columns: [
      names.id(df.keys()),
      integers('df', df, { unit: 'modules', doc: 'modules that refer to it' }),
      integers('users', users, { unit: 'items', doc: 'items that refer to it' }),
      integers('damp', damp),
    ],
  });
}

function perModule(
  names: Names,
  { offsets, indices }: Csr<'int32'>,
  more: readonly Column[],
): Relation {
  const items = new Uint32Array(indices.length);
  for (let item = 0; item + 1 < offsets.length; item++)
    items.fill(item, offsets[item], offsets[item + 1]);
  return relation({
    key: ['id', 'module'],
    columns: [names.id(items), names.module('module', indices), ...more],
  });
}

export function affinityTable(names: Names, affinity: Csr<'int32'>): Relation {
  return perModule(names, affinity, [integers('aff', affinity.values)]);
}

export function placementTable(
  names: Names,
  uses: WeightedUses,
  labels: Labels,
  intersections: Csr<'int32'>,
): Relation {
  const { offsets, indices, values } = intersections;
  const unions: number[] = [];
  for (let item = 0; item + 1 < offsets.length; item++) {
    for (let e = offsets[item]!; e < offsets[item + 1]!; e++)
      unions.push(placementDistance(uses, intersections, labels, item, indices[e]!)[1]);
  }
  return perModule(names, intersections, [
    integers('inter', values, {
      unit: 'items',
      doc: 'distinct items of the module that it refers to',
    }),
    integers('union', unions, { unit: 'items' }),
    rationals(
      'dj',
      Float64Array.from(values, (inter, e) => unions[e]! - inter),
      Float64Array.from(unions),
      { doc: 'entity placement distance' },
    ),
  ]);
}

export function similarityTable(names: Names, leanings: readonly Leaning[]): Relation {
  const rows = leanings.flatMap(({ item, home, best, ss2Home, ss2Best }): Cell[][] => [
    [names.all[item]!, names.modules[home]!, 'home', ss2Home],
    [names.all[item]!, names.modules[best]!, 'best', ss2Best],
  ]);
  return fromRows(['id', 'module'], ['id', 'module', 'role', 'ss2:integer/millionths'], rows);
}

export function modularityTable(
  names: Names,
  q: Modularity,
  leanings: readonly Leaning[],
): Relation {
  const { offsets, indices, values } = q.between;
  const w = (item: number, module: number): number => {
    for (let e = offsets[item]!; e < offsets[item + 1]!; e++)
      if (indices[e] === module) return values[e]!;
    return 0;
  };
  return fromRows(
    ['id'],
    ['id', 'w_home:integer', 'w_best:integer', 'dq_num:bigint', 'dq:rational'],
    leanings.map(({ item, home, best }) => {
      const dq = gain(q, item, home, best);
      return [
        names.all[item]!,
        w(item, home),
        w(item, best),
        dq,
        q.m === 0n ? null : [dq, q.m * q.m],
      ];
    }),
  );
}

export function rankingTable(names: Names, q: Modularity, ranking: readonly Ranked[]): Relation {
  const list = <T>(read: (row: Ranked) => T): T[] => ranking.map(read);
  const maybe = (name: string, values: readonly (number | null)[]): Column =>
    integers(
      name,
      values.map((value) => value ?? 0),
      { unit: 'millionths', valid: Uint8Array.from(values, (value) => (value === null ? 0 : 1)) },
    );
  const pair = (name: string, pairs: readonly (readonly [number, number])[]): Column =>
    rationals(
      name,
      Float64Array.from(pairs, ([num]) => num),
      Float64Array.from(pairs, ([, den]) => den),
    );
  const m2 = q.m * q.m;
  return relation({
    key: ['rank'],
    columns: [
      ranks('rank', ranking.length),
      names.id(list(({ item }) => item)),
      names.module(
        'home',
        list(({ home }) => home),
      ),
      names.module(
        'best',
        list(({ best }) => best),
      ),
      integers(
        'margin',
        list(({ margin }) => margin),
      ),
      integers(
        'total',
        list(({ total }) => total),
      ),
      rationals(
        'dq',
        list(({ dqNum }) => dqNum),
        list(() => m2),
      ),
      pair(
        'dj_home',
        list(({ djHome }) => djHome),
      ),
      pair(
        'dj_best',
        list(({ djBest }) => djBest),
      ),
      maybe(
        'ss2_home',
        list(({ ss2Home }) => ss2Home),
      ),
      maybe(
        'ss2_best',
        list(({ ss2Best }) => ss2Best),
      ),
      integers(
        'votes',
        list(({ votes }) => votes),
      ),
    ],
  });
}

export function injectionTable(names: Names, results: readonly InjectionResult[]): Relation {
  const maybe = (name: string, values: readonly (number | null)[]): Column =>
    integers(
      name,
      values.map((value) => value ?? 0),
      { valid: Uint8Array.from(values, (value) => (value === null ? 0 : 1)) },
    );
  return relation({
    key: ['id'],
    columns: [
      names.id(results.map(({ item }) => item)),
      names.module(
        'home',
        results.map(({ home }) => home),
      ),
      names.module(
        'to',
        results.map(({ to }) => to),
      ),
      maybe(
        'rank',
        results.map(({ rank }) => rank),
      ),
      texts(
        'best',
        results.map(({ best }) => (best === null ? null : names.modules[best]!)),
      ),
      booleans(
        'back',
        results.map(({ back }) => back),
      ),
      maybe(
        'votes',
        results.map(({ votes }) => votes),
      ),
    ],
  });
}

export const RECALL_AT = [1, 3, 5, 10] as const;

export function recallTable(results: readonly InjectionResult[]): Relation {
  return fromRows(
    ['k'],
    ['k:integer', 'recalled:integer', 'injected:integer', 'recall:real'],
    results.length === 0
      ? []
      : RECALL_AT.map((k) => [
          k,
          recalled(results, k),
          results.length,
          recalled(results, k) / results.length,
        ]),
  );
}
