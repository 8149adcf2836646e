import { startRun } from '../../../src/lens/index.js';
import { semanticTwins } from '../../../src/lenses/index.js';
import {
  deliberate,
  equal,
  excluded,
  plainClasses,
  plainCosine,
  plainFunctions,
  plainMutual,
  plainPairs,
  plainScore,
  speaks,
} from '../clones/plain-rules.js';
import { fnId, type RandomFn } from '../clones/random-programs.js';
import { share } from '../clones/programs.js';
import { holdsWholeLens } from '../clones/whole-lens.js';

/** S1:1637-1680, every pair of functions looked at. */
function plainTwins(all: readonly RandomFn[], withVectors: boolean) {
  const kept = plainFunctions(all).filter((one) => !excluded(one));
  const angle = (row: number): number | null => (withVectors ? kept[row]!.angle : null);
  const sets = kept.map(({ features }) => features);
  const { score } = plainScore(sets);
  const inGraph = plainPairs(sets, 3);
  const joined = kept
    .flatMap((_, a) => kept.map((__, b) => ({ a, b })))
    .filter(({ a, b }) => a < b)
    .map(({ a, b }) => ({ a, b, score: plainCosine(angle(a), angle(b)) ?? -1 }))
    .filter((pair) => pair.score >= 0.882);
  const [graphMutual, vectorMutual] = [plainMutual(inGraph), plainMutual(joined)];
  const pairs = kept.flatMap((x, a) =>
    kept.flatMap((y, b) => {
      const g = inGraph.find((pair) => pair.a === a && pair.b === b);
      const e = joined.find((pair) => pair.a === a && pair.b === b);
      if (g === undefined && e === undefined) return [];
      const minima = equal(x, y);
      const cosine = plainCosine(angle(a), angle(b));
      const s = score(a, b);
      const words = x.features.some((one) => speaks(one) && y.features.includes(one));
      const [kind, rank] =
        minima >= 51.2
          ? ['copy', (cosine ?? s) * (minima / 64)]
          : e !== undefined && e.score >= 0.92 && s >= 0.5
            ? ['copy', e.score * s]
            : e !== undefined && s <= 0.35 && vectorMutual(e)
              ? ['twin', e.score * (1 - s)]
              : g !== undefined && words && graphMutual(g)
                ? ['twin', s * (1 - minima / 64)]
                : ['between', 0];
      const last = kind === 'twin' && minima >= 32 ? 'copy' : kind;
      if (last === 'between' || deliberate([x, y])) return [];
      if (last === 'twin' && x.file === y.file) return [];
      const source = g === undefined ? 'embedding' : e === undefined ? 'graph' : 'both';
      return [
        { a, b, kind: last, rank: Number(rank), structural: s, body: minima / 64, cosine, source },
      ];
    }),
  );
  const place = ({ kind }: { readonly kind: unknown }): number => (kind === 'copy' ? 1 : 0);
  pairs.sort((x, y) => place(x) - place(y) || y.rank - x.rank || x.a - y.a || x.b - y.b);
  const name = (row: number): string => fnId(kept[row]!).replace(/^ts npm (\w+) 1\.0\.0 /, '$1 ');
  return plainClasses(pairs).map(({ members, pairs: [best] }) => {
    const { a, b, ...one } = pairs[best!]!;
    return {
      ...one,
      a: name(a),
      b: name(b),
      class_members: members.map(name).slice(0, 12),
    };
  });
}

holdsWholeLens({
  of: 'function',
  seed: 32,
  vectors: (all) => all.map((one) => [fnId(one), one.angle]),
  ask: (graph, src) => startRun(semanticTwins, graph, { src }).report({ limit: 0 }),
  plain: (all, vectors) => plainTwins(all, vectors.size > 0),
  row: ({ kind, rank, structural, body_similarity, cosine, source, a, b, class_members }) => ({
    kind,
    rank,
    structural,
    body: share(body_similarity),
    cosine,
    source,
    a,
    b,
    class_members,
  }),
});
