import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatBlockName } from '../../../src/dump/index.js';
import { startRun } from '../../../src/lens/index.js';
import { gateBypass } from '../../../src/lenses/index.js';
import { callEdges, returnEdges, type Edge } from '../../../src/lenses/icfg.js';
import { graphOfProgram, only, type Program } from './graphs.js';

/** The manual's worked examples (S1:2395-2465). */
interface Fixture {
  readonly fns: string[];
  readonly test_fns: string[];
  readonly CALLS: [string, string][];
  readonly DYN: [string, string][];
  readonly sinks: string[];
  readonly chokes: string[];
  readonly entries: string[];
  readonly blocks: Record<string, [string, string]>;
  readonly CFG_SUCC: Record<string, string[]>;
  readonly nested_bodies: [string, string][];
}

interface Example {
  readonly id: string;
  readonly input: Partial<Fixture> & Record<string, unknown>;
  readonly expected: Record<string, unknown>;
}

const examples = JSON.parse(
  readFileSync(new URL('examples.json', import.meta.url), 'utf8'),
) as Example[];
const example = (id: string): Example => examples.find((one) => one.id === id)!;

function programOf(input: Partial<Fixture>): Program {
  const blocks = input.blocks ?? {};
  const named = Object.values(blocks).flatMap(([fn, terminator]) =>
    terminator.startsWith('call:') ? [fn, terminator.slice(5)] : [fn],
  );
  const fns = [
    ...new Set([
      ...(input.fns ?? []),
      ...(input.CALLS ?? []).flat(),
      ...named,
      ...(input.chokes ?? []),
    ]),
  ];
  const calls =
    input.CALLS ??
    Object.values(blocks).flatMap(([fn, terminator]): [string, string][] =>
      terminator.startsWith('call:') ? [[fn, terminator.slice(5)]] : [],
    );
  const first = input.nested_bodies?.map(([, begin]) => begin) ?? [];
  const nested = first.map((begin) => [begin, ...(input.CFG_SUCC?.[begin] ?? [])]);
  return {
    fns,
    tests: input.test_fns ?? [],
    calls,
    dyn: input.DYN ?? [],
    blocks,
    flow: input.CFG_SUCC ?? {},
    nested,
  };
}

