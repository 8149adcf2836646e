import { diffArrays } from 'diff';

export interface NumberedLine {
  /** From 1, in its own version. */
  readonly at: number;
  readonly text: string;
}

/** A line diff of two versions: how many lines stayed, and those that did not. */
export interface LineEdit {
  readonly matched: number;
  readonly deleted: readonly NumberedLine[];
  readonly added: readonly NumberedLine[];
}

/** The shortest line edit (Myers); an absent version is an empty one. */
export function lineEditOf(before: string | null, after: string | null): LineEdit {
  let matched = 0;
  const deleted: NumberedLine[] = [];
  const added: NumberedLine[] = [];
  let old = 1;
  let now = 1;
  for (const part of diffArrays(linesOf(before), linesOf(after))) {
    for (const text of part.value) {
      if (part.added) added.push({ at: now++, text });
      else if (part.removed) deleted.push({ at: old++, text });
      else {
        matched++;
        old++;
        now++;
      }
    }
  }
  return { matched, deleted, added };
}

function linesOf(text: string | null): string[] {
  if (text === null || text === '') return [];
  const lines = text.split(/\r?\n/);
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}
