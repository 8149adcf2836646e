import { mergeTexts } from './assemble-nodes.js';
import type { LoadedSite } from './loaded-dump.js';
import { once } from './once.js';
import { poolText, type TextColumn } from './text-pool.js';
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

  sites(row: number): LoadedSite[] {
    const unit = this.unit(row);
    const columns = this.#edges[unit]!.sites?.();
    if (!columns) return [];
    const local = row - this.starts[unit]!;
    const made: LoadedSite[] = [];
    for (let i = columns.offsets[local]!; i < columns.offsets[local + 1]!; i++) {
      const code = columns.file?.codes[i] ?? 0;
      const file = code === 0 ? null : poolText(columns.file!.pool, code);
      made.push({ file, line: columns.line[i]!, col: columns.col[i]! });
    }
    return made;
  }
}
