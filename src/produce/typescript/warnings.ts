import { remedyOf } from './lost-imports.js';
import type { Tallies, Tally } from './tally.js';

/** Share of calls or imports that may stay unresolved before the result deserves a warning. */
const WORRYING = 0.05;

/** What a package's figures give reason to doubt, with the likely cause: one line each. */
export function qualityWarnings(tallies: Tallies): string[] {
  const warnings: Warning[] = [];
  for (const [name, quality] of tallies.byPackage()) {
    const { calls, unresolved, imports_unresolved: lost, unparsed } = quality;
    const tally = tallies.of(name);
    if (lost! > tally.imports * WORRYING) {
      const remedy = remedyOf(tally.losses.all());
      const text = `unresolved imports of ${name}: ${lost} of ${tally.imports}; ${remedy}`;
      warnings.push({ text, weight: lost! });
    }
    if (unresolved! > calls! * WORRYING) {
      const text = `unresolved calls of ${name}: ${unresolved} of ${calls}; ${causeOf(tally)}`;
      warnings.push({ text, weight: unresolved! });
    }
    const notFollowed = quality['scripts_not_followed'] ?? 0;
    if (notFollowed > 0) {
      const text = `scripts of ${name} whose functions were not followed: ${notFollowed}; they have too much in common, and only what types tell of their calls is there: dump their folders one by one`;
      warnings.push({ text, weight: Infinity });
    }
    if (unparsed! > 0) {
      const text = `files of ${name} with syntax errors: ${unparsed}; what follows an error may be missing`;
      warnings.push({ text, weight: Infinity });
    }
  }
  return heaviest(warnings);
}

interface Warning {
  readonly text: string;
  /** How much is lost. */
  readonly weight: number;
}

/** As many warnings as anyone reads: a large workspace where nothing is installed has one for each of its packages. */
const TOLD = 12;

function heaviest(warnings: readonly Warning[]): string[] {
  const kept = new Set([...warnings].sort((a, b) => b.weight - a.weight).slice(0, TOLD));
  const told = warnings.filter((one) => kept.has(one)).map(({ text }) => text);
  const more = warnings.length - told.length;
  return more === 0
    ? told
    : [...told, `warnings of the same kind, of packages with less to lose: ${more}; see the table`];
}

/** Why callees have type any. */
function causeOf(tally: Tally): string {
  const { imports_unresolved: lost, unresolved } = tally.quality();
  const losesImports = lost! > tally.imports * WORRYING;
  if (tally.unresolvedOfParameters * 2 > unresolved!)
    return `${tally.unresolvedOfParameters} of them are methods of parameters of scripts, whose callers are not seen: JSDoc of the parameters would tell`;
  if (tally.unresolvedInScripts * 2 > unresolved!) {
    const also = losesImports
      ? ', and what a lost import names, see the warning above, has type any'
      : '';
    return `scripts say no types: JSDoc or a declaration file beside them would tell${also}`;
  }
  if (losesImports) return 'what a lost import names has type any, see the warning above';
  return 'their callees have type any; see whether the types of what they import are installed';
}

export function unreadWarnings(notRead: ReadonlyMap<string, number>): string[] {
  return [...notRead]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([ending, count]) =>
        `files that are not read: ${count} of ${ending}; what they call is missing`,
    );
}
