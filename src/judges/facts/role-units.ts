import { wordHash } from '../../text/index.js';
import type { Bag, Channel } from '../same-role.js';
import { segmentsOf } from './mentions.js';
import type { ParsedFile, ParsedSources } from '../../facts/index.js';

export interface RoleUnit {
  readonly key: string;
  readonly bag: Bag;
  /** The spelling of the unit's top syntax kinds: equal shapes are equal texts. */
  readonly shape: string;
  /** Words behind the hashes of channel N. */
  readonly words: ReadonlyMap<bigint, string>;
}

/** Named units with their bags. Hashes only; the words of names are kept beside them for display. */
export function roleUnits(sources: ParsedSources): RoleUnit[] {
  const seen = new Map<string, number>();
  return sources.files.flatMap((file) =>
    file.parsed.units
      .filter(({ name }) => name !== '(anonymous)')
      .map((unit) => {
        const base = `${file.path}#${unit.name}`;
        const nth = (seen.get(base) ?? 0) + 1;
        seen.set(base, nth);
        const words = new Map(segmentsOf(unit.name).map((word) => [wordHash(word), word]));
        return {
          key: nth === 1 ? base : `${base}~${nth}`,
          bag: bagOf(file, unit),
          shape: [...unit.tree.labels].join(' '),
          words,
        };
      }),
  );
}

function bagOf(file: ParsedFile, unit: ParsedFile['parsed']['units'][number]): Bag {
  const comment =
    file.parsed.comments.filter(({ line }) => line < unit.line && line > unit.line - 8).at(-1)
      ?.text ?? '';
  const counted = (words: readonly string[]): Map<bigint, bigint> => {
    const counts = new Map<bigint, bigint>();
    for (const word of words) counts.set(wordHash(word), (counts.get(wordHash(word)) ?? 0n) + 1n);
    return counts;
  };
  const channels: Record<Channel, readonly string[]> = {
    N: segmentsOf(unit.name),
    P: unit.parameters,
    C: unit.callees,
    D: segmentsOf(comment),
    S: [...unit.tree.labels].map(String),
    L: unit.literals,
  };
  return {
    N: counted(channels.N),
    P: counted(channels.P),
    C: counted(channels.C),
    D: counted(channels.D),
    S: counted(channels.S),
    L: counted(channels.L),
  };
}
