/**
 * The naive checker of the grb door: dense grids, one cell at a time, values as bigint, number or boolean. It
 * shares nothing with the backends but the names of the operators.
 */
export type Dtype = 'bool' | 'int32' | 'int64' | 'uint64' | 'fp64';
export type Value = boolean | number | bigint;
export type Grid = readonly (readonly (Value | undefined)[])[];

/** A whole number wrapped to its dtype; int32 cells are numbers, like the door's. */
function wrap(dtype: Dtype, x: bigint): Value {
  if (dtype === 'int32') return Number(BigInt.asIntN(32, x));
  if (dtype === 'uint64') return BigInt.asUintN(64, x);
  return BigInt.asIntN(64, x);
}

export function binary(op: string, dtype: Dtype, x: Value, y: Value): Value {
  switch (op) {
    case 'first':
      return x;
    case 'second':
      return y;
    case 'eq':
      return x === y;
    case 'ne':
      return x !== y;
    case 'lt':
      return x < y;
    case 'le':
      return x <= y;
    case 'gt':
      return x > y;
    case 'ge':
      return x >= y;
    case 'lor':
      return Boolean(x) || Boolean(y);
    case 'land':
      return Boolean(x) && Boolean(y);
    case 'lxor':
      return Boolean(x) !== Boolean(y);
    case 'pair':
      return dtype === 'bool' ? true : dtype === 'int32' || dtype === 'fp64' ? 1 : 1n;
    case 'min':
      return x < y ? x : y;
    case 'max':
      return x > y ? x : y;
  }
  if (dtype === 'fp64') {
    const [a, b] = [Number(x), Number(y)];
    return op === 'plus' ? a + b : op === 'minus' ? a - b : a * b;
  }
  const [a, b] = [BigInt(x), BigInt(y)];
  const results: Record<string, bigint> = {
    plus: a + b,
    minus: a - b,
    times: a * b,
    bor: a | b,
    band: a & b,
    bxor: a ^ b,
  };
  return wrap(dtype, results[op]!);
}

export function unary(op: string, dtype: Dtype, x: Value): Value {
  if (op === 'identity') return x;
  if (op === 'one') return binary('pair', dtype, x, x);
  if (op === 'lnot') return !x;
  if (op === 'bnot') return wrap(dtype, -BigInt(x) - 1n);
  if (dtype === 'fp64') return op === 'abs' ? Math.abs(Number(x)) : -Number(x);
  const whole = BigInt(x);
  if (op === 'abs') return wrap(dtype, whole < 0n ? -whole : whole);
  return wrap(dtype, -whole);
}

/** C's conversion; fp64 inputs here are small, so saturation needs no case of its own but for signs. */
export function cast(from: Dtype, to: Dtype, x: Value): Value {
  if (to === 'bool') return x !== 0 && x !== 0n && x !== false;
  if (to === 'fp64') return Number(x);
  if (from === 'fp64') {
    const whole = BigInt(Math.trunc(Number(x)));
    return to === 'uint64' && whole < 0n ? 0n : wrap(to, whole);
  }
  return wrap(to, BigInt(x));
}

export function rows(g: Grid): number {
  return g.length;
}

export function map2(
  height: number,
  width: number,
  cell: (i: number, j: number) => Value | undefined,
): Grid {
  return Array.from({ length: height }, (_, i) =>
    Array.from({ length: width }, (__, j) => cell(i, j)),
  );
}

export function transpose(g: Grid, width: number): Grid {
  return map2(width, g.length, (i, j) => g[j]![i]);
}

const SPLIT: Record<string, [string, string, Dtype | null]> = {
  any_pair: ['lor', 'pair', 'bool'],
  plus_pair: ['plus', 'pair', 'int64'],
  plus_pair_int32: ['plus', 'pair', 'int32'],
};

/** Σ⊕ over k of a[i][k] ⊗ b[k][j], in ascending k. */
export function product(
  a: Grid,
  b: Grid,
  width: number,
  semiring: string,
  aType: Dtype,
  bType: Dtype,
): { grid: Grid; dtype: Dtype } {
  const [add, multiply, fixed] = SPLIT[semiring] ?? [
    ...(semiring.split('_') as [string, string]),
    null,
  ];
  const dtype = fixed ?? (multiply === 'second' ? bType : aType);
  const grid = map2(a.length, width, (i, j) => {
    let sum: Value | undefined;
    for (let k = 0; k < b.length; k++) {
      const x = a[i]![k];
      const y = b[k]![j];
      if (x === undefined || y === undefined) continue;
      const z = binary(multiply, dtype, x, y);
      sum = sum === undefined ? z : binary(add, dtype, sum, z);
    }
    return sum;
  });
  return { grid, dtype };
}

export interface Out {
  readonly mask?: Grid;
  readonly structural?: boolean;
  readonly complement?: boolean;
  readonly accum?: string;
  readonly into?: Grid;
  readonly replace?: boolean;
}

/** C⟨M, replace⟩ = accum(C, T), straight from the standard's text. */
export function write(t: Grid, width: number, dtype: Dtype, out: Out): Grid {
  return map2(t.length, width, (i, j) => {
    const old = out.into?.[i]![j];
    const fresh = t[i]![j];
    let z = fresh;
    if (out.accum !== undefined) {
      if (old !== undefined && fresh !== undefined) z = binary(out.accum, dtype, old, fresh);
      else z = old ?? fresh;
    }
    const m = out.mask?.[i]![j];
    const here = m !== undefined && (out.structural === true || cast(dtype, 'bool', m) === true);
    const allowed = out.mask === undefined || here !== (out.complement ?? false);
    if (allowed) return z;
    return out.replace === true ? undefined : old;
  });
}

export function entries(g: Grid): (readonly [number, number, Value])[] {
  const list: (readonly [number, number, Value])[] = [];
  g.forEach((row, i) => {
    row.forEach((x, j) => {
      if (x !== undefined) list.push([i, j, x]);
    });
  });
  return list;
}
