import type { CodeGraph } from '../../graph/index.js';

/** An item of a file: where it is, and how deep. */
export interface ItemSpan {
  readonly ordinal: number;
  readonly line: number;
  readonly endLine: number;
  readonly depth: number;
  readonly callable: boolean;
  /** Test code, by its own flag or by that of what it lies in. */
  readonly test: boolean;
}

const ITEMS: ReadonlySet<string> = new Set([
  'fn',
  'method',
  'class',
  'struct',
  'enum',
  'union',
  'trait',
  'interface',
  'impl',
  'const',
  'static',
  'type_alias',
  'macro',
]);

/** The item spans of every file, by first line; a file without any is not in the map. */
export function itemSpans(graph: CodeGraph): ReadonlyMap<string, readonly ItemSpan[]> {
  const spans = new Map<string, ItemSpan[]>();
  for (let v = 0; v < graph.nodeCount; v++) {
    const kind = graph.kind.at(v) ?? '';
    const file = graph.file?.at(v) ?? null;
    const line = graph.line?.[v] ?? 0;
    const endLine = graph.endLine?.[v] ?? 0;
    if (!ITEMS.has(kind) || file === null || line <= 0 || endLine < line) continue;
    let depth = 0;
    let test = graph.isTest?.[v] === 1;
    for (let at = graph.parents[v]!; at >= 0; at = graph.parents[at]!) {
      depth++;
      test ||= graph.isTest?.[at] === 1;
    }
    const span = {
      ordinal: v,
      line,
      endLine,
      depth,
      callable: kind === 'fn' || kind === 'method',
      test,
    };
    const own = spans.get(file);
    if (own === undefined) spans.set(file, [span]);
    else own.push(span);
  }
  for (const own of spans.values()) own.sort((a, b) => a.line - b.line || a.ordinal - b.ordinal);
  return spans;
}

/** The innermost item that holds a line: the deepest, then the shortest, then the first (S1:1846). */
export function enclosing(spans: readonly ItemSpan[], line: number): ItemSpan | null {
  let best: ItemSpan | null = null;
  for (const span of spans) {
    if (span.line > line) break;
    if (span.endLine < line) continue;
    const deeper = best === null || span.depth > best.depth;
    const shorter =
      best !== null &&
      span.depth === best.depth &&
      span.endLine - span.line < best.endLine - best.line;
    if (deeper || shorter) best = span;
  }
  return best;
}

/** Whether a site and a function around it are mostly one another: each holds at least `share` of the other's lines. */
export const coversCallable = (
  spans: readonly ItemSpan[],
  { line, endLine }: { readonly line: number; readonly endLine: number },
  share: number,
): boolean =>
  spans.some((span) => {
    const common = Math.min(span.endLine, endLine) - Math.max(span.line, line) + 1;
    const longer = Math.max(span.endLine - span.line, endLine - line) + 1;
    return span.callable && common > 0 && common >= share * longer;
  });

export const overlapsCallable = (
  spans: readonly ItemSpan[],
  { line, endLine }: { readonly line: number; readonly endLine: number },
): boolean => spans.some((span) => span.callable && span.line <= endLine && line <= span.endLine);

/** Whether a place overlaps functions, and all of them are tests. */
export function onlyTests(
  spans: readonly ItemSpan[],
  { line, endLine }: { readonly line: number; readonly endLine: number },
): boolean {
  const own = spans.filter((span) => span.callable && span.line <= endLine && line <= span.endLine);
  return own.length > 0 && own.every(({ test }) => test);
}
