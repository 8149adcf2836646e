import { distance } from 'fastest-levenshtein';

/** Letters and digits only, so that `max-trees`, `max_trees` and `maxTrees` are one name. */
const folded = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The known names nearest to one that is not known, best first, for the remedy of an error. Names that share nothing
 * with it (edits reach two thirds of the longer name) are left out.
 */
export function nearest(name: string, known: Iterable<string>, count = 3): string[] {
  const wanted = folded(name);
  const ranked: { candidate: string; edits: number }[] = [];
  for (const candidate of known) {
    const other = folded(candidate);
    const edits = wanted !== '' && other.includes(wanted) ? 0 : distance(wanted, other);
    if (3 * edits < 2 * Math.max(wanted.length, other.length)) ranked.push({ candidate, edits });
  }
  ranked.sort((a, b) => a.edits - b.edits || Buffer.compare(Buffer.from(a.candidate), Buffer.from(b.candidate)));
  return ranked.slice(0, count).map(({ candidate }) => candidate);
}

/** The remedy of an unknown name: `did you mean a, b?`, else what there is. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near.length > 0) return `did you mean ${near.join(', ')}?`;
  return known.length === 0 ? 'there is none' : `there is ${known.slice(0, 12).join(', ')}${known.length > 12 ? ' …' : ''}`;
}
