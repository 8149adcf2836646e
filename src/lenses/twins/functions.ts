import type { CodeGraph } from '../../graph/index.js';
import { InvalidArgument } from '../../task/index.js';
import { namesOf } from '../call-graph.js';
import { kindFlags } from '../modules.js';
import { repeatsOfText } from '../one-text.js';

/** The rows of every matrix: functions and methods in scope that are no declaration of a trait or interface, each text once. */
export interface Functions {
  /** Ordinals of the dump, ascending. */
  readonly ordinals: Uint32Array;
  /** Row of an ordinal; -1 = none. */
  readonly rowOf: Int32Array;
  readonly names: readonly string[];
  /** Functions on the same lines as one of these. */
  readonly repeats: number;
}

/** `name` keeps only functions whose leaf name contains it, and changes every weight with that (S1:2495). */
export function functionsOf(graph: CodeGraph, scope: Uint8Array, name: string | null): Functions {
  const isFunction = kindFlags(graph, new Set(['fn', 'method']));
  const declares = kindFlags(graph, new Set(['trait', 'interface']));
  const passed: number[] = [];
  for (let v = 0; v < graph.nodeCount; v++) {
    if (isFunction[v] === 0 || scope[v] === 0) continue;
    const parent = graph.parents[v]!;
    if (parent >= 0 && declares[parent] === 1) continue;
    if (name !== null && !graph.nameOf(v).includes(name)) continue;
    passed.push(v);
  }
  if (name !== null && passed.length === 0)
    throw new InvalidArgument(
      `name that no function in scope contains: ${name}; it is a part of the leaf name`,
    );
  const repeats = repeatsOfText(graph, passed);
  const ordinals = passed.filter((_, at) => repeats[at] === 0);
  const rowOf = new Int32Array(graph.nodeCount).fill(-1);
  ordinals.forEach((v, row) => (rowOf[v] = row));
  return {
    ordinals: Uint32Array.from(ordinals),
    rowOf,
    names: namesOf(graph, ordinals),
    repeats: passed.length - ordinals.length,
  };
}
