import { beforeAll, describe, expect, it } from 'vitest';
import { graphOf, openGraph, type CodeGraph, type GraphFacts } from '../../src/graph/index.js';
import { JUDGES, VISIBILITY_BITS } from '../../src/judges/index.js';
import { dumpReferences } from '../../src/judges/facts/dump-references.js';
import { dumpUnits } from '../../src/judges/facts/dump-trees.js';
import { dumpVisibility } from '../../src/judges/facts/dump-visibility.js';
import { startRun, type Report, type TypedLens } from '../../src/lens/index.js';
import { createTask } from '../../src/task/index.js';
import { treeEditDistance } from '../../src/text/index.js';

type AnyLens = TypedLens<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;
const task = createTask();

const id = (name: string): string => `mimir npm p 1.0.0 ${name}`;
const fn = (
  name: string,
  file: string,
  more: Partial<GraphFacts['nodes'][number]> = {},
): GraphFacts['nodes'][number] => ({ id: id(`${name}().`), kind: 'fn', file, line: 1, ...more });
const calls = (from: string, to: string, how = 'direct') => ({
  src: id(`${from}().`),
  dst: id(`${to}().`),
  kind: 'CALLS' as const,
  how: how as 'direct',
});

const GRAPH = graphOf({
  nodes: [
    fn('main', 'src/a.rs'),
    fn('used', 'src/b.rs', { visibility: 'public' }),
    fn('followed', 'src/c.rs'),
    fn('ring1', 'src/d.rs', { visibility: 'public' }),
    fn('ring2', 'src/d.rs'),
    fn('alone', 'src/e.rs', { effectiveVisibility: 'reexported' }),
    { id: id('T#'), kind: 'struct', file: 'src/f.rs' },
    { id: id('I#'), kind: 'interface', file: 'src/g.ts' },
    fn('typed', 'src/h.ts'),
  ],
  edges: [
    calls('main', 'used'),
    calls('used', 'followed', 'points-to'),
    calls('ring1', 'ring2'),
    calls('ring2', 'ring1'),
    calls('main', 'typed'),
    { src: id('main().'), dst: id('T#'), kind: 'USES_TYPE' },
    { src: id('typed().'), dst: id('I#'), kind: 'USES_TYPE' },
  ],
});

const ask = (judge: keyof typeof JUDGES, graph: CodeGraph, params: object): Promise<Report> =>
  startRun(JUDGES[judge] as unknown as AnyLens, graph, params as Record<string, unknown>).report({
    limit: 0,
  });
const short = ({ findings }: Report): string[] =>
  findings.rows.map(([name, code]) => `${String(name).replace(/^p /, '')} ${String(code)}`);

describe('liveness on the code graph of a dump', () => {
  it('judges declarations by the edges between them, with the four codes', async () => {
    const report = await ask('liveness', GRAPH, { of: 'items' });
    expect(short(report)).toEqual([
      'I# unref_private',
      'alone(). unref_public',
      'ring1(). unreach_public',
      'ring2(). unreach_private',
    ]);
    expect(report.population).toMatchObject({ declarations: 9 });
  });

  it('trusts no value that was followed on a lower rung, and lets types live when asked', async () => {
    expect(short(await ask('liveness', GRAPH, { of: 'items', minRung: 1 }))).toContain(
      'followed(). unref_private',
    );
    expect(short(await ask('liveness', GRAPH, { of: 'items', inert: [] }))).not.toContain(
      'I# unref_private',
    );
  });

  it('takes what packages expose for alive when asked, and entries by name', async () => {
    expect(short(await ask('liveness', GRAPH, { of: 'items', api: true }))).not.toContain(
      'alone(). unref_public',
    );
    const named = await ask('liveness', GRAPH, { of: 'items', entry: ['ring2'] });
    expect(short(named)).toEqual(['I# unref_private', 'alone(). unref_public']);
    await expect(ask('liveness', GRAPH, { of: 'items', entry: ['rnig'] })).rejects.toThrow(
      'no file matches the entry: rnig',
    );
  });

  it('judges files by what their declarations refer to', async () => {
    const report = await ask('liveness', GRAPH, { of: 'files' });
    expect(short(report)).toEqual([
      'src/d.rs unref_public',
      'src/e.rs unref_public',
      'src/g.ts unref_private',
    ]);
  });

  it('asks for a dump where there is none', async () => {
    const none = graphOf({ nodes: [] });
    expect(await ask('liveness', none, { of: 'files' })).toMatchObject({
      state: 'empty_gap',
      needs: [{ fact: 'a dump' }],
    });
    expect(await ask('treeClones', none, { of: 'dump' })).toMatchObject({ state: 'empty_gap' });
  });
});

describe('facts of the committed dump', () => {
  let tally: CodeGraph;
  beforeAll(async () => {
    tally = await openGraph('fixtures/rust-tally');
  });

  it('are references that no edge of another node enters: every row is an edge, lifted', () => {
    const { names, columns } = dumpReferences(
      tally,
      { grain: 'items', entry: [], api: false },
      task,
    );
    expect(names.length).toBeGreaterThan(100);
    expect(new Set([...columns.rung]).size).toBeGreaterThan(1);
    columns.src.forEach((src, row) => {
      expect(src).not.toBe(columns.dst[row]);
      expect(Math.max(src, columns.dst[row]!)).toBeLessThan(names.length);
    });
  });

  it('are trees of what bodies do: two that differ by a method are near, equal ones are equal', async () => {
    const units = dumpUnits(tally, 20, task);
    const tree = (name: string) => units.find(({ key }) => key.endsWith(name))!.tree;
    expect(treeEditDistance(tree('/first_names().'), tree('/first_words().'))).toBe(0);
    expect(treeEditDistance(tree('handlers/find().'), tree('handlers/put().'))).toBe(5);
    const report = await ask('treeClones', tally, { of: 'dump' });
    expect(report.summary).toMatchObject({ clones: 3 });
    const { units: judged, pairs } = report.population;
    expect(pairs).toBe((judged! * (judged! - 1)) / 2);
  });

  it('are visibility by file and name, also where a path is longer on one side', () => {
    const paths = ['core/src/dispatch.rs', 'x/server/src/handlers.rs'];
    const known = dumpVisibility(tally, paths);
    expect(known.files).toBe(2);
    expect(known.of('core/src/dispatch.rs', 'Loud')).toBe(VISIBILITY_BITS.exported);
    expect(known.of('core/src/dispatch.rs', 'Nowhere')).toBeUndefined();
    expect(dumpVisibility(tally, ['other.rs']).files).toBe(0);
  });

  it('tell private marks, restricted and re-exported names apart', () => {
    const { exported, hidden, reexported, restricted, scopeExported } = VISIBILITY_BITS;
    const graph = graphOf({
      nodes: (
        [
          ['a', 'public', 'private'],
          ['b', 'public', 'reexported'],
          ['c', 'crate', 'internal'],
          ['d', 'private', 'private'],
          ['e', 'public', undefined],
        ] as const
      ).map(([name, visibility, effective]) =>
        fn(name, 'x.rs', {
          visibility,
          ...(effective !== undefined && { effectiveVisibility: effective }),
        }),
      ),
    });
    const { of } = dumpVisibility(graph, ['x.rs']);
    expect(['a', 'b', 'c', 'd', 'e'].map((name) => of('x.rs', name))).toEqual([
      exported | hidden,
      exported | reexported,
      scopeExported | restricted,
      0,
      exported,
    ]);
  });
});
