import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EdgeFact, NodeFact } from '../../../src/dump/index.js';
import { graphOf, type CodeGraph } from '../../../src/graph/index.js';
import { startRun } from '../../../src/lens/index.js';
import { similarCode } from '../../../src/lenses/index.js';
import { jaccard, structuralAgreement, wordsOf } from '../../../src/lenses/clones/index.js';
import { similarClusters, type SimilarEdge } from '../../../src/lenses/similar-code/clusters.js';
import { checkKeys } from '../../../src/table/index.js';
import { rowsOf } from '../clones/programs.js';

const set = (...words: string[]): ReadonlySet<string> => new Set(words);

describe('structural agreement', () => {
  it('is 0.7333 for one signature and one of three callees in common (S1:1697)', () => {
    const words = wordsOf('fn f(x: u32)');
    expect(
      structuralAgreement({ words, callees: set('a', 'b') }, { words, callees: set('b', 'c') }),
    ).toBeCloseTo(0.6 + 0.4 / 3, 12);
  });

  it('names count: a word is glued to its neighbour (S1:1719)', () => {
    expect([...wordsOf('fn f(x: u32)')]).toEqual(['fn', 'f(x:', 'u32)']);
    expect(jaccard(wordsOf('fn f(x: u32)'), wordsOf('fn f(y: u32)'))).toBe(2 / 4);
  });

  it('takes the signatures alone when neither calls, the callees alone without a signature', () => {
    const a = { words: set('fn', 'f()'), callees: set() };
    expect(structuralAgreement(a, { words: set('fn', 'g()'), callees: set() })).toBe(1 / 3);
    expect(
      structuralAgreement(
        { words: set(), callees: set('a') },
        { words: set('fn'), callees: set('a', 'b') },
      ),
    ).toBe(1 / 2);
  });

  it('lies in 0..1, is symmetric, and 1 for equal facts', () => {
    const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')).map((list) => new Set(list));
    const facts = fc.record({ words, callees: words });
    fc.assert(
      fc.property(facts, facts, (x, y) => {
        const value = structuralAgreement(x, y);
        expect(value).toBe(structuralAgreement(y, x));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        if (x.words.size + x.callees.size > 0 && x.words.size > 0)
          expect(structuralAgreement(x, x)).toBeCloseTo(1, 12);
      }),
    );
  });
});

describe('clusters', () => {
  const edges = fc
    .array(fc.tuple(fc.nat(7), fc.nat(7), fc.integer({ min: 1, max: 4 })), { maxLength: 12 })
    .map((list) => {
      const seen = new Map<string, SimilarEdge>();
      for (const [x, y, w] of list) {
        if (x === y) continue;
        const [a, b] = [Math.min(x, y), Math.max(x, y)];
        seen.set(`${a} ${b}`, {
          a,
          b,
          weight: w / 4,
          graphScore: w / 4,
          cosine: null,
          agreement: w / 4,
        });
      }
      return [...seen.values()];
    });

  it('keep exactly one member, one in a shared home where there is one', async () => {
    await fc.assert(
      fc.asyncProperty(edges, fc.nat(7), async (list, home) => {
        const clusters = await similarClusters(8, list, {
          name: (row) => `f${row}`,
          inSharedHome: (row) => row === home,
          likeness: (a, b) => 1 / (1 + Math.abs(a - b)),
        });
        for (const { members, canonical, edges: own, score } of clusters) {
          const kept = members.filter(({ disposition }) => disposition === 'keep');
          expect(kept.map(({ row }) => row)).toEqual([canonical]);
          const shared = members.some(({ row }) => row === home);
          if (shared) expect(canonical).toBe(home);
          expect(new Set(members.slice(1).map(({ disposition }) => disposition))).toEqual(
            new Set([shared ? 'repoint' : 'kill']),
          );
          const mean = own.reduce((sum, { weight }) => sum + weight, 0) / own.length;
          expect(score).toBeCloseTo(mean * members.length, 12);
        }
        expect(clusters.flatMap(({ edges: own }) => own).length).toBe(list.length);
      }),
    );
  });
});

/** Two crates with one function copied, one that calls it, and background. */
export function workspace(more: readonly EdgeFact[] = []): CodeGraph {
  const nodes: (Omit<NodeFact, 'name'> & { name?: string })[] = [];
  const edges: EdgeFact[] = [...more];
  const add = (crate: string, name: string, line: number, uses: readonly string[]): void => {
    const id = `t cargo ${crate} 1 ${name}().`;
    const file = `${crate}/src/lib.rs`;
    nodes.push({
      id,
      name,
      kind: 'fn',
      crate,
      file,
      line,
      endLine: line + 9,
      effectiveVisibility: 'direct',
    });
    const part = (kind: 'param' | 'ret', spelled: string, ty: string): void => {
      nodes.push({ id: `${id}(${spelled})`, name: spelled, kind, crate, ty });
      edges.push({ kind: 'CONTAINS', src: id, dst: `${id}(${spelled})` });
    };
    part('param', 'bytes', '&[u8]');
    part('ret', 'return', uses[0] ?? '()');
    for (const use of uses) edges.push({ kind: 'CALLS', src: id, dst: `t cargo std 1 ${use}().` });
  };
  for (const crate of ['alpha', 'beta', 'gamma'])
    add(crate, 'parse_header', 1, ['Header', 'magic', 'checksum']);
  for (let i = 0; i < 20; i++)
    add(i % 2 === 0 ? 'alpha' : 'gamma', `other_${i}`, 20 + 20 * i, [`own${i}`]);
  return graphOf({ nodes, edges });
}

describe('similar-code', () => {
  it('finds one function copied into three crates, and keeps one', async () => {
    const run = startRun(similarCode, workspace(), {});
    const report = await run.report();
    const [row, ...others] = rowsOf(report);
    expect(others).toEqual([]);
    expect(row!.members).toEqual(
      ['alpha', 'beta', 'gamma'].map((crate) => `${crate} parse_header().`),
    );
    expect(row).toMatchObject({
      size: 3,
      crates: 3,
      pairs: 3,
      dispositions: ['keep', 'kill', 'kill'],
    });
    for (const { step } of run.steps) checkKeys(run.table(step.id as never));
  });

  it('repoints to a shared home', async () => {
    const report = await startRun(similarCode, workspace(), { homes: ['gamma'] }).report();
    const [row] = rowsOf(report);
    expect(row!.canonical).toContain('gamma');
    expect(row!.dispositions).toEqual(['keep', 'repoint', 'repoint']);
  });

  it('a function that calls the other is its user, not its copy', async () => {
    const graph = workspace([
      {
        kind: 'CALLS',
        src: 't cargo beta 1 parse_header().',
        dst: 't cargo alpha 1 parse_header().',
      },
    ]);
    const report = await startRun(similarCode, graph, {}).report();
    expect(report.summary).toMatchObject({ refused_one_calls_the_other: 1, pair_count: 2 });
  });

  it('inside one crate nothing is asked, and the answer says so', async () => {
    const graph = workspace();
    const alone = await startRun(similarCode, graph, { crate: ['alpha'] }).report();
    expect(alone.total).toBe(0);
    // Fields and types are not in this dump: a part of the features is missing, and the answer says so.
    expect(alone.state).toBe('partial');
    expect(alone.needs.map(({ fact }) => fact)).toEqual(['USES_TYPE', 'READS_FIELD']);
  });
});
