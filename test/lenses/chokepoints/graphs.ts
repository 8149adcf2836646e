import { graphOf, type CodeGraph } from '../../../src/graph/index.js';

export const idOf = (name: string): string => `test cargo demo 1.0.0 ${name}().`;

/** A pattern that matches this function only. */
export const only = (name: string): string => `demo ${name}()`;

/** The plain name behind a label. */
export const plain = (label: string): string => label.replace(/^demo (.*)\(\)\.$/, '$1');

/** A dump of functions that call each other. */
export function graphOfCalls(
  functions: readonly string[],
  calls: readonly (readonly [string, string])[],
): CodeGraph {
  return graphOf({
    nodes: functions.map((name) => ({
      id: idOf(name),
      kind: 'fn',
      crate: 'demo',
      file: 'src/lib.rs',
      line: 1,
    })),
    edges: calls.map(([src, dst]) => ({ kind: 'CALLS', src: idOf(src), dst: idOf(dst) })),
  });
}
