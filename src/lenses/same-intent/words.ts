import type { CodeGraph } from '../../graph/index.js';
import { nameParts } from '../clones/index.js';

/** Words of an identifier (S1:1601): parts of one letter and `self` are none; each once. */
export const nameWords = (identifier: string): string[] => [
  // `<constructor>` and `<get>` are a producer's marks, no names that anybody chose.
  ...new Set(
    nameParts(identifier.replace(/<[^>]*>|^constructor$/g, ' ')).filter(
      (part) => part.length > 1 && part !== 'self',
    ),
  ),
];

/** `n:<w>` for the words of a function's name and of its parameters' names. */
export const nameFeatures = (name: string, params: readonly string[]): string[] => [
  ...new Set([name, ...params].flatMap(nameWords).map((word) => `n:${word}`)),
];

/** Parameters of a function in their written order: name and printed type. `self` is one. */
export function parametersOf(
  graph: CodeGraph,
  v: number,
): readonly { readonly name: string; readonly type: string }[] {
  const { offsets, targets } = graph.edges('CONTAINS').out;
  const found: number[] = [];
  for (let e = offsets[v]!; e < offsets[v + 1]!; e++)
    if (targets[e]! < graph.nodeCount && graph.kind.at(targets[e]!) === 'param')
      found.push(targets[e]!);
  const line = (part: number): number => graph.line?.[part] ?? 0;
  return found
    .sort((a, b) => line(a) - line(b) || a - b)
    .map((part) => ({ name: graph.nameOf(part), type: graph.ty?.at(part) ?? '?' }));
}
