import fc from 'fast-check';
import type { Backend } from '../../src/grb/index.js';
import { dtypes, matrix, sample, vector, type Sample } from './arbitrary.js';
import type { Dtype, Out, Value } from './dense.js';

/** Where results go, drawn: masks, accumulators, old contents, replace; for the door and for the dense checker. */

export const CLOSED = [
  'first',
  'second',
  'pair',
  'plus',
  'minus',
  'times',
  'min',
  'max',
  'lor',
  'land',
  'lxor',
  'bor',
  'band',
  'bxor',
];
export const COMPARE = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'];

export function closedFor(dtype: Dtype): string[] {
  return CLOSED.filter((op) => {
    if (['first', 'second', 'pair'].includes(op)) return true;
    if (op.startsWith('l')) return dtype === 'bool';
    if (op.startsWith('b')) return dtype === 'int64' || dtype === 'uint64';
    return dtype !== 'bool';
  });
}

export interface OutSample {
  readonly mask: Sample | null;
  readonly structural: boolean;
  readonly complement: boolean;
  readonly accum: string | null;
  readonly into: Sample | null;
  readonly replace: boolean;
}

export function outArbitrary(dtype: Dtype, height: number, width: number): fc.Arbitrary<OutSample> {
  return fc.record({
    mask: fc.option(fc.constantFrom(...dtypes).chain((d) => sample(d, height, width))),
    structural: fc.boolean(),
    complement: fc.boolean(),
    accum: fc.option(fc.constantFrom(...closedFor(dtype))),
    into: fc.option(sample(dtype, height, width)),
    replace: fc.boolean(),
  });
}

export function denseOut(o: OutSample): Out {
  return {
    ...(o.mask === null
      ? {}
      : { mask: o.mask.grid, structural: o.structural, complement: o.complement }),
    ...(o.accum === null ? {} : { accum: o.accum }),
    ...(o.into === null ? {} : { into: o.into.grid }),
    replace: o.replace,
  };
}

/** Options of a call; `never` because the dtypes are data. */
export async function matrixOut(o: OutSample, backend: Backend): Promise<never> {
  const mask = o.mask === null ? undefined : await matrix(o.mask, backend);
  const wanted = mask === undefined ? undefined : o.structural ? mask.S : mask.V;
  return {
    ...(wanted === undefined ? {} : { mask: o.complement ? wanted.complement : wanted }),
    ...(o.accum === null ? {} : { accum: o.accum }),
    ...(o.into === null ? {} : { into: await matrix(o.into, backend) }),
    replace: o.replace,
  } as never;
}

export async function vectorOut(o: OutSample, backend: Backend): Promise<never> {
  const mask = o.mask === null ? undefined : await vector(o.mask, backend);
  const wanted = mask === undefined ? undefined : o.structural ? mask.S : mask.V;
  return {
    ...(wanted === undefined ? {} : { mask: o.complement ? wanted.complement : wanted }),
    ...(o.accum === null ? {} : { accum: o.accum }),
    ...(o.into === null ? {} : { into: await vector(o.into, backend) }),
    replace: o.replace,
  } as never;
}

/** A vector's entries as those of one row. */
export const row = (
  list: readonly (readonly [number, Value])[],
): (readonly [number, number, Value])[] => list.map(([j, x]) => [0, j, x] as const);
