import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startRun } from '../../../src/lens/index.js';
import { dsm } from '../../../src/lenses/index.js';
import { feedbackOf } from '../../../src/lenses/dsm/feedback.js';
import { arcsOf } from '../../../src/lenses/dsm/dependencies.js';
import { propagationCost } from '../../../src/lenses/dsm/visibility.js';
import { AS_GIVEN, graphOfModules, type Use } from './graphs.js';

interface Cycle {
  readonly members: string[];
  readonly size: number;
  readonly method: string;
  readonly order: string[];
  readonly arcs: Use[];
  readonly weight: number;
}

interface Violation {
  readonly src: string;
  readonly dst: string;
  readonly why: string;
  readonly by: number;
  readonly weight: number;
}

interface Example {
  readonly id: string;
  readonly title: string;
  readonly input: { readonly modules: string[]; readonly deps: Use[] };
  readonly steps: {
    readonly visibility_rows: string[];
    readonly level: Record<string, number>;
    readonly vfi: Record<string, number>;
    readonly vfo: Record<string, number>;
    readonly cycles: Cycle[];
  };
  readonly expected: {
    readonly n: number;
    readonly arcs: number;
    readonly order: string[];
    readonly visible_pairs: number;
    readonly pc: [number, number];
    readonly core_size: number;
    readonly second: number;
    readonly architecture: string;
    readonly view: string;
    readonly pivot2: [number, number];
    readonly class: Record<string, string>;
    readonly above_diagonal: [string, string][];
    readonly heuristic?: {
      readonly method: string;
      readonly order: string[];
      readonly arcs: Use[];
      readonly weight: number;
    };
    readonly layers?: {
      readonly order: string[];
      readonly assign: Record<string, string>;
      readonly violations: Violation[];
      readonly violations_strict: Violation[];
      readonly violations_after_change: Violation[];
    };
    readonly change?: {
      readonly to_deps: Use[];
      readonly added: Use[];
      readonly removed: Use[];
      readonly weight_changed: Use[];
      readonly pc: [number, number][];
      readonly visible_pairs: [number, number];
      readonly class: [string, string, string][];
      readonly cycles_new: string[][];
      readonly cycles_gone: string[][];
    };
  };
}

const examples = JSON.parse(
  readFileSync(new URL('examples.json', import.meta.url), 'utf8'),
) as Example[];

const finished = (example: Example) =>
  startRun(dsm, graphOfModules(example.input.modules, example.input.deps), AS_GIVEN).finish();

const byModule = (
  modules: readonly string[],
  values: ArrayLike<number | string>,
): Record<string, number | string> =>
  Object.fromEntries(modules.map((module, i) => [module, values[i]!]));

describe.each(examples)('$id: $title', (example) => {
  const { modules } = example.input;

  it('partitions', async () => {
    const run = await finished(example);
    const { group, level } = run.state('scc');
    const order = Array.from(run.state('order'), (module) => modules[module]!);
    const place = new Map(order.map((module, position) => [module, position]));
    const above = arcsOf(run.state('matrix').dependencies)
      .map(({ src, dst }): [string, string] => [modules[src]!, modules[dst]!])
      .filter(([src, dst]) => place.get(dst)! > place.get(src)!);
    expect({
      level: byModule(
        modules,
        Array.from(group, (g) => level[g]!),
      ),
      order,
      above_diagonal: above,
    }).toEqual({
      level: example.steps.level,
      order: example.expected.order,
      above_diagonal: example.expected.above_diagonal,
    });
  });

  it('cuts its cycles', async () => {
    const run = await finished(example);
    const cycles = run.state('cycles').map(({ method, order, arcs, weight }) => ({
      members: [...order].sort((a, b) => a - b).map((module) => modules[module]!),
      size: order.length,
      method,
      order: order.map((module) => modules[module]!),
      arcs: arcs.map((arc): Use => [modules[arc.src]!, modules[arc.dst]!, arc.weight]),
      weight,
    }));
    expect(cycles).toEqual(example.steps.cycles);
  });

  it('measures visibility and shape', async () => {
    const run = await finished(example);
    const { vfi, vfo, pairs } = run.state('visibility');
    const { coreSize, second, architecture, view, pivot2, classes } = run.state('shape');
    expect({
      vfi: byModule(modules, vfi),
      vfo: byModule(modules, vfo),
      visible_pairs: pairs,
      pc: propagationCost(run.state('visibility')),
      core_size: coreSize,
      second,
      architecture,
      view,
      pivot2,
      class: byModule(modules, classes),
    }).toEqual({
      vfi: example.steps.vfi,
      vfo: example.steps.vfo,
      visible_pairs: example.expected.visible_pairs,
      pc: example.expected.pc,
      core_size: example.expected.core_size,
      second: example.expected.second,
      architecture: example.expected.architecture,
      view: example.expected.view,
      pivot2: example.expected.pivot2,
      class: example.expected.class,
    });
  });

  it('says the same in its summary', async () => {
    const { summary } = await (await finished(example)).report();
    expect(summary).toMatchObject({
      n: example.expected.n,
      arcs: example.expected.arcs,
      visible_pairs: example.expected.visible_pairs,
      pc: example.expected.pc,
      architecture: example.expected.architecture,
      above_diagonal: example.expected.above_diagonal.length,
      feedback_weight: example.steps.cycles.reduce((sum, { weight }) => sum + weight, 0),
    });
  });
});

