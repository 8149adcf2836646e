import type { TaintProgram } from './body.js';
import type { Vertices } from './vertices.js';

/** Classes that a count endangers: how long, how many, where. */
const COUNTED: ReadonlySet<string> = new Set(['memory']);

/** Vertices whose type has no room for text: 1 = it carries a count, 2 = not even that. Empty = no type is known. */
export function quietIn({ bodies }: TaintProgram, { all }: Vertices): Uint8Array {
  if (!bodies.some(({ quiet }) => quiet !== undefined && quiet.size > 0)) return new Uint8Array(0);
  const found = new Uint8Array(all.length);
  all.forEach(({ kind, body, number }, v) => {
    if (kind !== 'param' && kind !== 'definition') return;
    const carried = bodies[body]!.quiet?.get(number);
    if (carried !== undefined) found[v] = carried === 'count' ? 1 : 2;
  });
  return found;
}

/** How quiet a vertex must be to carry nothing that endangers a class. */
export const leastQuiet = (name: string): number => (COUNTED.has(name) ? 2 : 1);
