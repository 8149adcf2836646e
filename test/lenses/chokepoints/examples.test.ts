import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startRun } from '../../../src/lens/index.js';
import { chokepoints } from '../../../src/lenses/index.js';
import { NO_NODE, type Uncuttable, type VertexCut } from '../../../src/ops/index.js';
import { sortUtf8 } from '../../../src/table/index.js';
import { graphOfCalls, only, plain } from './graphs.js';

type Named = Readonly<Record<string, number>>;
type Call = [string, string];

interface Example {
  readonly id: string;
  readonly title: string;
  readonly input: {
    readonly edges: Call[];
    readonly entries: string[];
    readonly sinks: string[];
    readonly params: { readonly ends: 'interior' | 'any'; readonly gates: string[] };
  };
  readonly steps: {
    readonly corridor: string[];
    readonly edges: Call[];
    readonly entries: string[];
    readonly sinks: string[];
    readonly pairs: number;
    readonly idom: Readonly<Record<string, string>>;
    readonly ipdom: Readonly<Record<string, string>>;
    readonly chain_all: string[];
    readonly cut: Named;
    readonly geo: Named;
    readonly between: Readonly<Record<string, [number, number]>>;
    readonly exposure: Named;
    readonly impact: Named;
    readonly mincut: number | null;
    readonly near_entries?: string[];
    readonly near_sinks?: string[];
    readonly paths?: string[][];
    readonly uncuttable?: { readonly direct: Call[]; readonly both: string[] };
  };
  readonly expected: {
    readonly summary: Readonly<Record<string, unknown>> & { readonly single_mediators: string[] };
    readonly candidates: readonly {
      readonly rank: number;
      readonly id: string;
      readonly between: [number, number];
      readonly [column: string]: unknown;
    }[];
    readonly bypass?: {
      readonly mediated: boolean;
      readonly witnesses: { entry: string; sink: string; hops: number; path: string[] }[];
      readonly to_complete: {
        readonly size: number | null;
        readonly near_entries: string[];
        readonly near_sinks: string[];
        readonly uncuttable: { readonly direct: Call[]; readonly both: string[] } | null;
      };
    };
  };
}

const examples = JSON.parse(
  readFileSync(new URL('examples.json', import.meta.url), 'utf8'),
) as Example[];

async function finished({ input }: Example) {
  const functions = sortUtf8([...new Set(input.edges.flat())]);
  const run = startRun(chokepoints, graphOfCalls(functions, input.edges), {
    entry: input.entries.map(only),
    sink: input.sinks.map(only),
    ends: input.params.ends,
    gates: input.params.gates.map(only),
  });
  await run.finish();
  const vertices = Array.from(run.state('corridor').ordinals, (v) => functions[v]!);
  return { run, vertices };
}

