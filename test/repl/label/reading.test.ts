import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLabels } from '../../../src/calibrate/labels/label-table.js';
import { Reading, type Pair } from '../../../src/repl/label/reading.js';
import { fromRows } from '../../../src/table/index.js';
import { Desk } from '../bench.js';
import { FakeEngine } from '../fake-engine.js';

let file: string;
beforeEach(async () => {
  file = path.join(await mkdtemp(path.join(os.tmpdir(), 'mimir-label-')), 'labels.csv');
});
afterEach(() => rm(path.dirname(file), { recursive: true, force: true }));

const pairs = [1, 2, 3].map((n): Pair => ({
  lens: 'twins',
  left: `a${n}`,
  right: `b${n}`,
  score: n === 2 ? null : n / 4,
}));
const reading = (of: readonly Pair[] = pairs, reader = 'ann'): Reading =>
  new Reading(of, file, reader);

describe('a blind reading', () => {
  it('keeps each verdict at once in a table of labels, and goes on where it stopped', () => {
    const first = reading();
    first.judge(pairs[0]!, 'good');
    first.judge(pairs[2]!, 'bad');
    const second = reading();
    expect(second.pairs[second.next()]).toEqual(pairs[1]);
    expect(second.counts()).toEqual({ good: 1, weak: 0, bad: 1, done: 2 });
    expect(readLabels(file)).toEqual([
      { lens: 'twins', left: 'a1', right: 'b1', score: 0.25, reader: 'ann', verdict: 'good' },
      { lens: 'twins', left: 'a3', right: 'b3', score: 0.75, reader: 'ann', verdict: 'bad' },
    ]);
  });

  it('shows pairs in the same order whatever order the answer had, and a pair once', () => {
    const many = Array.from({ length: 40 }, (_, n): Pair => ({ ...pairs[0]!, left: `l${n}` }));
    const shown = reading(many).pairs;
    expect(reading([...many].reverse().concat(many)).pairs).toEqual(shown);
    expect(new Set(shown.map(({ left }) => left)).size).toBe(40);
    expect(shown).not.toEqual(many);
  });

  it('takes verdicts back in the order in which they were given, and lets one be changed', () => {
    const own = reading();
    const at = (n: number): number => own.pairs.findIndex(({ left }) => left === `a${n}`);
    own.judge(pairs[0]!, 'good');
    own.judge(pairs[1]!, 'weak');
    own.judge(pairs[0]!, 'bad');
    expect([own.verdictOf(pairs[0]!), own.undo(), own.verdictOf(pairs[0]!)]).toEqual([
      'bad',
      at(1),
      null,
    ]);
    expect([own.undo(), own.undo()]).toEqual([at(2), -1]);
    expect(readLabels(file)).toEqual([]);
  });

  it('leaves verdicts of other readers, lenses and pairs alone, whenever they were written', () => {
    const other = reading(pairs, 'bob');
    reading([{ ...pairs[0]!, lens: 'clones' }]).judge({ ...pairs[0]!, lens: 'clones' }, 'bad');
    const fewer = reading(pairs.slice(0, 2));
    other.judge(pairs[0]!, 'weak');
    fewer.judge(pairs[0]!, 'good');
    expect(fewer.counts().done).toBe(1);
    expect(readLabels(file).map(({ lens, reader, verdict }) => [lens, reader, verdict])).toEqual([
      ['clones', 'ann', 'bad'],
      ['twins', 'ann', 'good'],
      ['twins', 'bob', 'weak'],
    ]);
  });

  it('names the row that is no label', async () => {
    await writeFile(file, 'lens,left,right,score,reader,verdict\ntwins,x,y,,ann,god\n');
    expect(() => reading()).toThrow(/row 2: god; .*good/);
  });
});

describe('the reading view', () => {
  async function opened(columns = 100): Promise<Desk> {
    const engine = new FakeEngine();
    engine.table(
      'pairs',
      fromRows(
        ['a', 'b'],
        [
          { name: 'a', type: 'text' },
          { name: 'b', type: 'text' },
          { name: 'score', type: 'integer' },
        ],
        [1, 2, 3].map((n) => [`a${n}`, `b${n}`, 99]),
      ),
    );
    const desk = await (
      await Desk.open(engine, { columns, rows: 24 })
    ).type('pairs\r', `.label ${file} --lens twins --reader ann\r`);
    await desk.until(() => desk.screen.includes('node b'));
    return desk;
  }

  it('shows two bodies and no score, takes g w b, undo, and tells the progress', async () => {
    const desk = await opened();
    expect(desk.lines[0]).toBe('pair 1 of 3');
    expect(desk.screen).toMatch(/node a(\d) +│ +node b\1/);
    expect(desk.screen).not.toContain('99');
    await desk.type('g', 'w');
    expect(desk.lines[0]).toBe('pair 3 of 3');
    expect(desk.screen).toContain('2/3 · good 1 · weak 1 · bad 0');
    await desk.type('u');
    await desk.until(() => desk.lines[0] === 'pair 2 of 3');
    expect(desk.screen).toContain('1/3 · good 1 · weak 0 · bad 0');
    await desk.type('bb');
    await desk.until(() => desk.screen.includes('every pair'));
    expect(desk.screen).toContain('every pair is judged');
    await desk.type('q');
    expect(desk.full).toBe(false);
  });

  it('stacks the bodies on a narrow terminal', async () => {
    const desk = await opened(50);
    expect(desk.screen).not.toContain('│');
    expect(desk.screen).toMatch(/node b\d/);
  });
});
