import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deadCode,
  judgeLiveness,
  keptArcs,
  reachedFrom,
  referenceColumns,
  resolveSite,
  type LivenessKnobs,
  type Reference,
} from '../../src/judges/index.js';
import { check } from './check.js';

const KNOBS: LivenessKnobs = { minRung: 2, inert: new Set([9]), entryMask: 0b10 };
const ENTRY = 0b10;
const PUBLIC = 0b01;
const NODES = 7;
const arc = (src: number, dst: number): Reference => ({ src, dst, kind: 0, rung: 0 });
const reference = fc.record({
  src: fc.nat(NODES - 1),
  dst: fc.nat(NODES - 1),
  kind: fc.constantFrom(0, 1, 9),
  rung: fc.nat(4),
});
const flags = fc
  .array(fc.nat(3), { minLength: NODES, maxLength: NODES })
  .map((list) => Uint32Array.from(list));
const references = fc.array(reference, { maxLength: 14 });

/** Warshall over a matrix: shares nothing with the queue. */
function naive(
  flagList: Uint32Array,
  list: readonly Reference[],
  knobs: LivenessKnobs,
): { node: number; code: number }[] {
  const reach = Array.from({ length: NODES }, (_, i) =>
    Array.from({ length: NODES }, (__, j) => i === j),
  );
  const kept = list.filter(
    (r) => r.src !== r.dst && r.rung <= knobs.minRung && !knobs.inert.has(r.kind),
  );
  for (const { src, dst } of kept) reach[src]![dst] = true;
  for (let k = 0; k < NODES; k++)
    for (let i = 0; i < NODES; i++)
      for (let j = 0; j < NODES; j++) reach[i]![j] ||= reach[i]![k]! && reach[k]![j]!;
  const dead: { node: number; code: number }[] = [];
  for (let node = 0; node < NODES; node++) {
    const alive = [...flagList].some((f, e) => (f & knobs.entryMask) !== 0 && reach[e]![node]);
    if (alive) continue;
    dead.push({
      node,
      code: 1 + (flagList[node]! & 1) + 2 * (kept.some((r) => r.dst === node) ? 1 : 0),
    });
  }
  return dead;
}

describe('family 06, liveness', () => {
  it('has four codes by visibility and reference', () => {
    expect([
      deadCode(false, false),
      deadCode(true, false),
      deadCode(false, true),
      deadCode(true, true),
    ]).toEqual([1, 2, 3, 4]);
  });

  it('judges what Warshall finds unreached', () => {
    check(
      fc.property(flags, references, (f, list) => {
        expect(judgeLiveness(f, referenceColumns(list), KNOBS)).toEqual(naive(f, list, KNOBS));
      }),
    );
  });

  it('reaches no less with one more reference, and keeps no more arcs on a lower rung', () => {
    check(
      fc.property(flags, references, reference, (f, list, more) => {
        const dead = new Set(
          judgeLiveness(f, referenceColumns([...list, more]), KNOBS).map(({ node }) => node),
        );
        const before = new Set(
          judgeLiveness(f, referenceColumns(list), KNOBS).map(({ node }) => node),
        );
        expect([...dead].every((node) => before.has(node))).toBe(true);
        const high = keptArcs(referenceColumns(list), KNOBS);
        const low = keptArcs(referenceColumns(list), { ...KNOBS, minRung: 1 });
        expect(low.every((row) => high.includes(row))).toBe(true);
        expect([...high]).toEqual(
          [...list.keys()].filter((row) => {
            const { src, dst, kind, rung } = list[row]!;
            return src !== dst && kind !== 9 && rung <= 2;
          }),
        );
      }),
    );
  });

  it('is idempotent: starting from all that is reached reaches nothing more', () => {
    check(
      fc.property(references, fc.nat(NODES - 1), (list, entry) => {
        const columns = referenceColumns(list);
        const all = Uint32Array.from(list.keys());
        const once = reachedFrom(NODES, columns, all, [entry]);
        const again = reachedFrom(
          NODES,
          columns,
          all,
          [...once.keys()].filter((node) => once[node] === 1),
        );
        expect([...again]).toEqual([...once]);
      }),
    );
  });

  it('judges a ring without an entry, and spares it with one', () => {
    const ring = referenceColumns([arc(0, 1), arc(1, 2), arc(2, 0)]);
    expect(judgeLiveness(Uint32Array.of(0, PUBLIC, 0), ring, KNOBS)).toEqual([
      { node: 0, code: 3 },
      { node: 1, code: 4 },
      { node: 2, code: 3 },
    ]);
    expect(judgeLiveness(Uint32Array.of(ENTRY, 0, 0), ring, KNOBS)).toEqual([]);
  });

  it('does not let a file refer to itself alive', () => {
    expect(judgeLiveness(Uint32Array.of(0), referenceColumns([arc(0, 0)]), KNOBS)).toEqual([
      { node: 0, code: 1 },
    ]);
  });

  it('resolves on the first rung that has one candidate, and never falls through an ambiguous one', () => {
    expect(resolveSite([[], [4], [5, 6]])).toEqual({ outcome: 'resolved', target: 4, rung: 1 });
    expect(resolveSite([[4, 4]])).toEqual({ outcome: 'resolved', target: 4, rung: 0 });
    expect(resolveSite([[1, 2], [3]])).toEqual({ outcome: 'unresolved', rung: 0 });
    expect(resolveSite([[], []])).toEqual({ outcome: 'external' });
  });
});
