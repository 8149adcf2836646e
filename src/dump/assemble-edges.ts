import { EdgeRows } from './edge-rows.js';
import type { LoadedEdges, SkippedRows } from './loaded-dump.js';
import { groupByKind } from './group-by-kind.js';
import { mergeKind, type KindRows } from './merge-kind.js';
import { resolveEnds, type Ends } from './resolve-ends.js';
import { poolText, type TextPool } from './text-pool.js';
import { NO_KEY, type EdgeColumns, type KeyColumn, type UnitColumns } from './unit-columns.js';
import { EDGE_KINDS, type EdgeKind } from './vocabulary.js';

export interface AssembledEdges {
  readonly refs: TextPool;
  readonly edges: ReadonlyMap<EdgeKind, LoadedEdges>;
  readonly skipped: SkippedRows;
}

/** Rows of one kind that stand together in a unit. */
interface Run {
  readonly unit: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Edges of all units, one table a kind, merged by (src, dst): inside one unit counts add up; across units, which may
 * have compiled the same code twice, the greater count stands and sites are united.
 */
export function assembleEdges(
  units: readonly UnitColumns[],
  nodeIds: TextPool,
  nodeOrdinals: readonly (Uint32Array | null)[],
): AssembledEdges {
  const edges = units.map((unit) => groupByKind(unit.edges));
  const { runs, skipped } = findRuns(edges);
  const kept: Run[][] = edges.map(() => []);
  for (const own of runs) for (const run of own) kept[run.unit]!.push(run);
  const { refs, ends } = resolveEnds(
    units.map(({ nodes }, unit) => ({ nodes, edges: edges[unit]! })),
    nodeIds,
    nodeOrdinals,
    kept,
  );
  const rows = new EdgeRows(edges);
  const made = new Map<EdgeKind, LoadedEdges>();
  runs.forEach((own, kind) => {
    if (own.length > 0)
      made.set(
        EDGE_KINDS[kind]!,
        mergeKind(EDGE_KINDS[kind]!, gather(own, edges, ends, rows), rows),
      );
  });
  return { refs, edges: made, skipped };
}

/** Where each kind's rows are; rows of no known kind or without an end are counted instead. */
function findRuns(edges: readonly EdgeColumns[]): { runs: Run[][]; skipped: SkippedRows } {
  const runs: Run[][] = EDGE_KINDS.map(() => []);
  const unknownEdgeKinds = new Map<string, number>();
  let edgesWithoutEnd = 0;
  edges.forEach(({ rows, src, dst, kind }, unit) => {
    const kinds = kindCodes(kind);
    const complete = src.complete === true && dst.complete === true;
    const hasEnds = (row: number): boolean =>
      src.codes[row] !== NO_KEY && dst.codes[row] !== NO_KEY;
    for (let from = 0; from < rows;) {
      const code = kind.codes[from]!;
      let to = from;
      while (to < rows && kind.codes[to] === code && (complete || hasEnds(to))) to++;
      if (to === from) {
        edgesWithoutEnd++;
        from++;
        continue;
      }
      if (code === NO_KEY) edgesWithoutEnd += to - from;
      else if (kinds[code]! >= 0) runs[kinds[code]!]!.push({ unit, from, to });
      else {
        const word = poolText(kind.pool, code);
        unknownEdgeKinds.set(word, (unknownEdgeKinds.get(word) ?? 0) + to - from);
      }
      from = to;
    }
  });
  return { runs, skipped: { unknownEdgeKinds, edgesWithoutEnd } };
}

/** For each code of a kind column, the kind's place in the vocabulary or -1. */
function kindCodes({ pool }: KeyColumn): Int32Array {
  const kinds = new Int32Array(pool.length);
  for (let code = 0; code < kinds.length; code++)
    kinds[code] = EDGE_KINDS.indexOf(poolText(pool, code) as EdgeKind);
  return kinds;
}

/** A kind's ends as ordinals. One run whose codes are ordinals already is not copied. */
function gather(
  runs: readonly Run[],
  edges: readonly EdgeColumns[],
  ends: readonly Ends[],
  rows: EdgeRows,
): KindRows {
  const first = runs[0]!;
  const map = ends[first.unit]!;
  const places = runs.map(({ unit, from }) => rows.starts[unit]! + from);
  if (runs.length === 1 && map.src === null && map.dst === null) {
    const { src, dst, count } = edges[first.unit]!;
    return {
      src: src.codes.subarray(first.from, first.to),
      dst: dst.codes.subarray(first.from, first.to),
      counts:
        count?.subarray(first.from, first.to) ?? new Uint32Array(first.to - first.from).fill(1),
      runs: { starts: [0], rows: places },
    };
  }
  const total = runs.reduce((sum, run) => sum + run.to - run.from, 0);
  const src = new Uint32Array(total);
  const dst = new Uint32Array(total);
  const counts = new Uint32Array(total);
  const starts: number[] = [];
  let at = 0;
  for (const { unit, from, to } of runs) {
    const end = at + to - from;
    const { count } = edges[unit]!;
    translate(edges[unit]!.src.codes, ends[unit]!.src, from, src.subarray(at, end));
    translate(edges[unit]!.dst.codes, ends[unit]!.dst, from, dst.subarray(at, end));
    if (count) counts.set(count.subarray(from, to), at);
    else counts.fill(1, at, end);
    starts.push(at);
    at = end;
  }
  return { src, dst, counts, runs: { starts, rows: places } };
}

function translate(
  codes: Uint32Array,
  map: Uint32Array | null,
  from: number,
  out: Uint32Array,
): void {
  if (map === null) out.set(codes.subarray(from, from + out.length));
  else for (let i = 0; i < out.length; i++) out[i] = map[codes[from + i]!]!;
}
