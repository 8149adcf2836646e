import { sharedFeatures, type Features } from '../structural-clones/features.js';
import { wordsOf } from '../structural-clones/tables.js';
import { CHANNELS, type ItemGraph } from './items.js';
import type { RoleTokens, Token } from './tokens.js';

/** Words that a finding spells out. */
const SHOWN = 5;

const OUT = [
  'call',
  'use',
  'read',
  'write',
  'read table',
  'write table',
  'have',
  'implement',
  'belong to',
] as const;
const IN = [
  'are called by',
  'are used by',
  'are read by',
  'are written by',
  'are read by',
  'are written by',
  'are fields of',
  'are implemented by',
  'own',
] as const;

/** What two functions share under the WL engine, rarest first. */
export function sharedTokens(
  { counts: { offsets, tokens }, idf, tokens: said }: RoleTokens,
  words: ReadonlyMap<bigint, string>,
  a: number,
  b: number,
): string[] {
  const other = new Set(tokens.subarray(offsets[b], offsets[b + 1]));
  // A neighbour that can be named tells a reader more than a hash of what lies further out.
  const vague = (token: number): number => Number(!words.has(said[token]!.label));
  const shown = [...tokens.subarray(offsets[a], offsets[a + 1])]
    .filter((token) => other.has(token))
    .sort((x, y) => vague(x) - vague(y) || idf[y]! - idf[x]! || x - y)
    .map((token) => tokenWords(said[token]!, words));
  return [...new Set(shown)].slice(0, SHOWN);
}

function tokenWords({ round, tag, label }: Token, words: ReadonlyMap<bigint, string>): string {
  const said = words.get(label) ?? null;
  if (tag === -1)
    return round === 0
      ? `both are ${said ?? 'alike'}`
      : `both look alike ${String(round)} hops out`;
  const verb = (tag % 2 === 0 ? OUT : IN)[tag >> 1] ?? CHANNELS[tag >> 1]!;
  return `both ${verb} ${said ?? `something alike ${String(round)} hops out`}`;
}

/** What each label of round 0 is the hash of, in short. */
export function labelWords(items: ItemGraph, first: BigUint64Array): ReadonlyMap<bigint, string> {
  const known = new Map<bigint, string>();
  items.words.forEach((words, item) => known.set(first[item]!, shortWords(words)));
  return known;
}

/** `fn|method|&self|1|(str) -> own|0|public|` as `method(str) -> own`. */
function shortWords(words: string): string {
  const parts = words.split('|');
  switch (parts[0]) {
    case 'fn':
      return parts.length > 5 ? `a ${parts[1]!}${parts[4]!}` : 'a function elsewhere';
    case 'adt':
      return `a ${parts[1]!} of its kind`;
    case 'field':
      return `a field of ${parts[1]!}`;
    default:
      return parts.at(-1) === 'stub' ? `a ${parts[0]!} elsewhere` : `a ${parts[0]!}`;
  }
}

export const sharedByFeatures = (features: Features, a: number, b: number): string[] =>
  wordsOf(sharedFeatures(features, a, b, SHOWN));
