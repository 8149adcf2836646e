import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recall } from '../../../src/calibrate/index.js';
import { graphOf } from '../../../src/graph/index.js';
import { startRun } from '../../../src/lens/index.js';

const home = mkdtempSync(path.join(tmpdir(), 'mimir-recall-'));
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

/** A function of its own: no two of these are clones of one another. */
const words = ['sum', 'join', 'count', 'least', 'invert', 'merge', 'split', 'fold'];
const bodies = [
  'let total = 0;\n  for (const item of list) {\n    if (item > bound) total += item * 2;\n  }\n  const mean = total / list.length;\n  return mean > bound ? total : mean;',
  'const parts: string[] = [];\n  let at = 0;\n  while (at < list.length) {\n    parts.push(String(list[at]) + "-" + String(bound));\n    at += 1;\n  }\n  return parts.join(",").length;',
  'const seen = new Map<number, number>();\n  list.forEach((item) => {\n    seen.set(item, (seen.get(item) ?? 0) + 1);\n  });\n  let best = bound;\n  for (const [key, many] of seen) if (many > best) best = key;\n  return best;',
  'if (list.length === 0) return bound;\n  let least = list[0] ?? 0;\n  for (let i = 1; i < list.length; i++) {\n    const item = list[i] ?? 0;\n    if (item < least) least = item;\n  }\n  return Math.min(least, bound);',
];

beforeAll(() => {
  mkdirSync(path.join(home, 'src'));
  writeFileSync(
    path.join(home, 'package.json'),
    '{"name":"small","version":"1.0.0","type":"module"}',
  );
  writeFileSync(
    path.join(home, 'tsconfig.json'),
    '{"compilerOptions":{"strict":true,"target":"es2022","module":"nodenext"},"include":["src"]}',
  );
  words.slice(0, 4).forEach((word, at) => {
    writeFileSync(
      path.join(home, 'src', `${word}.ts`),
      `export function ${word}(list: readonly number[], bound: number): number {\n  ${bodies[at]!}\n}\n`,
    );
  });
});

const graph = graphOf({ nodes: [], edges: [] });
const asked = {
  lenses: ['exact-clones', 'near-clones'],
  each: 2,
  minTokens: 40,
  operators: ['rename', 'insert'] as const,
};

describe('the recall calibration', () => {
  it('finds what was renamed exactly, and what was added to nearly, in a dump of the copy', async () => {
    const before = readdirSync(path.join(home, 'src'));
    const run = startRun(recall, graph, { ...asked, src: home });
    const report = await run.report({ limit: 0 });
    const table = new Map(
      report.findings.rows.map((row) => [`${String(row[0])} ${String(row[1])}`, row.slice(3, 5)]),
    );
    expect(table.get('exact-clones rename')).toEqual([2, 2]);
    expect(table.get('exact-clones insert')).toEqual([2, 0]);
    expect((table.get('near-clones insert')![1] as number) > 0).toBe(true);
    // The analysed tree is as it was, and each copy stands where the truth says.
    expect(readdirSync(path.join(home, 'src'))).toEqual(before);
    const { injections, sources } = run.state('inject')!;
    for (const { copy, name } of injections) {
      const lines = readFileSync(path.join(sources, copy.file), 'utf8').split('\n');
      expect(lines.slice(copy.line - 1, copy.endLine).join('\n')).toContain(name);
      expect(existsSync(path.join(home, copy.file)) && copy.file.includes('injected')).toBe(false);
    }
    const other = run.retune({ lenses: ['exact-clones'] });
    await other.finish();
    expect(other.steps.map(({ status }) => status)).toEqual(['reused', 'done']);
  });

  it('says without sources that nothing was injected', async () => {
    const { state, needs, notes } = await startRun(recall, graph, asked).report();
    expect([state, needs.length, notes.length]).toEqual(['empty_gap', 1, 1]);
  });

  it('refuses a lens that is none', () => {
    expect(() => startRun(recall, graph, { lenses: ['exact-clone'] })).toThrow(
      'did you mean exact-clones',
    );
  });
});
