import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { graphOf } from '../../src/graph/index.js';
import { startRun, type TypedLens } from '../../src/lens/index.js';

const source = fileURLToPath(new URL('../../src', import.meta.url));
const page = readFileSync(new URL('../../docs/how-to-add-a-lens.md', import.meta.url), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'mimir-template-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function template(): Promise<
  TypedLens<{ least: number }, { callers: unknown; busiest: unknown }>
> {
  const code = /^```ts\n(.*?)^```$/ms.exec(page)![1]!;
  const file = path.join(folder, 'busiest.ts');
  writeFileSync(
    file,
    code.replace(/'\.\.\/(\w+)\/index\.js'/g, (_, room: string) => `'${source}/${room}/index.ts'`),
  );
  const module = (await import(pathToFileURL(file).href)) as {
    busiest: Awaited<ReturnType<typeof template>>;
  };
  return module.busiest;
}

describe('the template of how-to-add-a-lens', () => {
  const id = (name: string): string => `test cargo demo 1.0.0 ${name}().`;
  const graph = graphOf({
    nodes: ['a', 'b', 'c', 'd'].map((name) => ({ id: id(name), kind: 'fn' })),
    edges: [
      ['a', 'c'],
      ['b', 'c'],
      ['b', 'd'],
      ['c', 'd'],
      ['a', 'd'],
      ['a', 'a'],
    ].map(([src, dst]) => ({ kind: 'CALLS', src: id(src!), dst: id(dst!) })),
  });

  it('runs as it stands', async () => {
    const run = await startRun(await template(), graph).finish();
    const report = await run.report();
    expect(report.findings.rows).toEqual([
      ['demo d().', 3],
      ['demo c().', 2],
    ]);
    expect(run.steps.map(({ rows }) => rows)).toEqual([3, 2]);
  });

  it('says why it is empty', async () => {
    const lens = await template();
    expect(await startRun(lens, graph, { least: 9 }).report()).toMatchObject({
      state: 'empty_fact',
    });
    const silent = graphOf({ nodes: [{ id: id('a'), kind: 'fn' }] });
    expect(await startRun(lens, silent).report()).toMatchObject({
      state: 'empty_gap',
      needs: [{ fact: 'CALLS' }],
    });
  });
});
