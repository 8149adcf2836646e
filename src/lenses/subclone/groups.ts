import { compareUtf8 } from '../../table/index.js';
import { enclosing, onlyTests, overlapsCallable, type ItemSpan } from './spans.js';
import { bySite, type Run, type Site } from './runs.js';

/** A run at the places that count. */
export interface Group {
  readonly key: string;
  readonly sites: readonly Site[];
  /** Lower median of the sites' heights and of their tokens. */
  readonly lines: number;
  readonly tokens: number;
  /** lines · (sites − 1). */
  readonly damage: number;
  /** More places than an idiom needs: kept, and counted apart. */
  readonly idiom: boolean;
  /** Every site lies in an item that reaches beyond it. */
  readonly subItem: boolean;
  /** Ordinal of the item around each site; -1 = none is known. */
  readonly items: readonly number[];
}

export interface Groups {
  readonly groups: readonly Group[];
  /** R6: groups with a site in no function. */
  readonly nonCallable: number;
  /** Kept though R6 can't judge them: a file of theirs has no spans. */
  readonly unjudged: number;
  /** Groups of which tests leave fewer than two places. */
  readonly inTests: number;
}

type Spans = ReadonlyMap<string, readonly ItemSpan[]>;

/**
 * Phase D (S1:1840-1860): sites inside of sites go, R6 judges, and damage is what one would save. Two rules are ours: a
 * place whose functions are all tests goes unless tests are asked for, as in every lens of the family (S1:1257), and of
 * places of one file that overlap, which a periodic text gives, the first stays: one would save it once.
 */
export function groupsOf(
  runs: readonly Run[],
  fileName: (file: number) => string,
  spans: Spans,
  asked: {
    readonly requireCallable: boolean;
    readonly maxSites: number;
    readonly includeTests: boolean;
  },
): Groups {
  const groups: Group[] = [];
  let [nonCallable, unjudged, inTests] = [0, 0, 0];
  for (const run of runs) {
    const outer = run.sites.filter(
      (site) =>
        !run.sites.some(
          (other) => other !== site && holds(other, site) && other.length > site.length,
        ),
    );
    const counted = asked.includeTests
      ? outer
      : outer.filter(({ file, ...site }) => !onlyTests(spans.get(fileName(file)) ?? [], site));
    const sites = apart(counted);
    if (sites.length < 2) {
      if (counted.length < outer.length) inTests++;
      continue;
    }
    const own = sites.map(({ file }) => spans.get(fileName(file)) ?? null);
    if (asked.requireCallable) {
      if (own.includes(null)) unjudged++;
      else if (!sites.every((site, i) => overlapsCallable(own[i]!, site))) {
        nonCallable++;
        continue;
      }
    }
    groups.push(groupOf(run.key, sites, own, asked.maxSites));
  }
  return { groups: groups.sort(byDamage), nonCallable, unjudged, inTests };
}

function groupOf(
  key: string,
  sites: readonly Site[],
  spans: readonly (readonly ItemSpan[] | null)[],
  maxSites: number,
): Group {
  const items = sites.map((site, i) =>
    spans[i] === null ? null : enclosing(spans[i]!, site.line),
  );
  const lines = lowerMedian(sites.map(({ line, endLine }) => endLine - line + 1));
  return {
    key,
    sites,
    lines,
    tokens: lowerMedian(sites.map(({ length }) => length)),
    damage: lines * (sites.length - 1),
    idiom: sites.length > maxSites,
    subItem: sites.every((site, i) => {
      const item = items[i] ?? null;
      return item !== null && (item.line < site.line || item.endLine > site.endLine);
    }),
    items: items.map((item) => item?.ordinal ?? -1),
  };
}

/** hs[(n − 1) / 2], rounded down, of the sorted values (S1:1855). */
export function lowerMedian(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[(values.length - 1) >> 1]!;
}

/** Sites by (file, line), without those that begin before an earlier one of their file has ended. */
export function apart(sites: readonly Site[]): Site[] {
  const kept: Site[] = [];
  for (const site of sites) {
    const last = kept.at(-1);
    if (last?.file !== site.file || last.endLine < site.line) kept.push(site);
  }
  return kept;
}

const holds = (outer: Site, inner: Site): boolean =>
  outer.file === inner.file && outer.line <= inner.line && outer.endLine >= inner.endLine;

const byDamage = (a: Group, b: Group): number => b.damage - a.damage || compareUtf8(a.key, b.key);

/**
 * Phase E, R5 (S1:1862): in order of tokens, damage and key, a group goes when each of its sites lies in a site of a
 * group that stays.
 */
export function withoutSubsumed(groups: readonly Group[]): Group[] {
  const order = [...groups].sort(
    (a, b) => b.tokens - a.tokens || b.damage - a.damage || compareUtf8(a.key, b.key),
  );
  const kept: Group[] = [];
  const sitesOf = new Map<number, Site[]>();
  for (const group of order) {
    const inside = group.sites.every((site) =>
      (sitesOf.get(site.file) ?? []).some((outer) => holds(outer, site)),
    );
    if (inside) continue;
    kept.push(group);
    for (const site of group.sites) {
      const own = sitesOf.get(site.file);
      if (own === undefined) sitesOf.set(site.file, [site]);
      else own.push(site);
    }
  }
  return kept.sort(byDamage);
}

/** Groups whose sites overlap: one region, restated by several runs. */
export interface Region {
  /** The group of the highest damage. */
  readonly lead: Group;
  readonly groups: readonly Group[];
  readonly sites: number;
  /** Numbers of files, ascending. */
  readonly files: readonly number[];
}

/** Phase F (S1:1870-1885): components of groups by sites that share a line, damage of the lead first. */
export function regionsOf(groups: readonly Group[]): Region[] {
  const root = groups.map((_, i) => i);
  const find = (i: number): number => {
    while (root[i] !== i) {
      root[i] = root[root[i]!]!;
      i = root[i]!;
    }
    return i;
  };
  const intervals = groups.flatMap(({ sites }, group) => sites.map((site) => ({ site, group })));
  intervals.sort((a, b) => bySite(a.site, b.site) || a.group - b.group);
  let high = 0;
  intervals.forEach(({ site, group }, i) => {
    const before = intervals[i - 1];
    if (before?.site.file === site.file && site.line <= high) {
      const [a, b] = [find(before.group), find(group)];
      root[Math.max(a, b)] = Math.min(a, b);
      high = Math.max(high, site.endLine);
    } else high = site.endLine;
  });
  const members = new Map<number, Group[]>();
  groups.forEach((group, i) => {
    const own = members.get(find(i));
    if (own === undefined) members.set(find(i), [group]);
    else own.push(group);
  });
  return [...members.values()]
    .map((own) => ({
      lead: own[0]!,
      groups: own,
      sites: own.reduce((sum, { sites }) => sum + sites.length, 0),
      files: [...new Set(own.flatMap(({ sites }) => sites.map(({ file }) => file)))].sort(
        (a, b) => a - b,
      ),
    }))
    .sort((a, b) => byDamage(a.lead, b.lead));
}
