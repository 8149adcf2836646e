import { components, linksFromEdges } from '../../ops/index.js';
import { EDGE_CLASSES, type EdgeClass, type TwinEdge } from './edges.js';

/** Functions that belong together, with the edges that say so. */
export interface Group {
  /** The smallest row of its component; no two groups share it, though a host may be a member of several. */
  readonly label: number;
  /** Rows, ascending. */
  readonly members: readonly number[];
  readonly classes: readonly EdgeClass[];
  readonly edges: readonly TwinEdge[];
  readonly near: number;
  readonly best: number;
  /** Two independent classes agree: DIVERGENT is derived from name+sig, and inlined is containment. */
  readonly strong: boolean;
}

const INDEPENDENT: ReadonlySet<EdgeClass> = new Set(['api', 'name+sig', 'shape', 'NEAR']);

export function isStrong(classes: Iterable<EdgeClass>): boolean {
  return new Set([...classes].filter((name) => INDEPENDENT.has(name))).size >= 2;
}

/** Groups beyond this size are BLOBs: counted, but not spelled out (S1:2645). */
export const MAX_GROUP = 60;

/**
 * Components over all edges but `inlined`, labelled by their smallest row; an inlined edge puts both ends into the small
 * one's group, and counts for the host's (S1:2629-2644). Sorted: NEAR, DIVERGENT, classes, members, best score, label.
 */
export async function groupsOf(functions: number, edges: readonly TwinEdge[]): Promise<Group[]> {
  const joined = edges.filter((edge) => edge.class !== 'inlined');
  const {
    blockOf,
    members: order,
    offsets,
  } = await components(
    linksFromEdges(
      functions,
      joined.map(({ a }) => a),
      joined.map(({ b }) => b),
    ),
  );
  const label = (row: number): number => order[offsets[blockOf[row]!]!]!;
  const members = new Map<number, Set<number>>();
  const own = new Map<number, TwinEdge[]>();
  const into = <T>(map: Map<number, T>, key: number, make: () => T): T => {
    let value = map.get(key);
    if (value === undefined) map.set(key, (value = make()));
    return value;
  };
  for (const edge of edges) {
    const group = label(edge.a);
    const set = into(members, group, () => new Set<number>());
    set.add(edge.a);
    set.add(edge.b);
    into(own, group, (): TwinEdge[] => []).push(edge);
  }
  for (const edge of edges) {
    const host = label(edge.b);
    if (edge.class === 'inlined' && host !== label(edge.a)) own.get(host)?.push(edge);
  }
  const groups = [...members].map(([name, set]): Group => {
    const mine = own.get(name)!;
    const classes = EDGE_CLASSES.filter((one) => mine.some((edge) => edge.class === one));
    return {
      label: name,
      members: [...set].sort((a, b) => a - b),
      classes,
      edges: mine,
      near: mine.filter((edge) => edge.class === 'NEAR').length,
      best: mine.reduce((high, edge) => Math.max(high, edge.score), 0),
      strong: isStrong(classes),
    };
  });
  const has = (group: Group, name: EdgeClass): number => Number(group.classes.includes(name));
  return groups.sort(
    (x, y) =>
      has(y, 'NEAR') - has(x, 'NEAR') ||
      has(y, 'DIVERGENT') - has(x, 'DIVERGENT') ||
      y.classes.length - x.classes.length ||
      y.members.length - x.members.length ||
      y.best - x.best ||
      x.members[0]! - y.members[0]! ||
      x.label - y.label,
  );
}
