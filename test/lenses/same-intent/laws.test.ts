import { startRun } from '../../../src/lens/index.js';
import { sameIntent } from '../../../src/lenses/index.js';
import { louvain } from '../../../src/ops/index.js';
import {
  deliberate,
  plainCosine,
  plainFunctions,
  plainMutual,
  plainPairs,
  type PlainFn,
} from '../clones/plain-rules.js';
import { fnId, type RandomFn } from '../clones/random-programs.js';
import { holdsWholeLens } from '../clones/whole-lens.js';

const plain = (x: readonly string[], y: readonly string[]): number => {
  const both = x.filter((one) => y.includes(one)).length;
  const all = new Set([...x, ...y]).size;
  return all === 0 ? 0 : both / all;
};

function agreement(a: PlainFn, b: PlainFn): number {
  const signature = ({ name, params, ret }: PlainFn): string[] | null =>
    params.length === 0 && ret === null
      ? null
      : [
          ...new Set(
            `fn ${name}(${params
              .map(([param, type]) => (param === 'self' ? 'self' : `${param}: ${type}`))
              .join(', ')})`.split(' '),
          ),
        ];
  const [x, y] = [signature(a), signature(b)];
  const callees = plain(a.calls, b.calls);
  if (x === null || y === null) return callees;
  return a.calls.length === 0 && b.calls.length === 0
    ? plain(x, y)
    : 0.6 * plain(x, y) + 0.4 * callees;
}

/** S1:1589-1635, every pair of functions looked at; communities by the same Louvain, which has its own checker. */
function plainIntents(all: readonly RandomFn[], withVectors: boolean) {
  const fns = plainFunctions(all);
  const angle = (row: number): number | null => (withVectors ? fns[row]!.angle : null);
  const words = ({ name, params }: PlainFn): string[] => [
    ...new Set(
      [name, ...params.map(([param]) => param)]
        .flatMap((one) => one.split('_'))
        .filter((word) => word.length > 1 && word !== 'self'),
    ),
  ];
  const names = plainPairs(fns.map(words), 2);
  const edges = fns.flatMap((x, a) =>
    fns.flatMap((y, b) => {
      if (a >= b) return [];
      const n = names.find((pair) => pair.a === a && pair.b === b);
      const cosine = plainCosine(angle(a), angle(b));
      const e = cosine !== null && cosine >= 0.882;
      if ((n === undefined && !e) || x.kind !== y.kind || agreement(x, y) > 0.35) return [];
      const source = n === undefined ? 'embedding' : e ? 'both' : 'graph';
      return [{ a, b, score: Math.max(0, cosine ?? n!.score), source }];
    }),
  );
  const mutual = plainMutual(edges);
  const kept = edges.filter((edge) => mutual(edge) && edge.score > 0);
  kept.sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b);
  const community = louvain(fns.length, {
    a: kept.map(({ a }) => a),
    b: kept.map(({ b }) => b),
    weight: kept.map(({ score }) => score),
  });
  const clusters = [...new Set(community)].flatMap((one) => {
    const own = kept.filter(({ a, b }) => community[a] === one && community[b] === one);
    if (own.length === 0) return [];
    const members = [...new Set(own.flatMap(({ a, b }) => [a, b]))].sort((x, y) => x - y);
    const mean = own.reduce((sum, { score }) => sum + score, 0) / own.length;
    return [{ own, members, score: mean * members.length }];
  });
  clusters.sort((x, y) => y.score - x.score || x.members[0]! - y.members[0]!);
  const name = (row: number): string => fnId(fns[row]!).replace(/^ts npm (\w+) 1\.0\.0 /, '$1 ');
  return clusters
    .filter(({ members }) => !deliberate(members.map((row) => fns[row]!)))
    .map(({ own, members, score }) => {
      const graph = own.some(({ source }) => source !== 'embedding');
      const vectors = own.some(({ source }) => source !== 'graph');
      return {
        a: name(own[0]!.a),
        b: name(own[0]!.b),
        score,
        source: graph ? (vectors ? 'both' : 'graph') : 'embedding',
        members: members.map(name),
      };
    });
}

holdsWholeLens({
  of: 'function',
  seed: 33,
  vectors: (all) => all.map((one) => [fnId(one), one.angle]),
  ask: (graph, src) => startRun(sameIntent, graph, { src }).report({ limit: 0 }),
  plain: (all, vectors) => plainIntents(all, vectors.size > 0),
  row: ({ a, b, score, source, members }) => ({ a, b, score, source, members }),
});
