import type { CodeGraph } from '../../graph/index.js';
import type { ClonePopulation, Shapes } from '../../lenses/clones/index.js';
import { drawPlaces, type Xoshiro } from '../statistics/index.js';

/** Pairs of which it is known what they are; rows of the population. */
export interface KnownPairs {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** 1 = two of one idea, 0 = a hard negative. */
  readonly positive: Uint8Array;
  /** Hard negatives before the draw. */
  readonly negativesInAll: number;
  /** Groups of one signature of which only some functions were taken. */
  readonly cutGroups: number;
}

/** Functions that one signature may have before only a draw of them is paired: pairs grow with the square. */
const GROUP_MAX = 200;

type Pair = readonly [a: number, b: number];

/**
 * Twins: functions of one normalised body, each with the next (S1:1258). Hard negatives: functions of one signature
 * whose bodies share at most half of their runs (S1:1709, "same signature, another body").
 */
export function bodyPairs(
  graph: CodeGraph,
  population: ClonePopulation,
  shapes: Shapes,
  options: { readonly minTokens: number; readonly most: number; readonly random: Xoshiro },
): KnownPairs {
  const { minTokens, most, random } = options;
  const rows = [...population.ordinals.keys()].filter((row) => shapes.tokens(row) >= minTokens);
  const twins = grouped(rows, (row) => shapes.exactKey(row)).flatMap((own) =>
    own.slice(1).map((row, at): Pair => [own[at]!, row]),
  );
  let cutGroups = 0;
  const strangers = grouped(rows, (row) => signatureOf(graph, population.ordinals[row]!)).flatMap(
    (own) => {
      if (own.length > GROUP_MAX) cutGroups++;
      return strangersOf(drawn(own, GROUP_MAX, random), shapes);
    },
  );
  return known(twins, drawn(strangers, most, random), strangers.length, cutGroups);
}

export function known(
  twins: readonly Pair[],
  strangers: readonly Pair[],
  negativesInAll = strangers.length,
  cutGroups = 0,
): KnownPairs {
  const all = [...twins, ...strangers];
  return {
    a: Uint32Array.from(all, ([a]) => a),
    b: Uint32Array.from(all, ([, b]) => b),
    positive: Uint8Array.from(all, (_, at) => Number(at < twins.length)),
    negativesInAll,
    cutGroups,
  };
}

const HALF = 32;

function strangersOf(rows: readonly number[], shapes: Shapes): Pair[] {
  return rows.flatMap((a, at) =>
    rows.slice(at + 1).flatMap((b): Pair[] => {
      const equal = shapes.estimate64(a, b);
      return equal !== null && equal <= HALF ? [[a, b]] : [];
    }),
  );
}

/** The types of the parameters, in order, and of the result; `null` for a function that takes nothing. */
function signatureOf(graph: CodeGraph, fn: number): string | null {
  const { offsets, targets } = graph.edges('CONTAINS').out;
  const params: string[] = [];
  let result = '';
  for (let at = offsets[fn]!; at < offsets[fn + 1]!; at++) {
    const part = targets[at]!;
    if (part >= graph.nodeCount) continue;
    const kind = graph.kind.at(part);
    const type = graph.ty?.at(part) ?? '?';
    if (kind === 'ret') result = type;
    else if (kind === 'param' && graph.nameOf(part) !== 'self') params.push(type);
  }
  return params.length === 0 ? null : `(${params.join(', ')}) -> ${result}`;
}

/** Rows by key, in the order of their first row; groups of one are left out. */
function grouped(rows: readonly number[], keyOf: (row: number) => string | null): number[][] {
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [row]);
    else own.push(row);
  }
  return [...groups.values()].filter((own) => own.length > 1);
}

/** At most so many of them, drawn uniformly, in their own order. */
function drawn<T>(all: readonly T[], most: number, random: Xoshiro): readonly T[] {
  if (all.length <= most) return all;
  return drawPlaces(all.length, most, random)
    .sort()
    .reduce<T[]>((taken, place) => (taken.push(all[place]!), taken), []);
}
