import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startRun } from '../../../src/lens/index.js';
import { misplaced, type MisplacedParams } from '../../../src/lenses/index.js';
import { recalled } from '../../../src/lenses/misplaced/injection.js';
import { SplitMix64 } from '../../../src/lenses/misplaced/split-mix.js';
import { reduced, sortUtf8 } from '../../../src/table/index.js';
import { graphOfItems, type Item, type Use } from './graphs.js';

interface Row {
  readonly id: string;
  readonly home: string;
  readonly best: string;
  readonly aff: Readonly<Record<string, number>>;
  readonly [column: string]: unknown;
}

interface Example {
  readonly id: string;
  readonly title: string;
  readonly input: {
    readonly items: Item[];
    readonly edges: Use[];
    readonly params: {
      weights: MisplacedParams['weights'];
      count_cap: number;
      min_degree: number;
      min_items: number;
      seed?: number;
      n?: number;
    };
  };
  readonly steps: {
    readonly df?: Readonly<Record<string, number>>;
    readonly damp?: Readonly<Record<string, number>>;
    readonly A?: [string, string, number][];
    readonly W?: [string, string, number][];
    readonly eligible?: Readonly<Record<string, string | null>>;
    readonly pool?: string[];
    readonly injected?: [string, string][];
    readonly Q?: [number, number];
    readonly m?: number;
    readonly findings?: string[];
    readonly rng_first?: string[];
    readonly check?: {
      dQ_predicted: [number, number];
      Q_before: [number, number];
      Q_after: [number, number];
    };
  };
  readonly expected: {
    readonly summary?: {
      m: number;
      Q: [number, number];
      modules: number;
      eligible: number;
      findings: number;
    };
    readonly rows?: Row[];
    readonly findings?: string[];
    readonly results?: {
      id: string;
      to: string;
      rank: number;
      best: string;
      back: boolean;
      votes: number;
    }[];
    readonly recall?: Readonly<Record<string, [number, number]>>;
  };
}

const all = JSON.parse(
  readFileSync(new URL('examples.json', import.meta.url), 'utf8'),
) as Example[];
const [stream, ...examples] = [
  all.find(({ id }) => id === 'rng')!,
  ...all.filter(({ id }) => id !== 'rng'),
];

async function finished({ input: { items, edges, params } }: Example) {
  const run = await startRun(misplaced, graphOfItems(items, edges), {
    order: 'gain',
    level: 'file',
    weights: params.weights,
    countCap: params.count_cap,
    minDegree: params.min_degree,
    minItems: params.min_items,
    seed: params.seed ?? 42,
    injectN: params.n ?? 0,
  }).finish();
  const names = sortUtf8(items.map(({ id }) => id));
  const { modules } = run.state('items').items;
  return { run, names, modules };
}

const byName = <T>(names: readonly string[], values: ArrayLike<T>): Record<string, T> =>
  Object.fromEntries(names.map((name, i) => [name, values[i]!]));