describe.each(examples)('$id: $title', (example) => {
  const { steps, expected } = example;

  it('finds the corridor', async () => {
    const { run, vertices } = await finished(example);
    const { links, entries, sinks, exposure, impact } = run.state('corridor');
    const edges = vertices.flatMap((name, v) =>
      Array.from(links.targets.subarray(links.offsets[v]!, links.offsets[v + 1]), (w) => [
        name,
        vertices[w]!,
      ]),
    );
    const named = (list: Iterable<number>): string[] => Array.from(list, (v) => vertices[v]!);
    const byName = (values: ArrayLike<number>): Named =>
      Object.fromEntries(vertices.map((name, v) => [name, values[v]!]));
    expect({
      corridor: vertices,
      edges,
      entries: named(entries),
      sinks: named(sinks),
      exposure: byName(exposure),
      impact: byName(impact),
    }).toEqual({
      corridor: steps.corridor,
      edges: steps.edges,
      entries: steps.entries,
      sinks: steps.sinks,
      exposure: steps.exposure,
      impact: steps.impact,
    });
  });

  it('finds its dominators', async () => {
    const { run, vertices } = await finished(example);
    const { idom, ipdom, chain } = run.state('dominators');
    const tree = (above: Uint32Array, top: string): Record<string, string> =>
      Object.fromEntries(
        vertices.map((name, v) => [name, above[v] === NO_NODE ? '' : (vertices[above[v]!] ?? top)]),
      );
    expect({
      idom: tree(idom, '⊤'),
      ipdom: tree(ipdom, '⊥'),
      chain: chain.map((v) => vertices[v]!),
    }).toEqual({
      idom: steps.idom,
      ipdom: steps.ipdom,
      chain: steps.chain_all,
    });
  });

  it('counts what each function separates and what runs through it', async () => {
    const { run, vertices } = await finished(example);
    const positive = (values: ArrayLike<number>): Named =>
      Object.fromEntries(
        vertices.flatMap((name, v) => (values[v]! > 0 ? [[name, values[v]!]] : [])),
      );
    const { cut, pairs } = run.state('separation');
    const hints = run.state('geodesics');
    expect({ pairs, cut: positive(cut), geo: positive(hints.pairs) }).toEqual({
      pairs: steps.pairs,
      cut: steps.cut,
      geo: steps.geo,
    });
    const shares = Object.fromEntries(
      Object.entries(steps.between).map(([name, [num, den]]) => [
        name,
        expect.closeTo(num / den, 12) as number,
      ]),
    );
    expect(positive(hints.between)).toEqual(shares);
  });

  it('finds the smallest cut', async () => {
    const { run, vertices } = await finished(example);
    expect(shown(run.state('mincut'), vertices)).toEqual(
      steps.mincut === null
        ? { uncuttable: steps.uncuttable }
        : {
            size: steps.mincut,
            near_entries: steps.near_entries,
            near_sinks: steps.near_sinks,
            paths: steps.paths,
          },
    );
  });

  it('ranks the candidates', async () => {
    const { run } = await finished(example);
    const table = run.table('candidates');
    const rows = expected.candidates.map(({ between, ...rest }, row) =>
      Object.fromEntries([
        ...Object.keys(rest).map((name) => [name, cell(name, row)]),
        ['between', table.column('between').at(row)],
      ]),
    );
    function cell(name: string, row: number): unknown {
      const columns: Readonly<Record<string, string>> = {
        in_cut_entries: 'in_near_entries',
        in_cut_sinks: 'in_near_sinks',
      };
      const value = table.column(columns[name] ?? name).at(row);
      return name === 'id' ? plain(value as string) : value;
    }
    expect(table.rowCount).toBe(expected.candidates.length);
    expect(rows).toEqual(
      expected.candidates.map(({ between: [num, den], ...rest }) => ({
        ...rest,
        between: expect.closeTo(num / den, 12) as number,
      })),
    );
  });

  it('walks around the gates', async () => {
    const { run, vertices } = await finished(example);
    const bypass = run.state('bypass');
    const wanted = expected.bypass;
    const found = bypass && {
      mediated: bypass.mediated,
      witnesses: bypass.witnesses.map(({ entry, sink, path }) => ({
        entry: vertices[entry]!,
        sink: vertices[sink]!,
        hops: path.length - 1,
        path: path.map((v) => vertices[v]!),
      })),
      to_complete: completion(bypass.toComplete, vertices),
    };
    expect(found).toEqual(
      wanted === undefined
        ? null
        : {
            mediated: wanted.mediated,
            witnesses: wanted.witnesses,
            to_complete: wanted.to_complete,
          },
    );
  });

  it('says the same in its summary', async () => {
    const { run } = await finished(example);
    const { summary } = await run.report();
    const mediators = (summary.single_mediators as string[]).map(plain);
    const mediated =
      expected.bypass === undefined ? 'unknown' : expected.bypass.mediated ? 'yes' : 'no';
    expect({ ...summary, single_mediators: mediators }).toMatchObject({
      ...expected.summary,
      mediated,
    });
  });
});

function shown(cut: VertexCut | Uncuttable, vertices: readonly string[]): object {
  const named = (list: Iterable<number>): string[] => Array.from(list, (v) => vertices[v]!);
  if (!('size' in cut))
    return { uncuttable: { direct: cut.direct.map((pair) => named(pair)), both: named(cut.both) } };
  return {
    size: cut.size,
    near_entries: named(cut.nearSources),
    near_sinks: named(cut.nearSinks),
    paths: cut.paths.map(named),
  };
}

function completion(cut: VertexCut | Uncuttable, vertices: readonly string[]): object {
  const all = shown(cut, vertices) as Record<string, unknown>;
  const { size = null, near_entries = [], near_sinks = [], uncuttable = null } = all;
  return { size, near_entries, near_sinks, uncuttable };
}
