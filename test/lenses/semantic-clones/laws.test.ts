import { startRun } from '../../../src/lens/index.js';
import { semanticClones } from '../../../src/lenses/index.js';
import {
  deliberate,
  equal,
  excluded,
  plainClasses,
  plainCosine,
  plainFunctions,
  plainMutual,
  plainPairs,
  refused,
  type PlainFn,
} from '../clones/plain-rules.js';
import type { RandomFn } from '../clones/random-programs.js';
import { share } from '../clones/programs.js';
import { holdsWholeLens } from '../clones/whole-lens.js';

const label = (one: RandomFn): string => `${one.crate} ${one.name}().`;

interface PlainClone {
  readonly a: number;
  readonly b: number;
  readonly near: number | null;
  readonly structural: number | null;
  readonly cosine: number | null;
  readonly source: string;
  readonly weight: number;
}

/** S1:1551-1587, every pair of bodies looked at. */
function plainClones(all: readonly RandomFn[], vectors: ReadonlyMap<string, number>) {
  const fns = plainFunctions(all);
  const keys = [...new Set(fns.map(({ key }) => key))].sort();
  const members = keys.map((key) => fns.filter((one) => one.key === key));
  const tokens = (body: number): number => members[body]![0]!.tokens;
  const angle = (body: number): number | null => vectors.get(keys[body]!) ?? null;
  const structural = plainPairs(
    fns.map(({ features }) => features),
    3,
  );
  const bodyOf = (row: number): number => keys.indexOf(fns[row]!.key);
  const groups = keys.flatMap((_, body): PlainClone[] =>
    members[body]!.length > 1 && tokens(body) >= 40
      ? [
          {
            a: body,
            b: body,
            near: 64,
            structural: null,
            cosine: angle(body) === null ? null : 1,
            source: angle(body) === null ? 'graph' : 'both',
            weight: 1,
          },
        ]
      : [],
  );
  const every = keys.flatMap((_, a) => keys.flatMap((__, b) => (a < b ? [{ a, b }] : [])));
  const joined = every
    .map(({ a, b }) => ({ a, b, score: plainCosine(angle(a), angle(b)) ?? -1 }))
    .filter(({ score }) => score >= 0.9);
  const mutual = plainMutual(joined);
  const pairs = every.flatMap(({ a, b }): PlainClone[] => {
    const minima = equal(members[a]![0]!, members[b]![0]!);
    const near = tokens(a) >= 40 && tokens(b) >= 40 && minima >= 52 ? minima : null;
    const scores = structural
      .filter(({ a: x, b: y }) => [a, b].includes(bodyOf(x)) && [a, b].includes(bodyOf(y)))
      .filter(({ a: x, b: y }) => bodyOf(x) !== bodyOf(y) && !refused(fns[x]!, fns[y]!))
      .map(({ score }) => score);
    const best = scores.length === 0 ? null : Math.max(...scores);
    const cosine = plainCosine(angle(a), angle(b));
    if (near === null && best === null) {
      const pair = joined.find((one) => one.a === a && one.b === b);
      const usable = (body: number): PlainFn[] => members[body]!.filter((one) => !excluded(one));
      const apart = usable(a).some((x) => usable(b).some((y) => x.crate !== y.crate));
      return pair !== undefined && mutual(pair) && apart
        ? [{ a, b, near, structural: best, cosine, source: 'embedding', weight: cosine! }]
        : [];
    }
    const source = cosine !== null && cosine >= 0.9 ? 'both' : 'graph';
    const weight = cosine ?? Math.max((near ?? 0) / 64, best ?? 0);
    return [{ a, b, near, structural: best, cosine, source, weight }];
  });
  pairs.sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b);
  const kept = [...groups, ...pairs].filter(
    ({ a, b }) => !deliberate(a === b ? members[a]! : [...members[a]!, ...members[b]!]),
  );
  return plainClasses(kept).map(({ members: own, pairs: [best] }) => {
    const one = kept[best!]!;
    return {
      key_a: keys[one.a],
      key_b: keys[one.b],
      near: one.near === null ? null : one.near / 64,
      structural: one.structural,
      cosine: one.cosine,
      source: one.source,
      weight: one.weight,
      class_members: own.flatMap((body) => members[body]!.map(label)).slice(0, 12),
    };
  });
}

holdsWholeLens({
  of: 'normalised',
  seed: 31,
  vectors: (all) => plainFunctions(all).map(({ key, angle }) => [key, angle]),
  ask: (graph, src) => startRun(semanticClones, graph, { src }).report({ limit: 0 }),
  plain: plainClones,
  row: ({ key_a, key_b, near, structural, cosine, source, weight, class_members }) => ({
    key_a,
    key_b,
    near: share(near),
    structural,
    cosine,
    source,
    weight,
    class_members,
  }),
});
