import { compareUtf8 } from '../table/index.js';
import type { EdgeRows } from './edge-rows.js';
import type { LoadedSite } from './loaded-dump.js';
import { PoolBuilder, poolText } from './text-pool.js';
import type { SiteColumns } from './unit-columns.js';

/** Which rows each edge came from: `starts` says where an edge's begin, and is `null` where each has one. */
export interface EdgeOrigin {
  readonly count: number;
  readonly rows: (at: number) => number;
  readonly starts: Uint32Array | null;
}

export function spanOf({ starts }: EdgeOrigin, edge: number): readonly [from: number, to: number] {
  return starts === null ? [edge, edge + 1] : [starts[edge]!, starts[edge + 1]!];
}

/** Sites of one edge by (file, line, col). Rows of one unit keep what they repeat; what several units tell is united. */
export function sitesOf(rows: EdgeRows, origin: EdgeOrigin, edge: number): LoadedSite[] {
  const [from, to] = spanOf(origin, edge);
  const own = Array.from({ length: to - from }, (_, i) => origin.rows(from + i));
  const sites = own.flatMap((row) => rows.sites(row));
  sites.sort((a, b) => compareUtf8(a.file ?? '', b.file ?? '') || a.line - b.line || a.col - b.col);
  if (new Set(own.map((row) => rows.unit(row))).size === 1) return sites;
  return sites.filter((site, i) => {
    const before = sites[i - 1];
    return before?.file !== site.file || before.line !== site.line || before.col !== site.col;
  });
}

/** The same for all edges at once, as columns; `null` where no row has a site. */
export function allSites(rows: EdgeRows, origin: EdgeOrigin): SiteColumns | null {
  let most = 0;
  const last = origin.starts === null ? origin.count : origin.starts[origin.count]!;
  for (let i = 0; i < last; i++) most += rows.siteCount(origin.rows(i));
  if (most === 0) return null;
  const files = new PoolBuilder();
  const offsets = new Uint32Array(origin.count + 1);
  const file = new Uint32Array(most);
  const line = new Int32Array(most);
  const col = new Int32Array(most);
  let at = 0;
  for (let edge = 0; edge < origin.count; edge++) {
    const [from, to] = spanOf(origin, edge);
    const row = origin.rows(from);
    const plain = to === from + 1 ? rows.plainSites(row) : null;
    if (plain === null) {
      for (const site of sitesOf(rows, origin, edge)) {
        file[at] = files.code(site.file);
        line[at] = site.line;
        col[at++] = site.col;
      }
    } else {
      for (let i = plain.from; i < plain.to; i++) {
        line[at] = plain.line[i]!;
        col[at++] = plain.col[i]!;
      }
    }
    offsets[edge + 1] = at;
  }
  return {
    offsets,
    file: files.length > 1 ? { codes: file.subarray(0, at), pool: files.build() } : null,
    line: line.subarray(0, at),
    col: col.subarray(0, at),
  };
}

/** Sites of one edge out of columns. */
export function sitesAt(columns: SiteColumns | null, edge: number): LoadedSite[] {
  const made: LoadedSite[] = [];
  if (columns === null) return made;
  for (let i = columns.offsets[edge]!; i < columns.offsets[edge + 1]!; i++) {
    const code = columns.file?.codes[i] ?? 0;
    const file = code === 0 ? null : poolText(columns.file!.pool, code);
    made.push({ file, line: columns.line[i]!, col: columns.col[i]! });
  }
  return made;
}
