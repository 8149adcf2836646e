import type { CodeGraph } from '../../graph/index.js';
import type { Answer, Need } from '../../lens/index.js';
import type { Geodesics, Uncuttable, VertexCut } from '../../ops/index.js';
import { fromRows, reduced, type Cell } from '../../table/index.js';
import type { Bypass } from './bypass.js';
import type { Candidate } from './candidates.js';
import type { Corridor, Ends } from './corridor.js';
import type { Mediators } from './mediators.js';
import type { Separation } from './separation.js';
import { namesOf } from '../call-graph.js';
import { counted } from '../counted.js';
import { Names } from './tables.js';

/** States of the steps, by step id. */
export interface ChokepointsStates {
  readonly ends: Ends;
  readonly corridor: Corridor;
  readonly dominators: Mediators;
  readonly separation: Separation;
  readonly geodesics: Geodesics;
  readonly mincut: VertexCut | Uncuttable;
  readonly candidates: readonly Candidate[];
  readonly bypass: Bypass | null;
}

export function answerOf(
  graph: CodeGraph,
  states: ChokepointsStates,
  needs: readonly Need[],
  gateAs: 'frame' | 'call',
): Answer {
  const { ends, corridor, separation } = states;
  const names = new Names(graph, corridor.ordinals);
  const rows = findingsOf(states, names);
  const noCalls = needs.some(({ fact }) => fact === 'CALLS');
  const partial = needs.length > 0 || separation.limited;
  return {
    state: noCalls
      ? 'empty_gap'
      : partial
        ? 'partial'
        : rows.length === 0
          ? 'empty_fact'
          : 'complete',
    population: {
      entries: ends.entries.length,
      sinks: ends.sinks.length,
      corridor: corridor.ordinals.length,
      calls: corridor.links.targets.length,
    },
    summary: summaryOf(states, names, partial),
    findings: fromRows(['finding', 'subject'], COLUMNS, rows),
    notes: notesOf(states, names, gateAs),
  };
}

const COLUMNS = [
  'finding',
  'subject',
  'rank:integer',
  'cut:integer/pairs',
  'share:rational',
  'on_chain:boolean',
  'in_near_entries:boolean',
  'in_near_sinks:boolean',
  'geo:integer/pairs',
  'exposure:integer/entries',
  'impact:integer/sinks',
  'hops:integer/calls',
  'path:list',
  'path_locs:list',
  'file',
  'line:integer',
];

/** A way from an entry to a sink as a row: what kind of way, its ends, its vertices. */
interface Way {
  readonly finding: 'direct' | 'bypass';
  readonly path: readonly number[];
}

/** Ways that no gate can stand on, candidates that cut a pair or stand in a canonical cut, ways around the gates. */
function findingsOf(states: ChokepointsStates, names: Names): Cell[][] {
  const { candidates, corridor, separation, bypass } = states;
  const direct = directWays(states);
  const rows = direct.map((way) => wayRow(way, names));
  candidates.forEach((c, i) => {
    if (c.cut === 0 && !c.nearEntries && !c.nearSinks) return;
    const { exposure, impact } = corridor;
    rows.push([
      'candidate',
      names.all[c.vertex]!,
      i + 1,
      c.cut,
      reduced(c.cut, separation.pairs),
      c.onChain,
      c.nearEntries,
      c.nearSinks,
      c.geo,
      exposure[c.vertex]!,
      impact[c.vertex]!,
      null,
      null,
      null,
      ...names.site(c.vertex),
    ]);
  });
  // One way is one row: a direct call is told as such, whatever gates are proposed.
  const told = new Set(direct.map(({ path }) => path.join()));
  for (const { path } of bypass?.witnesses ?? [])
    if (!told.has(path.join())) rows.push(wayRow({ finding: 'bypass', path }, names));
  return rows;
}

/**
 * Entries that are sinks, then calls of a sink by an entry, where the ends themselves may not be cut: complete
 * mediation fails there whatever stands elsewhere. A proposed gate that is one of the ends closes its way.
 */
function directWays({ mincut, bypass }: ChokepointsStates): readonly Way[] {
  if ('size' in mincut) return [];
  const gates = new Set(bypass?.gates);
  return [...Array.from(mincut.both, (end) => [end]), ...mincut.direct]
    .filter((path) => !path.some((v) => gates.has(v)))
    .map((path) => ({ finding: 'direct', path }));
}

