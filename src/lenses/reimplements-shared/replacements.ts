import type { CodeGraph } from '../../graph/index.js';
import { compareUtf8 } from '../../table/index.js';
import { isTestPath } from '../clones/index.js';
import { similarityOf, type PairEvidence } from './candidates.js';
import { isLibraryFunction, type Libraries } from './libraries.js';

/** Why a pair is no replacement (S1:1736-1743); methods of two types are our own: a call needs an object of the other. */
export const LEFT_OUT_PAIRS = [
  'test code',
  'one crate',
  'no dependency either way',
  'already called',
  'methods of two types',
  "only similar-code's cluster",
  'no public library function',
  'no copy and an unlike body',
] as const;
export type LeftOutPair = (typeof LEFT_OUT_PAIRS)[number];

export type Tier = 'already_imports' | 'add_dependency';

/** Replace one function by another crate's. Ordinals of the dump. */
export interface Replacement {
  readonly replace: number;
  readonly useInstead: number;
  readonly library: string;
  readonly tier: Tier;
  readonly fit: 'drop_in' | 'adapter';
  /** Both read the same own static: calling the library's copy would use its state, not this one's. */
  readonly ownStatics: readonly string[];
  readonly similarity: number;
  readonly callers: number;
  readonly lines: number;
  readonly score: number;
  readonly evidence: readonly string[];
  /** Functions of other libraries that would do as well. */
  readonly also: readonly number[];
}

export interface Replacements {
  readonly findings: readonly Replacement[];
  readonly pairsKept: number;
  readonly leftOut: Readonly<Record<LeftOutPair, number>>;
}

export interface ScoreKnobs {
  /** TWIN_BODY_FLOOR. */
  readonly bodyFloor: number;
  readonly lineCap: number;
}

/** similarity · (1 + ln(1 + callers)) · min(lines, cap) · (1, or ½ where the dependency must be added first) (S1:1747). */
export function replacementScore(
  similarity: number,
  callers: number,
  lines: number,
  tier: Tier,
  lineCap: number,
): number {
  const weight = tier === 'already_imports' ? 1 : 0.5;
  return similarity * callerFactor(callers) * Math.min(lines, lineCap) * weight;
}

/** 1 + ln(1 + callers) */
export const callerFactor = (callers: number): number => 1 + Math.log(1 + callers);

export function replacementsOf(
  graph: CodeGraph,
  pairs: readonly PairEvidence[],
  libraries: Libraries,
  knobs: ScoreKnobs,
): Replacements {
  const leftOut = Object.fromEntries(LEFT_OUT_PAIRS.map((why) => [why, 0])) as Record<
    LeftOutPair,
    number
  >;
  const found = new Map<number, Replacement[]>();
  let pairsKept = 0;
  for (const pair of pairs) {
    const why = refusal(graph, pair, libraries, knobs);
    if (why !== null) {
      leftOut[why]++;
      continue;
    }
    pairsKept++;
    for (const [from, to] of [
      [pair.a, pair.b],
      [pair.b, pair.a],
    ] as const) {
      if (!usable(graph, from, to, libraries)) continue;
      const one = replacement(graph, from, to, pair, libraries, knobs);
      const own = found.get(from);
      if (own === undefined) found.set(from, [one]);
      else own.push(one);
    }
  }
  const findings = [...found.values()].map((own) => {
    const [best, ...others] = [...own].sort(byTierAndScore(graph));
    return { ...best!, also: others.map(({ useInstead }) => useInstead) };
  });
  return { findings: findings.sort(byTierAndScore(graph)), pairsKept, leftOut };
}

/** Direct dependencies first, then by score, then by labels. */
const byTierAndScore =
  (graph: CodeGraph) =>
  (x: Replacement, y: Replacement): number =>
    Number(x.tier === 'add_dependency') - Number(y.tier === 'add_dependency') ||
    y.score - x.score ||
    compareUtf8(graph.label(x.replace), graph.label(y.replace)) ||
    compareUtf8(graph.label(x.useInstead), graph.label(y.useInstead));

function refusal(
  graph: CodeGraph,
  pair: PairEvidence,
  libraries: Libraries,
  { bodyFloor }: ScoreKnobs,
): LeftOutPair | null {
  const { a, b } = pair;
  if (isTest(graph, a) || isTest(graph, b)) return 'test code';
  const [x, y] = [graph.crateOf(a) ?? '', graph.crateOf(b) ?? ''];
  if (x === y) return 'one crate';
  if (!libraries.reaches(x, y) && !libraries.reaches(y, x)) return 'no dependency either way';
  if (calls(graph, a, b) || calls(graph, b, a)) return 'already called';
  if (onTwoTypes(graph, a, b)) return 'methods of two types';
  if (!pair.lenses.includes('semantic-twins')) return "only similar-code's cluster";
  const callable = usable(graph, a, b, libraries) || usable(graph, b, a, libraries);
  if (!callable) return 'no public library function';
  const body = pair.body64 === null ? 0 : pair.body64 / 64;
  return !pair.copy && body < bodyFloor ? 'no copy and an unlike body' : null;
}

