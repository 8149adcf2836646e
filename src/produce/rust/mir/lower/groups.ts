import type { MirBody } from '../mir.js';
import type { BodyGroup } from './lowered.js';

const NESTED = /^(.*)::\{closure#(\d+)\}$/su;

/** Puts closures and coroutines under the function, constant or static that they're written in. */
export function groupBodies(bodies: Iterable<MirBody>): BodyGroup[] {
  const groups = new Map<string, { root: MirBody | null; readonly nested: MirBody[] }>();
  for (const body of bodies) {
    let root = body.defPath ?? body.path;
    let isNested = false;
    for (let outer = NESTED.exec(root); outer !== null; outer = NESTED.exec(root)) {
      root = outer[1]!;
      isNested = true;
    }
    if (body.promoted !== null) root += `::promoted[${body.promoted}]`;
    let group = groups.get(root);
    if (group === undefined) groups.set(root, (group = { root: null, nested: [] }));
    if (isNested || group.root !== null) group.nested.push(body);
    else group.root = body;
  }
  return [...groups.values()].map(({ root, nested }) => {
    const sorted = nested.map((body) => ({ body, at: placeOf(body) })).sort(byPlace);
    const rest = sorted.map(({ body }) => body);
    // A closure whose function was not dumped stands for itself.
    return root === null ? { root: rest[0]!, nested: rest.slice(1) } : { root, nested: rest };
  });
}

type Place = readonly [line: number, col: number, ...definition: number[]];

/** Where a nested body begins; the numbers of its definition decide between those that one macro made. */
function placeOf(body: MirBody): Place {
  const definition = Array.from(
    (body.defPath ?? body.path).matchAll(/\{closure#(\d+)\}/gu),
    (match) => Number(match[1]),
  );
  const printed = /\{closure@[^{}]*?:(\d+):(\d+): /u.exec(body.params[0]?.type ?? '');
  if (printed !== null) return [Number(printed[1]), Number(printed[2]), ...definition];
  const span = body.locals[0]?.span;
  return [span?.line ?? 0, span?.col ?? 0, ...definition];
}

function byPlace(a: { readonly at: Place }, b: { readonly at: Place }): number {
  for (let i = 0; i < Math.max(a.at.length, b.at.length); i++) {
    const order = (a.at[i] ?? -1) - (b.at[i] ?? -1);
    if (order !== 0) return order;
  }
  return 0;
}
