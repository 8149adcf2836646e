import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDumpWriter, type UnitFiles } from '../../src/dump/index.js';
import { graphOf, openGraph } from '../../src/graph/index.js';
import { facts, type Facts } from './facts-arbitrary.js';
import { naiveGraph, plainGraph } from './naive-graph.js';
import { inFolder } from './scratch.js';

const DEEP = process.env['MIMIR_DEEP'] === '1';

function write(dir: string, unit: string, { nodes, edges }: Facts): UnitFiles {
  const writer = createDumpWriter(dir);
  for (const node of nodes) writer.node(node);
  for (const edge of edges) writer.edge(edge);
  return writer.commit({ producer: 'test/1', fidelity: 'typed', unit });
}

describe('a dump that was written', () => {
  it('gives back the facts of its units, merged by the stated rules', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(facts, { minLength: 1, maxLength: 3 }), (units) =>
        inFolder(async (dir) => {
          units.forEach((unit, at) => write(dir, `unit${at}`, unit));
          expect(plainGraph(await openGraph(dir))).toEqual(naiveGraph(units));
        }),
      ),
      { numRuns: DEEP ? 500 : 60 },
    );
  });

  it('is the same graph in memory, without a file', () => {
    fc.assert(
      fc.property(facts, (unit) => {
        expect(plainGraph(graphOf(unit))).toEqual(naiveGraph([unit]));
      }),
      { numRuns: DEEP ? 500 : 60 },
    );
  });

  it('has the same bytes whatever the order in which its facts came', async () => {
    await fc.assert(
      fc.asyncProperty(facts, (unit) =>
        inFolder((dir) => {
          // Of two nodes with one id the first counts, so only distinct ids may be shuffled.
          const nodes = [...new Map(unit.nodes.map((node) => [node.id, node])).values()];
          const first = write(join(dir, 'a'), 'u', { nodes, edges: unit.edges });
          const second = write(join(dir, 'b'), 'u', {
            nodes: nodes.reverse(),
            edges: [...unit.edges].reverse(),
          });
          expect(readFileSync(first.nodes).equals(readFileSync(second.nodes))).toBe(true);
          expect(readFileSync(first.edges).equals(readFileSync(second.edges))).toBe(true);
        }),
      ),
      { numRuns: DEEP ? 200 : 30 },
    );
  });

  it('keeps what its units say about themselves', async () => {
    await inFolder(async (dir) => {
      const writer = createDumpWriter(dir);
      writer.node({ id: 'a', kind: 'fn', name: 'a' });
      const metadata = {
        producer: 'test/1',
        fidelity: 'references',
        unit: '@scope/unit name',
        repo: 'r',
        commit: 'abc',
        quality: { calls: 3, resolved: 2, unresolved: 1 },
      } as const;
      writer.commit(metadata);
      const graph = await openGraph(dir);
      expect(graph.units).toEqual([{ ...metadata, schema: 6 }]);
    });
  });

  it('has a key that follows its names and bytes, and the graph in memory has the same', async () => {
    const unit: Facts = {
      nodes: [{ id: 'a', kind: 'fn', name: 'a' }],
      edges: [{ kind: 'CALLS', src: 'a', dst: 'b' }],
    };
    await inFolder(async (dir) => {
      const writer = createDumpWriter(join(dir, 'one'));
      writer.node(unit.nodes[0]!);
      writer.edge(unit.edges[0]!);
      writer.commit({ producer: 'mimir-memory/1', fidelity: 'typed', unit: 'memory' });
      write(join(dir, 'two'), 'memory', { ...unit, edges: [] });
      const one = await openGraph(join(dir, 'one'));
      const two = await openGraph(join(dir, 'two'));
      expect(one.dumpKey).toBe(graphOf(unit).dumpKey);
      expect(one.dumpKey).not.toBe(two.dumpKey);
      expect(one.dumpKey).toMatch(/^[0-9a-f]{64}$/);
    });
  });
});