describe.each(examples.filter(({ expected }) => expected.rows !== undefined))(
  '$id: $title',
  (example) => {
    it('weighs and damps', async () => {
      const { run, names } = await finished(example);
      const { rows } = run.state('weights');
      const { df, damp, matrix } = run.state('damping');
      const listed = (entries: readonly (readonly [number, number, number])[]) =>
        entries.map(([f, g, value]) => [names[f]!, names[g]!, value]);
      const a = Array.from(
        rows.indices,
        (g, e) => [rows.offsets.findLastIndex((begin) => begin <= e), g, rows.values[e]!] as const,
      );
      const sorted = (list: unknown[][]) =>
        list.toSorted((x, y) => (String(x) < String(y) ? -1 : 1));
      expect(sorted(listed(a))).toEqual(sorted(example.steps.A!));
      expect(sorted(listed(await matrix.entries()))).toEqual(sorted(example.steps.W!));
      expect({ df: byName(names, df), damp: byName(names, damp) }).toEqual({
        df: example.steps.df,
        damp: example.steps.damp,
      });
    });

    it('tells who may move', async () => {
      const { run, names } = await finished(example);
      expect(byName(names, run.state('items').items.why)).toEqual(example.steps.eligible);
    });

    it('ranks', async () => {
      const { run, names, modules } = await finished(example);
      const { offsets, indices, values } = run.state('affinity');
      const q = run.state('modularity');
      const rows = run.state('ranking').map((row, i) => {
        const aff = Object.fromEntries(modules.map((module) => [module, 0]));
        for (let e = offsets[row.item]!; e < offsets[row.item + 1]!; e++)
          aff[modules[indices[e]!]!] = values[e]!;
        return {
          id: names[row.item],
          home: modules[row.home],
          best: modules[row.best],
          aff,
          margin: row.margin,
          total: row.total,
          dq_num: Number(row.dqNum),
          dq_den: Number(q.m * q.m),
          dj_home: row.djHome,
          dj_best: row.djBest,
          ss2_home: row.ss2Home,
          ss2_best: row.ss2Best,
          votes: row.votes,
          rank: i + 1,
        };
      });
      expect(rows).toEqual(example.expected.rows);
    });

    it('reports', async () => {
      const { run } = await finished(example);
      const { summary, findings } = await run.report();
      const { Q, ...rest } = example.expected.summary!;
      expect(summary).toMatchObject({ ...rest, q: Q });
      expect(findings.rows.map((row) => String(row[1]).replace('demo ', ''))).toEqual(
        example.expected.findings,
      );
    });
  },
);

it('misplaced-2: the modularity after the move is what the move promised', async () => {
  const [before, after] = [await finished(examples[0]!), await finished(examples[1]!)];
  const q = ({ run }: typeof before) => {
    const { qNum, m } = run.state('modularity');
    return { q: reduced(qNum, m * m), qNum };
  };
  const { check } = examples[1]!.steps;
  expect([q(before).q, q(after).q]).toEqual([check!.Q_before, check!.Q_after]);
  expect(Number(q(after).qNum - q(before).qNum)).toBe(check!.dQ_predicted[0]);
});

describe.each(examples.filter(({ expected }) => expected.results !== undefined))(
  '$id: $title',
  (example) => {
    it('draws the same functions and targets, and finds as many again', async () => {
      const { run, names, modules } = await finished(example);
      const { results } = run.state('injection');
      const pool = run
        .state('ranking')
        .filter(({ margin }) => margin < 0)
        .map(({ item }) => names[item]!);
      expect(sortUtf8(pool)).toEqual(example.steps.pool);
      expect(results.map(({ item, to }) => [names[item], modules[to]])).toEqual(
        example.steps.injected,
      );
      expect(
        results.map(({ item, to, rank, best, back, votes }) => ({
          id: names[item],
          to: modules[to],
          rank,
          best: modules[best!],
          back,
          votes,
        })),
      ).toEqual(example.expected.results);
      const recall = Object.fromEntries(
        Object.keys(example.expected.recall!).map((k) => [
          k,
          [recalled(results, Number(k)), results.length],
        ]),
      );
      expect(recall).toEqual(example.expected.recall);
    });
  },
);

it('misplaced-4: has its modularity and findings', async () => {
  const example = examples.find(({ id }) => id === 'misplaced-4')!;
  const { run } = await finished(example);
  const { summary, findings } = await run.report();
  expect({ q: summary.q, m: summary.m }).toEqual({ q: example.steps.Q, m: example.steps.m });
  expect(findings.rows.map((row) => String(row[1]).replace('demo ', ''))).toEqual(
    example.steps.findings,
  );
});

describe('SplitMix64', () => {
  it('draws the published words', () => {
    const words = (seed: bigint, count: number): string[] => {
      const random = new SplitMix64(seed);
      return Array.from({ length: count }, () => String(random.next()));
    };
    const { first } = stream.expected as unknown as { first: string[] };
    expect(words(0n, first.length)).toEqual(first);
    const seeded = examples.find(({ steps }) => steps.rng_first !== undefined)!;
    expect(words(42n, seeded.steps.rng_first!.length)).toEqual(seeded.steps.rng_first);
  });
});
