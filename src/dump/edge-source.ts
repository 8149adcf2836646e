import { integersOf, type ReadRows } from './arrow-values.js';
import { groupByKind, SCATTERED } from './group-by-kind.js';
import { decodedKeys, keysInFile, splitPool, type KeySource } from './key-source.js';
import { fillFrom, type Fill, type FillText } from './node-source.js';
import { readEdgeColumns, within, type OpenFile } from './read-unit.js';
import { poolText, type TextPool } from './text-pool.js';
import {
  EDGE_TEXT_COLUMNS,
  NO_KEY,
  type EdgeColumns,
  type EdgeTextColumn,
  type SiteColumns,
} from './unit-columns.js';
import { EDGE_KINDS, type EdgeKind } from './vocabulary.js';

/** Rows of one kind that stand together; `kind` is the kind's place in the vocabulary. */
export interface KindRun {
  readonly kind: number;
  readonly from: number;
  readonly to: number;
}

/** Edge rows of one unit, decoded or still in their file. */
export interface EdgeSource {
  readonly rows: number;
  readonly runs: readonly KindRun[];
  /** Rows of a kind outside the vocabulary, by kind. */
  readonly unknownKinds: ReadonlyMap<string, number>;
  /** Rows without a source, a target or a kind. */
  readonly withoutEnd: number;
  readonly src: KeySource;
  readonly dst: KeySource;
  /** Puts the counts of the rows from `from` on, at least 1 each; absent = every row counts once. */
  readonly counts: ReadRows | null;
  readonly partial: Fill<Uint8Array> | null;
  readonly text: Partial<Record<EdgeTextColumn, FillText>>;
  readonly sites: (() => SiteColumns) | null;
  /** Runs what reads several columns, with the file open all the while. */
  readonly together: (use: () => void) => void;
}

/** `own`: the ids of the unit's node rows. */
export function decodedEdges(columns: EdgeColumns, own: TextPool): EdgeSource {
  const edges = groupByKind(columns);
  const { count, partial } = edges;
  const pool = splitPool(edges.src.pool, own);
  const other = edges.dst.pool === edges.src.pool ? pool : splitPool(edges.dst.pool, own);
  const text: Partial<Record<EdgeTextColumn, FillText>> = {};
  for (const name of EDGE_TEXT_COLUMNS) {
    const column = edges.text[name];
    if (column)
      text[name] = (out, texts) => {
        fillFrom(column, out, texts);
      };
  }
  return {
    ...findRuns(edges),
    rows: edges.rows,
    src: decodedKeys(edges.src, pool),
    dst: decodedKeys(edges.dst, other),
    counts:
      count &&
      ((from, out) => {
        out.set(count.subarray(from, from + out.length));
      }),
    partial:
      partial &&
      ((out) => {
        out.set(partial);
      }),
    text,
    sites: edges.sites,
    together: (use) => {
      use();
    },
  };
}

/** Where each kind's rows are; rows of no known kind or without an end are counted instead. */
function findRuns({
  rows,
  src,
  dst,
  kind,
}: EdgeColumns): Pick<EdgeSource, 'runs' | 'unknownKinds' | 'withoutEnd'> {
  const runs: KindRun[] = [];
  const unknownKinds = new Map<string, number>();
  let withoutEnd = 0;
  const kinds = kindCodes(kind.pool);
  const complete = src.complete === true && dst.complete === true;
  const hasEnds = (row: number): boolean => src.codes[row] !== NO_KEY && dst.codes[row] !== NO_KEY;
  for (let from = 0; from < rows;) {
    const code = kind.codes[from]!;
    let to = from;
    while (to < rows && kind.codes[to] === code && (complete || hasEnds(to))) to++;
    if (to === from) {
      withoutEnd++;
      from++;
      continue;
    }
    if (code === NO_KEY) withoutEnd += to - from;
    else if (kinds[code]! >= 0) runs.push({ kind: kinds[code]!, from, to });
    else {
      const word = poolText(kind.pool, code);
      unknownKinds.set(word, (unknownKinds.get(word) ?? 0) + to - from);
    }
    from = to;
  }
  return { runs, unknownKinds, withoutEnd };
}

/** For each code of a kind column, the kind's place in the vocabulary or -1. */
function kindCodes(pool: TextPool): Int32Array {
  const kinds = new Int32Array(pool.length);
  for (let code = 0; code < kinds.length; code++)
    kinds[code] = EDGE_KINDS.indexOf(poolText(pool, code) as EdgeKind);
  return kinds;
}

/** Rows that their file has as our writers make them stay there until their place is known; others are decoded. */
export function edgesInFile(file: OpenFile, own: TextPool): EdgeSource {
  return within(
    file.source,
    () => plainEdges(file, own) ?? decodedEdges(readEdgeColumns(file), own),
  );
}

function plainEdges(file: OpenFile, own: TextPool): EdgeSource | null {
  const { source, table, columns } = file;
  const at = (name: string): number => columns.get(name)!.at;
  if (!['src', 'dst', 'kind'].every((name) => columns.has(name))) return null;
  const runs = plainRuns(file);
  const ends = runs && keysInFile(source, table, [at('src'), at('dst')], own);
  if (runs === null || ends === null) return null;
  const text: Partial<Record<EdgeTextColumn, FillText>> = {};
  for (const name of EDGE_TEXT_COLUMNS) {
    if (columns.has(name))
      text[name] = (out, texts) => {
        within(source, () => {
          table.fillText(at(name), out, texts);
        });
      };
  }
  return {
    rows: table.rows,
    runs,
    unknownKinds: new Map(),
    withoutEnd: 0,
    src: ends[0],
    dst: ends[1],
    counts: columns.has('count') ? table.countReader(at('count')) : null,
    partial: columns.has('partial')
      ? (out) => {
          within(source, () => {
            table.fillFlags(at('partial'), out);
          });
        }
      : null,
    text,
    sites: columns.has('sites') ? () => within(source, () => table.sites(at('sites'))) : null,
    together: (use) => {
      within(source, use);
    },
  };
}

/** Runs of a kind column of one batch that lacks nothing and has known kinds, a run or few of each; else `null`. */
function plainRuns({ table, columns }: OpenFile): KindRun[] | null {
  const placed = table.onlyBatch(columns.get('kind')!.at);
  if (placed === null || placed.nulls > 0) return null;
  const { type } = placed.field;
  if (type.type !== 'dictionary' || type.index.type !== 'integer') return null;
  if (table.onlyDictionary(type.id, type.value) === null) return null;
  const kinds = kindCodes(table.textsOf(type));
  const codes = integersOf(placed, type.index, true);
  const runs: KindRun[] = [];
  for (let from = 0; from < codes.length;) {
    const code = codes[from]!;
    const kind = code < 0 ? undefined : kinds[code];
    if (kind === undefined || kind < 0 || runs.length > SCATTERED) return null;
    let to = from + 1;
    while (to < codes.length && codes[to] === code) to++;
    runs.push({ kind, from, to });
    from = to;
  }
  return runs;
}
