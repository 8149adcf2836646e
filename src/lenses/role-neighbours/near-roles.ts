import { nearJoin, type NearJoinOptions, type Vectors } from '../../ops/index.js';
import type { RolePairs } from './pairs.js';

/** Pairs of role vectors that are near: the FastRP engine's pairs, in the shape of the other engine's. */
export function nearRoles(
  vectors: Vectors,
  hasRole: Uint8Array,
  floor: number,
  options: NearJoinOptions = {},
): RolePairs {
  const { dimension } = vectors;
  const functions = Uint32Array.from(hasRole.keys()).filter((f) => hasRole[f] === 1);
  const values = new Float32Array(functions.length * dimension);
  functions.forEach((f, row) =>
    values.set(vectors.values.subarray(f * dimension, (f + 1) * dimension), row * dimension),
  );
  const near = nearJoin({ dimension, values }, floor, options);
  return {
    rows: Array.from(functions, (f) => ({ members: [f] })),
    pairs: Array.from(near.a, (a, p) => ({
      a,
      b: near.b[p]!,
      score: near.cosine[p]!,
      exact: false,
    })),
    count: near.a.length,
    exact: 0,
    candidates: near.computed,
    complete: near.exact,
  };
}
