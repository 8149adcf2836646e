import fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDumpWriter, normalId } from '../../src/dump/index.js';
import { graphOf, openGraph, type CodeGraph } from '../../src/graph/index.js';
import { facts, type Facts } from '../dump/facts-arbitrary.js';
import { naiveGraph, plainGraph } from '../dump/naive-graph.js';
import { inFolder } from '../dump/scratch.js';
import { deep } from '../tools.js';

function write(dir: string, { nodes, edges }: Facts): void {
  const writer = createDumpWriter(dir);
  for (const node of nodes) writer.node(node);
  for (const edge of edges) writer.edge(edge);
  writer.commit({ producer: 'test/1', fidelity: 'typed', unit: 'u' });
}

/** Stable ids by the rule's own words: the version is left out unless one dump knows several of a package. */
function stableIds({ nodes, edges }: Facts): (id: string) => string {
  const words = (id: string): RegExpExecArray | null =>
    /^(\S+(?: {2}\S+)*) (\S+(?: {2}\S+)*) (\S+(?: {2}\S+)*) (\S+(?: {2}\S+)*) (.*)$/su.exec(id);
  const versions = new Map<string, Set<string>>();
  for (const id of [
    ...nodes.map((node) => node.id),
    ...edges.flatMap((edge) => [edge.src, edge.dst]),
  ]) {
    const found = words(id);
    if (!found) continue;
    const key = found.slice(1, 4).join('|');
    versions.set(key, (versions.get(key) ?? new Set()).add(found[4]!));
  }
  return (id) => {
    const found = words(id);
    if (!found || versions.get(found.slice(1, 4).join('|'))!.size > 1) return id;
    return [...found.slice(1, 4), '.', found[5]].join(' ');
  };
}

describe('two dumps as one graph', () => {
  it('unite what has one stable id, and keep the rest', async () => {
    await fc.assert(
      fc.asyncProperty(facts, facts, (first, second) =>
        inFolder(async (dir) => {
          write(join(dir, 'a'), first);
          write(join(dir, 'b'), second);
          const idOf = new Map<string, string>();
          const rename = (unit: Facts, own: (id: string) => string): Facts => {
            const id = (old: string): string => {
              const key = own(old);
              if (!idOf.has(key)) idOf.set(key, old);
              return idOf.get(key)!;
            };
            return {
              nodes: unit.nodes.map((node) => ({ ...node, id: id(node.id) })),
              edges: unit.edges.map((edge) => ({ ...edge, src: id(edge.src), dst: id(edge.dst) })),
            };
          };
          const stableFirst = stableIds(first);
          rename(first, stableFirst);
          const renamed = rename(second, stableIds(second));
          // Two ids of one dump with one stable id can't be: versions are kept where several coexist.
          const union = await openGraph(join(dir, 'a'), { also: [join(dir, 'b')] });
          expect(plainGraph(union)).toEqual(naiveGraph([first, renamed]));
        }),
      ),
      { numRuns: deep(40, 400) },
    );
  });

  it('joins the implementations that two versions of one crate have', async () => {
    await inFolder(async (dir) => {
      const impl = (version: string, name: string): Facts => ({
        nodes: [
          { id: `s m app ${version} Store#`, kind: 'trait', name: 'Store' },
          { id: `s m app ${version} impl#[${name}]`, kind: 'impl', name },
        ],
        edges: [
          {
            kind: 'IMPLEMENTS',
            src: `s m app ${version} impl#[${name}]`,
            dst: `s m app ${version} Store#`,
          },
        ],
      });
      write(join(dir, 'a'), impl('1.0.0', 'Disk'));
      write(join(dir, 'b'), impl('1.1.0', 'Memory'));
      const union = await openGraph(join(dir, 'a'), { also: [join(dir, 'b')] });
      expect(union.nodesOf('trait')).toHaveLength(1);
      expect(union.edgesOf('IMPLEMENTS').objects()).toHaveLength(2);
      const again = await openGraph(join(dir, 'a'), { also: [join(dir, 'b')] });
      expect(again.dumpKey).toBe(union.dumpKey);
      expect((await openGraph(join(dir, 'b'), { also: [join(dir, 'a')] })).dumpKey).not.toBe(
        union.dumpKey,
      );
    });
  });
});

