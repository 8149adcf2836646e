import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingSides, startRun } from '../../../src/lens/index.js';
import { subclone } from '../../../src/lenses/index.js';
import { corpusFile, type Corpus } from '../../../src/lenses/subclone/corpus.js';
import {
  apart,
  lowerMedian,
  regionsOf,
  withoutSubsumed,
  type Group,
} from '../../../src/lenses/subclone/groups.js';
import { bySite, extend, runsOf, type Site } from '../../../src/lenses/subclone/runs.js';
import { coversCallable } from '../../../src/lenses/subclone/spans.js';
import { seedsOf } from '../../../src/lenses/subclone/seeds.js';
import { checkKeys } from '../../../src/table/index.js';
import { createTask } from '../../../src/task/index.js';
import { programOf, rowsOf } from '../clones/programs.js';

/** No two stretches of it are alike, so that it has one way to lie over its copy. */
const SHARED = Array.from({ length: 22 }, (_, i) => {
  const operators = [...(i + 5).toString(2)].map((bit) => (bit === '0' ? ' + ' : ' * '));
  return `  const v${i} = first${operators.map((one) => `${one}second.at(${i})`).join('')};`;
}).join('\n');

const around = (name: string, body: string, extra: string): string =>
  `export function ${name}(first, second, scale) {\n  ${extra}\n${body}\n  ${extra.repeat(2)}\n  return ${name.length};\n}\n`;

describe('subclone', () => {
  const files = {
    'src/a.ts': around('alpha', SHARED, 'open(first);'),
    'src/b.ts': around(
      'beta',
      SHARED.replaceAll('second', 'other').replace(/at\((\d+)\)/g, 'at($10)'),
      'if (second) { close(second, 1); }',
    ),
    'src/c.ts': 'export function gamma() { return 1; }\n',
  };

  it('finds a planted block, renamed and with other constants, inside of functions that differ', async () => {
    const { graph, src } = programOf(files);
    const run = startRun(subclone, graph, { src });
    const report = await run.report({ limit: 0 });
    const [row, ...others] = rowsOf(report);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      lead_file: 'src/a.ts',
      files: ['src/a.ts', 'src/b.ts'],
      sites: 2,
      sub_item: true,
      restated_by: 1,
    });
    const { left, right } = findingSides(report, report.findings.rows[0]!)!;
    // The tokens around the block may be equal too: at least the block is there, at most a line more on each end.
    for (const { line, endLine } of [...left, ...right]) {
      expect(line).toBeLessThanOrEqual(3);
      expect(endLine).toBeGreaterThanOrEqual(24);
    }
    expect(row!.damage).toBe(row!.lines);
    for (const { step } of run.steps) checkKeys(run.table(step.id as never));
  });

  it('as they are spelled, the copies are no longer one run', async () => {
    const { graph, src } = programOf(files);
    const report = await startRun(subclone, graph, { src, normalize: false }).report();
    expect(report.total).toBe(0);
    expect(report.notes.join()).toContain('a clean reading');
  });

  it('a run that is too short is rejected and counted', async () => {
    const { graph, src } = programOf(files);
    const report = await startRun(subclone, graph, { src, minLines: 60, cover: 0 }).report();
    expect(report.total).toBe(0);
    expect(Number(report.summary.runs_rejected)).toBeGreaterThan(0);
  });

  it('R2 lets a copy of most of a short function pass, which holds no run of twenty lines', async () => {
    const lines = SHARED.split('\n');
    const short = (name: string, body: readonly string[]): string =>
      `export function ${name}(first, second) {\n${body.join('\n')}\n}\n`;
    const { graph, src } = programOf({
      'a.ts': short('alpha', lines.slice(0, 12)),
      'b.ts': `let other = 1;\n${short('beta', lines.slice(0, 12).toSpliced(3, 1))}`,
    });
    const report = await startRun(subclone, graph, { src }).report();
    expect(rowsOf(report)).toMatchObject([{ files: ['a.ts', 'b.ts'], sites: 2 }]);
    expect((await startRun(subclone, graph, { src, cover: 0 }).report()).total).toBe(0);
    expect((await startRun(subclone, graph, { src, cover: 0.95 }).report()).total).toBe(0);
  });

  it('a run and a function are mostly one another by the lines that each holds', () => {
    const span = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(6));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(span, fc.boolean()), { maxLength: 4 }),
        span,
        fc.constantFrom(0.3, 0.5, 1),
        (items, [from, more], share) => {
          const lines = (line: number, count: number): number[] =>
            Array.from({ length: count + 1 }, (_, i) => line + i);
          const site = lines(from, more);
          const plain = items.some(([[line, count], callable]) => {
            const own = lines(line, count);
            const common = own.filter((one) => site.includes(one)).length;
            return (
              callable &&
              common > 0 &&
              common / own.length >= share &&
              common / site.length >= share
            );
          });
          const spans = items.map(([[line, count], callable], ordinal) => ({
            ordinal,
            line,
            endLine: line + count,
            depth: 0,
            callable,
            test: false,
          }));
          const asked = { line: from, endLine: from + more };
          expect(coversCallable(spans, asked, share)).toBe(plain);
        },
      ),
      { numRuns: 200, seed: 9 },
    );
  });

  it('a repeat inside one file is asked for by name', async () => {
    const { graph, src } = programOf({ 'a.ts': files['src/a.ts'] + files['src/b.ts'] });
    expect((await startRun(subclone, graph, { src }).report()).total).toBe(0);
    const wide = await startRun(subclone, graph, { src, crossFileOnly: false }).report({
      limit: 0,
    });
    const regions = rowsOf(wide);
    expect(regions.length).toBeGreaterThanOrEqual(1);
    expect(regions[0]!.files).toEqual(['a.ts']);
  });

  it('R6: lists outside of functions are no finding unless asked for', async () => {
    const list = `import {\n${Array.from({ length: 40 }, (_, i) => `  name${i},`).join('\n')}\n} from 'x';\n`;
    const { graph, src } = programOf({
      'a.ts': `${list}let one = 1;\nexport function f() { return 1; }`,
      'b.ts': `${list}type Two = 2;\nexport function g(a, b) { return a + b; }`,
    });
    const strict = await startRun(subclone, graph, { src }).report();
    expect(strict.total).toBe(0);
    expect(Number(strict.summary.groups_non_callable)).toBeGreaterThan(0);
    expect((await startRun(subclone, graph, { src, requireCallable: false }).report()).total).toBe(
      1,
    );
  });

  it('without sources nothing was scanned, and that is no clean reading', async () => {
    const { graph } = programOf(files);
    const report = await startRun(subclone, graph, {}).report();
    expect(report.state).toBe('empty_gap');
    expect(report.summary.scanned).toBe(false);
    expect(report.notes.join()).toContain('no clean reading');
  });
});

