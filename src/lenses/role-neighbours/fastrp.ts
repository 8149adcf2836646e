import { hash64, linksFromEdges, normalised, type Links, type Vectors } from '../../ops/index.js';
import type { CodeGraph, EdgeTable } from '../../graph/index.js';
import type { Task } from '../../task/index.js';
import type { Features } from '../structural-clones/features.js';

/** Constants of the role space `fastrp-v1` (S1:1415–1431). */
export const DIMENSION = 128;
const NONZEROS = 4;
const W1 = 1;
const W2 = 0.5;

/** A function has a role with this many features, one of which another function has too. */
const LEAST_FEATURES = 3;

/** The undirected graph of functions and what they call, use and read; functions first. */
export interface RoleLinks {
  readonly functions: number;
  readonly links: Links;
}

/** Rows: functions, then every other endpoint of CALLS, USES_TYPE, READS_FIELD out of one, and of CALLS into one. */
export function roleLinks(
  graph: CodeGraph,
  functions: Uint32Array,
  callersIn: Uint8Array,
): RoleLinks {
  const numberOf = new Int32Array(graph.nodeCount + graph.refCount).fill(-1);
  functions.forEach((v, row) => (numberOf[v] = row));
  let size = functions.length;
  const number = (v: number): number => {
    if (numberOf[v] === -1) numberOf[v] = size++;
    return numberOf[v]!;
  };
  const src: number[] = [];
  const dst: number[] = [];
  const join = (row: number, v: number): void => {
    const other = number(v);
    src.push(row, other);
    dst.push(other, row);
  };
  const each = ({ out }: EdgeTable): void =>
    functions.forEach((v, row) => {
      for (let e = out.offsets[v]!; e < out.offsets[v + 1]!; e++) join(row, out.targets[e]!);
    });
  each(graph.edges('CALLS'));
  each(graph.edges('USES_TYPE'));
  each(graph.edges('READS_FIELD'));
  const into = graph.edges('CALLS').in;
  functions.forEach((v, row) => {
    for (let e = into.offsets[v]!; e < into.offsets[v + 1]!; e++) {
      const caller = into.targets[e]!;
      if (caller < graph.nodeCount && callersIn[caller] === 1) join(row, caller);
    }
  });
  return { functions: functions.length, links: linksFromEdges(size, src, dst) };
}

/** |sets| + |callers| ≥ 3, and one of them is shared with another function (S1:1428). */
export function hasRoleVector({ rows, sets, callers, df }: Features): Uint8Array {
  return Uint8Array.from({ length: rows }, (_, f) => {
    let count = 0;
    let common = false;
    for (const { offsets, tokens } of [sets, callers]) {
      count += offsets[f + 1]! - offsets[f]!;
      for (let p = offsets[f]!; p < offsets[f + 1]!; p++) common ||= df[tokens[p]!]! > 1;
    }
    return Number(count >= LEAST_FEATURES && common);
  });
}

/**
 * Role vectors by fast random projection (FastRP; Chen et al., CIKM 2019), as S1:1415–1431 codes it:
 * role(f) = n(n(X0) + 1·n(X1) + 0.5·n(X2)), X0 the idf-weighted sum of projected features, normalised; X1 = D⁻¹A·X0,
 * X2 = D⁻¹A·X1. The products would be PLUS.TIMES in fp64, whose order of summation varies: here neighbours are summed
 * in ascending order, some dimensions at a time, so that memory stays at a few vectors a function.
 */
export function roleVectors(
  features: Features,
  { functions, links }: RoleLinks,
  task: Task,
): Vectors {
  const zero = normalised({ dimension: DIMENSION, values: projected(features) });
  const first = new Float32Array(functions * DIMENSION);
  const second = new Float32Array(functions * DIMENSION);
  const WIDTH = 16;
  const nodes = links.offsets.length - 1;
  for (let from = 0; from < DIMENSION; from += WIDTH) {
    task.check('roleVectors');
    task.progress('role vectors', from, DIMENSION);
    const x0 = new Float64Array(nodes * WIDTH);
    for (let f = 0; f < functions; f++)
      for (let i = 0; i < WIDTH; i++) x0[f * WIDTH + i] = zero.values[f * DIMENSION + from + i]!;
    const x1 = propagated(links, x0, nodes, WIDTH);
    const x2 = propagated(links, x1, functions, WIDTH);
    for (let f = 0; f < functions; f++) {
      for (let i = 0; i < WIDTH; i++) {
        first[f * DIMENSION + from + i] = x1[f * WIDTH + i]!;
        second[f * DIMENSION + from + i] = x2[f * WIDTH + i]!;
      }
    }
  }
  const one = normalised({ dimension: DIMENSION, values: first }).values;
  const two = normalised({ dimension: DIMENSION, values: second }).values;
  const sum = zero.values.map((value, i) => value + W1 * one[i]! + W2 * two[i]!);
  return normalised({ dimension: DIMENSION, values: sum });
}

/** One step: the mean over neighbours, ascending, for the first `rows` rows. */
function propagated(
  { offsets, targets }: Links,
  x: Float64Array,
  rows: number,
  width: number,
): Float64Array {
  const made = new Float64Array(rows * width);
  for (let v = 0; v < rows; v++) {
    const degree = offsets[v + 1]! - offsets[v]!;
    if (degree === 0) continue;
    for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
      const u = targets[e]! * width;
      for (let i = 0; i < width; i++) made[v * width + i]! += x[u + i]!;
    }
    for (let i = 0; i < width; i++) made[v * width + i]! /= degree;
  }
  return made;
}

/** Σ idf(x)·proj(x) over sets and callers. */
function projected({ rows, sets, callers, names, idf }: Features): Float32Array {
  const values = new Float64Array(rows * DIMENSION);
  const places = names.map(projection);
  for (const { offsets, tokens } of [sets, callers]) {
    for (let f = 0; f < rows; f++) {
      for (let p = offsets[f]!; p < offsets[f + 1]!; p++)
        for (const place of places[tokens[p]!]!)
          values[f * DIMENSION + (place & 127)]! +=
            place >= 128 ? -idf[tokens[p]!]! : idf[tokens[p]!]!;
    }
  }
  return Float32Array.from(values);
}

/** The four draws of a feature: dimension in the low seven bits, plus 128 where the sign is −1. */
export function projection(name: string): readonly number[] {
  let h = hash64(name);
  return Array.from({ length: NONZEROS }, () => {
    h = mix(h);
    return Number(h % 128n) + (((h >> 40n) & 1n) === 0n ? 0 : 128);
  });
}

const MASK = 0xffff_ffff_ffff_ffffn;

/** The finaliser of splitmix64. */
function mix(value: bigint): bigint {
  let z = value;
  z = ((z ^ (z >> 30n)) * 0xbf58_476d_1ce4_e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d0_49bb_1331_11ebn) & MASK;
  return z ^ (z >> 31n);
}
