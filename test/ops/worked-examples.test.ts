import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Matrix, Recorder } from '../../src/grb/index.js';
import {
  bottleneck,
  dependents,
  hash64,
  idfCosine,
  linksFromEdges,
  members,
  multisetJaccard,
  path,
  prefixJoin,
  reach,
  reachEach,
  reachK,
  reversed,
  wlRefine,
  type Links,
} from '../../src/ops/index.js';
import { prefixOf } from '../../src/ops/prefix-join.js';
import { plainBackends as backends } from '../grb/backends.js';

/** The examples that the manual works out by hand, with the figures it prints. */
const examples = JSON.parse(
  readFileSync(new URL('./worked-examples.json', import.meta.url), 'utf8'),
) as Record<string, { input: never; expected: never; steps?: never }>;

interface Named {
  readonly names: string[];
  readonly links: Links;
  readonly at: (name: string) => number;
}

function named(calls: readonly (readonly [string, string])[], more: readonly string[] = []): Named {
  const names = [...new Set([...calls.flat(), ...more])].sort();
  const at = (name: string): number => names.indexOf(name);
  const links = linksFromEdges(
    names.length,
    calls.map(([from]) => at(from)),
    calls.map(([, to]) => at(to)),
  );
  return { names, links, at };
}

describe.each(backends)('on the %s backend', (_, backend) => {
  test.each(['chain_973', 'max_over_paths_1021'])(
    'trust %s: the widest path caps what an entry offers',
    async (id) => {
      interface Input {
        calls: [string, string][];
        fns?: Record<string, { calls_impure?: string }>;
        impure?: Record<string, string>;
      }
      const { calls, fns = {}, impure = {} } = examples[id]!.input as Input;
      const { names, links, at } = named(calls);
      const weight = (name: string): number => {
        const kind = impure[name] ?? fns[name]?.calls_impure;
        return kind === undefined ? 1001 : kind === 'Shell' ? 201 : 501;
      };
      const called = new Set(calls.map(([, to]) => to));
      const entries = names.filter((name) => !called.has(name)).map(at);
      const recorder = new Recorder();
      const b = await bottleneck(links, entries, Int32Array.from(names, weight), {
        backend,
        recorder,
      });
      const expected = examples[id]!.expected as { b?: Record<string, number>; b_target?: number };
      for (const [name, value] of Object.entries(expected.b ?? { target: expected.b_target! }))
        expect(b[at(name)], name).toBe(value);
      const products = recorder.products.filter((line) => line.semiring === 'max_first');
      expect(products).toHaveLength((examples[id]!.steps as unknown[] | undefined)!.length);
    },
  );

  test('system_boundary: who reaches which syscall, and the path to it', async () => {
    interface Input {
      own: string[];
      calls: [string, string][];
      syscalls: [string, string][];
      classes: Record<string, [string, number]>;
    }
    const input = examples.boundary_ws!.input as Input;
    const expected = examples.boundary_ws!.expected as Record<
      'network' | 'file',
      { functions: number; border: string[]; path: string[]; hops: number }
    > & { functions_reaching: number; functions_seen: number };
    const { names, links, at } = named([...input.calls, ...input.syscalls], input.own);
    const found = new Set<string>();
    for (const syscall of Object.keys(input.classes)) {
      const [kind] = input.classes[syscall]! as ['network' | 'file', number];
      const back = members(await dependents(links, [at(syscall)])).toString();
      const reachers = await reachEach(reversed(links), [at(syscall)], { backend });
      expect([...reachers.members(0)].filter((v) => v !== at(syscall)).toString()).toBe(back);
      const own = input.own.filter((name) => reachers.has(0, at(name)));
      expect(own, kind).toHaveLength(expected[kind].functions);
      for (const name of own) found.add(name);
    }
    expect(found.size).toBe(expected.functions_reaching);
    expect(input.own).toHaveLength(expected.functions_seen);
    const network = at('syscall connect');
    const walk = await path(links, [at(expected.network.border[0]!)], [network]);
    expect(Array.from(walk!, (v) => names[v])).toEqual(expected.network.path);
    expect(walk!.length - 1).toBe(expected.network.hops);
    expect((await reach(links, [at('sum')]))[network]).toBe(0);
  });

  test('twins: labels within k hops are those of the walks of at most k steps', async () => {
    const { names, links, at } = named([
      ['f', 'g'],
      ['g', 'h'],
      ['h', 'f'],
    ]);
    const api = ['hex::encode', 'digest::update'];
    const own = await Matrix.fromCOO('bool', [at('g'), at('h')], [0, 1], true, {
      nrows: names.length,
      ncols: api.length,
      backend,
    });
    const met = async (k: number): Promise<string[]> =>
      (await (await reachK(links, own, k)).entries()).map(([v, c]) => `${names[v]!} ${api[c]!}`);
    expect(await met(0)).toEqual(['g hex::encode', 'h digest::update']);
    expect(await met(1)).toEqual([
      'f hex::encode',
      'g hex::encode',
      'g digest::update',
      'h digest::update',
    ]);
    expect(await met(2)).toHaveLength(6);
    expect(await met(9)).toHaveLength(6);
  });

  test('twins cosine_weight_squared: the weight of rarity enters squared', async () => {
    const { n, R } = examples.cosine_weight_squared!.input as {
      n: number;
      R: Record<'f' | 'g', string[]>;
    };
    const columns = ['a', 'b', 'c', 'd'];
    const cells = [
      ...R.f.map((c) => [0, columns.indexOf(c)]),
      ...R.g.map((c) => [1, columns.indexOf(c)]),
    ];
    const rows = await Matrix.fromCOO(
      'bool',
      cells.map((cell) => cell[0]!),
      cells.map((cell) => cell[1]!),
      true,
      { nrows: n, ncols: 4, backend },
    );
    const pairs = await idfCosine(rows, { rareMax: 12 });
    expect([[...pairs.a], [...pairs.b], [...pairs.sharedRare]]).toEqual([[0], [1], [2]]);
    expect([...pairs.df]).toEqual([2, 2, 1, 1]);
    const { cos } = examples.cosine_weight_squared!.expected as { cos: number };
    expect(pairs.cosine[0]).toBeCloseTo(cos, 9);
  });

  test('twins type_cosine_dedupe: equal rows are exactly 1, a common column included', async () => {
    const { n } = examples.type_cosine_dedupe!.input as { n: number };
    const rows = await Matrix.fromCOO(
      'bool',
      [0, 0, 0, 1, 1, 1, 2, 3],
      [0, 0, 1, 0, 0, 1, 1, 1],
      true,
      { nrows: n, ncols: 2, backend },
    );
    const pairs = await idfCosine(rows, { rareMax: 2 });
    expect([...pairs.df]).toEqual([2, 4]);
    expect([...pairs.cosine]).toEqual([1]);
  });

  test('twins near_multiset: Σ min over Σ max of label counts', async () => {
    const { i, j } = examples.near_multiset!.input as Record<'i' | 'j', string[]>;
    const labels = [...new Set([...i, ...j])];
    const cells = [i, j].flatMap((list, row) => list.map((label) => [row, labels.indexOf(label)]));
    const counts = await Matrix.fromCOO(
      'int32',
      cells.map((cell) => cell[0]!),
      cells.map((cell) => cell[1]!),
      1,
      { dup: 'plus', backend },
    );
    const pairs = await multisetJaccard(counts);
    const { sum_min, J } = examples.near_multiset!.expected as { sum_min: number; J: number };
    expect([...pairs.shared]).toEqual([sum_min]);
    expect(pairs.shared[0]! / pairs.union[0]!).toBe(J);
  });

  test('role_neighbours two_components: one shape, one label a position', async () => {
    const { nodes, edges, rounds } = examples.two_components!.input as {
      nodes: Record<string, string>;
      edges: [string, string, string][];
      rounds: number;
    };
    const names = Object.keys(nodes);
    const relations = ['CALLS', 'USES_TYPE'].flatMap((kind, k) => {
      const some = edges.filter((edge) => edge[0] === kind);
      const graph = linksFromEdges(
        names.length,
        some.map((edge) => names.indexOf(edge[1])),
        some.map((edge) => names.indexOf(edge[2])),
      );
      return [
        { tag: 2 * k, graph },
        { tag: 2 * k + 1, graph: reversed(graph) },
      ];
    });
    const first = BigUint64Array.from(names, (name) => hash64(nodes[name]!));
    const history = await wlRefine(relations, first, rounds, { backend, counts: 'binary_digits' });
    expect(history).toHaveLength(rounds + 1);
    for (const labels of history) {
      for (const name of ['main', 'load', 'read', 'parse'])
        expect(labels[names.indexOf(`${name}_a`)], name).toBe(labels[names.indexOf(`${name}_b`)]);
    }
    expect(new Set(history[rounds])).toHaveProperty('size', 5);
  });
});

