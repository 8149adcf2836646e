import type { CodeGraph } from '../../graph/index.js';

/** Why a finding is deliberate and leaves the list (S1:1261). */
export type DeliberateFamily = 'simd or width variants' | 'self-only methods' | 'one literal';

/** A finding that a family rule left out: it is counted, and can be shown. */
export interface Deliberate {
  readonly family: DeliberateFamily;
  /** Rows, ascending. */
  readonly members: readonly number[];
}

/**
 * Name parts of variants that exist on purpose: one algorithm for several instruction sets or lane widths. The manual
 * names avx2, neon and scalar (S1:1261); the rest of the list is ours.
 */
const VARIANT_PART =
  /^(?:sse\d*|ssse3|avx\d*|avx512\w*|neon|sve\d?|simd\d*|swar|scalar|wasm32|x86|x64|aarch64|lanes?|[iuf](?:8|16|32|64|128)(?:x\d+)?|(?:big)?u?int(?:8|16|32|64|128)|float(?:16|32|64))$/;

/** The parts of an identifier: at `_`, other marks and lower-to-upper borders, lower-cased. */
export function nameParts(name: string): string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase());
}

/** A leaf name with a part that names an instruction set or a width. */
export const isVariantName = (name: string): boolean =>
  nameParts(name).some((part) => VARIANT_PART.test(part));

/** What the family rules know of a row. */
export interface FamilyFacts {
  /** Leaf name. */
  name(row: number): string;
  /** Its body names target features or intrinsics; false where there is no text. */
  simd(row: number): boolean;
  /** Its body is one literal; false where there is no text. */
  literal(row: number): boolean;
}

/** The family that makes a finding over these rows deliberate; `null` = none does. */
export function deliberateFamily(
  rows: readonly number[],
  facts: FamilyFacts,
): DeliberateFamily | null {
  if (rows.length > 0 && rows.every((row) => facts.simd(row) || isVariantName(facts.name(row))))
    return 'simd or width variants';
  return rows.some((row) => facts.literal(row)) ? 'one literal' : null;
}

/** Whether a pair of bodies, each of several functions, is deliberate: what `deliberateFamily` says of their members. */
export function deliberatePairs(
  bodies: readonly { readonly members: readonly number[] }[],
  facts: FamilyFacts,
): (a: number, b: number) => boolean {
  const variant = bodies.map(({ members }) =>
    members.every((row) => facts.simd(row) || isVariantName(facts.name(row))),
  );
  const literal = bodies.map(({ members }) => members.some((row) => facts.literal(row)));
  return (a, b) => (variant[a]! && variant[b]!) || literal[a]! || literal[b]!;
}

/** Divides findings into those that stay and those that a family explains. */
export function withoutDeliberate<T>(
  findings: readonly T[],
  membersOf: (finding: T) => readonly number[],
  facts: FamilyFacts,
): { readonly kept: T[]; readonly deliberate: Deliberate[] } {
  const kept: T[] = [];
  const deliberate: Deliberate[] = [];
  for (const finding of findings) {
    const members = membersOf(finding);
    const family = deliberateFamily(members, facts);
    if (family === null) kept.push(finding);
    else deliberate.push({ family, members: [...members].sort((a, b) => a - b) });
  }
  return { kept, deliberate };
}

/** Two methods of one name on two types that take nothing but their receiver: a family of semantic twins (S1:1261). */
export function selfOnlyPair(graph: CodeGraph, a: number, b: number): boolean {
  const alone = (v: number): boolean =>
    graph.kind.at(v) === 'method' && ownParameters(graph, v) === 0;
  return (
    graph.nameOf(a) === graph.nameOf(b) &&
    graph.parents[a] !== graph.parents[b] &&
    alone(a) &&
    alone(b)
  );
}

function ownParameters(graph: CodeGraph, v: number): number {
  const { offsets, targets } = graph.edges('CONTAINS').out;
  let found = 0;
  for (let at = offsets[v]!; at < offsets[v + 1]!; at++) {
    const child = targets[at]!;
    if (
      child < graph.nodeCount &&
      graph.kind.at(child) === 'param' &&
      graph.nameOf(child) !== 'self'
    )
      found++;
  }
  return found;
}
