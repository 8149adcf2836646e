import type { Findings } from '../../lens/index.js';
import type { FoundClass, InjectedPlace } from '../inject/index.js';

const PLACE = /^(.+?):(\d+)(?:-(\d+))?$/;

/**
 * The places that each finding names, read off its cells: `file:line` and `file:line-line`, alone or in lists. A place
 * of one line is the beginning of what was found.
 */
export const placesOf = ({ rows }: Findings): FoundClass[] =>
  rows.map((row) =>
    row.flatMap((cell): InjectedPlace[] => {
      const texts: readonly unknown[] = Array.isArray(cell) ? cell : [cell];
      return texts.flatMap((text) => (typeof text === 'string' ? placeOf(text) : []));
    }),
  );

function placeOf(text: string): InjectedPlace[] {
  const parts = PLACE.exec(text);
  if (parts === null) return [];
  const [, file, line, end] = parts;
  return [{ file: file!, line: Number(line), endLine: Number(end ?? line) }];
}
