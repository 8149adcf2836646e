import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BASELINE_FILE,
  baselineText,
  checkGate,
  establishGate,
  guardAnswer,
  readBaselineText,
  type Baseline,
} from '../../src/judges/index.js';
import { createTask } from '../../src/task/index.js';
import { Repository } from './repository.js';

const task = createTask();
const lines = (n: number): string => 'a();\n'.repeat(n);

let tree: Repository;
beforeEach(async () => {
  tree = await Repository.of({
    'index.ts': "import { used } from './used.js';\nused();\n",
    'used.ts': `export function used() {}\n${lines(20)}`,
  });
});
afterEach(() => tree.remove());

const options = () => ({ src: tree.root, entry: [] });
const establish = (anew = false): Promise<Baseline> => establishGate({ ...options(), anew }, task);
const check = () => checkGate(options(), task);
const file = (): string => path.join(tree.root, BASELINE_FILE);

describe('the gate', () => {
  it('passes the tree that it was established on', async () => {
    const baseline = await establish();
    expect(readBaselineText(await readFile(file(), 'utf8'))).toEqual(baseline);
    expect(await check()).toMatchObject({ pass: true, failed: [], added: [], loose: false });
  });

  it('fails by name when a file dies, and names it', async () => {
    await establish();
    await tree.write({ 'orphan.ts': 'export const orphanConstant = 1;\n' });
    expect(await check()).toMatchObject({
      pass: false,
      failed: ['ratchet_over', 'discrete_added'],
      added: ['dead unref_public orphan.ts', 'unmentioned orphan.ts orphanConstant'],
    });
  });

  it('never moves the soft line in a check, and tightens without being asked anew', async () => {
    await tree.write({ 'orphan.ts': 'export const orphanConstant = 1;\n' });
    const before = await establish();
    await tree.write({ 'orphan.ts': null, 'long.ts': `import './index.js';\n${lines(400)}` });
    const text = await readFile(file(), 'utf8');
    const verdict = await check();
    expect([verdict.loose, verdict.removed.length]).toEqual([true, 2]);
    expect(await readFile(file(), 'utf8')).toBe(text);
    const after = await establish();
    expect(after.soft).toBe(before.soft);
    expect(after.discrete).toEqual(before.discrete.filter((key) => !/orphan/.test(key)));
    expect(after.counts['file_size']).toBe(before.counts['file_size']);
  });

  it('accepts all of today only when it is established anew', async () => {
    await establish();
    await tree.write({ 'orphan.ts': 'export const orphanConstant = 1;\n' });
    await establish();
    expect((await check()).pass).toBe(false);
    await establish(true);
    expect((await check()).pass).toBe(true);
  });

  it('fails by knobs_digest when the knobs moved, and by dedup_budget when copies grow', async () => {
    const baseline = await establish();
    await writeFile(file(), baselineText({ ...baseline, knobsDigest: 'older' }));
    expect((await check()).failed).toEqual(['knobs_digest']);
    await establish();
    const copy = Array.from(
      { length: 12 },
      (_, i) => `  x = y ${['+', '-', '*', '/'][i % 4]!} ${i} ${['&', '|', '^'][i % 3]!} z;`,
    ).join('\n');
    await tree.write({
      'used.ts': `export function used() {\n${copy}\n}\n`,
      'index.ts': `import { used } from './used.js';\nused();\nfunction own() {\n${copy}\n}\nown();\n`,
    });
    expect((await check()).failed).toContain('dedup_budget');
  });

  it('says what is wrong with a baseline that cannot be used', async () => {
    await expect(check()).rejects.toThrow(/^no baseline: .*; `mimir judge establish` writes one/);
    for (const text of ['', '{', '[]', '{"format": 2}', '{"format": 1, "knobs_digest": 3}']) {
      await writeFile(file(), text);
      await expect(check()).rejects.toThrow(/^no baseline of this format: /);
    }
    await expect(
      checkGate({ src: path.join(tree.root, 'nowhere'), entry: [], baseline: file() }, task),
    ).rejects.toThrow(/no baseline of this format/);
  });

  it('says that a folder holds no sources', async () => {
    const empty = await Repository.of({ 'a.md': 'text\n' });
    await expect(establishGate({ src: empty.root, entry: [], anew: false }, task)).rejects.toThrow(
      'no TypeScript, JavaScript or Rust source',
    );
    await empty.remove();
  });
});

describe('the guard', () => {
  it('draws its lines from the tree without a baseline, from the frozen one with it', async () => {
    const ask = (n: number) => guardAnswer({ src: tree.root, text: lines(n) }, task);
    const free = await ask(150);
    expect([free.hard, free.tier]).toEqual([2n * free.soft, null]);
    await establish();
    await writeFile(
      file(),
      (await readFile(file(), 'utf8')).replace(/"soft": "\d+"/, '"soft": "300"'),
    );
    const frozen = await Promise.all([100, 300, 301, 400, 600, 750, 751].map(ask));
    expect(frozen.map(({ tier, permille }) => [tier, permille])).toEqual([
      [null, null],
      [null, null],
      ['observe', 3n],
      ['warn', 333n],
      ['ask', 1000n],
      ['ask', 1500n],
      ['deny', 1503n],
    ]);
    expect(frozen[6]).toMatchObject({ breach: true, lines: 751n, cap: 750n });
  });

  it('needs sources to draw its lines from', async () => {
    const empty = await Repository.of({ 'a.md': 'text\n' });
    await expect(guardAnswer({ src: empty.root, text: 'a' }, task)).rejects.toThrow(
      'no sources to draw the lines from',
    );
    await empty.remove();
  });
});
