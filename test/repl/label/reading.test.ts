import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Reading } from '../../../src/repl/label/reading.js';
import { fromRows } from '../../../src/table/index.js';
import { Desk } from '../bench.js';
import { FakeEngine } from '../fake-engine.js';

let file: string;
beforeEach(async () => {
  file = path.join(await mkdtemp(path.join(os.tmpdir(), 'mimir-label-')), 'verdicts.jsonl');
});
afterEach(() => rm(path.dirname(file), { recursive: true, force: true }));

const pairs = ['1', '2', '3'].map((n) => ({ a: `a${n}`, b: `b${n}` }));

describe('a blind reading', () => {
  it('keeps each verdict at once and goes on where it stopped', async () => {
    const first = await Reading.open(pairs, file);
    await first.judge(pairs[0]!, 'good');
    await first.judge(pairs[2]!, 'bad');
    const second = await Reading.open(pairs, file);
    expect(second.next()).toBe(1);
    expect(second.counts()).toEqual({ good: 1, weak: 0, bad: 1, done: 2 });
    expect(await readFile(file, 'utf8')).toBe(
      '{"a":"a1","b":"b1","verdict":"good"}\n{"a":"a3","b":"b3","verdict":"bad"}\n',
    );
  });

  it('takes verdicts back in the order in which they were given, and lets one be changed', async () => {
    const reading = await Reading.open(pairs, file);
    await reading.judge(pairs[0]!, 'good');
    await reading.judge(pairs[1]!, 'weak');
    await reading.judge(pairs[0]!, 'bad');
    expect([
      reading.verdictOf(pairs[0]!),
      await reading.undo(),
      reading.verdictOf(pairs[0]!),
    ]).toEqual(['bad', 0, null]);
    expect([await reading.undo(), await reading.undo()]).toEqual([1, -1]);
  });

  it('keeps verdicts of pairs that were not drawn this time, and counts only those that were', async () => {
    await (await Reading.open(pairs, file)).judge(pairs[2]!, 'weak');
    const fewer = await Reading.open(pairs.slice(0, 2), file);
    expect(fewer.counts().done).toBe(0);
    await fewer.judge(pairs[0]!, 'good');
    expect((await Reading.open(pairs, file)).counts().done).toBe(2);
  });

  it('names the line that is no verdict', async () => {
    await writeFile(file, '{"a":"x","b":"y","verdict":"good"}\n{"a":"x"}\n');
    await expect(Reading.open(pairs, file)).rejects.toThrow(`verdict not readable: ${file}:2`);
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
        pairs.map(({ a, b }) => [a, b, 99]),
      ),
    );
    const desk = await (
      await Desk.open(engine, { columns, rows: 24 })
    ).type('pairs\r', `.label ${file}\r`);
    await desk.until(() => desk.screen.includes('node b1'));
    return desk;
  }

  it('shows two bodies and no score, takes g w b, undo, and tells the progress', async () => {
    const desk = await opened();
    expect(desk.lines[0]).toBe('pair 1 of 3');
    expect(desk.screen).toMatch(/node a1 +│ +node b1/);
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
    expect(desk.screen).toContain('node b1');
  });
});
