import type { CodeGraph } from '../../graph/index.js';
import type { Vectors } from '../../ops/index.js';
import type { Task } from '../../task/index.js';
import { embedWords, HASHED_DIMENSION, normalise } from '../../text/index.js';
import type { ClonePopulation, ExactGroup } from '../clones/index.js';
import { eachText } from '../clones/index.js';

/** The hashed vector of every normalised body: its symbols, names taken away; bodies are read at their first member. */
export async function hashedBodies(
  graph: CodeGraph,
  population: ClonePopulation,
  bodies: readonly ExactGroup[],
  src: string,
  task: Task,
): Promise<Vectors> {
  const values = new Float32Array(bodies.length * HASHED_DIMENSION);
  const bodyOf = new Map(bodies.map(({ members }, body) => [members[0]!, body]));
  await eachText(graph, population, src, task, (row, stream, { from, to }) => {
    const body = bodyOf.get(row);
    if (body === undefined) return;
    embedWords(normalise(stream, from, to).classes, values, body * HASHED_DIMENSION);
  });
  return { dimension: HASHED_DIMENSION, values };
}
