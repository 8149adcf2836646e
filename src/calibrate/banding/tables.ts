import { ratio } from '../../judges/index.js';
import { fromRows, type Relation } from '../../table/index.js';
import { PERMUTATIONS } from '../../text/index.js';
import { candidateShare, type Banding } from './curve.js';
import type { Expected, Observed } from './observed.js';

/** One row a similarity that some pair has. */
export function observedTable(banding: Banding, { pairs }: Observed): Relation {
  const all = pairs.reduce((sum, count) => sum + count, 0);
  return fromRows(
    ['s'],
    ['s:rational', 's_real:real', 'pairs:integer', 'share:real', 'p:real'],
    Array.from(pairs, (count, equal) => ({ count, equal })).flatMap(({ count, equal }) => {
      if (count === 0) return [];
      const share = candidateShare(banding, ratio(BigInt(equal), BigInt(PERMUTATIONS)));
      return [
        [[equal, PERMUTATIONS] as const, equal / PERMUTATIONS, count, count / all, share.valueOf()],
      ];
    }),
  );
}

export function fittedTable(
  own: Banding,
  fitted: (Banding & Expected & { readonly own: Expected }) | null,
): Relation {
  const row = (name: string, { bands, rows }: Banding, expected: Expected) => [
    name,
    bands,
    rows,
    bands * rows,
    expected.falsePositives.valueOf(),
    expected.falseNegatives.valueOf(),
  ];
  return fromRows(
    ['banding'],
    [
      'banding',
      'bands:integer',
      'rows:integer',
      'minima:integer',
      'false_candidates:real',
      'missed:real',
    ],
    fitted === null ? [] : [row('asked', own, fitted.own), row('best', fitted, fitted)],
  );
}