test('role_neighbours prefix_example: the prefix ends where the rest falls below the bar', () => {
  const { weights_df_ascending: weights, tau } = examples.prefix_example!.input as {
    weights_df_ascending: number[];
    tau: number;
  };
  const { prefix_len } = examples.prefix_example!.expected as { prefix_len: number };
  const rows = {
    offsets: Uint32Array.of(0, 4),
    tokens: Uint32Array.of(0, 1, 2, 3),
    weights: Float64Array.from(weights, (w) => 2 * w),
  };
  const prefix = prefixOf(rows, 0, Uint32Array.of(1, 2, 3, 4), Math.round(10 * tau), 10);
  expect([...prefix]).toEqual(Array.from({ length: prefix_len }, (_, k) => k));
});

test('role_neighbours prefix_join_equals_scan: common tokens lose no pair', async () => {
  const {
    rows: count,
    tokens,
    taus,
  } = examples.prefix_join_equals_scan!.input as {
    rows: number;
    tokens: number;
    taus: number[];
  };
  let state = 7;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % below;
  };
  const offsets = [0];
  const list: number[] = [];
  const weights: number[] = [];
  for (let v = 0; v < count; v++) {
    for (let token = 0; token < tokens; token++) {
      if (draw(3) !== 0) continue;
      list.push(token);
      weights.push(1 + draw(4));
    }
    offsets.push(list.length);
  }
  const rows = {
    offsets: Uint32Array.from(offsets),
    tokens: Uint32Array.from(list),
    weights: Float64Array.from(weights),
  };
  const weightOf = (v: number): number[] => {
    const row = Array<number>(tokens).fill(0);
    for (let p = offsets[v]!; p < offsets[v + 1]!; p++) row[list[p]!] = weights[p]!;
    return row;
  };
  const all = Array.from({ length: count }, (_, v) => weightOf(v));
  for (const tau of taus) {
    const scan: string[] = [];
    for (let b = 0; b < count; b++) {
      for (let a = 0; a < b; a++) {
        let least = 0;
        let most = 0;
        for (let k = 0; k < tokens; k++) {
          least += Math.min(all[a]![k]!, all[b]![k]!);
          most += Math.max(all[a]![k]!, all[b]![k]!);
        }
        if (10 * least >= Math.round(10 * tau) * most && most > 0)
          scan.push(`${String(a)} ${String(b)}`);
      }
    }
    const joined = await prefixJoin(rows, [Math.round(10 * tau), 10]);
    const got = Array.from(joined.a, (a, k) => `${String(a)} ${String(joined.b[k])}`);
    expect(got.sort()).toEqual(scan.sort());
  }
});
