import { mergeTexts } from './assemble-nodes.js';
import type { LoadedSite } from './loaded-dump.js';
import { once } from './once.js';
import { sitesAt } from './edge-sites.js';
import type { TextColumn } from './text-pool.js';
import type { EdgeSource } from './edge-source.js';
import { FLAG_MISSING, type EdgeTextColumn, type SiteColumns } from './unit-columns.js';

/** Attributes of edge rows, the rows of all units numbered one after another. */
export class EdgeRows {
  readonly #sites: readonly ((() => SiteColumns) | null)[];
  readonly starts: number[] = [];
  readonly total: number;
  readonly partial: Uint8Array | null;
  readonly access: TextColumn | null;
  readonly how: TextColumn | null;

  constructor(edges: readonly EdgeSource[]) {
    let rows = 0;
    for (const source of edges) {
      this.starts.push(rows);
      rows += source.rows;
    }
    this.total = rows;
    this.#sites = edges.map(({ sites }) => sites && once(sites));
    const text = (name: EdgeTextColumn): TextColumn | null =>
      edges.some((source) => source.text[name])
        ? mergeTexts(
            edges.map((source) => ({ rows: source.rows, fill: source.text[name] ?? null })),
          )
        : null;
    this.access = text('access');
    this.how = text('how');
    this.partial = null;
    if (edges.some((source) => source.partial)) {
      const partial = new Uint8Array(rows).fill(FLAG_MISSING);
      edges.forEach((source, unit) => {
        const from = this.starts[unit]!;
        source.partial?.(partial.subarray(from, from + source.rows));
      });
      this.partial = partial;
    }
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
    const columns = this.#sites[unit]?.();
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
    const columns = this.#sites[unit]?.();
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
    return sitesAt(this.#sites[unit]?.() ?? null, row - this.starts[unit]!);
  }
}

const NONE = new Int32Array(0);
