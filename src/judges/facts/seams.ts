import type { Seam } from '../split-seams.js';
import type { PlacedSegment } from './clones.js';
import type { LineTouch, ParsedFile } from '../../facts/index.js';

/**
 * The seams between the top-level statements of a file; imports at its head are no unit. `touches`: what commits wrote
 * of its lines; `null` without history, and then no churn crosses.
 */
export function seamsOf(
  { parsed }: ParsedFile,
  file: number,
  segments: readonly PlacedSegment[],
  touches: readonly LineTouch[] | null,
): Seam[] {
  const units = parsed.statements.filter(
    ({ declares, spells }) => declares.length > 0 || spells.size > 3,
  );
  const inside = segments.flatMap(({ a, linesA, b, linesB }) => [
    ...(a === file ? [linesA] : []),
    ...(b === file ? [linesB] : []),
  ]);
  return units.slice(0, -1).map(({ endLine }, i) => {
    const above = units.slice(0, i + 1);
    const below = units.slice(i + 1);
    return {
      end: BigInt(endLine),
      crossRefs: crossings(above, below) + crossings(below, above),
      cutClones: BigInt(inside.filter(([from, to]) => from <= endLine && to > endLine).length),
      crossChurn: BigInt((touches ?? []).filter(({ lines }) => crosses(lines, endLine)).length),
    };
  });
}

/** A commit that wrote lines on both sides. */
const crosses = (lines: readonly number[], seam: number): boolean =>
  lines.some((line) => line <= seam) && lines.some((line) => line > seam);

type Statements = ParsedFile['parsed']['statements'];

/** Pairs (statement, name) where a statement of one side spells a name that the other side declares. */
function crossings(users: Statements, declarers: Statements): bigint {
  const declared = new Set(declarers.flatMap(({ declares }) => declares));
  let count = 0n;
  for (const { spells } of users) for (const name of spells) if (declared.has(name)) count++;
  return count;
}
