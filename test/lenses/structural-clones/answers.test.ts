import { describe, expect, it } from 'vitest';
import { startRun } from '../../../src/lens/index.js';
import { structuralClones } from '../../../src/lenses/index.js';
import { checkKeys } from '../../../src/table/index.js';
import { graphOf } from '../../../src/graph/index.js';
import { speakingFeatures } from '../../../src/lenses/structural-clones/language.js';
import { ANOTHER, FILLERS, sourced, type Sourced } from '../semantic-twins/sourced.js';

const copyOf = (one: Sourced, name: string): Sourced => ({
  ...one,
  name,
  file: `${name}.ts`,
  text: one.text.replaceAll(one.name, name),
});

describe('structural-clones', () => {
  it('refuses two functions on one API whose texts are unlike, and only where texts are at hand (S1:1399)', async () => {
    const { graph, src } = await sourced([...ANOTHER, ...FILLERS]);
    const read = await startRun(structuralClones, graph, { src }).report();
    expect([read.total, read.summary.refused_unlike_text]).toEqual([0, 1]);
    expect(read.notes.join(' ')).toMatch(/all 1 pairs are refused/);
    const unread = await startRun(structuralClones, graph).report();
    expect([unread.total, unread.summary.refused_unlike_text]).toEqual([1, 0]);
    expect(unread.notes.join(' ')).toMatch(/no text at hand/);
  });

  it('gives one finding a class, with its best pair', async () => {
    const [first] = ANOTHER;
    const { graph, src } = await sourced([
      first!,
      copyOf(first!, 'second'),
      copyOf(first!, 'third'),
      ...FILLERS,
    ]);
    const run = startRun(structuralClones, graph, { src });
    const report = await run.report();
    const at = (name: string): number =>
      report.findings.columns.findIndex((column) => column.name === name);
    expect([report.total, report.summary.pairs]).toEqual([1, 3]);
    expect([
      report.findings.rows[0]![at('class_size')],
      report.findings.rows[0]![at('score')],
    ]).toEqual([3, 1]);
    for (const { step } of run.steps) checkKeys(run.table(step.id as never));
  });

  it('a short span and a wrapper are refused, and counted', async () => {
    const short = (name: string): Sourced => ({
      ...ANOTHER[0]!,
      name,
      file: `${name}.ts`,
      text: `function ${name}(ledger: Ledger): Totals {\n  return weighEntry(openLedger(ledger).entries[0]!, ledger.seed);\n}`,
    });
    const { graph, src } = await sourced([short('one'), short('two'), ...FILLERS]);
    const report = await startRun(structuralClones, graph, { src }).report();
    expect([report.total, report.summary.refused_short]).toEqual([0, 1]);
  });
});

describe('what says something beyond the language', () => {
  const graph = graphOf({
    nodes: [{ id: 'ts npm app 1.0.0 Totals#', kind: 'class', crate: 'app', origin: 'local' }],
  });

  it.each([
    ['c:ts npm typescript 6.0.3 lib/`lib.es5.d.ts`/String#replace().', 0],
    ['c:rust cargo core 1.80.0 str/impl#[str]len().', 0],
    ['c:ts npm lodash 4.0.0 merge().', 1],
    ['f:ts npm app 1.0.0 Totals#sum.', 1],
    ['r:string', 0],
    ['r:Promise<Totals>', 1],
    ['p:Map<string, number>', 0],
  ])('%s: %i', (name, says) => {
    expect([...speakingFeatures(graph, [name])]).toEqual([says]);
  });
});
