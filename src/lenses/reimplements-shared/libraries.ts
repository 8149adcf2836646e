import type { CodeGraph } from '../../graph/index.js';

/** Which crate may use which: reach over DEPENDS_ON, and the dependencies that it names itself. */
export interface Libraries {
  /** Crates that one reaches, itself left out. */
  reaches(from: string, to: string): boolean;
  /** The crate's own manifest or imports name the other. */
  direct(from: string, to: string): boolean;
  readonly crates: number;
  readonly edges: number;
}

/** The crates of a dump by DEPENDS_ON, whose ends may be crates or modules. */
export function librariesOf(graph: CodeGraph): Libraries {
  const { count, src, dst } = graph.edges('DEPENDS_ON');
  const next = new Map<string, Set<string>>();
  let edges = 0;
  for (let e = 0; e < count; e++) {
    const [from, to] = [graph.crateOf(src[e]!), graph.crateOf(dst[e]!)];
    if (from === null || to === null || from === to) continue;
    const own = next.get(from) ?? new Set<string>();
    if (!own.has(to)) edges++;
    next.set(from, own.add(to));
  }
  const known = new Map<string, Set<string>>();
  const reach = (from: string): Set<string> => {
    let found = known.get(from);
    if (found !== undefined) return found;
    known.set(from, (found = new Set()));
    const queue = [from];
    for (let crate = queue.pop(); crate !== undefined; crate = queue.pop()) {
      for (const to of next.get(crate) ?? []) {
        if (to === from || found.has(to)) continue;
        found.add(to);
        queue.push(to);
      }
    }
    return found;
  };
  return {
    reaches: (from, to) => reach(from).has(to),
    direct: (from, to) => next.get(from)?.has(to) ?? false,
    crates: next.size,
    edges,
  };
}

/** A function that another crate may call: visible from outside, and in no program, test or example (S1:1741). */
export function isLibraryFunction(graph: CodeGraph, v: number): boolean {
  const visible = graph.effectiveVisibility?.at(v) ?? null;
  const file = graph.file?.at(v) ?? '';
  return (
    (visible === 'direct' || visible === 'reexported') &&
    !/(?:^|\/)(?:bin|tests?|examples|benches)\/|(?:^|\/)main\.rs$|(?:^|\/)build\.rs$/.test(file)
  );
}
