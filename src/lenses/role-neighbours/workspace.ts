import type { CodeGraph } from '../../graph/index.js';

/** Defined here, by the dump's own origin column; a dump without one is all workspace. */
export function inWorkspace(graph: CodeGraph): (v: number) => boolean {
  const local = graph.origin?.codeOf('local') ?? -1;
  return (v) => {
    if (v >= graph.nodeCount || graph.defined?.[v] === 0) return false;
    const code = graph.origin?.codes[v] ?? 0;
    return code === 0 || code === local;
  };
}