/** Files of small alphabets, so that runs collide often. */
const corpora = fc
  .array(fc.array(fc.nat(2), { maxLength: 60 }), { minLength: 2, maxLength: 3 })
  .map((files): Corpus => {
    const profile = { k: 3, window: 4 };
    return {
      profile,
      files: files.map((ids, i) =>
        corpusFile(
          `f${i}`,
          Uint32Array.from(ids),
          Uint32Array.from(ids, (_, t) => t + 1),
          profile,
        ),
      ),
      unparsed: 0,
      unread: 0,
      firstUnread: '',
      tokens: 0,
      folder: '',
    };
  });

describe('runs', () => {
  const asked = { minTokens: 6, minLines: 1, crossFileOnly: true };

  it('every common run of w + k − 1 tokens in two files is found, and what is found is maximal and equal', () => {
    fc.assert(
      fc.property(corpora, (corpus) => {
        const seeds = seedsOf(corpus, { maxBucket: 1_000_000, crossFileOnly: true });
        const { runs } = runsOf(corpus, seeds, asked, () => false, createTask());
        const found = new Set<string>();
        for (const { length, sites } of runs) {
          for (const x of sites) {
            for (const y of sites) {
              const [a, b] = [corpus.files[x.file]!.ids, corpus.files[y.file]!.ids];
              expect([...a.subarray(x.from, x.from + length)]).toEqual([
                ...b.subarray(y.from, y.from + length),
              ]);
            }
            found.add(`${String(x.file)} ${String(x.from)} ${String(length)}`);
          }
        }
        corpus.files.forEach(({ ids: a }, i) => {
          corpus.files.forEach(({ ids: b }, j) => {
            if (i >= j) return;
            for (let p = 0; p < a.length; p++) {
              for (let q = 0; q < b.length; q++) {
                if (p > 0 && q > 0 && a[p - 1] === b[q - 1]) continue;
                let n = 0;
                while (p + n < a.length && q + n < b.length && a[p + n] === b[q + n]) n++;
                if (n < 6) continue;
                expect(found).toContain(`${String(i)} ${String(p)} ${String(n)}`);
                expect(found).toContain(`${String(j)} ${String(q)} ${String(n)}`);
              }
            }
          });
        });
      }),
      { numRuns: process.env.MIMIR_DEEP === '1' ? 1000 : 120 },
    );
  });

  it('a seed whose tokens differ gives nothing', () => {
    const [a, b] = [{ ids: Uint32Array.of(1, 2, 3) }, { ids: Uint32Array.of(1, 2, 4) }];
    expect(extend(a, 0, b, 0, 3)).toBeNull();
    expect(extend(a, 0, b, 0, 2)).toEqual([0, 2]);
  });

  it('a fingerprint at too many places is counted; one file alone does not count', () => {
    fc.assert(
      fc.property(corpora, fc.integer({ min: 2, max: 6 }), (corpus, maxBucket) => {
        const { seeds, skipped } = seedsOf(corpus, { maxBucket, crossFileOnly: true });
        const places = new Map<string, number[]>();
        corpus.files.forEach(({ kept, hashes }, file) => {
          for (const at of kept) {
            const hash = `${hashes.high[at]!} ${hashes.low[at]!}`;
            places.set(hash, [...(places.get(hash) ?? []), file]);
          }
        });
        const shared = [...places.values()].filter((list) => new Set(list).size > 1);
        expect(skipped).toBe(shared.filter((list) => list.length > maxBucket).length);
        expect(seeds.length).toBe(shared.length - skipped);
      }),
    );
  });
});

