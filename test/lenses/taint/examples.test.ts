import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anyPaths } from '../../../src/lenses/taint/any-path.js';
import { flowsOf } from '../../../src/lenses/taint/findings.js';
import { SummaryEdges, summariesOf } from '../../../src/lenses/taint/graph.js';
import { matchedWalks } from '../../../src/lenses/taint/matched-walks.js';
import { cleanClasses, modelOf, statesOf } from '../../../src/lenses/taint/model.js';
import { matchedReach } from '../../../src/lenses/taint/state-graph.js';
import { atOnce } from '../../../src/lenses/taint/turns.js';
import { vertexName } from '../../../src/lenses/taint/vertices.js';
import { whyNot } from '../../../src/lenses/taint/why-not.js';
import { matcherOf, programFrom, type WrittenBody, type WrittenCatalogue } from './programs.js';

interface Example {
  readonly id: string;
  readonly title: string;
  readonly input: {
    readonly bodies: Record<string, WrittenBody>;
    readonly dispatch: Record<string, string[]>;
    readonly catalogue: WrittenCatalogue;
    readonly params: {
      readonly fields: boolean;
      readonly opaque: 'pass' | 'block';
      readonly max_hops: number;
    };
  };
  readonly steps: {
    readonly class: string;
    readonly vertices: string[];
    readonly flow_edges: [string, string, string, string][];
    readonly sources: string[];
    readonly sinks: string[];
    readonly killed: string[];
    readonly summary_rounds: [string, string][][];
    readonly summary_edges: [string, string][];
    readonly reach: { source: string; levels: [number, number, string][]; insensitive: string[] }[];
  };
  readonly expected: {
    readonly summary: Record<string, number>;
    readonly findings: Record<string, unknown>[];
    readonly whynot: {
      source: string;
      sink: string;
      reason: string;
      by?: string[];
      path?: string[];
      forward_stops?: [string, number, string][];
      backward_roots?: [string, number][];
    }[];
  };
}

const examples = JSON.parse(
  readFileSync(new URL('examples.json', import.meta.url), 'utf8'),
) as Example[];

function analysed({ input, steps }: Example) {
  const program = programFrom(input.bodies, input.dispatch);
  const matcher = matcherOf(input.catalogue);
  const options = { fields: input.params.fields, captures: true, opaque: input.params.opaque };
  const model = modelOf(program, options, matcher);
  const { graph, vertices, calls, marks } = model;
  const name = (v: number): string => vertexName(vertices, program, v);
  const classes = cleanClasses(marks, graph.size, [], []);
  const summaries = classes.map(({ killed }) =>
    atOnce(summariesOf(graph, vertices, calls, killed)),
  );
  const stepOf = (c: number): SummaryEdges =>
    new SummaryEdges(vertices, calls, summaries[c]!.pairs);
  const insensitive = classes.map(({ killed, sinks }) =>
    atOnce(anyPaths(graph, killed, marks.sources, sinks, 0)),
  );
  const matched = classes.map(({ killed, sinks }, c) => {
    const states = statesOf(model, killed, () => summaries[c]!);
    return {
      states,
      walks: atOnce(matchedWalks(states, graph, killed, marks.sources, sinks, 0)),
    };
  });
  const c = classes.findIndex((one) => one.name === steps.class);
  return {
    program,
    matcher,
    options,
    model,
    name,
    classes,
    summaries,
    insensitive,
    matched,
    c,
    stepOf,
  };
}

