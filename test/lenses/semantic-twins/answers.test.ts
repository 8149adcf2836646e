import { describe, expect, it } from 'vitest';
import { writeEmbeddings } from '../../../src/dump/index.js';
import { startRun, type Report } from '../../../src/lens/index.js';
import { semanticTwins } from '../../../src/lenses/index.js';
import { checkKeys } from '../../../src/table/index.js';
import { ANOTHER, FILLERS, sourced, sourcedId, TALLIES } from './sourced.js';

const all = [...TALLIES, ...ANOTHER, ...FILLERS];

const cells = (report: Report, ...names: string[]) =>
  report.findings.rows.map((row) =>
    names.map((name) => row[report.findings.columns.findIndex((column) => column.name === name)]),
  );

describe('semantic-twins', () => {
  it('tells a twin by the same rare things and another text, complete without vectors', async () => {
    const { graph, src } = await sourced(all);
    const run = startRun(semanticTwins, graph, { src, modelProfile: 'none' });
    const report = await run.report();
    expect(report.needs.map(({ fact }) => fact)).toEqual(['USES_TYPE']);
    expect(cells(report, 'kind', 'clone_type', 'source', 'a', 'b')).toEqual([
      ['twin', 4, 'graph', 'app sumByReduce().', 'app totalsOf().'],
    ]);
    for (const { step } of run.steps) checkKeys(run.table(step.id as never));
  });

  it('takes vectors beside the dump: a pair of near vectors and unlike structure is a twin too', async () => {
    const { src, dump } = await sourced(all);
    const { openGraph } = await import('../../../src/graph/index.js');
    const pair = [FILLERS[0]!, FILLERS[7]!];
    writeEmbeddings(dump, {
      space: 'jina-v2-base-code',
      of: 'function',
      dimension: 2,
      ids: pair.map(sourcedId),
      values: Float32Array.of(1, 0, 0.95, 0.3),
    });
    const graph = await openGraph(dump);
    const report = await startRun(semanticTwins, graph, { src }).report();
    expect(cells(report, 'kind', 'source', 'a').map(String).sort()).toEqual([
      'twin,embedding,app filler0().',
      'twin,graph,app sumByReduce().',
    ]);
    expect([report.summary.vectors_space, report.summary.indexes_embedding]).toEqual([
      'jina-v2-base-code',
      1,
    ]);
    await expect(
      startRun(semanticTwins, graph, { src, modelProfile: 'jina' }).report(),
    ).rejects.toThrow(/jina-v2-base-code/);
  });

  it('calls one body under other names a copy, whatever it touches', async () => {
    const { graph, src } = await sourced(all);
    const report = await startRun(semanticTwins, graph, {
      src,
      modelProfile: 'hashed-tokens-v1',
      cosine: 0.5,
      copyCosine: 0.6,
    }).report();
    const copies = cells(report, 'kind', 'body_similarity', 'a', 'b').filter(
      ([kind]) => kind === 'copy',
    );
    expect(copies.length).toBeGreaterThan(0);
    for (const [kind, body] of cells(report, 'kind', 'body_similarity')) {
      const [num, den] = body as [number, number];
      if (kind === 'twin') expect(num / den).toBeLessThan(0.5);
    }
  });

  it('without sources is a gap that says who could fill it', async () => {
    const { graph } = await sourced(all);
    const report = await startRun(semanticTwins, graph).report();
    expect([report.state, report.total]).toEqual(['empty_gap', 0]);
    expect(report.needs.map(({ fact }) => fact)).toContain('source text');
  });
});
