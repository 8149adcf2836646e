import { remedyOf } from './lost-imports.js';
import type { Tallies, Tally } from './tally.js';

/** Share of calls or imports that may stay unresolved before the result deserves a warning. */
const WORRYING = 0.05;

/** What each package's figures give reason to doubt, with the likely cause: one line each. */
export function qualityWarnings(tallies: Tallies): string[] {
  const told = [...tallies.byPackage().keys()]
    .map((name) => warningsOf(name, tallies.of(name)))
    .filter(({ lines }) => lines.length > 0);
  return heaviest(told, tallies);
}

interface Warnings {
  readonly lines: readonly string[];
  /** How much is lost. */
  readonly weight: number;
}

function warningsOf(name: string, tally: Tally): Warnings {
  const quality = tally.quality();
  const { calls, unresolved, imports_unresolved: lost, unparsed } = quality;
  const lines: string[] = [];
  let weight = 0;
  if (lost! > tally.imports * WORRYING) {
    const remedy = remedyOf(tally.losses.all());
    lines.push(`unresolved imports of ${name}: ${lost} of ${tally.imports}; ${remedy}`);
    weight = lost!;
  }
  if (unresolved! > calls! * WORRYING) {
    lines.push(`unresolved calls of ${name}: ${unresolved} of ${calls}; ${causeOf(tally)}`);
    weight = Math.max(weight, unresolved!);
  }
  const notFollowed = quality.scripts_not_followed ?? 0;
  if (notFollowed > 0) {
    lines.push(
      `scripts of ${name} whose functions were not followed: ${notFollowed}; they have too much in common, and only what types tell of their calls is there: dump their folders one by one`,
    );
    weight = Infinity;
  }
  if (unparsed! > 0) {
    lines.push(
      `files of ${name} with syntax errors: ${unparsed}; what follows an error may be missing`,
    );
    weight = Infinity;
  }
  return { lines, weight };
}

/** About as many lines as anyone reads: a large workspace where nothing is installed has some for each of its packages. */
const TOLD = 12;

/** Those of the packages that lose most, each whole, since one line may point at the one above. */
function heaviest(warnings: readonly Warnings[], tallies: Tallies): string[] {
  const kept = new Set<Warnings>();
  let count = 0;
  for (const one of [...warnings].sort((a, b) => b.weight - a.weight)) {
    if (count >= TOLD) break;
    kept.add(one);
    count += one.lines.length;
  }
  const told = warnings.filter((one) => kept.has(one)).flatMap(({ lines }) => lines);
  const more = warnings.flatMap(({ lines }) => lines).length - told.length;
  if (more === 0) return told;
  const { lost, absent } = lossesOf(tallies);
  const mostly =
    absent * 2 > lost
      ? `; of all ${lost} lost imports ${absent} are of packages that are not installed`
      : '';
  return [
    ...told,
    `warnings of the same kind, of packages with less to lose: ${more}; see the table${mostly}`,
  ];
}

function lossesOf(tallies: Tallies): { readonly lost: number; readonly absent: number } {
  let [lost, absent] = [0, 0];
  for (const name of tallies.byPackage().keys()) {
    for (const { cause, count } of tallies.of(name).losses.all()) {
      lost += count;
      if (cause === 'not-installed') absent += count;
    }
  }
  return { lost, absent };
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
