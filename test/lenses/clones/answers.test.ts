import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingSides, startRun } from '../../../src/lens/index.js';
import { exactClones, nearClones } from '../../../src/lenses/index.js';
import { checkKeys } from '../../../src/table/index.js';
import { normalise } from '../../../src/text/index.js';
import { lexTypeScript } from '../../../src/text/typescript-lexer.js';
import { leaves, programOf, rowsOf } from './programs.js';

const TALLY = `export function tally(rows: Row[], by: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = row[by] ?? 'none';
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  if (counts.size === 0 && rows.length > 0) throw new Error('no ' + by + rows.length);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  log('tallied', counts.size, total / Math.max(1, rows.length));
  return counts;
}
`;
const SUMMARIZE = `// The same thing again.
function summarize(
  lines: Line[],
  field: string,
): Map<string, number> {
    const seen = new Map<string, number>()
    for (const line of lines) {
        const name = line[field] ?? "nothing"
        seen.set(name, (seen.get(name) ?? 0) + 1)
    }
    if (seen.size === 0 && lines.length > 0) throw new Error('nothing ' + field + lines.length)
    const all = [...seen.values()].reduce((acc, one) => acc + one, 5)
    log("done", seen.size, all / Math.max(9, lines.length))
    return seen
}
`;
const TALLY_MORE = TALLY.replace('tally(', 'tallyMore(').replace(
  '  return counts;',
  '  audit(counts);\n  return counts;',
);
const KILL = `function kill(id: number) {
  const found = table.get(id);
  if (found === undefined) throw new Error('none');
  found.stop();
  table.delete(id);
  return found.value + found.rest + found.more;
}
`;
const DELETE = `function remove(id: number) {
  for (let i = 0; i < list.length; i++) {
    if (list[i].id !== id) continue;
    list.splice(i, 1);
    return true;
  }
  return false || list.length > id || id < 0;
}
`;

const FIXTURE = {
  'src/a.ts': TALLY + KILL,
  'src/b.ts': SUMMARIZE + TALLY_MORE,
  'src/c.ts': DELETE,
};

describe('exact-clones', () => {
  it('tally and summarize are one group, tallyMore is not in it, kill and remove are no pair', async () => {
    const { graph, src } = programOf(FIXTURE);
    const report = await startRun(exactClones, graph, { src }).report({ limit: 0 });
    expect(report.state).toBe('complete');
    const rows = rowsOf(report);
    expect(rows.map(({ members }) => leaves(members).sort())).toEqual([['summarize', 'tally']]);
    expect(report.summary).toMatchObject({ groups: 1, pairs: 1, groups_matching: 1 });
    const sides = findingSides(report, report.findings.rows[0]!)!;
    expect(
      [sides.left, sides.right].flat().map(({ file, line, endLine }) => [file, line, endLine]),
    ).toEqual([
      ['src/a.ts', 1, 11],
      ['src/b.ts', 2, 15],
    ]);
  });

  it('ranks by tokens that are written again, counts pairs and keeps keys unique', async () => {
    const copies = Array.from({ length: 3 }, (_, i) => TALLY.replace('tally(', `t${i}(`)).join('');
    const { graph, src } = programOf({
      'a.ts': copies,
      'b.ts': KILL,
      'c.ts': KILL.replace('kill', 'end'),
    });
    const run = startRun(exactClones, graph, { src });
    const report = await run.report({ limit: 0 });
    const rows = rowsOf(report);
    expect(rows.map(({ size }) => size)).toEqual([3, 2]);
    expect(report.summary.pairs).toBe(3 + 1);
    for (const { step } of run.steps) checkKeys(run.table(step.id as never));
  });

  it('without sources nothing was compared, and the remedy is named', async () => {
    const { graph } = programOf(FIXTURE);
    const report = await startRun(exactClones, graph, {}).report();
    expect(report.state).toBe('empty_gap');
    expect(report.needs).toEqual([
      {
        fact: 'source text',
        producer:
          'the sources that the dump was made from: --src DIR, or `sources` in mimir.config.json',
        missing: 5,
      },
    ]);
  });

  it('with a folder of other sources the first missing file is named, to show where paths start', async () => {
    const { graph } = programOf(FIXTURE);
    const { src } = programOf({ 'elsewhere.ts': 'export const a = 1;' });
    const report = await startRun(exactClones, graph, { src }).report();
    expect(report.state).toBe('empty_gap');
    expect(report.needs).toEqual([
      {
        fact: 'source text',
        producer: expect.stringContaining(
          `there is no ${Object.keys(FIXTURE).sort()[0]!} below`,
        ) as string,
        missing: 5,
      },
    ]);
  });

  it('functions that are not where the dump says are counted', async () => {
    const { src } = programOf({ 'src/a.ts': KILL });
    const { graph } = programOf({ 'src/a.ts': `\n${KILL}` });
    const report = await startRun(exactClones, graph, { src }).report();
    expect(report.state).toBe('empty_gap');
    expect(report.needs[0]).toMatchObject({ fact: 'declarations where the dump says', missing: 1 });
  });

  it('a folder that there is not is an error', async () => {
    const { graph } = programOf(FIXTURE);
    await expect(startRun(exactClones, graph, { src: '/nowhere/at/all' }).report()).rejects.toThrow(
      'no folder of sources: /nowhere/at/all; name one with --src DIR',
    );
  });

  it('groups are what a comparison of all pairs of normalised texts gives', async () => {
    const statement = fc.constantFrom('a = b + 1;', 'b = a * 2;', 'go(a, b);', 'if (a) { b = a; }');
    const body = fc.array(statement, { minLength: 2, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(body, { minLength: 2, maxLength: 6 }), async (bodies) => {
        const text = bodies
          .map((list, i) => `function f${i}(a, b) {\n${list.join('\n')}\n}\n`)
          .join('');
        const { graph, src } = programOf({ 'a.ts': text });
        const report = await startRun(exactClones, graph, { src, minTokens: 1 }).report({
          limit: 0,
        });
        const stream = lexTypeScript('a.ts', text);
        const texts = stream.units.map(({ from, to }) =>
          normalise(stream, from, to).symbols.join(' '),
        );
        const pairs = new Set<string>();
        texts.forEach((x, i) => {
          texts.forEach((y, j) => {
            if (i < j && x === y) pairs.add(`f${i} f${j}`);
          });
        });
        const found = rowsOf(report).flatMap(({ members }) => {
          const own = leaves(members).sort();
          return own.flatMap((a, i) => own.slice(i + 1).map((b) => `${a} ${b}`));
        });
        expect(found.sort()).toEqual([...pairs].sort());
      }),
      { numRuns: 15 },
    );
  });

  it('reads Rust', async () => {
    const body = (name: string, p: string): string =>
      `pub fn ${name}(${p}: &[u8]) -> Option<usize> {\n    let mut at = 0;\n    while at < ${p}.len() {\n        if ${p}[at] == 0 { return Some(at); }\n        at += 1;\n    }\n    None\n}\n`;
    const { graph, src } = programOf({
      'src/a.rs': body('first', 'bytes'),
      'src/b.rs': body('zero', 'input'),
    });
    const report = await startRun(exactClones, graph, { src }).report();
    expect(rowsOf(report).map(({ members }) => leaves(members).sort())).toEqual([
      ['first', 'zero'],
    ]);
  });
});

