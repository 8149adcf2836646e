import {
  booleans,
  fromRows,
  integers,
  lists,
  ranks,
  reals,
  relation,
  texts,
  type Cell,
  type Relation,
} from '../../table/index.js';
import type { Modules } from '../modules.js';
import { arcsOf } from './dependencies.js';
import type { Feedback } from './feedback.js';
import type { DsmMatrix } from './matrix.js';
import type { Partition } from './partition.js';
import type { Shape } from './shape.js';
import type { Visibility } from './visibility.js';

/** The rows that the dsm's steps show, and those that only their charts draw. */

const arcText = (
  names: readonly string[],
  { src, dst }: { readonly src: number; readonly dst: number },
): string => `${names[src]!} → ${names[dst]!}`;

const namesOf = (names: readonly string[], modules: Iterable<number>): string[] =>
  Array.from(modules, (module) => names[module]!);

export function modulesTable({ names, items, files }: Modules): Relation {
  return relation({
    key: ['module'],
    columns: [
      texts('module', names),
      integers('items', items, { unit: 'declarations' }),
      integers('files', files, { unit: 'files' }),
    ],
  });
}

/** Modules by declarations, most first. */
export function largestModules({ names, items }: Modules): Relation {
  const order = Array.from(items, (_, module) => module).sort(
    (a, b) => items[b]! - items[a]! || a - b,
  );
  return fromRows(
    ['module'],
    ['module', 'items:integer'],
    order.map((module) => [names[module]!, items[module]!]),
  );
}

export function matrixTable(
  { names }: Modules,
  { dependencies, kindsUsed, byKind }: DsmMatrix,
): Relation {
  const arcs = arcsOf(dependencies);
  return relation({
    key: ['src', 'dst'],
    columns: [
      texts(
        'src',
        arcs.map(({ src }) => names[src]!),
        { doc: 'the module that uses' },
      ),
      texts(
        'dst',
        arcs.map(({ dst }) => names[dst]!),
        { doc: 'the module that is used' },
      ),
      integers('weight', dependencies.weights),
      ...kindsUsed.map((kind, i) => integers(kind.toLowerCase(), byKind[i]!)),
    ],
  });
}

export function sccTable({ names }: Modules, { group, groupSizes, level }: Partition): Relation {
  const first = new Map<number, string>();
  group.forEach((g, module) => {
    if (!first.has(g)) first.set(g, names[module]!);
  });
  return relation({
    key: ['module'],
    columns: [
      texts('module', names),
      texts(
        'scc',
        Array.from(group, (g) => first.get(g)!),
        { doc: 'smallest member of its strongly connected group' },
      ),
      integers(
        'size',
        Uint32Array.from(group, (g) => groupSizes[g]!),
        { unit: 'modules' },
      ),
      integers(
        'level',
        Uint32Array.from(group, (g) => level[g]!),
      ),
    ],
  });
}

/** Size descending, weight descending, first member. */
export function sortedFeedbacks(feedbacks: readonly Feedback[]): Feedback[] {
  const smallest = ({ order }: Feedback): number => Math.min(...order);
  return [...feedbacks].sort(
    (a, b) => b.order.length - a.order.length || b.weight - a.weight || smallest(a) - smallest(b),
  );
}

export function cyclesTable({ names }: Modules, feedbacks: readonly Feedback[]): Relation {
  const sorted = sortedFeedbacks(feedbacks);
  const membersOf = ({ order }: Feedback): string[] =>
    namesOf(
      names,
      [...order].sort((a, b) => a - b),
    );
  return relation({
    key: ['cycle'],
    columns: [
      texts(
        'cycle',
        sorted.map((feedback) => membersOf(feedback)[0]!),
        { doc: 'its smallest member' },
      ),
      integers(
        'size',
        sorted.map(({ order }) => order.length),
        { unit: 'modules' },
      ),
      lists('members', sorted.map(membersOf)),
      texts(
        'method',
        sorted.map(({ method }) => method),
      ),
      lists(
        'order',
        sorted.map(({ order }) => namesOf(names, order)),
        { doc: 'users left' },
      ),
      lists(
        'arcs',
        sorted.map(({ arcs }) => arcs.map((arc) => arcText(names, arc))),
        { doc: 'feedback arcs' },
      ),
      integers(
        'weight',
        sorted.map(({ weight }) => weight),
        { doc: 'weight of the feedback arcs' },
      ),
    ],
  });
}

/** Thousandths, so that a chart is the same on every machine. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000 + 0;

function onCircle(index: number, count: number): readonly [x: number, y: number] {
  const angle = (2 * Math.PI * index) / count;
  return [rounded(Math.sin(angle)), rounded(Math.cos(angle))];
}

/** Members of the largest cycle on a circle, in feedback order. */
export function ringMembers({ names }: Modules, feedbacks: readonly Feedback[]): Relation {
  const order = sortedFeedbacks(feedbacks)[0]?.order ?? [];
  const at = order.map((_, i) => onCircle(i, order.length));
  return relation({
    key: ['module'],
    columns: [
      texts('module', namesOf(names, order)),
      reals(
        'x',
        at.map(([x]) => x * 1.15),
      ),
      reals(
        'y',
        at.map(([, y]) => y * 1.15),
      ),
    ],
  });
}