/** One crate reaches the other, and not for its tests alone where the other is built on it: no two are both built first. */
const mayUse = (libraries: Libraries, from: string, to: string): boolean =>
  libraries.reaches(from, to) && !(libraries.needs(to, from) && !libraries.needs(from, to));

/** The crate of `from` may use that of `to`, which others may call. */
function usable(graph: CodeGraph, from: number, to: number, libraries: Libraries): boolean {
  return (
    mayUse(libraries, graph.crateOf(from) ?? '', graph.crateOf(to) ?? '') &&
    isLibraryFunction(graph, to)
  );
}

function replacement(
  graph: CodeGraph,
  from: number,
  to: number,
  pair: PairEvidence,
  libraries: Libraries,
  { lineCap }: ScoreKnobs,
): Replacement {
  const library = graph.crateOf(to) ?? '';
  const tier: Tier = libraries.direct(graph.crateOf(from) ?? '', library)
    ? 'already_imports'
    : 'add_dependency';
  const similarity = similarityOf(pair);
  const callers = callersOf(graph, from);
  const lines = (graph.endLine?.[from] ?? 0) - (graph.line?.[from] ?? 0) + 1;
  return {
    replace: from,
    useInstead: to,
    library,
    tier,
    fit: fits(graph, from, to) ? 'drop_in' : 'adapter',
    ownStatics: sharedStatics(graph, from, to),
    similarity,
    callers,
    lines,
    score: replacementScore(similarity, callers, lines, tier, lineCap),
    evidence: pair.lenses,
    also: [],
  };
}

const isTest = (graph: CodeGraph, v: number): boolean =>
  graph.isTest?.[v] === 1 || isTestPath(graph.file?.at(v) ?? '');

function calls(graph: CodeGraph, from: number, to: number): boolean {
  const { offsets, targets } = graph.edges('CALLS').out;
  return targets.subarray(offsets[from], offsets[from + 1]).includes(to);
}

/** Both work on an object of their own type, and the types are two. */
function onTwoTypes(graph: CodeGraph, a: number, b: number): boolean {
  const [x, y] = [ownerOf(graph, a), ownerOf(graph, b)];
  return x >= 0 && y >= 0 && x !== y && takesObject(graph, a) && takesObject(graph, b);
}

/** The type that a method belongs to; -1 = none. */
function ownerOf(graph: CodeGraph, v: number): number {
  const { offsets, targets } = graph.derived('SELF_OF').out;
  return offsets[v + 1]! > offsets[v]! ? targets[offsets[v]!]! : -1;
}

/** A receiver, or in TypeScript, whose dumps name none, any method. */
const takesObject = (graph: CodeGraph, v: number): boolean =>
  (graph.receiver?.at(v) ?? null) !== null ||
  (graph.kind.at(v) === 'method' && /\.[cm]?[jt]sx?$/.test(graph.file?.at(v) ?? ''));

function callersOf(graph: CodeGraph, v: number): number {
  const { offsets } = graph.edges('CALLS').in;
  return offsets[v + 1]! - offsets[v]!;
}

/** The same types are taken and given, and none of them is the crate's own: two crates' `Look` are two types. */
function fits(graph: CodeGraph, from: number, to: number): boolean {
  const types = typesOf(graph, from);
  if (types !== typesOf(graph, to)) return false;
  const words = new Set(types.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []);
  const { offsets, targets } = graph.edges('USES_TYPE').out;
  for (let e = offsets[from]!; e < offsets[from + 1]!; e++) {
    const type = targets[e]!;
    if (type < graph.nodeCount && graph.crateOf(type) === graph.crateOf(from))
      if (words.has(graph.nameOf(type))) return false;
  }
  return true;
}

/** Types of parameters in order and of the result; a receiver has none. */
function typesOf(graph: CodeGraph, v: number): string {
  const { offsets, targets } = graph.edges('CONTAINS').out;
  const types: string[] = [];
  for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
    const part = targets[e]!;
    if (part >= graph.nodeCount) continue;
    const kind = graph.kind.at(part);
    if (kind === 'param' || kind === 'ret') types.push(`${kind}:${graph.ty?.at(part) ?? ''}`);
  }
  return types.join(', ');
}

/** Statics in capitals of one name that each reads from its own crate. */
function sharedStatics(graph: CodeGraph, a: number, b: number): string[] {
  const [own, other] = [staticsOf(graph, a), staticsOf(graph, b)];
  return [...own].filter((name) => other.has(name)).sort(compareUtf8);
}

function staticsOf(graph: CodeGraph, v: number): Set<string> {
  const names = new Set<string>();
  for (const kind of ['READS_FIELD', 'WRITES_FIELD', 'USES_TYPE'] as const) {
    const { offsets, targets } = graph.edges(kind).out;
    for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
      const target = targets[e]!;
      if (target >= graph.nodeCount || graph.crateOf(target) !== graph.crateOf(v)) continue;
      const what = graph.kind.at(target);
      const name = graph.nameOf(target);
      if ((what === 'static' || what === 'const') && /^[A-Z][A-Z0-9_]*$/.test(name))
        names.add(name);
    }
  }
  return names;
}