const site = fc.record({
  file: fc.nat(1),
  from: fc.constant(0),
  length: fc.integer({ min: 1, max: 9 }),
  line: fc.integer({ min: 1, max: 30 }),
  endLine: fc.integer({ min: 0, max: 8 }),
});
const groups = fc
  .array(fc.array(site, { minLength: 2, maxLength: 3 }), { maxLength: 7 })
  .map((list) =>
    list
      .map((sites, i): Group => {
        const own: Site[] = sites.map((one) => ({ ...one, endLine: one.line + one.endLine }));
        const lines = lowerMedian(own.map(({ line, endLine }) => endLine - line + 1));
        return {
          key: String(i).padStart(3, '0'),
          sites: own,
          lines,
          tokens: lowerMedian(own.map(({ length }) => length)),
          damage: lines * (own.length - 1),
          idiom: false,
          subItem: false,
          items: own.map(() => -1),
        };
      })
      .sort((a, b) => b.damage - a.damage || (a.key < b.key ? -1 : 1)),
  );

describe('groups and regions', () => {
  it('of places of one file no two overlap, and what goes overlaps one that stays', () => {
    fc.assert(
      fc.property(fc.array(site, { maxLength: 6 }), (list) => {
        const sites: Site[] = list
          .map((one) => ({ ...one, endLine: one.line + one.endLine }))
          .sort(bySite);
        const kept = apart(sites);
        const overlap = (x: Site, y: Site): boolean =>
          x.file === y.file && x.line <= y.endLine && y.line <= x.endLine;
        for (const one of kept) expect(kept.filter((other) => overlap(one, other))).toEqual([one]);
        for (const one of sites) expect(kept.some((other) => overlap(one, other))).toBe(true);
      }),
    );
  });

  it('places in tests count when tests are asked for', async () => {
    const text = (name: string): string =>
      `export function ${name}(first, second) {\n${SHARED}\n}\n`;
    const { graph, src } = programOf(
      { 'a.ts': text('alpha'), 'b.ts': 'export function other() {}\n' },
      {
        nodes: [
          {
            id: 'test cargo app 1.0.0 beta().',
            kind: 'fn',
            crate: 'app',
            file: 'b.ts',
            line: 2,
            endLine: 25,
            isTest: true,
          },
        ],
      },
    );
    writeFileSync(path.join(src, 'b.ts'), `export function other() {}\n${text('beta')}`);
    const plain = await startRun(subclone, graph, { src }).report();
    expect([plain.total, plain.summary.groups_in_tests]).toEqual([0, 1]);
    expect((await startRun(subclone, graph, { src, includeTests: true }).report()).total).toBe(1);
  });

  it('the manual’s top find: 103 and 104 lines make a damage of 103 (S1:1927)', () => {
    expect(lowerMedian([434 - 332 + 1, 325 - 222 + 1])).toBe(103);
  });

  it('R5 leaves no group inside of another that stays, and drops none that is in none', () => {
    fc.assert(
      fc.property(groups, (list) => {
        const kept = withoutSubsumed(list);
        const inside = (group: Group, others: readonly Group[]): boolean =>
          group.sites.every((s) =>
            others.some((other) =>
              other.sites.some(
                (t) => t.file === s.file && t.line <= s.line && t.endLine >= s.endLine,
              ),
            ),
          );
        for (const group of list) if (!kept.includes(group)) expect(inside(group, kept)).toBe(true);
        const order = (g: Group): readonly [number, number, string] => [
          -g.tokens,
          -g.damage,
          g.key,
        ];
        const before = (x: Group, y: Group): boolean => order(x) < order(y) || x.tokens > y.tokens;
        for (const group of kept) {
          const longer = kept.filter(
            (other) => other !== group && before(other, group) && other.tokens > group.tokens,
          );
          expect(inside(group, longer)).toBe(false);
        }
      }),
    );
  });

  it('regions are the components of groups whose sites share a line', () => {
    fc.assert(
      fc.property(groups, (list) => {
        const touch = (x: Group, y: Group): boolean =>
          x.sites.some((s) =>
            y.sites.some((t) => s.file === t.file && s.line <= t.endLine && t.line <= s.endLine),
          );
        const component = (group: Group): string => {
          const seen = new Set([group]);
          for (let grew = true; grew;) {
            grew = false;
            for (const other of list) {
              if (seen.has(other) || ![...seen].some((one) => touch(one, other))) continue;
              seen.add(other);
              grew = true;
            }
          }
          return [...seen]
            .map(({ key }) => key)
            .sort()
            .join();
        };
        const naive = new Set(list.map(component));
        const found = regionsOf(list).map(({ groups: own }) =>
          own
            .map(({ key }) => key)
            .sort()
            .join(),
        );
        expect(found.sort()).toEqual([...naive].sort());
      }),
    );
  });
});