/** Its arcs as lines between them. */
export function ringArcs(
  { names }: Modules,
  matrix: DsmMatrix,
  feedbacks: readonly Feedback[],
): Relation {
  const largest = sortedFeedbacks(feedbacks)[0];
  const place = new Map(
    largest?.order.map((module, i) => [module, onCircle(i, largest.order.length)]),
  );
  const inside = arcsOf(matrix.dependencies).filter(
    ({ src, dst }) => place.has(src) && place.has(dst),
  );
  const cut = new Set(largest?.arcs.map((arc) => arcText(names, arc)));
  return relation({
    key: ['arc'],
    columns: [
      texts(
        'arc',
        inside.map((arc) => arcText(names, arc)),
      ),
      ...(['x', 'y'] as const).flatMap((axis, i) => [
        reals(
          `${axis}1`,
          inside.map(({ src }) => place.get(src)![i]!),
        ),
        reals(
          `${axis}2`,
          inside.map(({ dst }) => place.get(dst)![i]!),
        ),
      ]),
      booleans(
        'feedback',
        inside.map((arc) => cut.has(arcText(names, arc))),
      ),
    ],
  });
}

export function orderTable(
  { names }: Modules,
  { group, level }: Partition,
  order: Uint32Array,
): Relation {
  const firstOf = new Map<number, string>();
  group.forEach((g, module) => {
    if (!firstOf.has(g)) firstOf.set(g, names[module]!);
  });
  return relation({
    key: ['position'],
    columns: [
      ranks('position', order.length),
      texts('module', namesOf(names, order)),
      texts(
        'scc',
        Array.from(order, (module) => firstOf.get(group[module]!)!),
      ),
      integers(
        'level',
        Uint32Array.from(order, (module) => level[group[module]!]!),
      ),
    ],
  });
}

/** Entries of the matrix by position, and the diagonal. */
export function orderedCells(
  { names }: Modules,
  matrix: DsmMatrix,
  { group }: Partition,
  order: Uint32Array,
): Relation {
  const position = positions(order);
  const cells: Cell[][] = Array.from(order, (module, i) => [
    i + 1,
    i + 1,
    numbered(names, order, i),
    'diagonal',
    names[module]!,
  ]);
  for (const { src, dst, weight } of arcsOf(matrix.dependencies)) {
    const [row, column] = [position[src]!, position[dst]!];
    const place = column > row ? 'above' : group[src] === group[dst] ? 'cycle' : 'below';
    cells.push([
      row,
      column,
      numbered(names, order, row - 1),
      place,
      `${arcText(names, { src, dst })} (${weight})`,
    ]);
  }
  cells.sort((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]));
  return fromRows(
    ['row', 'column'],
    ['row:integer', 'column:integer', 'user', 'place', 'arc'],
    cells,
  );
}

/** First and last position of every cyclic group. */
export function cycleBoxes(
  { names }: Modules,
  { group, groupSizes }: Partition,
  order: Uint32Array,
): Relation {
  const rows: Cell[][] = [];
  for (let at = 0; at < order.length;) {
    const size = groupSizes[group[order[at]!]!]!;
    if (size > 1)
      rows.push([
        at + 1,
        at + size,
        numbered(names, order, at),
        numbered(names, order, at + size - 1),
        names[Math.min(...order.subarray(at, at + size))]!,
      ]);
    at += size;
  }
  return fromRows(
    ['first'],
    ['first:integer', 'last:integer', 'first_module', 'last_module', 'scc'],
    rows,
  );
}

/** A module with its position, by which its column is found. */
export const numbered = (names: readonly string[], order: Uint32Array, at: number): string =>
  `${at + 1} ${names[order[at]!]!}`;

function positions(order: Uint32Array): Uint32Array {
  const position = new Uint32Array(order.length);
  order.forEach((module, i) => (position[module] = i + 1));
  return position;
}

export function visibilityTable({ names }: Modules, { vfi, vfo }: Visibility): Relation {
  return relation({
    key: ['module'],
    columns: [
      texts('module', names),
      integers('vfi', vfi, { unit: 'modules', doc: 'modules that reach it, itself counted' }),
      integers('vfo', vfo, { unit: 'modules', doc: 'modules that it reaches, itself counted' }),
    ],
  });
}

export function shapeTable(
  { names }: Modules,
  { vfi, vfo }: Visibility,
  { classes }: Shape,
): Relation {
  return relation({
    key: ['module'],
    columns: [
      texts('module', names),
      texts('class', classes),
      integers('vfi', vfi),
      integers('vfo', vfo),
    ],
  });
}

export function pivotsTable({ pivot2 }: Shape): Relation {
  return fromRows([], ['vfi:real', 'vfo:real'], [[pivot2[0] / 2, pivot2[1] / 2]]);
}
