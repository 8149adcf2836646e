import { compareUtf8 } from '../../table/index.js';
import type { ClonePopulation } from './population.js';
import type { Shapes } from './shapes.js';

/** Functions of one normalised body. */
export interface ExactGroup {
  readonly key: string;
  readonly tokens: number;
  /** Rows, ascending. */
  readonly members: readonly number[];
}

/** Every group of rows of one exact key with at least `minTokens` tokens; groups of one too. In the order of their keys' bytes. */
export function exactBodies(
  population: ClonePopulation,
  shapes: Shapes,
  minTokens: number,
): ExactGroup[] {
  const groups = new Map<string, number[]>();
  for (let row = 0; row < population.ordinals.length; row++) {
    const key = shapes.exactKey(row);
    if (key === null || shapes.tokens(row) < minTokens) continue;
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [row]);
    else own.push(row);
  }
  return [...groups]
    .map(([key, members]) => ({ key, tokens: shapes.tokens(members[0]!), members }))
    .sort((a, b) => compareUtf8(a.key, b.key));
}

/** rank = tokens · (|G| − 1) (S1:1296). */
export const exactRank = ({ tokens, members }: ExactGroup): number => tokens * (members.length - 1);

/** Groups of at least two members, greatest rank first, then by key (S1:1295-1296). */
export const exactGroups = (bodies: readonly ExactGroup[]): ExactGroup[] =>
  bodies
    .filter(({ members }) => members.length > 1)
    .sort((a, b) => exactRank(b) - exactRank(a) || compareUtf8(a.key, b.key));

/** Σ |G|(|G| − 1)/2 (S1:1297). */
export const pairsOf = (groups: readonly ExactGroup[]): number =>
  groups.reduce((sum, { members }) => sum + (members.length * (members.length - 1)) / 2, 0);
