import {
  booleans,
  fromRows,
  integers,
  relation,
  texts,
  type Cell,
  type Column,
  type ColumnType,
  type Relation,
} from '../../table/index.js';
import type { AnyPath } from './any-path.js';
import type { ClassWalks, Flow } from './findings.js';
import type { FlowGraph } from './graph.js';
import type { CleanClass } from './model.js';
import type { SourceMark } from './marks.js';
import type { Names } from './names.js';
import type { PartWalk } from './part-walk.js';
import type { Reach } from './reach.js';
import type { WhyNot } from './why-not.js';

/** What one source reaches under one class, all of it. */
interface SourceReach extends Reach {
  readonly source: SourceMark;
  /** Words of the parts in its states; none = whole values. */
  readonly parts?: PartWalk['paths'];
}

/** Reaches by class, then by source, in the order of the marks. */
export type ReachByClass = readonly (readonly SourceReach[])[];

/** Everything that a walk reaches: `phase` only where calls and returns are matched. */
export function reachTable(
  names: Names,
  graph: FlowGraph,
  classes: readonly CleanClass[],
  reaches: ReachByClass,
  matched: boolean,
): Relation {
  const rows = classes.flatMap(({ name }, c) =>
    reaches[c]!.flatMap(({ source, level, parts }) =>
      [...level]
        .sort(([a, x], [b, y]) => x - y || a - b)
        .map(([state, at]): Cell[] => {
          const [vertex, phase] = [state % graph.size, (Math.floor(state / graph.size) % 2) + 1];
          const part = parts?.text(Math.floor(state / (2 * graph.size))) ?? '';
          const cells: Cell[] = [name, names.of(source.vertex), names.of(vertex)];
          return matched ? [...cells, phase, part, at] : [...cells, at];
        }),
    ),
  );
  const columns = matched
    ? ['class', 'source', 'vertex', 'phase:integer', 'part', 'level:integer']
    : ['class', 'source', 'vertex', 'level:integer'];
  return fromRows(
    matched ? ['class', 'source', 'vertex', 'phase', 'part'] : ['class', 'source', 'vertex'],
    columns,
    rows,
  );
}

export function reachRows(reaches: readonly (readonly Pick<AnyPath, 'level'>[])[]): number {
  return reaches.reduce(
    (sum, own) => sum + own.reduce((rows, { level }) => rows + level.size, 0),
    0,
  );
}

/** States new on each level, all classes and sources together. */
export function frontier(reaches: ReachByClass): Relation {
  const counts: number[] = [];
  for (const own of reaches)
    for (const { level } of own)
      for (const at of level.values()) counts[at] = (counts[at] ?? 0) + 1;
  return frontierTable(counts);
}

/** Levels of all matched walks together. */
export function matchedFrontier(matched: readonly ClassWalks[]): Relation {
  const counts: number[] = [];
  for (const { walks } of matched)
    for (const { levels } of walks)
      levels.forEach((states, at) => {
        counts[at] = (counts[at] ?? 0) + states;
      });
  return frontierTable(counts);
}

export function matchedRows(matched: readonly ClassWalks[]): number {
  let rows = 0;
  for (const { walks } of matched)
    for (const { levels } of walks) for (const states of levels) rows += states;
  return rows;
}

const frontierTable = (counts: readonly number[]): Relation =>
  fromRows(
    ['level'],
    ['level:integer', 'states:integer'],
    [...counts].map((count, level) => [level, count ?? 0]),
  );

/** Flows with their ways, which are made for the rows that are shown. */
export function flowsTable(names: Names, flows: readonly Flow[]): Relation {
  const computed = (name: string, type: ColumnType, cell: (flow: Flow) => Cell): Column => ({
    spec: { name, type },
    length: flows.length,
    at: (row) => cell(flows[row]!),
  });
  return relation({
    key: ['class', 'source', 'sink'],
    columns: [
      texts(
        'class',
        flows.map((flow) => flow.class),
      ),
      texts(
        'source_loc',
        flows.map(({ source }) => names.site(source)),
      ),
      texts(
        'sink_loc',
        flows.map(({ sink }) => names.site(sink)),
      ),
      texts(
        'source_kind',
        flows.map(({ sourceKind }) => sourceKind),
      ),
      integers(
        'hops',
        flows.map(({ hops }) => hops),
      ),
      texts(
        'source',
        flows.map(({ source }) => names.of(source)),
      ),
      texts(
        'sink',
        flows.map(({ sink }) => names.of(sink)),
      ),
      computed('steps', 'integer', ({ expanded }) => expanded.length - 1),
      booleans(
        'insensitive',
        flows.map(({ insensitive }) => insensitive),
      ),
      computed('path', 'list', ({ path }) => names.all(path)),
      computed('expanded', 'list', ({ expanded }) => names.all(expanded)),
      computed('sites', 'list', ({ expanded }) => expanded.map((v) => names.site(v) ?? '?')),
    ],
  });
}

export function flowCounts(flows: readonly Flow[]): Relation {
  const counts = new Map<string, number>();
  for (const { sourceKind, class: name } of flows)
    counts.set(`${sourceKind} ${name}`, (counts.get(`${sourceKind} ${name}`) ?? 0) + 1);
  const rows = [...counts].map(([key, count]): Cell[] => [...key.split(' '), count]);
  return fromRows(
    ['source_kind', 'class'],
    ['source_kind', 'class', 'flows:integer'],
    rows.sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  );
}

export function whyNotTable(found: WhyNot | null): Relation {
  const rows: Cell[][] =
    found === null
      ? []
      : [
          [
            found.source,
            found.sink,
            found.reason,
            found.by,
            found.path,
            found.stops.map((stop) => `${stop.vertex} (${stop.why}, ${stop.level})`),
            found.roots.map((root) => `${root.vertex} (${root.distance})`),
          ],
        ];
  return fromRows(
    ['source', 'sink'],
    ['source', 'sink', 'reason', 'by:list', 'path:list', 'stops:list', 'roots:list'],
    rows,
  );
}

/** The way of an explained pair, step by step. */
export function whyNotWay(found: WhyNot | null): Relation {
  const rows = (found?.path ?? []).slice(1).map((to, i): Cell[] => [i, i + 1, found!.path[i]!, to]);
  return fromRows(['from'], ['from:integer', 'to:integer', 'src', 'dst'], rows);
}