describe('near-clones', () => {
  it('tally and tallyMore are a near pair; the exact copy is listed beside', async () => {
    const { graph, src } = programOf(FIXTURE);
    const run = startRun(nearClones, graph, { src });
    const report = await run.report({ limit: 0 });
    const [row, ...others] = rowsOf(report);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      signal: 'near',
      found_by: 'near: MinHash',
      source: 'graph',
      class_size: 2,
    });
    expect(
      [leaves(row!.a).sort(), leaves(row!.b).sort()].sort((x, y) => x.length - y.length),
    ).toEqual([['tallyMore'], ['summarize', 'tally']]);
    for (const { step } of run.steps) checkKeys(run.table(step.id as never));
  });

  it('0.80 asks for 52 of 64 minima', async () => {
    const { graph, src } = programOf(FIXTURE);
    const run = startRun(nearClones, graph, { src });
    await run.finish();
    const { equal } = run.state('pairs');
    expect(Math.min(...equal)).toBeGreaterThanOrEqual(52);
    const at = async (floor: number): Promise<number> =>
      (await startRun(nearClones, graph, { src, floor }).report()).total;
    expect(await at(equal[0]! / 64)).toBe(1);
    expect(await at((equal[0]! + 1) / 64)).toBe(0);
  });

  it('a bucket over the cap is counted, and of its pairs only those that join classes are told', async () => {
    const copies = Array.from({ length: 5 }, (_, i) =>
      TALLY_MORE.replace('tallyMore', `t${i}`).replace('audit(counts);', 'x();'.repeat(i + 1)),
    );
    const { graph, src } = programOf({ 'a.ts': copies.join('') });
    const loose = await startRun(nearClones, graph, { src, floor: 0.5 }).report();
    const tight = await startRun(nearClones, graph, { src, floor: 0.5, bucketMax: 2 }).report();
    expect(loose.summary.buckets_skipped).toBe(0);
    expect(Number(tight.summary.buckets_skipped)).toBeGreaterThan(0);
    expect(tight.summary.pairs_of_skipped_buckets).toBe(4);
    expect(tight.summary.classes).toBe(1);
    expect(tight.total).toBeLessThan(loose.total);
    const params = { src, floor: 0.5, classes: true };
    const folded = await startRun(nearClones, graph, params).report();
    expect(loose.total).toBeGreaterThan(1);
    expect(folded.total).toBe(folded.summary.classes);
    // The best pair of each class, as it stands in the list of pairs.
    expect(rowsOf(loose)).toEqual(expect.arrayContaining(rowsOf(folded)));
    // More pairs than may be listed: their classes stand for them, and all are counted.
    const many = await startRun(nearClones, graph, { src, floor: 0.5, pairsMax: 1 }).report();
    expect(rowsOf(many)).toEqual(rowsOf(folded));
    expect(many.summary).toEqual(loose.summary);
    expect(many.notes.join()).toContain(`${String(loose.total)} pairs are more than pairs-max`);
  });

  it('the answer is the same bytes twice', async () => {
    const { graph, src } = programOf(FIXTURE);
    const one = await startRun(nearClones, graph, { src }).report();
    expect(await startRun(nearClones, graph, { src }).report()).toEqual(one);
  });
});
