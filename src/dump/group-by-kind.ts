import type { TextColumn } from './text-pool.js';
import type { EdgeColumns, KeyColumn, SiteColumns } from './unit-columns.js';

/** More changes of kind than this from row to row, and the rows are sorted by kind first. */
export const SCATTERED = 4096;

/** The same rows with each kind's together, in the order they had: our writers' files are so already. */
export function groupByKind(edges: EdgeColumns): EdgeColumns {
  const kinds = edges.kind.codes;
  let changes = 0;
  for (let row = 1; row < kinds.length; row++) if (kinds[row] !== kinds[row - 1]) changes++;
  if (changes <= SCATTERED) return edges;
  const order = orderByKind(edges.kind);
  const words = (codes: Uint32Array): Uint32Array => {
    const out = new Uint32Array(codes.length);
    for (let i = 0; i < out.length; i++) out[i] = codes[order[i]!]!;
    return out;
  };
  const keys = (column: KeyColumn): KeyColumn => ({ ...column, codes: words(column.codes) });
  const text = (column: TextColumn): TextColumn => ({ ...column, codes: words(column.codes) });
  const { access, how } = edges.text;
  return {
    ...edges,
    src: keys(edges.src),
    dst: keys(edges.dst),
    kind: keys(edges.kind),
    count: edges.count && words(edges.count),
    partial: edges.partial && Uint8Array.from(order, (row) => edges.partial![row]!),
    text: { ...(access && { access: text(access) }), ...(how && { how: text(how) }) },
    sites: edges.sites && reorderedSites(edges.sites, order),
  };
}

/** A missing kind counts as one more, after the others. */
function orderByKind({ codes, pool }: KeyColumn): Uint32Array {
  const starts = new Uint32Array(pool.length + 2);
  const place = (code: number): number => Math.min(code, pool.length);
  for (const code of codes) starts[place(code) + 1]!++;
  for (let kind = 0; kind <= pool.length; kind++) starts[kind + 1]! += starts[kind]!;
  const order = new Uint32Array(codes.length);
  for (let row = 0; row < codes.length; row++) order[starts[place(codes[row]!)]!++] = row;
  return order;
}

function reorderedSites(read: () => SiteColumns, order: Uint32Array): () => SiteColumns {
  return () => {
    const { offsets, file, line, col } = read();
    const moved = {
      offsets: new Uint32Array(order.length + 1),
      line: new Int32Array(line.length),
      col: new Int32Array(col.length),
      file: file && { codes: new Uint32Array(line.length), pool: file.pool },
    };
    let at = 0;
    for (let i = 0; i < order.length; i++) {
      for (let site = offsets[order[i]!]!; site < offsets[order[i]! + 1]!; site++, at++) {
        moved.line[at] = line[site]!;
        moved.col[at] = col[site]!;
        if (moved.file) moved.file.codes[at] = file!.codes[site]!;
      }
      moved.offsets[i + 1] = at;
    }
    return moved;
  };
}