describe('the difference of two graphs', () => {
  const before = graphOf({
    nodes: [
      { id: 's m app 1 gone().', kind: 'fn' },
      { id: 's m app 1 kept().', kind: 'fn', ty: 'u8', line: 1 },
      { id: 's m app 1 moved().', kind: 'fn', line: 1 },
    ],
    edges: [{ kind: 'CALLS', src: 's m app 1 kept().', dst: 's m app 1 gone().' }],
  });
  const after = graphOf({
    nodes: [
      { id: 's m app 2 kept().', kind: 'fn', ty: 'u16', line: 1, isTest: true },
      { id: 's m app 2 moved().', kind: 'fn', line: 9 },
      { id: 's m app 2 new().', kind: 'method' },
    ],
    edges: [{ kind: 'CALLS', src: 's m app 2 kept().', dst: 's m app 2 new().' }],
  });

  it('names nodes added, removed and changed, and edges added and removed, whatever the version', () => {
    const diff = before.diff(after);
    expect(diff.nodes.map(({ change, stableId, columns }) => [change, stableId, columns])).toEqual([
      ['removed', 's m app . gone().', []],
      ['changed', 's m app . kept().', ['ty', 'is_test']],
      ['added', 's m app . new().', []],
    ]);
    expect(diff.edges).toEqual([
      { change: 'removed', kind: 'CALLS', src: 's m app . kept().', dst: 's m app . gone().' },
      { change: 'added', kind: 'CALLS', src: 's m app . kept().', dst: 's m app . new().' },
    ]);
    expect(diff.nodeTable().rowCount).toBe(3);
    expect(diff.edgeTable().rowCount).toBe(2);
  });

  it('counts a move only when asked', () => {
    const moved = before
      .diff(after, { places: true })
      .nodes.find(({ label }) => label === 'app moved().');
    expect(moved).toMatchObject({ change: 'changed', columns: ['line'] });
  });

  it('is empty between a graph and itself, and turns round with its arguments', () => {
    fc.assert(
      fc.property(facts, facts, (first, second) => {
        const [a, b] = [graphOf(first), graphOf(second)] as [CodeGraph, CodeGraph];
        expect([a.diff(a).nodes, a.diff(a).edges]).toEqual([[], []]);
        const turned = { added: 'removed', removed: 'added', changed: 'changed' } as const;
        const there = a.diff(b);
        const back = b.diff(a);
        expect(back.nodes.map(({ change, stableId }) => `${change} ${stableId}`)).toEqual(
          there.nodes.map(({ change, stableId }) => `${turned[change]} ${stableId}`),
        );
        expect(
          new Set(
            back.edges.map(({ change, kind, src, dst }) => `${change} ${kind} ${src} ${dst}`),
          ),
        ).toEqual(
          new Set(
            there.edges.map(
              ({ change, kind, src, dst }) => `${turned[change]} ${kind} ${src} ${dst}`,
            ),
          ),
        );
      }),
      { numRuns: deep(60, 600) },
    );
  });
});

describe('ids of a binary target', () => {
  it.each([
    ['rust cargo app 1.0.0 bin=tool main().', 'rust cargo app 1.0.0 `bin=tool`/main().'],
    ['rust cargo app 1.0.0 bin=tool/main().', 'rust cargo app 1.0.0 `bin=tool`/main().'],
    ['rust cargo app 1.0.0 `bin=tool`/main().', 'rust cargo app 1.0.0 `bin=tool`/main().'],
    ['rust cargo app 1.0.0 cabin=tool/main().', 'rust cargo app 1.0.0 cabin=tool/main().'],
    ['rust cargo app 1.0.0 a/bin=tool/main().', 'rust cargo app 1.0.0 a/bin=tool/main().'],
    ['bin=tool', 'bin=tool'],
  ])('%s is read as %s', (raw, wanted) => {
    expect(normalId(raw)).toBe(wanted);
  });

  it('are one node however nodes and edges spell them', async () => {
    await inFolder(async (dir) => {
      write(dir, {
        nodes: [{ id: 's m app 1 bin=tool main().', kind: 'fn', name: 'main' }],
        edges: [
          { kind: 'CALLS', src: 's m app 1 bin=tool/main().', dst: 's m app 1 `bin=tool`/main().' },
        ],
      });
      const graph = await openGraph(dir);
      expect([graph.nodeCount, graph.refCount]).toEqual([1, 0]);
      expect(graph.label(0)).toBe('app `bin=tool`/main().');
      expect(graph.match('bin=tool/main')).toHaveLength(1);
    });
  });
});