function wayRow({ finding, path }: Way, names: Names): Cell[] {
  const [entry, sink] = [path[0]!, path.at(-1)!];
  const nothing = COLUMNS.slice(2, COLUMNS.indexOf('hops:integer/calls')).map(() => null);
  return [
    finding,
    `${names.all[entry]!} → ${names.all[sink]!}`,
    ...nothing,
    path.length - 1,
    names.of(path),
    path.map((v) => names.place(v) ?? '?'),
    ...names.site(entry),
  ];
}

function summaryOf(
  { ends, corridor, dominators, separation, mincut, bypass }: ChokepointsStates,
  names: Names,
  partial: boolean,
): Record<string, Cell> {
  const isEnd = new Set([...corridor.entries, ...corridor.sinks]);
  const cut = 'size' in mincut ? mincut : null;
  const further = bypass !== null && 'size' in bypass.toComplete ? bypass.toComplete : null;
  return {
    entries: ends.entries.length,
    sinks: ends.sinks.length,
    entries_cut_off: corridor.entriesCutOff,
    sinks_cut_off: corridor.sinksCutOff,
    pairs: separation.pairs,
    corridor: corridor.ordinals.length,
    edges: corridor.links.targets.length,
    single_mediators: names.of(dominators.chain.filter((v) => !isEnd.has(v))),
    min_cut: cut?.size ?? null,
    disjoint_paths: cut?.paths.length ?? null,
    near_entries: names.of(cut?.nearSources ?? []),
    near_sinks: names.of(cut?.nearSinks ?? []),
    uncuttable: 'size' in mincut ? 0 : mincut.direct.length + mincut.both.length,
    // Without all facts a way around may be missing from the graph, so that "yes" would be a guess.
    mediated:
      bypass === null || corridor.entries.length === 0 || partial
        ? 'unknown'
        : bypass.mediated
          ? 'yes'
          : 'no',
    witnesses: bypass?.witnesses.length ?? 0,
    to_complete: bypass === null || further === null ? null : further.size,
    to_complete_near_entries: names.of(further?.nearSources ?? []),
    to_complete_near_sinks: names.of(further?.nearSinks ?? []),
  };
}

/** Names that a note spells out. */
const SHOWN = 5;

function notesOf(
  { ends, corridor, separation, mincut, bypass }: ChokepointsStates,
  names: Names,
  gateAs: 'frame' | 'call',
): string[] {
  const notes: string[] = [];
  if (corridor.ordinals.length === 0) {
    const vertices = corridor.blocks === undefined ? 'function' : 'block';
    notes.push(
      `no sink is reachable from any entry: ${counted(corridor.forward, vertices)} from ${counted(ends.entries.length, 'entry', 'entries')}, ` +
        `${corridor.backward} back from ${counted(ends.sinks.length, 'sink')}, and none is in both`,
    );
    const firstOf = (ordinals: readonly number[]): string =>
      `${namesOf(names.graph, ordinals.slice(0, SHOWN)).join(', ')}${ordinals.length > SHOWN ? ', …' : ''}`;
    if (corridor.callersOfSinks.length > 0)
      notes.push(`what reaches a sink, nearest first: ${firstOf(corridor.callersOfSinks)}`);
    if (corridor.byValue.length > 0) {
      notes.push(
        `${corridor.byValue.length} of the functions reached call through a value (a parameter, a field), and the calls end there; nearest first: ${firstOf(corridor.byValue)}`,
      );
    }
  }
  if (!('size' in mincut) && corridor.ordinals.length > 0) {
    const direct = mincut.direct.map(([e, t]) => `${names.all[e]!} → ${names.all[t]!}`);
    const both = names.of(mincut.both).map((name) => `${name} is both`);
    notes.push(
      `an entry calls a sink directly: nothing between can be a gate (${[...direct, ...both].slice(0, 5).join('; ')})`,
    );
  }
  if (separation.limited) {
    const roots = Math.min(separation.entries.length, separation.sinks.length);
    notes.push(
      `cut by limit: separated from the first ${counted(roots, 'root')} alone; raise max-trees`,
    );
  }
  if (bypass !== null) {
    notes.push(
      gateAs === 'call' && corridor.blocks !== undefined
        ? 'a path counts as mediated when it goes through a gate or through a block that calls one; whether the answer is heeded is not seen'
        : 'a path counts as mediated when the sink call happens inside the frame of a gate; a check that returned before does not',
    );
    if (gateAs === 'call' && corridor.blocks === undefined)
      notes.push('gate-as call needs blocks: on the call graph (graph fn) the frame counts');
    if (bypass.idle > 0)
      notes.push(
        `${counted(bypass.idle, 'gate')} outside the corridor, where nothing is to be closed`,
      );
  }
  return notes;
}
