import {
  isCode,
  sourceReader,
  type FilePair,
  type NumberedLine,
  type ParsedSources,
} from '../../facts/index.js';
import { sortUtf8 } from '../../table/index.js';
import { removedNames, SITE_KINDS, type TombstoneRow } from '../tombstones.js';
import { segmentsOf } from './mentions.js';

/** Names that the changed files declared before, less those that any file still spells. */
export async function namesOfChange(
  pairs: readonly FilePair[],
  now: ParsedSources,
): Promise<Set<string>> {
  const read = await sourceReader(pairs.map(({ path }) => path));
  const before = pairs.flatMap(({ path, before: text }) =>
    text === null || !isCode(path) ? [] : read(path, text).declarations.map(({ name }) => name),
  );
  const alive = now.files.flatMap(({ parsed }) => [...parsed.spelled.keys()]);
  return removedNames(before, alive);
}

export interface TombstoneSentence extends TombstoneRow {
  readonly file: string;
  readonly line: number;
  /** Number of the sentence in its line, from 0. */
  readonly at: number;
  readonly spelled: readonly string[];
}

const ABSENCE = /^(no|non|not|without|un|ex|former|old|legacy|removed|deleted)$/;

/** Added sentences that spell a removed name: in brackets after an absence, inside of an identifier, or in prose. */
export function addedSentences(
  file: string,
  added: readonly NumberedLine[],
  names: ReadonlySet<string>,
  marks: readonly string[],
): TombstoneSentence[] {
  const keys = new Map([...names].map((name) => [segmentsOf(name).join(' '), name]));
  return added.flatMap(({ at: line, text }) =>
    text.split(/(?<=[.!?;])\s+/).flatMap((sentence, at) => {
      const words = segmentsOf(sentence).join(' ');
      const spelled = [...keys]
        .filter(([key]) => key !== '' && ` ${words} `.includes(` ${key} `))
        .map(([, name]) => name);
      if (spelled.length === 0) return [];
      const lower = sentence.toLowerCase();
      const counted = marks.filter((mark) => lower.includes(mark)).length;
      return [
        {
          file,
          line,
          at,
          kind: kindOf(sentence, spelled),
          marks: counted,
          names: spelled.length,
          spelled: sortUtf8(spelled),
        },
      ];
    }),
  );
}

function kindOf(sentence: string, spelled: readonly string[]): TombstoneRow['kind'] {
  if (/\(\s*(no|without|formerly|removed)\b[^)]*\)/i.test(sentence)) return SITE_KINDS.bracketed;
  const absent = (sentence.match(/[\p{L}\p{N}_]+/gu) ?? []).some((word) => {
    const segments = segmentsOf(word);
    return (
      segments.length > 1 &&
      ABSENCE.test(segments[0]!) &&
      spelled.some((name) => segments.slice(1).join(' ') === segmentsOf(name).join(' '))
    );
  });
  return absent ? SITE_KINDS.bare : SITE_KINDS.prose;
}
