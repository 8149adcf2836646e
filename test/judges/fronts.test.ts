import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphOf } from '../../src/graph/index.js';
import { startRun, type Report, type TypedLens } from '../../src/lens/index.js';
import { JUDGES, judgeRegistry, type JudgeName } from '../../src/judges/index.js';
import { rowsOf } from '../../src/table/index.js';
import { Repository } from './repository.js';

type AnyLens = TypedLens<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;
const NO_GRAPH = graphOf({ nodes: [], edges: [] });
const begin = (judge: JudgeName, params: Readonly<Record<string, unknown>>) =>
  startRun(JUDGES[judge] as unknown as AnyLens, NO_GRAPH, params);
const ask = (judge: JudgeName, params: Readonly<Record<string, unknown>>): Promise<Report> =>
  begin(judge, params).report({ limit: 0 });
const rows = (report: Report): string[] =>
  report.findings.rows.map((row) => row.map((cell) => JSON.stringify(cell)).join(' '));

const OPERATORS = ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '**', '>>>'];

/** A body of twelve statements of which no two are alike: 72 tokens that repeat nowhere in themselves. */
const body = (names = 'ab'): string =>
  OPERATORS.map((operator, i) => `  ${names[0]} = ${names[1]} ${operator} ${i};`).join('\n');

const PARAGRAPH =
  'The quick brown fox jumps over the lazy dog while seven wizards box quietly near the old river bank today.';

const TREE = {
  'src/index.ts':
    "import { twinA } from './twin-a.js';\nimport type { T } from './types.js';\nexport const run = (t: T) => twinA(t);\n",
  'src/types.ts': 'export interface T { n: number }\n',
  'src/twin-a.ts': `export function twinA(a: any, b: any) {\n${body()}\n}\n`,
  'src/twin-b.ts': `export function twinB(c: any, d: any) {\n${body('cd')}\n}\n`,
  'src/alone.ts': 'const alone = 1;\nexport const lonelyConstant = alone;\n',
  'src/long.ts': Array.from(
    { length: 6 },
    (_, i) => `export function part${i}() {\n${'  // a line\n'.repeat(60)}}\n`,
  ).join(''),
  'docs/one.md': `# One\n\n${PARAGRAPH}\n`,
  'docs/two.md': `# Two\n\nAnother thing.\n\n${PARAGRAPH}\n`,
};

let tree: Repository;
let empty: Repository;
beforeAll(async () => {
  tree = await Repository.of(TREE);
  empty = await Repository.of({ 'readme.md': 'Short.\n' });
});
afterAll(() => Promise.all([tree.remove(), empty.remove()]));

describe('the judges as lenses', () => {
  it('are the fifteen families, each of kind judge', () => {
    expect(judgeRegistry.all().map(({ id }) => id)).toHaveLength(15);
    expect(new Set(judgeRegistry.all().map(({ kind }) => kind))).toEqual(new Set(['judge']));
  });

  it('answer twice with the same bytes', async () => {
    for (const judge of ['tokenClones', 'treeClones', 'liveness', 'score', 'erasure'] as const) {
      const once = JSON.stringify(await ask(judge, { src: tree.root }), spellBig);
      expect(JSON.stringify(await ask(judge, { src: tree.root }), spellBig)).toBe(once);
    }
  });

  it.each<[JudgeName]>([
    ['tokenClones'],
    ['treeClones'],
    ['liveness'],
    ['unmentioned'],
    ['splitSeams'],
    ['threeSignals'],
    ['erasure'],
    ['sameRole'],
    ['structure'],
    ['score'],
    ['guardTiers'],
    ['documentDuplicates'],
  ])('%s does not call a tree without sources clean', async (judge) => {
    const { state, findings, notes } = await ask(judge, { src: empty.root });
    expect({ state, rows: findings.rows }).toEqual({ state: 'empty_gap', rows: [] });
    expect(notes.length).toBeGreaterThan(0);
  });

  it.each<[JudgeName]>([['editClasses'], ['tombstones'], ['trend']])(
    '%s says that there is no git',
    async (judge) => {
      await expect(ask(judge, { src: empty.root })).rejects.toThrow('no git tree');
    },
  );

  it('refuse a folder that is none', async () => {
    await expect(ask('tokenClones', { src: `${tree.root}/nowhere` })).rejects.toThrow(
      'no folder of sources',
    );
  });
});

