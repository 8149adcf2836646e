import { mergeTexts } from './assemble-nodes.js';
import type { LoadedSite } from './loaded-dump.js';
import { once } from './once.js';
import { sitesAt } from './edge-sites.js';
import type { TextColumn } from './text-pool.js';
import { FLAG_MISSING, type EdgeColumns, type EdgeTextColumn } from './unit-columns.js';

/** Attributes of edge rows, the rows of all units numbered one after another. */
export class EdgeRows {
  readonly #edges: readonly EdgeColumns[];
  readonly starts: number[] = [];
  readonly total: number;
  readonly partial: Uint8Array | null;
  readonly access: TextColumn | null;
  readonly how: TextColumn | null;

  constructor(edges: readonly EdgeColumns[]) {
    let rows = 0;
    for (const columns of edges) {
      this.starts.push(rows);
      rows += columns.rows;
    }
    this.total = rows;
    this.#edges = edges.map((columns) => ({
      ...columns,
      sites: columns.sites && once(columns.sites),
    }));
    this.access = this.#text('access');
    this.how = this.#text('how');
    this.partial = null;
    if (edges.some((columns) => columns.partial)) {
      const partial = new Uint8Array(rows).fill(FLAG_MISSING);
      edges.forEach((columns, unit) => {
        if (columns.partial) partial.set(columns.partial, this.starts[unit]);
      });
      this.partial = partial;
    }
  }

  #text(name: EdgeTextColumn): TextColumn | null {
    if (!this.#edges.some((columns) => columns.text[name])) return null;
    return mergeTexts(
      this.#edges.map((columns) => ({ rows: columns.rows, column: columns.text[name] ?? null })),
    );
  }

  unit(row: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.starts[middle]! <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  siteCount(row: number): number {
    const unit = this.unit(row);
    const columns = this.#edges[unit]!.sites?.();
    if (!columns) return 0;
    const local = row - this.starts[unit]!;
    return columns.offsets[local + 1]! - columns.offsets[local]!;
  }

  /** Sites that lie in the source node's file and in order, as they stand; `null` for others. */
  plainSites(row: number): {
    readonly from: number;
    readonly to: number;
    readonly line: Int32Array;
    readonly col: Int32Array;
  } | null {
    const unit = this.unit(row);
    const columns = this.#edges[unit]!.sites?.();
    if (!columns) return { from: 0, to: 0, line: NONE, col: NONE };
    const local = row - this.starts[unit]!;
    const from = columns.offsets[local]!;
    const to = columns.offsets[local + 1]!;
    const { line, col, file } = columns;
    for (let i = from; i < to; i++) {
      if (file !== null && file.codes[i] !== 0) return null;
      if (
        i > from &&
        (line[i - 1]! > line[i]! || (line[i - 1] === line[i] && col[i - 1]! > col[i]!))
      )
        return null;
    }
    return { from, to, line, col };
  }

  sites(row: number): LoadedSite[] {
    const unit = this.unit(row);
    return sitesAt(this.#edges[unit]!.sites?.() ?? null, row - this.starts[unit]!);
  }
}

const NONE = new Int32Array(0);
