import type { CodeGraph } from '../../graph/index.js';
import {
  booleans,
  fromRows,
  integers,
  lists,
  relation,
  texts,
  type Cell,
  type Relation,
} from '../../table/index.js';
import { formatBlockName } from '../../dump/index.js';
import { namesOf, type CallGraph } from '../call-graph.js';
import type { Icfg, Summaries } from '../icfg.js';
import { DOOR_CLASSES, type Door } from './doors.js';
import type { Sets } from './sets.js';
import type { Walk, WalkDoor } from './walks.js';

/** Labels of the functions that the answer names; made for those only. */
export class Names {
  readonly #labels = new Map<number, string>();

  constructor(readonly graph: CodeGraph) {}

  /** Of ordinals of the dump. */
  of(ordinals: Iterable<number>): string[] {
    return Array.from(ordinals, (v) => this.label(v));
  }

  label(v: number): string {
    let label = this.#labels.get(v);
    if (label === undefined) this.#labels.set(v, (label = namesOf(this.graph, [v])[0]!));
    return label;
  }

  /** `file:line`, as far as the dump says. */
  place(v: number): string | null {
    const { file, line, nodeCount } = this.graph;
    const path = v < nodeCount ? (file?.at(v) ?? null) : null;
    if (path === null) return null;
    return line?.[v] ? `${path}:${line[v]}` : path;
  }
}

export function setsTable(
  names: Names,
  { nodes }: CallGraph,
  { sinks, chokes, entries }: Sets,
): Relation {
  const roles = [
    ['sink', sinks],
    ['choke', chokes],
    ['entry', entries],
  ] as const;
  const rows = roles.flatMap(([role, members]) =>
    members.map((f): Cell[] => [names.label(nodes[f]!), role]),
  );
  return fromRows(['id', 'role'], ['id', 'role'], rows);
}

export function doorsTable(names: Names, { nodes }: CallGraph, doors: readonly Door[]): Relation {
  const ordinals = (path: readonly number[]): number[] => path.map((f) => nodes[f]!);
  return relation({
    key: ['door', 'sink'],
    columns: [
      texts(
        'class',
        doors.map((row) => row.class),
      ),
      texts(
        'door',
        doors.map(({ door }) => names.label(nodes[door]!)),
      ),
      texts(
        'sink',
        doors.map(({ sink }) => names.label(nodes[sink]!)),
      ),
      texts(
        'entry',
        doors.map(({ path }) => (path === null ? null : names.label(nodes[path[0]!]!))),
      ),
      lists(
        'path',
        doors.map(({ path }) => (path === null ? null : names.of(ordinals(path)))),
      ),
      booleans(
        'calls_choke',
        doors.map(({ callsChoke }) => callsChoke),
        { doc: 'the door calls the gate itself: look whether the check comes first' },
      ),
      texts(
        'door_loc',
        doors.map(({ door }) => names.place(nodes[door]!)),
      ),
    ],
  });
}

export function classCounts(doors: readonly Door[]): Relation {
  return fromRows(
    ['class'],
    ['class', 'doors:integer'],
    DOOR_CLASSES.map((name) => [name, doors.filter((row) => row.class === name).length]),
  );
}

/** Functions of Φ with what their bodies hold. */
export function icfgTable(names: Names, icfg: Icfg): Relation {
  const counts = {
    blocks: new Uint32Array(icfg.functions.length),
    calls: new Uint32Array(icfg.functions.length),
    returns: new Uint32Array(icfg.functions.length),
  };
  icfg.owner.forEach((f, block) => {
    counts.blocks[f]!++;
    counts.returns[f]! += icfg.isReturn[block]!;
  });
  for (const block of new Set(icfg.calls.map((call) => call.block)))
    counts.calls[icfg.owner[block]!]!++;
  return relation({
    key: ['fn'],
    columns: [
      texts('fn', names.of(icfg.functions)),
      integers('blocks', counts.blocks),
      integers('calls', counts.calls, { unit: 'blocks', doc: 'blocks that call into the set' }),
      integers('returns', counts.returns, { unit: 'blocks' }),
      booleans(
        'opaque',
        Array.from(icfg.entry, (block) => block < 0),
        { doc: 'has no blocks, and is taken to return at once' },
      ),
    ],
  });
}

export function summariesTable(names: Names, icfg: Icfg, { round }: Summaries): Relation {
  const bodies = [...round.keys()].filter((f) => icfg.entry[f]! >= 0);
  return relation({
    key: ['fn'],
    columns: [
      texts('fn', names.of(bodies.map((f) => icfg.functions[f]!))),
      booleans(
        'returns',
        bodies.map((f) => round[f]! > 0),
      ),
      integers(
        'round',
        bodies.map((f) => round[f]!),
        { valid: Uint8Array.from(bodies, (f) => (round[f]! > 0 ? 1 : 0)) },
      ),
    ],
  });
}

/** Functions found to return, a round. */
export function roundsTable({ round, rounds }: Summaries): Relation {
  const rows = Array.from({ length: rounds }, (_, i): Cell[] => [
    i + 1,
    round.filter((r) => r === i + 1).length,
  ]);
  return fromRows(['round'], ['round:integer', 'functions:integer'], rows);
}

export function walkTable(names: Names, icfg: Icfg, { distance }: Walk): Relation {
  const blocks = [...distance.keys()].filter((block) => distance[block]! >= 0);
  const { bodies } = icfg;
  const blockName = (block: number): string => {
    const place = icfg.places[block]!;
    return formatBlockName({ body: bodies.body[place]!, block: bodies.number[place]! });
  };
  return relation({
    key: ['fn', 'block'],
    columns: [
      texts('fn', names.of(blocks.map((block) => icfg.functions[icfg.owner[block]!]!))),
      texts('block', blocks.map(blockName)),
      integers(
        'level',
        blocks.map((block) => distance[block]!),
        { unit: 'steps', doc: 'from the nearest entry' },
      ),
    ],
  });
}

/** Blocks new on each level. */
export function frontier({ distance }: Walk): Relation {
  const counts: number[] = [];
  for (const d of distance) if (d >= 0) counts[d] = (counts[d] ?? 0) + 1;
  return fromRows(
    ['level'],
    ['level:integer', 'blocks:integer'],
    [...counts].map((count, level) => [level, count ?? 0]),
  );
}

export function walkDoorsTable(names: Names, icfg: Icfg, doors: readonly WalkDoor[]): Relation {
  return relation({
    key: ['door', 'sink'],
    columns: [
      texts(
        'door',
        doors.map(({ door }) => names.label(icfg.functions[door]!)),
      ),
      texts(
        'sink',
        doors.map(({ sink }) => names.label(icfg.functions[sink]!)),
      ),
      booleans(
        'matched',
        doors.map(({ matched }) => matched),
      ),
      booleans(
        'insensitive',
        doors.map(({ insensitive }) => insensitive),
      ),
      lists(
        'path',
        doors.map(({ path }) => names.of(path.map((f) => icfg.functions[f]!))),
      ),
    ],
  });
}
