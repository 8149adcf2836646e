import type { TaintBody, TaintProgram } from './body.js';
import type { ResolvedCall } from './calls.js';
import type { BodyVertices, Vertices } from './vertices.js';

/** Vertices of what the handlers among some blocks catch. */
export function caughtAt(
  body: TaintBody,
  { definitions }: BodyVertices,
  successors: readonly number[],
): number[] {
  return successors.flatMap((block) => {
    const at = body.blocks[block]!.statements.findIndex(({ shape }) => shape?.kind === 'catch');
    const caught = definitions.find((one) => one.block === block && one.position === at);
    return at < 0 || caught === undefined ? [] : [caught.vertex];
  });
}

/** Bodies that something thrown may leave: their own, or what they call and do not handle. */
export function throwersIn(
  program: TaintProgram,
  vertices: Vertices,
  calls: readonly ResolvedCall[],
): ReadonlySet<number> {
  const handles = (b: number, block: number): boolean => {
    const body = program.bodies[b]!;
    return caughtAt(body, vertices.bodies[b]!, body.blocks[block]!.successors).length > 0;
  };
  const found = new Set<number>();
  program.bodies.forEach(({ blocks }, b) => {
    if (blocks.some(({ terminator }, i) => terminator.op === 'throw' && !handles(b, i)))
      found.add(b);
  });
  if (found.size === 0) return found;
  const callers = new Map<number, number[]>();
  for (const { site, targets } of calls) {
    if (targets.length === 0 || handles(site.body, site.block)) continue;
    for (const { body } of targets) {
      const list = callers.get(body);
      if (list === undefined) callers.set(body, [site.body]);
      else list.push(site.body);
    }
  }
  for (const body of found) for (const caller of callers.get(body) ?? []) found.add(caller);
  return found;
}
