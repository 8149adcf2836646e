import { currentRun } from '../../grb/index.js';
import type { FlowGraph } from './graph.js';

/**
 * Writes down a walk as products are: what it was, over which graph, from how many vertices, and how much it found. The
 * walks of this lens carry parts of values along, which no semiring of the library does.
 */
export async function recorded<T>(
  op: string,
  graph: FlowGraph,
  from: number,
  work: () => Promise<T>,
  found: (result: T) => number,
): Promise<T> {
  const begin = performance.now();
  const result = await work();
  currentRun().recorder?.add({
    op,
    semiring: 'any_pair',
    mask: '¬v',
    shapes: [
      `${String(from)}×${String(graph.size)}`,
      `${String(graph.size)}×${String(graph.size)}`,
    ],
    entriesIn: [from, graph.targets.length],
    entriesOut: found(result),
    milliseconds: performance.now() - begin,
  });
  return result;
}
