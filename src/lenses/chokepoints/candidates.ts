import type { Geodesics, Uncuttable, VertexCut } from '../../ops/index.js';
import type { Corridor } from './corridor.js';
import type { Mediators } from './mediators.js';
import type { Separation } from './separation.js';

/** A vertex where a gate could stand. */
export interface Candidate {
  readonly vertex: number;
  readonly cut: number;
  readonly onChain: boolean;
  readonly nearEntries: boolean;
  readonly nearSinks: boolean;
  readonly geo: number;
  readonly between: number;
}

/** Every vertex but the ends: by pairs cut, mediators first, canonical cuts that hold it, geodesics, id. */
export function candidatesOf(
  corridor: Corridor,
  { chain }: Mediators,
  { cut }: Separation,
  { pairs: geo, between }: Geodesics,
  minimum: VertexCut | Uncuttable,
): Candidate[] {
  const [sources, sinks] = 'size' in minimum ? [minimum.nearSources, minimum.nearSinks] : [[], []];
  const [onChain, nearEntries, nearSinks] = [new Set(chain), new Set(sources), new Set(sinks)];
  const ends = new Set([...corridor.entries, ...corridor.sinks]);
  const candidates: Candidate[] = [];
  for (let vertex = 0; vertex < corridor.ordinals.length; vertex++) {
    if (ends.has(vertex)) continue;
    candidates.push({
      vertex,
      cut: cut[vertex]!,
      onChain: onChain.has(vertex),
      nearEntries: nearEntries.has(vertex),
      nearSinks: nearSinks.has(vertex),
      geo: geo[vertex]!,
      between: between[vertex]!,
    });
  }
  const cuts = (c: Candidate): number => Number(c.nearEntries) + Number(c.nearSinks);
  return candidates.sort(
    (a, b) =>
      b.cut - a.cut ||
      Number(b.onChain) - Number(a.onChain) ||
      cuts(b) - cuts(a) ||
      b.geo - a.geo ||
      a.vertex - b.vertex,
  );
}
