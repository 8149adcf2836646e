import { remedyOf } from './lost-imports.js';
import type { Tallies, Tally } from './tally.js';

/** Share of calls or imports that may stay unresolved before the result deserves a warning. */
const WORRYING = 0.05;

/** What a package's figures give reason to doubt, with the likely cause: one line each. */
export function qualityWarnings(tallies: Tallies): string[] {
  const warnings: string[] = [];
  for (const [name, quality] of tallies.byPackage()) {
    const { calls, unresolved, imports_unresolved: lost, unparsed } = quality;
    const tally = tallies.of(name);
    if (lost! > tally.imports * WORRYING) {
      const remedy = remedyOf(tally.losses.all());
      warnings.push(`unresolved imports of ${name}: ${lost} of ${tally.imports}; ${remedy}`);
    }
    if (unresolved! > calls! * WORRYING) {
      warnings.push(`unresolved calls of ${name}: ${unresolved} of ${calls}; ${causeOf(tally)}`);
    }
    if (unparsed! > 0) {
      warnings.push(
        `files of ${name} with syntax errors: ${unparsed}; what follows an error may be missing`,
      );
    }
  }
  return warnings;
}

/** Why callees have type any. */
function causeOf(tally: Tally): string {
  const { imports_unresolved: lost, unresolved } = tally.quality();
  if (lost! > tally.imports * WORRYING)
    return 'what a lost import names has type any, see the warning above';
  if (tally.unresolvedInScripts * 2 > unresolved!)
    return 'scripts say no types: JSDoc or a declaration file beside them would tell';
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
