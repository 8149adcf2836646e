import { labelOf } from '../../dump/index.js';
import type { Answer, Need } from '../../lens/index.js';
import { sortUtf8, type Cell } from '../../table/index.js';
import type { AnyPath } from './any-path.js';
import type { TaintProgram } from './body.js';
import { calleePaths, expandBraces, RUST_AND_NODE_SOURCES } from './catalogue/index.js';
import { whyEnds, type ClassWalks, type Flow, type FlowCounts } from './findings.js';
import type { ResolvedCalls } from './calls.js';
import type { FlowEdges } from './flow-edges.js';
import type { FlowGraph, Summaries } from './graph.js';
import type { Marks } from './marks.js';
import type { CleanClass } from './model.js';
import { flowsTable } from './flow-tables.js';
import { Names } from './names.js';
import type { Vertices } from './vertices.js';
import { reasonText, type WhyNot } from './why-not.js';

/** States of the steps, by step id. */
export interface TaintStates {
  readonly bodies: TaintProgram;
  readonly reaching: Vertices;
  readonly defuse: { readonly edges: FlowEdges; readonly fieldsUnresolved: number };
  readonly calls: ResolvedCalls & { readonly edges: FlowEdges };
  readonly heap: { readonly edges: FlowEdges; readonly graph: FlowGraph };
  readonly marks: Marks;
  readonly clean: readonly CleanClass[];
  readonly summaries: readonly Summaries[];
  readonly insensitive: readonly (readonly AnyPath[])[];
  readonly matched: readonly ClassWalks[];
  readonly findings: { readonly flows: readonly Flow[]; readonly counts: FlowCounts };
  readonly whynot: WhyNot | null;
}

const PRODUCER = 'cargo mimir-dump, mimir dump rust, mimir dump ts';

export function answerOf(states: TaintStates, maxHops: number, needs: readonly Need[]): Answer {
  const {
    bodies: program,
    reaching: vertices,
    heap: { graph },
  } = states;
  const names = new Names(program, vertices);
  const { flows } = states.findings;
  const coarse = program.bodies.reduce((sum, body) => sum + (body.coarse ?? 0), 0);
  const more: Need[] = [
    ...(program.unparsed > 0
      ? [{ fact: 'parsable blocks', producer: PRODUCER, missing: program.unparsed }]
      : []),
    ...(coarse > 0
      ? [{ fact: 'definitions and uses of each statement', producer: PRODUCER, missing: coarse }]
      : []),
  ];
  const gap = program.bodies.length === 0;
  return {
    state: gap
      ? 'empty_gap'
      : needs.length + more.length + states.calls.cut > 0
        ? 'partial'
        : flows.length === 0
          ? 'empty_fact'
          : 'complete',
    population: {
      bodies: program.bodies.length,
      vertices: vertices.all.length,
      edges: graph.targets.length,
    },
    summary: summaryOf(states),
    findings: flowsTable(names, flows),
    notes: [
      ...notesOf(states, names, maxHops),
      ...unmatchedNote(states.marks),
      ...cutNote(states.calls.cut),
      ...(states.whynot === null ? [] : [reasonText(states.whynot)]),
    ],
    needs: more,
  };
}

function summaryOf({
  bodies,
  reaching,
  defuse,
  calls,
  heap,
  marks,
  clean,
  summaries,
  matched,
  findings,
  whynot,
}: TaintStates): Record<string, Cell> {
  const { pairs, insensitive, matched: flows } = findings.counts;
  return {
    bodies: bodies.bodies.length,
    unparsed: bodies.unparsed,
    vertices: reaching.all.length,
    edges: heap.graph.targets.length,
    classes: clean.map(({ name }) => name),
    sources: marks.sources.length,
    sinks: clean.reduce((sum, { sinks }) => sum + sinks.length, 0),
    sanitizers: marks.sanitizers.length,
    guards_seen: marks.sanitizers.filter(({ guard }) => guard === true).length,
    pairs,
    flows_insensitive: insensitive,
    flows_matched: flows,
    impossible_dropped: insensitive - flows,
    summary_rounds: summaries.reduce((most, { rounds }) => Math.max(most, rounds), 0),
    opaque_calls: calls.calls.filter(({ how }) => how === 'opaque').length,
    ...(calls.cut > 0 && { functions_cut: calls.cut }),
    fields_unresolved: defuse.fieldsUnresolved,
    cut_by_limit: cutByLimit(matched),
    ...(whynot !== null && { why_not: whynot.reason }),
  };
}

