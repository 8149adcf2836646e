import type { CodeGraph } from '../../graph/index.js';
import {
  deliberateFamily,
  familyFacts,
  linesOf,
  type ClonePopulation,
  type Deliberate,
  type Shapes,
} from '../clones/index.js';
import type { Features } from './features.js';
import { speakingFeatures } from './language.js';
import type { StructuralPairs } from './join.js';

/** Why a pair of like features is no finding (S1:1366–1370), or which family explains it. */
export const REFUSALS = ['short', 'unlike text', 'wrapper', 'language only'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Spans of at most so many lines say nothing. */
const SHORT = 3;
/** Bodies whose shingles are less alike than this share an API, not an idea: STRUCT_BODY_FLOOR, 3 of 10. */
const BODY_FLOOR = [3, 10] as const;
/** Equal minima of 64 from which bodies are alike: COPY_BODY. */
const ALIKE = 32;
/** A wrapper has at most so many lines, and one callee that the other side calls too. */
const WRAPPER_LINES = 6;

export interface GatedPairs {
  /** Numbers into the structural pairs, in their order. */
  readonly kept: Uint32Array;
  readonly refused: Readonly<Record<Refusal, number>>;
  readonly deliberate: readonly Deliberate[];
}

export function gatePairs(
  graph: CodeGraph,
  population: ClonePopulation,
  shapes: Shapes,
  features: Features,
  pairs: StructuralPairs,
): GatedPairs {
  const kept: number[] = [];
  const refused: Record<Refusal, number> = {
    short: 0,
    'unlike text': 0,
    wrapper: 0,
    'language only': 0,
  };
  const speaks = speakingFeatures(graph, features.names);
  const deliberate: Deliberate[] = [];
  const facts = familyFacts(graph, population, shapes);
  for (let p = 0; p < pairs.a.length; p++) {
    const [a, b] = [pairs.a[p]!, pairs.b[p]!];
    const why = refusal(population, shapes, features, speaks, a, b);
    if (why !== null) {
      refused[why]++;
      continue;
    }
    const family = deliberateFamily([a, b], facts);
    if (family === null) kept.push(p);
    else deliberate.push({ family, members: [a, b] });
  }
  return { kept: Uint32Array.from(kept), refused, deliberate };
}

export function refusal(
  population: ClonePopulation,
  shapes: Shapes,
  features: Features,
  speaks: Uint8Array,
  a: number,
  b: number,
): Refusal | null {
  if (linesOf(population, a) <= SHORT || linesOf(population, b) <= SHORT) return 'short';
  if (wraps(population, features, a, b) || wraps(population, features, b, a)) return 'wrapper';
  const estimate = shapes.estimate64(a, b);
  // Bodies that are alike are a copy, whatever they touch.
  if ((estimate ?? 0) < ALIKE && !sharesWords(features, speaks, a, b)) return 'language only';
  if (estimate !== null && estimate * BODY_FLOOR[1] < BODY_FLOOR[0] * 64) return 'unlike text';
  return null;
}

/** Whether two rows share a feature that says something beyond the language. */
export function sharesWords(
  { sets: { offsets, tokens } }: Features,
  speaks: Uint8Array,
  a: number,
  b: number,
): boolean {
  const own = tokens.subarray(offsets[a], offsets[a + 1]).filter((token) => speaks[token] === 1);
  const other = new Set(tokens.subarray(offsets[b], offsets[b + 1]));
  return own.some((token) => other.has(token));
}

function wraps(population: ClonePopulation, features: Features, a: number, b: number): boolean {
  if (linesOf(population, a) > WRAPPER_LINES) return false;
  const own = calleesOf(features, a);
  return own.length === 1 && calleesOf(features, b).includes(own[0]!);
}

const calleesOf = ({ sets: { offsets, tokens }, names }: Features, row: number): number[] =>
  [...tokens.subarray(offsets[row], offsets[row + 1])].filter((token) =>
    names[token]!.startsWith('c:'),
  );
