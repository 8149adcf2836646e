import type { CodeGraph } from './code-graph.js';

/**
 * The last line of the node that begins at a line of a file: the longest one where several do. `null` where none does.
 * One pass over the nodes, then a lookup.
 */
export function spanEnds(graph: CodeGraph): (file: string, line: number) => number | null {
  const ends = new Map<string, number>();
  for (let v = 0; v < graph.nodeCount; v++) {
    const file = graph.file?.at(v) ?? null;
    const line = graph.line?.[v] ?? 0;
    if (file === null || line <= 1 || graph.kind.at(v) === 'mir_block') continue;
    const key = `${file}:${String(line)}`;
    const end = graph.endLine?.[v] ?? line;
    if (end > (ends.get(key) ?? 0)) ends.set(key, end);
  }
  return (file, line) => ends.get(`${file}:${String(line)}`) ?? null;
}