/** States at the hop limit with more behind them, of all walks. */
const cutByLimit = (matched: readonly ClassWalks[]): number =>
  matched.reduce((sum, { walks }) => sum + walks.reduce((all, { cut }) => all + cut, 0), 0);

function cutNote(cut: number): string[] {
  return cut === 0
    ? []
    : [
        `functions cut: ${cut} that came to some place were not followed from there, so calls through values may run more than is told; fewer bodies at a time (crate) are followed to the end`,
      ];
}

function unmatchedNote({ unmatched }: Marks): string[] {
  return unmatched.length === 0
    ? []
    : [`words that no callee has: ${unmatched.join(', ')}; the table of calls tells the labels`];
}

function notesOf(
  { bodies, marks, clean, heap: { graph }, matched, findings }: TaintStates,
  names: Names,
  maxHops: number,
): string[] {
  const notes = [
    'may flow, within the modelled facts: bodies that are missing and conditions that can not hold are not seen',
  ];
  if (bodies.bodies.length === 0)
    return ['no bodies: the dump has no block of a function in scope'];
  if (findings.flows.length > 0) return notes;
  const sinks = clean.reduce((sum, one) => sum + one.sinks.length, 0);
  if (marks.sources.length === 0) {
    const near = nearCallees(bodies);
    return [
      `no source matched: ${marks.rows.sources} rows tried${near.length === 0 ? '' : `; callees with a like name: ${near.join(', ')}`}`,
    ];
  }
  if (sinks === 0)
    return [`no sink matched: ${marks.rows.sinks} rows tried, ${marks.sources.length} sources`];
  const cut = cutByLimit(matched);
  if (cut > 0) return [`every flow cut by hop limit ${maxHops}; frontier ${cut} vertices left`];
  if (findings.counts.insensitive === 0 && marks.sanitizers.length > 0)
    notes.push(`${marks.sanitizers.length} sanitized vertices stand between`);
  notes[0] = `${marks.sources.length} sources, ${sinks} sinks, no flow`;
  const stops = clean.flatMap(({ sinks: own }, c) => {
    const isSink = new Set(own);
    return matched[c]!.walks.flatMap(({ farthest, source }) =>
      farthest === null
        ? []
        : [
            {
              ...farthest,
              source: source.vertex,
              why: whyEnds(graph, farthest.vertex, isSink),
            },
          ],
    );
  });
  stops.sort((a, b) => b.level - a.level || a.source - b.source);
  for (const { source, vertex, level, why } of stops.slice(0, 3))
    notes.push(
      `${names.of(source)} gets as far as ${names.of(vertex)}, ${level} steps, and ends there (${why})`,
    );
  return notes;
}

/** Callees whose last segment is that of a source's pattern: what a row may have meant. */
function nearCallees({ bodies }: TaintProgram): string[] {
  const wanted = new Set(
    RUST_AND_NODE_SOURCES.flatMap(expandBraces).map((pattern) => calleePaths(pattern)[0]!.at(-1)!),
  );
  const found = new Set<string>();
  for (const { blocks } of bodies) {
    for (const { terminator } of blocks) {
      if (terminator.op !== 'call') continue;
      if (calleePaths(terminator.callee).some((path) => wanted.has(path.at(-1) ?? '')))
        found.add(terminator.callee);
    }
  }
  return sortUtf8([...found])
    .slice(0, 5)
    .map((callee) => (callee.split(' ').length > 4 ? labelOf(callee) : callee));
}
