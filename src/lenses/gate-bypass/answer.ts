import type { Answer, Need } from '../../lens/index.js';
import { fromRows, type Cell } from '../../table/index.js';
import type { CallGraph } from '../call-graph.js';
import { callEdges, returnEdges, type Icfg, type Summaries } from '../icfg.js';
import type { Door, DoorClass } from './doors.js';
import type { Sets } from './sets.js';
import type { Names } from './tables.js';
import type { Walk, WalkDoor, WalkInput } from './walks.js';

/** States of the steps, by step id. */
export interface GateBypassStates {
  readonly sets: Sets;
  readonly doors: readonly Door[];
  readonly icfg: { readonly icfg: Icfg; readonly input: WalkInput };
  readonly summaries: Summaries;
  readonly insensitive: Walk;
  readonly matched: Walk;
  readonly mediation: readonly WalkDoor[];
}

const PRODUCER = 'cargo mimir-dump, mimir dump rust, mimir dump ts';

export function answerOf(
  names: Names,
  calls: CallGraph,
  states: GateBypassStates,
  needs: readonly Need[],
): Answer {
  const {
    sets,
    doors,
    icfg: { icfg },
  } = states;
  const hasBlocks = icfg.places.length > 0;
  const noCalls = needs.some(({ fact }) => fact === 'CALLS');
  const bare = withoutBodies(calls, states);
  const more: Need[] = [];
  if (!hasBlocks) more.push({ fact: 'mir_block', producer: PRODUCER });
  else if (bare.doors.length > 0)
    more.push({
      fact: 'mir_block of each BYPASS door',
      producer: PRODUCER,
      missing: bare.doors.length,
    });
  if (icfg.unparsed > 0)
    more.push({ fact: 'parsable blocks', producer: PRODUCER, missing: icfg.unparsed });
  const rows = findingsOf(names, calls, states);
  return {
    state: noCalls
      ? 'empty_gap'
      : needs.length + more.length > 0
        ? 'partial'
        : rows.length === 0
          ? 'empty_fact'
          : 'complete',
    population: {
      callables: calls.nodes.length,
      calls: calls.edges,
      functions: icfg.functions.length,
      blocks: icfg.places.length,
    },
    summary: summaryOf(names, calls, states, bare, needs.length > 0),
    findings: fromRows(['class', 'door', 'sink'], COLUMNS, rows),
    notes: notesOf(sets, doors, hasBlocks),
    needs: more,
  };
}

const COLUMNS = [
  'class',
  'door',
  'door_loc',
  'sink',
  'entry',
  'calls_choke:boolean',
  'path:list',
  'path_locs:list',
];

function findingsOf(
  names: Names,
  { nodes }: CallGraph,
  { doors, mediation, icfg: { icfg } }: GateBypassStates,
): Cell[][] {
  const row = (
    name: string,
    door: number,
    sink: number,
    path: readonly number[] | null,
    callsChoke: boolean | null,
  ): Cell[] => [
    name,
    names.label(door),
    names.place(door),
    names.label(sink),
    path === null ? null : names.label(path[0]!),
    callsChoke,
    path === null ? null : names.of(path),
    path === null ? null : path.map((v) => names.place(v) ?? '?'),
  ];
  return [
    ...doors.map(({ class: name, door, sink, path, callsChoke }) =>
      row(name, nodes[door]!, nodes[sink]!, path?.map((f) => nodes[f]!) ?? null, callsChoke),
    ),
    ...mediation
      .filter(({ matched, insensitive }) => matched || insensitive)
      .map(({ matched, door, sink, path }) =>
        row(
          matched ? 'CFPQ-BYPASS' : 'dropped',
          icfg.functions[door]!,
          icfg.functions[sink]!,
          path.map((f) => icfg.functions[f]!),
          null,
        ),
      ),
  ];
}