it('dsm-feedback: the greedy heuristic is worse than the exact answer', async () => {
  const example = examples.find(({ id }) => id === 'dsm-feedback')!;
  const { modules } = example.input;
  const run = await finished(example);
  const arcs = arcsOf(run.state('matrix').dependencies);
  const found = feedbackOf(
    modules.map((_, i) => i),
    arcs,
    2,
  );
  expect({
    method: found.method,
    order: found.order.map((module) => modules[module]!),
    arcs: found.arcs.map((arc): Use => [modules[arc.src]!, modules[arc.dst]!, arc.weight]),
    weight: found.weight,
  }).toEqual(example.expected.heuristic);
});

describe('dsm-eight', () => {
  const example = examples.find(({ id }) => id === 'dsm-eight')!;
  const { layers, change } = example.expected;
  const { modules } = example.input;
  const asLayers = layers!.order.map((name) => ({
    name,
    patterns: Object.keys(layers!.assign).filter((module) => layers!.assign[module] === name),
  }));
  const before = graphOfModules(modules, example.input.deps);
  const after = graphOfModules(modules, change!.to_deps);

  async function violations(graph: typeof before, strict: boolean): Promise<Violation[]> {
    const run = startRun(dsm, graph, { ...AS_GIVEN, layers: asLayers, strict });
    await run.until('layers');
    return run.state('layers').violations.map(({ src, dst, ...rest }) => ({
      src: modules[src]!,
      dst: modules[dst]!,
      ...rest,
    }));
  }

  it('respects its layers, skips some, and breaks one after the change', async () => {
    expect(await violations(before, false)).toEqual(layers!.violations);
    expect(await violations(before, true)).toEqual(layers!.violations_strict);
    expect(await violations(after, false)).toEqual(layers!.violations_after_change);
  });

  it('tells what changed', async () => {
    const run = startRun(
      dsm,
      after,
      { ...AS_GIVEN, base: 'older' },
      { open: () => Promise.resolve(before) },
    );
    await run.until('change');
    const found = run.state('change')!;
    const arc = ({ src, dst, before: old, after: now }: (typeof found.arcs)[number]): Use => [
      src,
      dst,
      (now ?? old)!,
    ];
    expect({
      added: found.arcs.filter((one) => one.before === null).map(arc),
      removed: found.arcs.filter((one) => one.after === null).map(arc),
      weight_changed: found.arcs
        .filter((one) => one.before !== null && one.after !== null)
        .map(arc),
      pc: found.pc,
      visible_pairs: found.visiblePairs,
      class: found.classes.map(({ module, before: old, after: now }) => [module, old, now]),
      cycles_new: found.cyclesNew.map(({ members }) => members),
      cycles_gone: found.cyclesGone.map(({ members }) => members),
    }).toEqual({
      added: change!.added,
      removed: change!.removed,
      weight_changed: change!.weight_changed,
      pc: change!.pc,
      visible_pairs: change!.visible_pairs,
      class: change!.class,
      cycles_new: change!.cycles_new,
      cycles_gone: change!.cycles_gone,
    });
    expect(found.cyclesNew[0]!.arcs.map(arc)).toEqual(change!.added);
  });
});
