import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { percentileOf, scores, sweepOf } from '../../../src/calibrate/index.js';
import { openGraph, type CodeGraph } from '../../../src/graph/index.js';
import { startRun, StepCache } from '../../../src/lens/index.js';
import { roleNeighbours } from '../../../src/lenses/role-neighbours/index.js';
import { structuralClones } from '../../../src/lenses/structural-clones/index.js';

const SOURCES = 'node_modules/apache-arrow';
const home = mkdtempSync(path.join(tmpdir(), 'mimir-scores-'));
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

let graph: CodeGraph;
/** Steps that runs share: the sources are read once. */
const cache = new StepCache();
beforeAll(async () => {
  graph = await openGraph('fixtures/arrow-js', { sources: SOURCES });
});

const ask = (params: Parameters<typeof startRun<Record<string, unknown>, never>>[2]) =>
  startRun(scores, graph, { rounds: 20, most: 300, ...params }, { cache });

describe('the scores calibration', () => {
  it('takes bodies that are equal for twins, and look-alikes of one signature for negatives', async () => {
    const run = ask({});
    await run.until('pairs');
    const { functions, shapes, pairs } = {
      functions: run.state('functions'),
      shapes: run.state('shapes'),
      pairs: run.state('pairs'),
    };
    const types = (row: number): unknown[] => {
      const { offsets, targets } = graph.edges('CONTAINS').out;
      const fn = functions.ordinals[row]!;
      return [...targets.subarray(offsets[fn], offsets[fn + 1])]
        .filter((v) => v < graph.nodeCount && ['param', 'ret'].includes(graph.kind.at(v)!))
        .map((v) => [graph.kind.at(v), graph.ty?.at(v)])
        .sort((x, y) => (x[0] === y[0] ? 0 : x[0] === 'param' ? -1 : 1));
    };
    expect(pairs.positive.includes(1) && pairs.positive.includes(0)).toBe(true);
    pairs.a.forEach((a, at) => {
      const b = pairs.b[at]!;
      expect(a).toBeLessThan(b);
      if (pairs.positive[at] === 1) expect(shapes.exactKey(a)).toBe(shapes.exactKey(b));
      else {
        expect(types(a)).toEqual(types(b));
        expect(shapes.estimate64(a, b)).toBeLessThanOrEqual(32);
      }
    });
    expect(pairs.positive.filter((one) => one === 0).length).toBe(
      Math.min(300, pairs.negativesInAll),
    );
  });

  it('gives the pairs that the lens proposes the score that it gives them', async () => {
    const roles = startRun(roleNeighbours, graph, {}, { cache });
    await roles.until('pairs');
    const roleRows = roles.state('functions').ordinals;
    const structural = startRun(structuralClones, graph, {}, { cache });
    await structural.until('pairs');
    const structuralRows = structural.state('functions').ordinals;
    const found = structural.state('pairs');
    const proposed = {
      'role-neighbours': roles
        .state('pairs')
        .pairs.map(({ a, b, score }) => [roleRows[a]!, roleRows[b]!, score] as const),
      'structural-clones': Array.from(
        found.a,
        (a, at) => [structuralRows[a]!, structuralRows[found.b[at]!]!, found.score[at]!] as const,
      ),
    };
    for (const of of ['role-neighbours', 'structural-clones'] as const) {
      const theirs = new Map(proposed[of].map(([a, b, score]) => [`${a} ${b}`, score]));
      const run = ask({ of });
      await run.until('scores');
      const { ordinals } = run.state('functions');
      const { a: left, b: right } = run.state('pairs');
      const own = run.state('scores').scores;
      let met = 0;
      left.forEach((a, at) => {
        const told = theirs.get(`${ordinals[a]!} ${ordinals[right[at]!]!}`);
        if (told === undefined) return;
        met++;
        expect(own[at]).toBe(told);
      });
      expect(met, of).toBeGreaterThan(0);
    }
  });

  it('puts floors where their rules say, and marks the default', async () => {
    const run = ask({ percentile: 80, precision: '0.9' });
    const report = await run.report();
    const judged = run.state('scores');
    const negatives = [...Float64Array.from(judged.scores)].filter(
      (_, at) => judged.positive[at] === 0,
    );
    const rows = new Map(report.findings.rows.map((row) => [row[0], row]));
    expect(rows.get('percentile 80 of the negatives')![1]).toBe(percentileOf(negatives, 80));
    expect(rows.get('default of role-neighbours')!.slice(1, 4)).toEqual([0.6, null, null]);
    const precise = rows.get('precision of at least 0.9')!;
    const [num, den] = precise[7] as [number, number];
    expect(num * 10).toBeGreaterThanOrEqual(den * 9);
    const { points } = sweepOf(judged);
    const lower = points.filter(({ floor }) => floor < (precise[1] as number));
    expect(
      lower.every((p) => p.truePositives * 10 < 9 * (p.truePositives + p.falsePositives)),
    ).toBe(true);
    expect(report.summary['area'] as number).toBeGreaterThan(0.9);
  });

  it('answers only its last step again when a rule of the floors moves', async () => {
    const run = await ask({}).finish();
    const other = run.retune({ percentile: 95 });
    await other.finish();
    expect(other.steps.map(({ status }) => status)).toEqual([
      ...Array<string>(5).fill('reused'),
      'done',
    ]);
  });

  it('takes labels for the truth: good, bad, and neither where readers differ', async () => {
    const file = path.join(home, 'labels.csv');
    const population = startRun(scores, graph, {}, { cache });
    await population.until('functions');
    const [a, b, c] = [...population.state('functions').ordinals].map((v) => graph.stableId(v));
    const cell = (text: string | undefined): string => `"${(text ?? '').replaceAll('"', '""')}"`;
    const row = (
      left: string | undefined,
      right: string | undefined,
      reader: string,
      verdict: string,
    ): string => `role-neighbours,${cell(left)},${cell(right)},,${reader},${verdict}`;
    writeFileSync(
      file,
      [
        'lens,left,right,score,reader,verdict',
        row(a, b, 'x', 'good'),
        row(b, c, 'x', 'bad'),
        row(a, c, 'x', 'good'),
        row(a, c, 'y', 'bad'),
        row(a, 'gone', 'x', 'good'),
      ].join('\n'),
    );
    const run = ask({ labels: [file] });
    await run.until('pairs');
    const { a: left, b: right, positive } = run.state('pairs');
    expect([...left].map((l, at) => [l, right[at], positive[at]])).toEqual([
      [0, 1, 1],
      [1, 2, 0],
    ]);
  });

  it('scores by vectors too, in a space that it names', async () => {
    const run = ask({ of: 'semantic-twins' });
    const { summary, notes } = await run.report();
    expect(summary['space']).toBe('hashed-tokens-v1');
    expect(notes.some((note) => note.includes('hashed-tokens-v1'))).toBe(true);
    const { scores: told, positive } = run.state('scores');
    const own = Float64Array.from(told);
    expect(own.every((score) => score >= -1.000001 && score <= 1.000001)).toBe(true);
    const mean = (one: number): number => {
      const all = [...own].filter((_, at) => positive[at] === one);
      return all.reduce((a, b) => a + b, 0) / all.length;
    };
    expect(mean(1)).toBeGreaterThan(mean(0));
  });

  it('says what is missing without sources', async () => {
    const bare = await openGraph('fixtures/arrow-js');
    const { state, needs } = await startRun(scores, bare, { rounds: 1 }).report();
    expect([state, needs.length > 0]).toEqual(['empty_gap', true]);
  });
});