/** BYPASS doors and entries that have no blocks. */
function withoutBodies({ nodes }: CallGraph, { sets, doors, icfg: { icfg } }: GateBypassStates) {
  const entryOf = new Map(Array.from(icfg.functions, (v, f) => [v, icfg.entry[f]!]));
  const bare = (f: number): boolean => (entryOf.get(nodes[f]!) ?? -1) < 0;
  const isSink = new Set(sets.sinks);
  const bypass = new Set(doors.filter((row) => row.class === 'BYPASS').map(({ door }) => door));
  return {
    doors: [...bypass].filter(bare).sort((a, b) => a - b),
    entries: sets.entries.filter((e) => !isSink.has(e) && bare(e)),
  };
}

function summaryOf(
  names: Names,
  { nodes }: CallGraph,
  states: GateBypassStates,
  bare: { readonly doors: readonly number[]; readonly entries: readonly number[] },
  gaps: boolean,
): Record<string, Cell> {
  const {
    sets,
    doors,
    icfg: { icfg, input },
    summaries,
    mediation,
  } = states;
  const count = (name: DoorClass): number => doors.filter((row) => row.class === name).length;
  const [ins, mat] = [
    mediation.filter((row) => row.insensitive).length,
    mediation.filter((row) => row.matched).length,
  ];
  const open = input.seeds.length === 0 || icfg.places.length === 0;
  // "yes" is a proof over every body: one that is missing or unreadable may hold the way around.
  const unproved =
    open || bare.doors.length > 0 || bare.entries.length > 0 || icfg.unparsed > 0 || gaps;
  return {
    sinks: sets.sinks.length,
    choke_fns: sets.chokes.length,
    entries: sets.entries.length,
    doors: doors.length,
    bypass: count('BYPASS'),
    bypass_door_fns: new Set(doors.filter((row) => row.class === 'BYPASS').map(({ door }) => door))
      .size,
    through_gate: count('through-gate'),
    gate_doors: count('gate-door'),
    latent: count('latent'),
    calls_choke_itself: doors.filter((row) => row.class === 'BYPASS' && row.callsChoke).length,
    dyn_expansions: sets.dispatches,
    cfpq_blocks: icfg.places.length,
    cfpq_intra_edges: icfg.intra.length,
    cfpq_call_edges: callEdges(icfg).length,
    cfpq_return_edges: returnEdges(icfg).length,
    cfpq_matched_edges: summaries.matched.length,
    cfpq_rounds: summaries.rounds,
    doors_insensitive_walk: ins,
    doors_matched_walk: mat,
    impossible_paths_dropped: Math.max(0, ins - mat),
    entries_with_blocks: input.seeds.length,
    doors_without_mir: names.of(bare.doors.map((f) => nodes[f]!)),
    entries_without_mir: names.of(bare.entries.slice(0, 50).map((f) => nodes[f]!)),
    complete_mediation_blockwalk: open ? 'unknown' : mat > 0 ? 'no' : 'yes',
    complete_mediation: mat > 0 ? 'no' : unproved ? 'unknown' : 'yes',
  };
}

function notesOf(sets: Sets, doors: readonly Door[], hasBlocks: boolean): string[] {
  const notes = [
    'a path is mediated when the sink call happens inside the frame of the gate: calling the check, returning and then writing is a BYPASS; calls_choke marks the doors that call the gate themselves',
  ];
  if (sets.idleChokes.length > 0)
    notes.push(
      `the gate closes nothing where its pattern covers no function: ${sets.idleChokes.join(', ')}`,
    );
  if (sets.roots)
    notes.push(
      'no entry was named: the roots of the call graph stand in, which is wrong for a server, whose roots sit in its framework',
    );
  if (doors.length === 0)
    notes.push(
      'no function in scope calls a sink itself: name the implementations as sinks too, since a door is a direct call',
    );
  if (!hasBlocks)
    notes.push(
      'the dump has no blocks: only the call graph was walked, and mediation stays unknown',
    );
  return notes;
}
