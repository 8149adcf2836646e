import { ClassHashes, exactKey, minHash, normalise } from '../../../src/text/index.js';
import { lexTypeScript } from '../../../src/text/typescript-lexer.js';
import { fnId, vectorOf, type RandomFn } from './random-programs.js';

// The rules of the clone family spelled out over lists and strings, every pair looked at: what whole lenses are held
// against. Of the product only the normalisation of a text and its minima are used, which have tests of their own.

export interface PlainFn extends RandomFn {
  readonly lines: number;
  readonly key: string;
  readonly tokens: number;
  readonly minima: readonly number[];
  readonly features: readonly string[];
  readonly literal: boolean;
}

/** The functions that are compared, in the order of their ids. */
export function plainFunctions(all: readonly RandomFn[]): PlainFn[] {
  const hashes = new ClassHashes();
  return all
    .filter(({ test }) => !test)
    .sort((x, y) => (fnId(x) < fnId(y) ? -1 : 1))
    .map((one): PlainFn => {
      const stream = lexTypeScript('a.ts', one.text);
      const { symbols, classes } = normalise(stream!, 0, stream!.count);
      const numbers = classes.map((text) => hashes.numberOf(text));
      return {
        ...one,
        lines: one.text.split('\n').length,
        key: exactKey(symbols),
        tokens: symbols.length,
        minima: [...minHash(numbers, hashes.halves())!],
        features: [
          ...one.calls.map((x) => `c:${x === 'log' ? 'typescript' : 'lib'} ${x}`),
          ...one.reads.map((x) => `f:${x}`),
          ...new Set(one.params.filter(([name]) => name !== 'self').map(([, type]) => `p:${type}`)),
          ...(one.ret === null ? [] : [`r:${one.ret}`]),
        ],
        literal: /^\s*return \{$/m.test(one.text),
      };
    });
}

/** Equal minima of two texts, of 64. */
export const equal = (a: PlainFn, b: PlainFn): number =>
  a.minima.filter((minimum, p) => minimum === b.minima[p]).length;

export interface PlainPair {
  readonly a: number;
  readonly b: number;
  readonly score: number;
}

/** J_w over sets of words, of all rows. */
export function plainScore(sets: readonly (readonly string[])[]) {
  const df = (x: string): number => sets.filter((set) => set.includes(x)).length;
  const weight = (names: readonly string[]): number =>
    [...names].sort().reduce((sum, x) => sum + Math.log(1 + sets.length / df(x)), 0);
  const both = (a: number, b: number): string[] => sets[a]!.filter((x) => sets[b]!.includes(x));
  return {
    both,
    rare: (x: string): boolean =>
      df(x) >= 2 && df(x) <= Math.min(64, Math.max(Math.floor(sets.length / 2), 2)),
    score: (a: number, b: number): number => {
      const all = [...new Set([...sets[a]!, ...sets[b]!])];
      return all.length === 0 ? 0 : weight(both(a, b)) / weight(all);
    },
  };
}

/** All pairs with J_w ≥ 0.5, two in common and a rare one among them; `least` in each set. */
export function plainPairs(sets: readonly (readonly string[])[], least: number): PlainPair[] {
  const { both, rare, score } = plainScore(sets);
  const found: PlainPair[] = [];
  sets.forEach((x, a) =>
    sets.forEach((y, b) => {
      if (a >= b || x.length < least || y.length < least) return;
      if (both(a, b).length < 2 || !both(a, b).some(rare) || score(a, b) < 0.5) return;
      found.push({ a, b, score: score(a, b) });
    }),
  );
  return found;
}

/** Pairs of which each is among the eight best partners of the other, ties to the lower row. */
export function plainMutual(pairs: readonly PlainPair[]): (pair: PlainPair) => boolean {
  const best = (row: number): number[] =>
    pairs
      .filter(({ a, b }) => a === row || b === row)
      .map(({ a, b, score }) => ({ other: a === row ? b : a, score }))
      .sort((x, y) => y.score - x.score || x.other - y.other)
      .slice(0, 8)
      .map(({ other }) => other);
  return ({ a, b }) => best(a).includes(b) && best(b).includes(a);
}

/** Callees, fields and types beyond the language: printed types name none of the workspace's here. */
export const speaks = (x: string): boolean => !/^(?:[pr]:|c:typescript)/.test(x);

const wraps = (a: PlainFn, b: PlainFn): boolean =>
  a.lines <= 6 && a.calls.length === 1 && b.calls.includes(a.calls[0]!);

/** Why a structural pair of two texts is none, unlike texts aside. */
export const refused = (a: PlainFn, b: PlainFn): boolean =>
  a.lines <= 3 ||
  b.lines <= 3 ||
  wraps(a, b) ||
  wraps(b, a) ||
  (equal(a, b) < 32 && !a.features.some((x) => speaks(x) && b.features.includes(x)));

/** A finding that a family explains. */
export const deliberate = (members: readonly PlainFn[]): boolean =>
  members.every(({ name }) => name.split('_').includes('avx2')) ||
  members.some(({ literal }) => literal);

/** What no twin is of. */
export const excluded = ({ implementing, ret, lines, tokens }: PlainFn): boolean =>
  implementing || ret === 'Self' || lines < 5 || tokens < 20;

/** Rows that pairs join, each class with its pairs in the order given; classes by their first pair. */
export function plainClasses(pairs: readonly { readonly a: number; readonly b: number }[]) {
  const classes: { members: Set<number>; pairs: number[] }[] = [];
  pairs.forEach(({ a, b }, p) => {
    const touched = classes.filter(({ members }) => members.has(a) || members.has(b));
    for (const one of touched) classes.splice(classes.indexOf(one), 1);
    classes.push({
      members: new Set([a, b, ...touched.flatMap(({ members }) => [...members])]),
      pairs: [...touched.flatMap((one) => one.pairs), p].sort((x, y) => x - y),
    });
  });
  return classes
    .map(({ members, pairs: own }) => ({ members: [...members].sort((x, y) => x - y), pairs: own }))
    .sort((x, y) => x.pairs[0]! - y.pairs[0]!);
}

/** The cosine of two angles as the lens computes it: of floats, in doubles. */
export function plainCosine(x: number | null, y: number | null): number | null {
  if (x === null || y === null) return null;
  const [a, b] = [vectorOf(x), vectorOf(y)];
  return Math.min(1, a[0] * b[0] + a[1] * b[1]);
}
