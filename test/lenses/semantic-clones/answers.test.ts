import { describe, expect, it } from 'vitest';
import { writeEmbeddings } from '../../../src/dump/index.js';
import { openGraph } from '../../../src/graph/index.js';
import { startRun, type Report } from '../../../src/lens/index.js';
import { semanticClones } from '../../../src/lenses/index.js';
import { checkKeys } from '../../../src/table/index.js';
import { ANOTHER, FILLERS, sourced, TALLIES } from '../semantic-twins/sourced.js';

const all = [...TALLIES, ...ANOTHER, ...FILLERS];

const cells = (report: Report, ...names: string[]) =>
  report.findings.rows.map((row) =>
    names.map((name) => row[report.findings.columns.findIndex((column) => column.name === name)]),
  );

describe('semantic-clones', () => {
  it('lists one body of two names first, then what is alike by structure or by text, most first', async () => {
    const { graph, src } = await sourced(all);
    const run = startRun(semanticClones, graph, { src });
    const report = await run.report();
    expect(cells(report, 'signal', 'source', 'a', 'b', 'class_size')).toEqual([
      ['exact', 'graph', ['app tally().'], ['other summarize().'], 3],
      ['structural', 'graph', ['app sumByReduce().'], ['app totalsOf().'], 2],
    ]);
    const pairs = await startRun(semanticClones, graph, { src, pairs: true }).report();
    expect(cells(pairs, 'signal', 'class_size')).toEqual([
      ['exact', 2],
      ['structural', 2],
      ['near', 3],
    ]);
    expect(report.notes).toContain(
      'the embedding index added nothing: the dump carries no vectors',
    );
    for (const { step } of run.steps) checkKeys(run.table(step.id as never));
  });

  it('has both names share one vector: cosine 1, found by the text and the model (S1:1584)', async () => {
    const { graph, src } = await sourced(all);
    const report = await startRun(semanticClones, graph, {
      src,
      modelProfile: 'hashed-tokens-v1',
    }).report();
    expect(cells(report, 'found_by', 'source')[0]).toEqual([
      ['exact: the same normalised body', 'normalised model: cosine 1.000 (one vector)'],
      'both',
    ]);
  });

  it('adds a pair by vectors alone only across crates, and keeps what the graph holds', async () => {
    const { graph, src, dump } = await sourced([
      ...all,
      {
        ...FILLERS[3]!,
        name: 'filler3',
        crate: 'other',
        file: 'far.ts',
        text: FILLERS[9]!.text.replaceAll('filler9', 'filler3').replaceAll('9', '3'),
      },
    ]);
    const plain = await startRun(semanticClones, graph, { src, pairs: true }).report();
    const run = startRun(semanticClones, graph, { src });
    await run.until('bodies');
    const bodies = run.state('bodies');
    const names = run.state('functions').names;
    const keyOf = (name: string): string =>
      bodies.find(({ members }) => members.some((row) => names[row] === name))!.key;
    const near = (ids: readonly string[]): void => {
      writeEmbeddings(dump, {
        space: 'model',
        of: 'normalised',
        dimension: 2,
        ids,
        values: Float32Array.from(ids.flatMap((_, i) => [1, i * 0.01])),
      });
    };
    near([keyOf('app filler1().'), keyOf('app filler5().')]);
    const inside = await startRun(semanticClones, await openGraph(dump), {
      src,
      pairs: true,
    }).report();
    expect(inside.findings.rows.length).toBe(plain.findings.rows.length);
    expect(inside.summary.embedding_refused).toBe(1);
    near([keyOf('app filler1().'), keyOf('other filler3().')]);
    const across = await startRun(semanticClones, await openGraph(dump), {
      src,
      pairs: true,
    }).report();
    expect(cells(across, 'source').filter(([source]) => source === 'embedding').length).toBe(1);
    expect(across.findings.rows.length).toBe(plain.findings.rows.length + 1);
  });
});