describe.each(examples)('$id: $title', (example) => {
  const { steps, expected } = example;

  it('numbers its vertices', () => {
    const { model, name } = analysed(example);
    expect(model.vertices.all.map((_, v) => name(v))).toEqual(steps.vertices);
  });

  it('has the flow of its bodies and calls', () => {
    const { model, name, program } = analysed(example);
    const { graph, calls } = model;
    const label = (edge: number): string => {
      const kind = graph.kindOf(edge);
      if (graph.sites[edge]! < 0) return '';
      const { site } = calls[graph.sites[edge]!]!;
      const { blocks, name: body } = program.bodies[site.body]!;
      return `${kind === 'call' ? '(' : ')'}${body}|${blocks[site.block]!.name}`;
    };
    const edges: string[][] = [];
    for (let v = 0; v < graph.size; v++) {
      for (let e = graph.offsets[v]!; e < graph.offsets[v + 1]!; e++)
        edges.push([name(v), name(graph.targets[e]!), graph.kindOf(e), label(e)]);
    }
    expect(edges).toEqual(steps.flow_edges);
  });

  it('marks sources, sinks and what sanitizers clean', () => {
    const { model, name, classes, c } = analysed(example);
    const { killed, sinks } = classes[c]!;
    expect({
      sources: model.marks.sources.map(({ vertex }) => name(vertex)),
      sinks: sinks.map(name),
      killed: [...killed.keys()]
        .filter((v) => killed[v] === 1)
        .map(name)
        .sort(),
    }).toEqual({ sources: steps.sources, sinks: steps.sinks, killed: [...steps.killed].sort() });
  });

  it('summarises round by round', () => {
    const { model, name, summaries, c, stepOf } = analysed(example);
    const { pairs, round, rounds } = summaries[c]!;
    const byRound = Array.from({ length: rounds }, (_, r) =>
      pairs
        .flatMap((list, body) =>
          list.flatMap(([param, end], i): [string, string][] =>
            round[body]![i]! <= r + 1
              ? [[name(model.vertices.bodies[body]!.firstParam + param), name(end)]]
              : [],
          ),
        )
        .sort(),
    );
    expect(byRound).toEqual(steps.summary_rounds);
    const step = stepOf(c);
    const edges = model.vertices.all.flatMap((_, v) =>
      [...step.from(v)].map((w) => [name(v), name(w)]),
    );
    expect(edges.sort()).toEqual([...steps.summary_edges].sort());
  });

  it('walks both ways from its sources', () => {
    const { model, name, classes, insensitive, matched, c } = analysed(example);
    const n = model.graph.size;
    const { killed } = classes[c]!;
    const found = model.marks.sources.map(({ vertex }, s) => ({
      source: name(vertex),
      levels: [...matchedReach(matched[c]!.states, killed, vertex, 0).level]
        .sort(([a, x], [b, y]) => x - y || a - b)
        .map(([state, level]): [number, number, string] => [
          level,
          state < n ? 1 : 2,
          name(state % n),
        ]),
      insensitive: [...insensitive[c]![s]!.whole().level.keys()].sort((a, b) => a - b).map(name),
    }));
    expect(found).toEqual(steps.reach);
  });

  it('finds its flows', () => {
    const { model, name, classes, summaries, insensitive, matched } = analysed(example);
    const { flows, counts } = flowsOf(classes, insensitive, matched);
    expect({
      sources: model.marks.sources.length,
      sinks: classes.reduce((sum, { sinks }) => sum + sinks.length, 0),
      pairs: counts.pairs,
      flows_insensitive: counts.insensitive,
      flows_matched: counts.matched,
      impossible_dropped: counts.insensitive - counts.matched,
      summary_rounds: Math.max(...summaries.map(({ rounds }) => rounds)),
    }).toEqual(expected.summary);
    expect(
      flows.map((flow) => ({
        class: flow.class,
        source: name(flow.source),
        sourceKind: flow.sourceKind,
        sink: name(flow.sink),
        insensitive: flow.insensitive,
        matched: true,
        hops: flow.hops,
        path: flow.path.map(name),
        expanded: flow.expanded.map(name),
        steps: flow.expanded.length - 1,
      })),
    ).toEqual(expected.findings);
  });

  it('explains its pairs', () => {
    const { model, matcher, options } = analysed(example);
    for (const wanted of expected.whynot) {
      const found = whyNot(model, options, matcher, [wanted.source, wanted.sink]);
      expect([found.sink, found.reason]).toEqual([wanted.sink, wanted.reason]);
      if (wanted.by !== undefined) expect(found.by).toEqual(wanted.by);
      if (wanted.path !== undefined) expect(found.path).toEqual(wanted.path);
      if (wanted.forward_stops !== undefined)
        expect(found.stops.map(({ vertex, level, why }) => [vertex, level, why])).toEqual(
          wanted.forward_stops,
        );
      if (wanted.backward_roots !== undefined)
        expect(found.roots.map(({ vertex, distance }) => [vertex, distance])).toEqual(
          wanted.backward_roots,
        );
    }
  });
});
