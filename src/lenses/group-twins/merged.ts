import type { Evidence } from '../clones/index.js';
import type { Granularity, UnitBodies } from './units.js';
import { groupKey, type GroupTwins } from './twins.js';
import type { TextGroups, TextTwins } from './text-groups.js';
import type { Rarity } from './weights.js';

/** One row of the answer. */
export interface GroupRow {
  readonly granularity: Granularity | 'text';
  readonly score: number;
  readonly scoreFrom: 'graph_score' | 'embedding' | 'text_exact';
  readonly cosine: number | null;
  readonly source: Evidence;
  readonly exact: boolean;
  readonly sharedKgrams: number;
  readonly rareShared: number;
  /** The four keys that weigh most. */
  readonly shared: readonly string[];
  readonly foundBy: readonly string[];
  /** Units that do not belong sit inside the span of a group. */
  readonly interleaved: boolean;
  readonly a: GroupSide;
  readonly b: GroupSide;
}

export interface GroupSide {
  readonly row: number;
  readonly lines: readonly number[];
  readonly key: string;
}

export interface MergedGroups {
  readonly rows: readonly GroupRow[];
  readonly added: number;
  readonly agreed: number;
}

/** Graph rows first; an index twin inside the two functions of one agrees with it, any other is added behind (S1:2053). */
export function mergedGroups(
  units: UnitBodies,
  rarity: Rarity,
  { twins }: GroupTwins,
  text: TextGroups,
  index: TextTwins,
): MergedGroups {
  const rows: GroupRow[] = twins.map((twin): GroupRow => {
    const body = units.bodies[twin.rowA]!;
    const heaviest = [...twin.shared].sort((x, y) => rarity.idf[y]! - rarity.idf[x]! || x - y);
    return {
      granularity: body.granularity,
      score: twin.score,
      scoreFrom: 'graph_score',
      cosine: null,
      source: 'graph',
      exact: twin.exact,
      sharedKgrams: twin.sharedKgrams,
      rareShared: twin.rare.length,
      shared: heaviest.slice(0, 4).map((key) => units.names[key]!),
      foundBy: [
        body.granularity === 'blocks'
          ? 'graph: the same blocks, statements and callees'
          : 'graph: the same facts, line by line',
      ],
      interleaved: holes(twin.a) || holes(twin.b),
      a: { row: twin.rowA, lines: twin.linesA, key: groupKey(units, twin.rowA, twin.a) },
      b: { row: twin.rowB, lines: twin.linesB, key: groupKey(units, twin.rowB, twin.b) },
    };
  });
  const byPair = new Map<string, number[]>();
  rows.forEach(({ a, b }, at) => {
    const key = pairKey(a.row, b.row);
    byPair.set(key, [...(byPair.get(key) ?? []), at]);
  });
  let agreed = 0;
  const added: GroupRow[] = [];
  for (const twin of index.twins) {
    const [x, y] = [text.groups[twin.a]!, text.groups[twin.b]!];
    const own = byPair.get(pairKey(x.row, y.row));
    const line = twin.exact
      ? 'text: the same statements without names'
      : `vectors: cosine ${twin.cosine.toFixed(3)}`;
    if (own !== undefined) {
      agreed++;
      const row = rows[own[0]!]!;
      rows[own[0]!] = {
        ...row,
        foundBy: [...new Set([...row.foundBy, line])],
        ...(!twin.exact && { source: 'both' as const, cosine: twin.cosine }),
      };
      continue;
    }
    added.push({
      granularity: 'text',
      score: twin.cosine,
      scoreFrom: twin.exact ? 'text_exact' : 'embedding',
      cosine: twin.cosine,
      source: twin.exact ? 'text' : 'embedding',
      exact: twin.exact,
      sharedKgrams: twin.sharedGrams,
      rareShared: twin.rareGrams,
      shared: [],
      foundBy: [line],
      interleaved: holes(x.lines) || holes(y.lines),
      a: { row: x.row, lines: x.lines, key: x.key },
      b: { row: y.row, lines: y.lines, key: y.key },
    });
  }
  return { rows: [...rows, ...added], added: added.length, agreed };
}

const pairKey = (a: number, b: number): string =>
  `${String(Math.min(a, b))} ${String(Math.max(a, b))}`;

const holes = (places: readonly number[]): boolean =>
  places.some((at, i) => i > 0 && at > places[i - 1]! + 1);