/** The first cells of each row of a step's table. */
async function cells(judge: JudgeName, params: object, step: string, count: number) {
  const run = begin(judge, { ...params });
  await run.finish();
  return rowsOf(run.table(step)).map((row) => row.slice(0, count));
}

const spellBig = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${value}n` : value;

describe('token-clones', () => {
  it('finds the renamed twin, whole, and says which lines', async () => {
    const report = await ask('tokenClones', { src: tree.root });
    expect(report.state).toBe('complete');
    expect(report.findings.rows.map(([a, b]) => [a, b])).toEqual([
      ['src/twin-a.ts@0', 'src/twin-b.ts@0'],
    ]);
    const [, , tokens, linesA, linesB] = report.findings.rows[0]!;
    expect(tokens).toBeGreaterThan(50);
    expect([linesA, linesB]).toEqual([
      ['1', '14'],
      ['1', '14'],
    ]);
    expect(report.summary).toMatchObject({ guaranteed_run: 50, segments: 1, passed_over: 0 });
  });

  it('counts the cloned tokens of each file in a step of its own', async () => {
    expect(await cells('tokenClones', { src: tree.root }, 'files', 1)).toEqual([
      ['src/twin-a.ts'],
      ['src/twin-b.ts'],
    ]);
  });

  it('says that nothing stands twice where nothing does', async () => {
    const one = await Repository.of({ 'a.ts': 'export const a = 1;\n' });
    expect(await ask('tokenClones', { src: one.root })).toMatchObject({
      state: 'empty_fact',
      notes: ['no run of 50 tokens stands in two places'],
    });
    await one.remove();
  });
});

describe('tree-clones', () => {
  it('finds units that differ by a line, and how far they are apart', async () => {
    const near = await Repository.of({
      'a.ts': `function one(a: any, b: any) {\n${body()}\n}\n`,
      'b.ts': `function two(a: any, b: any) {\n${body()}\n  return a;\n}\nfunction other() { return [1, 2, 3].map((x) => x * 2).filter((x) => x > 2).length; }\n`,
    });
    const report = await ask('treeClones', { src: near.root });
    expect(report.findings.rows).toHaveLength(1);
    const [a, b, ted, nodes, tsed] = report.findings.rows[0]! as [
      string,
      string,
      number,
      number,
      [number, number],
    ];
    expect([a, b, ted]).toEqual(['a.ts#one', 'b.ts#two', 2]);
    expect(tsed[0] * nodes).toBe((nodes - 2) * tsed[1]);
    const { units, pairs } = report.population;
    const { ruled_out_by_size, ruled_out_by_labels, ruled_out_by_sequence, decided_by_distance } =
      report.summary;
    expect(pairs).toBe((units! * (units! - 1)) / 2);
    expect(
      [ruled_out_by_size, ruled_out_by_labels, ruled_out_by_sequence, decided_by_distance]
        .map(Number)
        .reduce((sum, n) => sum + n, 0),
    ).toBe(pairs);
    await near.remove();
  });
});

describe('document-duplicates', () => {
  it('finds the paragraph that stands in two documents, in a page and in a comment', async () => {
    const texts = await Repository.of({
      'one.md': `${PARAGRAPH}\n`,
      'two.html': `<h1>Two</h1>\n<p>${PARAGRAPH}</p>\n`,
      'three.txt': `Quite another text, which has nothing at all to do with the other ones here.\n`,
      'four.ts': `/** ${PARAGRAPH} */\nexport const a = 1;\n`,
    });
    expect(
      rows(await ask('documentDuplicates', { src: texts.root })).map((row) => row.split(' ', 2)),
    ).toEqual([
      ['"one.md:1"', '"four.ts:1"'],
      ['"one.md:1"', '"two.html:2"'],
      ['"two.html:2"', '"four.ts:1"'],
    ]);
    await texts.remove();
  });
});

describe('liveness', () => {
  it('tells unreferenced from unreached, public from private; a type keeps nothing alive', async () => {
    const dead = await Repository.of({
      'index.ts':
        "import { a } from './a.js';\nimport type { T } from './types.js';\nconst t: T = a;\n",
      'a.ts': 'export const a = 1;\n',
      'types.ts': 'export type T = number;\n',
      'private.ts': 'const x = 1;\n',
      'ring-a.ts': "import './ring-b.js';\nexport const r = 1;\n",
      'ring-b.ts': "import './ring-a.js';\n",
    });
    const report = await ask('liveness', { src: dead.root });
    expect(rows(report)).toEqual([
      '"private.ts" "unref_private"',
      '"ring-a.ts" "unreach_public"',
      '"ring-b.ts" "unreach_private"',
      '"types.ts" "unref_public"',
    ]);
    expect(rows(await ask('liveness', { src: dead.root, entry: ['ring-a', 'index'] }))).toEqual([
      '"private.ts" "unref_private"',
      '"types.ts" "unref_public"',
    ]);
    await dead.remove();
  });

  it('refuses an entry that matches no file, and names the nearest', async () => {
    await expect(ask('liveness', { src: tree.root, entry: ['src/indx.ts'] })).rejects.toThrow(
      /no file matches the entry: src\/indx\.ts; nearest: .*src\/index\.ts/,
    );
  });

  it('counts an import that leads nowhere, and one of a package', async () => {
    const loose = await Repository.of({
      'index.ts': "import './gone.js';\nimport 'package';\nimport './folder';\nimport './bare';\n",
      'folder/index.ts': '',
      'bare.ts': '',
    });
    const run = begin('liveness', { src: loose.root });
    expect((await run.report()).summary).toMatchObject({
      unreached: 0,
      external: 1,
      unresolved: 1,
    });
    expect(rowsOf(run.table('references')).map(([, dst, , rung]) => [dst, rung])).toEqual([
      ['folder/index.ts', 2],
      ['bare.ts', 1],
    ]);
    await loose.remove();
  });
});

describe('unmentioned', () => {
  it('names exported declarations that no other file spells', async () => {
    const names = rows(await ask('unmentioned', { src: tree.root }));
    expect(names.map((row) => row.split(' ').slice(0, 4).join(' '))).toContain(
      '"src/alone.ts" "lonelyConstant" "const" "public"',
    );
    expect(names.join('\n')).not.toContain('twinA');
    expect(names.join('\n')).not.toContain('"run"');
  });

  it('lets a name written in another case count, but only a long one', async () => {
    const folds = await Repository.of({
      'a.ts': 'export const maxTrees = 1;\nexport const aB = 2;\n',
      'b.ts': 'const max_trees = 1;\nconst a_b = 2;\n',
    });
    expect(
      rows(await ask('unmentioned', { src: folds.root })).map((row) => row.split(' ')[1]),
    ).toEqual(['"aB"']);
    await folds.remove();
  });
});

describe('split-seams', () => {
  it('prices a long file of parts that do not know each other, and names the cut', async () => {
    const report = await ask('splitSeams', { src: tree.root });
    expect(report.state).toBe('partial');
    expect(report.needs.map(({ fact }) => fact)).toEqual(['churn across a seam']);
    const [file, lines, cut, split, benefit, cost, roi] = report.findings.rows[0]!;
    expect([file, lines, cut, split]).toEqual(['src/long.ts', 372, 186, true]);
    expect((roi as [number, number])[0] * Number(cost)).toBe(
      Number(benefit) * (roi as [number, number])[1],
    );
  });

  it('shows every seam along the file', async () => {
    const seams = await cells('splitSeams', { src: tree.root, file: 'long' }, 'seams', 2);
    expect(seams.map(([, line]) => line)).toEqual([62, 124, 186, 248, 310]);
  });
});

describe('score and guard-tiers', () => {
  it('show seven axes, of which every finding costs', async () => {
    const run = begin('score', { src: tree.root });
    const report = await run.report();
    expect(rowsOf(run.table('axes')).map((row) => row.slice(0, 2))).toEqual([
      ['file_size', 1],
      ['token_clones', 1],
      ['tree_clones', 1],
      ['document_duplicates', 1],
      ['dead_files', 4],
      ['unmentioned', expect.any(Number)],
      ['structure', expect.any(Number)],
    ]);
    expect(Number(report.summary['score'])).toBeLessThan(1000);
  });

  it('put the long file on the ladder', async () => {
    const report = await ask('guardTiers', { src: tree.root });
    expect(rows(report)).toEqual(['"src/long.ts" 372 2509 "ask" false']);
    expect(report.summary).toMatchObject({ soft: 106, hard: 212, breaches: 0 });
  });
});

describe('structure', () => {
  it('judges six axes without git and names what is missing, seven with it', async () => {
    const report = await ask('structure', { src: tree.root });
    expect(report).toMatchObject({ state: 'partial', summary: { judged_axes: 6 } });
    expect(report.needs.map(({ fact }) => fact)).toEqual(['git history']);
    const git = await Repository.of({
      'a/kebab-name.ts': 'export const a = 1;\n',
      'a/snake_name.ts': 'const b = 1;\n',
    });
    await git.commit();
    const judged = await ask('structure', { src: git.root });
    expect(await cells('structure', { src: git.root }, 'entropy', 4)).toContainEqual([
      'modularity',
      'lines',
      1,
      null,
    ]);
    expect(judged).toMatchObject({ state: 'complete', summary: { judged_axes: 7 } });
    expect(rows(judged)).toEqual(['"naming" "a"']);
    await git.remove();
  });
});

describe('the knobs of a judge', () => {
  it('are parameters: a share moves an axis, and what is no share is refused', async () => {
    const { findings } = await ask('structure', { src: tree.root, largest: '1/1' });
    expect(findings.rows.map(([axis]) => axis)).not.toContain('modularity');
    expect(() => begin('structure', { src: tree.root, largest: 'half' })).toThrow(
      'no share: half; write it as num/den, such as 1/2',
    );
  });

  it('weigh by name: the others keep theirs, and an unknown name is refused', async () => {
    const score = async (params: object) =>
      Number((await ask('score', { src: tree.root, ...params })).summary['score']);
    expect(await score({ weights: { file_size: 4 } })).toBe(await score({}));
    expect(await score({ violCost: 0 })).toBe(1000);
    await expect(score({ weights: { size: 1 } })).rejects.toThrow('unknown weight: size');
    await expect(score({ weights: { structure: -1 } })).rejects.toThrow('weight of structure: -1');
  });

  it('retune without reading the sources again', async () => {
    const run = begin('score', { src: tree.root });
    await run.finish();
    const other = run.retune({ k: 0 });
    await other.finish();
    expect(other.state('sources')).toBe(run.state('sources'));
    expect(other.state('findings')).toBe(run.state('findings'));
    expect(other.state('measure')).not.toBe(run.state('measure'));
  });
});

describe('three-signals', () => {
  it('has no churn without git, and says so', async () => {
    expect(await ask('threeSignals', { src: tree.root })).toMatchObject({
      state: 'partial',
      needs: [{ fact: 'git history', producer: 'a git tree at --src' }],
    });
  });

  it('joins likeness, place and history to a candidate', async () => {
    const twin = (name: string, letters: string): string =>
      `export function ${name}(${letters[0]}: any, ${letters[1]}: any) {\n${body(letters)}\n}\n`;
    const git = await Repository.of({
      'index.ts': "import { one } from './one.js';\nimport { two } from './two.js';\none(two);\n",
      'one.ts': twin('one', 'ab'),
      'two.ts': twin('two', 'cd'),
      'orphan.ts': twin('orphan', 'ef').replace('export ', ''),
    });
    await git.commit();
    const report = await ask('threeSignals', { src: git.root });
    expect(rows(report)).toEqual([
      '"one.ts" "orphan.ts" "delete_candidate" 3',
      '"one.ts" "two.ts" "merge_candidate" 2',
      '"orphan.ts" "two.ts" "delete_candidate" 3',
    ]);
    await git.remove();
  });
});

describe('erasure', () => {
  it('never lets an exported file go, and gives every row one reason', async () => {
    const report = await ask('erasure', { src: tree.root });
    const plan = await cells('erasure', { src: tree.root }, 'rows', 3);
    expect(plan).toContainEqual(['dead_file', 'src/alone.ts', 'public_surface']);
    expect(plan).toContainEqual(['t1_twin', 'src/twin-a.ts@0 ~ src/twin-b.ts@0', 'bytes_differ']);
    expect(plan).toContainEqual(['verbatim_doc', 'docs/one.md:3 ~ docs/two.md:5', 'eraseable']);
    expect(rows(report)).toEqual(['"verbatim_doc" "docs/one.md:3 ~ docs/two.md:5" "eraseable"']);
    expect(report.notes).toContain('a plan only: nothing is deleted');
  });
});

describe('same-role', () => {
  it('ranks what resembles a unit, and grants the role by names and callees', async () => {
    const roles = await Repository.of({
      'a.ts': [
        'function readUserFile(path: string) { return parse(load(path)); }',
        'function readUserText(path: string) { return parse(load(path)); }',
        'function drawChart(rows: number[]) { return rows.map(scale); }',
      ].join('\n'),
    });
    const report = await ask('sameRole', { src: roles.root, unit: 'readUserFile' });
    expect(report.summary).toMatchObject({ asked: 'a.ts#readUserFile', same_role: 1 });
    expect(report.findings.rows[0]![0]).toBe('a.ts#readUserText');
    await expect(ask('sameRole', { src: roles.root, unit: 'readUserFlie' })).rejects.toThrow(
      /no unit matches: readUserFlie; nearest: .*readUserFile/,
    );
    await roles.remove();
  });
});

describe('the judges of a change', () => {
  let change: Repository;
  const moved = [
    'export function movedFunctionName(argument: number) {',
    '  const somethingQuiteLong = argument * 2;',
    '  return somethingQuiteLong + argument;',
    '}',
  ].join('\n');
  beforeAll(async () => {
    change = await Repository.of({
      'a.ts': `export const kept = 1;\n${moved}\n`,
      'b.ts': 'export const other = 1;\n',
      'cache.ts': 'export const resultCache = new Map();\n',
    });
    await change.commit();
    await change.commit({
      'a.ts': 'export const kept = 1;\n',
      'b.ts': `export const other = 1;\n${moved}\nexport const fresh = 2;\n`,
      'cache.ts': null,
      'notes.md':
        'The result cache is no longer needed.\nThe result cache was fast.\nResults (no result cache) are slow.\n',
    });
  });
  afterAll(() => change.remove());

  it('tell a moved block from new lines', async () => {
    const report = await ask('editClasses', { src: change.root, from: 'HEAD~1', to: 'HEAD' });
    expect(rows(report)).toEqual(['"b.ts" 2 "a.ts" 2 4']);
    expect(report.summary).toEqual({ matched: 2, novel: 4, moved: 4, deleted: 5, sites: 1 });
  });

  it('find what a change deletes and writes back as an absence', async () => {
    const report = await ask('tombstones', { src: change.root, from: 'HEAD~1', to: 'HEAD' });
    expect(report.findings.rows.map((row) => row.slice(0, 4))).toEqual([
      ['notes.md', 1, 0, 'prose'],
      ['notes.md', 3, 0, 'bracketed'],
    ]);
    expect(report.summary).toEqual({ sites: 2, over: false, budget: null });
    expect(report.population).toMatchObject({ removed_names: 1, sentences: 3 });
  });

  it('say that nothing differs, and that no name is gone', async () => {
    expect(await ask('editClasses', { src: change.root })).toMatchObject({
      state: 'empty_fact',
      notes: ['nothing differs between the two versions'],
    });
    expect(await ask('tombstones', { src: change.root })).toMatchObject({
      state: 'empty_fact',
      notes: ['the change removes no name'],
    });
  });

  it('refuse a revision that is none', async () => {
    await expect(ask('editClasses', { src: change.root, from: 'no-such' })).rejects.toThrow(
      'unknown git revision: no-such',
    );
  });
});

describe('trend', () => {
  it('has no slope without two baselines, and one with them', async () => {
    const git = await Repository.of({ 'a.ts': 'export const a = 1;\n' });
    await git.commit();
    expect(await ask('trend', { src: git.root })).toMatchObject({
      state: 'empty_fact',
      summary: { verdict: 'insufficient', slope: null },
    });
    const baseline = (score: number): string =>
      `{"format": 1, "knobs_digest": "d", "soft": "100", "score": "${score}", "dedup_budget": "0", "counts": {}, "discrete": []}`;
    for (const score of [900, 910, 100, 930])
      await git.commit({ 'mimir.baseline.json': baseline(score) });
    const report = await ask('trend', { src: git.root });
    expect(report.summary).toEqual({
      verdict: 'improving',
      slope: [10_000n, 1n],
      code: 0,
      band: 1000,
      refused: 0,
    });
    expect(report.population).toEqual({ points: 4 });
    await git.remove();
  });
});
