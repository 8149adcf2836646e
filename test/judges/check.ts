import fc from 'fast-check';

/** Every law of a family is tried on at least a thousand inputs; deep runs try ten times as many. */
const RUNS = process.env.MIMIR_DEEP === '1' ? 10_000 : 1_000;

export function check<Ts>(property: fc.IRawProperty<Ts>): void {
  fc.assert(property, { numRuns: RUNS });
}

export const big = (min: number, max: number): fc.Arbitrary<bigint> =>
  fc.bigInt(BigInt(min), BigInt(max));
