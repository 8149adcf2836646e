import type { CodeGraph } from '../../graph/index.js';
import { NO_MANIFESTS, type Manifests } from './manifests.js';

/** Which crate may use which: reach over DEPENDS_ON, and the dependencies that it names itself. */
export interface Libraries {
  /** Crates that one reaches, itself left out. */
  reaches(from: string, to: string): boolean;
  /** The crate's own manifest asks for the other, for its users and always; without a manifest an edge of the dump. */
  direct(from: string, to: string): boolean;
  /** Reach without what a manifest asks for in tests and builds alone: such a crate can't be a library of the other. */
  needs(from: string, to: string): boolean;
  /** Crates whose manifest was read. */
  readonly manifests: number;
  readonly crates: number;
  readonly edges: number;
}

/** The crates of a dump by DEPENDS_ON, whose ends may be crates or modules. */
export function librariesOf(graph: CodeGraph, manifests: Manifests = NO_MANIFESTS): Libraries {
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
  const always = new Map(
    [...next].map(([from, targets]) => {
      const kept = [...targets].filter((to) => {
        const asked = manifests.asks(from, to);
        return asked === null || asked === 'normal' || asked === 'optional';
      });
      return [from, new Set(kept)];
    }),
  );
  const [reach, need] = [reachOver(next), reachOver(always)];
  return {
    reaches: (from, to) => reach(from).has(to),
    direct: (from, to) => {
      const asked = manifests.asks(from, to);
      return asked === null ? (next.get(from)?.has(to) ?? false) : asked === 'normal';
    },
    needs: (from, to) => need(from).has(to),
    manifests: manifests.read,
    crates: next.size,
    edges,
  };
}

/** What each crate reaches, itself left out: breadth first, once a crate. */
function reachOver(next: ReadonlyMap<string, ReadonlySet<string>>): (from: string) => Set<string> {
  const known = new Map<string, Set<string>>();
  return (from) => {
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
