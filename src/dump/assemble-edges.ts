import { ColumnRoom } from './column-room.js';
import { EdgeRows } from './edge-rows.js';
import type { EdgeSource } from './edge-source.js';
import type { LoadedEdges, SkippedRows } from './loaded-dump.js';
import type { MergedIds } from './merge-ids.js';
import { mergeKind, type KindRows } from './merge-kind.js';
import { EndResolver } from './resolve-ends.js';
import type { TextPool } from './text-pool.js';
import { EDGE_KINDS, type EdgeKind } from './vocabulary.js';

export interface AssembledEdges {
  readonly refs: TextPool;
  readonly edges: ReadonlyMap<EdgeKind, LoadedEdges>;
  readonly skipped: SkippedRows;
}

/**
 * Edges of all units, one table a kind, merged by (src, dst): inside one unit counts add up; across units, which may
 * have compiled the same code twice, the greater count stands and sites are united. Ends and counts are put where they
 * stay and changed there.
 */
export function assembleEdges(
  units: readonly EdgeSource[],
  { ids, ordinals }: Pick<MergedIds, 'ids' | 'ordinals'>,
  check: () => void = () => undefined,
): AssembledEdges {
  const rows = new EdgeRows(units);
  const kinds = roomOf(units);
  const resolver = new EndResolver(ids);
  units.forEach((unit, at) => {
    check();
    unit.together(() => {
      for (const { kind, from, to } of unit.runs) {
        const room = kinds[kind]!;
        const start = room.end;
        const end = start + to - from;
        const [src, dst] = [room.src.subarray(start, end), room.dst.subarray(start, end)];
        unit.src.read(from, src);
        resolver.resolve(unit.src, ordinals[at]!, src);
        unit.dst.read(from, dst);
        resolver.resolve(unit.dst, ordinals[at]!, dst);
        const counts = room.counts.subarray(start, end);
        if (unit.counts) unit.counts(from, counts);
        else counts.fill(1);
        room.runs.starts.push(start);
        room.runs.rows.push(rows.starts[at]! + from);
        room.end = end;
      }
    });
  });
  const refs = resolver.refs();
  const edges = new Map<EdgeKind, LoadedEdges>();
  EDGE_KINDS.forEach((kind, place) => {
    const room = kinds[place]!;
    if (room.end === 0) return;
    const state = resolver.settle(room.src, room.dst);
    edges.set(kind, mergeKind(kind, room, state, rows));
  });
  return { refs, edges, skipped: skippedRows(units) };
}

interface Room extends KindRows {
  readonly runs: { readonly starts: number[]; readonly rows: number[] };
  /** Places that are taken. */
  end: number;
}

function roomOf(units: readonly EdgeSource[]): Room[] {
  const lengths = EDGE_KINDS.map(() => 0);
  for (const { runs } of units)
    for (const { kind, from, to } of runs) lengths[kind] = lengths[kind]! + to - from;
  const room = new ColumnRoom(12 * lengths.reduce((sum, length) => sum + length, 0));
  return lengths.map((length) => ({
    src: room.words(length),
    dst: room.words(length),
    counts: room.words(length),
    runs: { starts: [], rows: [] },
    end: 0,
  }));
}

function skippedRows(units: readonly EdgeSource[]): SkippedRows {
  const unknownEdgeKinds = new Map<string, number>();
  let edgesWithoutEnd = 0;
  for (const { unknownKinds, withoutEnd } of units) {
    edgesWithoutEnd += withoutEnd;
    for (const [word, count] of unknownKinds)
      unknownEdgeKinds.set(word, (unknownEdgeKinds.get(word) ?? 0) + count);
  }
  return { unknownEdgeKinds, edgesWithoutEnd };
}
