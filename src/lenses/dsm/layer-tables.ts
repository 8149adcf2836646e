import { fromRows, type Cell, type Relation } from '../../table/index.js';
import type { Modules } from '../modules.js';
import type { Arc } from './dependencies.js';
import type { Change } from './change.js';
import type { Layer, Layering } from './layering.js';

export function layersTable(
  { names }: Modules,
  layers: readonly Layer[],
  { layerOf, violations }: Layering,
): Relation {
  const layerName = (module: number): string => layers[layerOf[module]!]!.name;
  return fromRows(
    ['src', 'dst'],
    ['src', 'dst', 'why', 'by:integer/layers', 'weight:integer', 'src_layer', 'dst_layer'],
    violations.map(({ src, dst, why, by, weight }) => [
      names[src]!,
      names[dst]!,
      why,
      by,
      weight,
      layerName(src),
      layerName(dst),
    ]),
  );
}

/** Weight between layers, top first. */
export function layerGrid(
  arcs: readonly Arc[],
  layers: readonly Layer[],
  { layerOf }: Layering,
): Relation {
  const sums = new Map<number, number>();
  for (const { src, dst, weight } of arcs) {
    const [from, to] = [layerOf[src]!, layerOf[dst]!];
    if (from < 0 || to < 0) continue;
    const key = from * layers.length + to;
    sums.set(key, (sums.get(key) ?? 0) + weight);
  }
  const rows = [...sums]
    .sort(([a], [b]) => a - b)
    .map(([key, weight]): Cell[] => {
      const from = Math.floor(key / layers.length);
      const to = key % layers.length;
      const verdict =
        to < from ? 'upward' : to === from ? 'same' : to === from + 1 ? 'down' : 'skip';
      return [layers[from]!.name, layers[to]!.name, weight, verdict];
    });
  return fromRows(
    ['src_layer', 'dst_layer'],
    ['src_layer', 'dst_layer', 'weight:integer', 'verdict'],
    rows,
  );
}

const shown = (value: Cell): string | null =>
  value === null ? null : Array.isArray(value) ? value.join('/') : String(value);

export function changeTable(change: Change | null): Relation {
  const rows: Cell[][] = [];
  const add = (what: string, key: string, before: Cell, after: Cell): number =>
    rows.push([what, key, shown(before), shown(after)]);
  if (change !== null) {
    for (const { src, dst, before, after } of change.arcs)
      add(arcChange(before, after), `${src} → ${dst}`, before, after);
    for (const { module, before, after } of change.classes) add('class', module, before, after);
    for (const { members } of change.cyclesGone)
      add('cycle gone', members[0]!, members.join(', '), null);
    for (const { members } of change.cyclesNew)
      add('cycle new', members[0]!, null, members.join(', '));
    for (const name of change.modulesAdded) add('module added', name, null, name);
    for (const name of change.modulesRemoved) add('module removed', name, name, null);
    add('propagation cost', '', change.pc[0], change.pc[1]);
    if (change.pcCommon !== null)
      add('propagation cost', 'modules of both', change.pcCommon[0], change.pcCommon[1]);
    add('visible pairs', '', change.visiblePairs[0], change.visiblePairs[1]);
  }
  // Stable: rows of one kind keep the order in which they were found, which is that of their keys.
  rows.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : String(a[0]) > String(b[0]) ? 1 : 0));
  return fromRows(['what', 'key'], ['what', 'key', 'before', 'after'], rows);
}

const arcChange = (before: number | null, after: number | null): string =>
  before === null ? 'arc added' : after === null ? 'arc removed' : 'arc reweighted';

export function changedArcs(change: Change | null): Relation {
  const rows =
    change?.arcs.map(({ src, dst, before, after }) => [
      src,
      dst,
      arcChange(before, after).slice(4),
    ]) ?? [];
  return fromRows(['src', 'dst'], ['src', 'dst', 'what'], rows);
}