async function asked(input: Partial<Fixture>) {
  const program = programOf(input);
  const { graph, blockName } = graphOfProgram(program);
  const run = await startRun(gateBypass, graph, {
    sink: input.sinks!.map((name) => only(name, program)),
    choke: (input.chokes ?? ['gate_ingest']).map((name) => only(name, program)),
    entry: input.entries!.map((name) => only(name, program)),
  }).finish();
  const short = (label: string): string =>
    program.fns.find((fn) => only(fn, program) === label.replace(/`/g, '')) ?? label;
  const { icfg } = run.state('icfg');
  const nameOfBlock = (block: number): string => {
    const place = icfg.places[block]!;
    const fn = short(graph.label(icfg.functions[icfg.owner[block]!]!));
    return blockName(
      fn,
      formatBlockName({ body: icfg.bodies.body[place]!, block: icfg.bodies.number[place]! }),
    );
  };
  return { run, graph, short, icfg, nameOfBlock };
}

const sorted = (pairs: readonly (readonly string[])[]): string[] =>
  pairs.map((pair) => pair.join(' ')).sort();

describe('fixture 646', () => {
  const { input } = example('fixture_phase2_646');

  it('classes its doors', async () => {
    const { run, graph, short } = await asked(input);
    const { expected } = example('fixture_phase1_646');
    const table = run.table('doors');
    const rows = Object.fromEntries(
      Array.from({ length: table.rowCount }, (_, i) => [
        short(String(table.column('door').at(i))),
        table.column('class').at(i),
      ]),
    );
    const { summary } = await run.report();
    expect({
      rows,
      bypass: summary.bypass,
      gate_doors: summary.gate_doors,
      latent: summary.latent,
      through_gate: summary.through_gate,
    }).toEqual(expected);
    expect(graph.nodesOf('mir_block').length).toBe(12);
  });

  it('has the edges of its blocks', async () => {
    const { icfg, short, graph, nameOfBlock } = await asked(input);
    const { expected } = example('fixture_phase2_646');
    const named = (edges: readonly Edge[]): string[] =>
      sorted(edges.map((edge) => edge.map(nameOfBlock)));
    const calls = icfg.calls.map(({ block, target }) => [
      nameOfBlock(block),
      short(graph.label(icfg.functions[target]!)),
    ]);
    expect({
      Calls: sorted(calls),
      Intra: named(icfg.intra),
      Call: named(callEdges(icfg)),
      Return: named(returnEdges(icfg)),
    }).toEqual({
      Calls: sorted(expected.Calls as string[][]),
      Intra: sorted(expected.Intra as string[][]),
      Call: sorted(expected.Call as string[][]),
      Return: sorted(expected.Return as string[][]),
    });
  });

  it('summarises in three rounds', async () => {
    const { run, icfg, short, graph, nameOfBlock } = await asked(input);
    const { expected } = example('fixture_phase2_646');
    const { rounds, round, matched } = run.state('summaries');
    const first = [...round.keys()]
      .filter((f) => round[f] === 1)
      .map((f) => short(graph.label(icfg.functions[f]!)));
    expect(rounds).toBe(expected.rounds);
    expect(first.sort()).toEqual(expected.summary_round1);
    expect(sorted(matched.map((edge) => edge.map(nameOfBlock)))).toEqual(
      sorted([
        ...(expected.matched_round1 as string[][]),
        ...(expected.matched_added_round2 as string[][]),
      ]),
    );
  });

  it('walks both ways, and drops the path that returns into another call', async () => {
    const { run, nameOfBlock } = await asked(input);
    const { expected } = example('fixture_phase2_646');
    const reached = (step: 'insensitive' | 'matched'): string[] => {
      const { distance } = run.state(step);
      return [...distance.keys()]
        .filter((block) => distance[block]! >= 0)
        .map(nameOfBlock)
        .sort();
    };
    expect({ walk_matched: reached('matched'), walk_insensitive: reached('insensitive') }).toEqual({
      walk_matched: expected.walk_matched,
      walk_insensitive: expected.walk_insensitive,
    });
    const report = await run.report();
    expect(report.summary).toMatchObject({
      doors_insensitive_walk: expected.doors_insensitive,
      doors_matched_walk: expected.doors_matched,
      impossible_paths_dropped: expected.impossible_paths_dropped,
      complete_mediation: expected.complete_mediation === true ? 'yes' : 'no',
    });
    const second = report.findings.rows
      .filter(([name]) => name === 'CFPQ-BYPASS' || name === 'dropped')
      .map(([name, door]) => `${String(name)} ${String(door)}`);
    expect(second).toEqual(expected.findings);
  });
});

describe('the other tests that the manual names', () => {
  it('986: the matched walk does not fall through a callee that never returns', async () => {
    const { input, expected } = example('never_returns_986');
    const { run } = await asked(input);
    const { summary } = await run.report();
    expect([summary.bypass, summary.doors_matched_walk, summary.doors_insensitive_walk]).toEqual([
      expected.fn_level_bypass,
      expected.matched_walk,
      expected.insensitive_walk,
    ]);
    expect(run.state('summaries').rounds).toBe(1);
  });

  it('686: every door is the gate', async () => {
    const { input } = example('all_doors_gated_686');
    const { run } = await asked(input);
    expect((await run.report()).summary).toMatchObject({ bypass: 0, complete_mediation: 'yes' });
  });

  it('701: a call of the trait leads to every implementation', async () => {
    const { input, expected } = example('dyn_expansion_path_701');
    const { run, short } = await asked({ ...input, entries: ['mirror_run'] });
    const report = await run.report();
    const row = report.findings.rows.find(([name]) => name === 'BYPASS')!;
    expect((row[6] as string[]).map(short)).toEqual(expected.path);
  });

  it('726: a pattern that matches nothing is refused', async () => {
    const { input } = example('fixture_phase1_646');
    await expect(asked({ ...input, sinks: ['nothing_like_it'] })).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });
});
