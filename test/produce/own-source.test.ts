import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EdgeKind } from '../../src/dump/index.js';
import { collectFrom, type Collected } from './collect.js';

const USES: ReadonlySet<EdgeKind> = new Set([
  'CALLS',
  'USES_TYPE',
  'READS_FIELD',
  'WRITES_FIELD',
  'IMPLEMENTS',
  'EXTENDS',
  'PASSES_FN',
  'DEPENDS_ON',
]);

describe('the workbench’s own sources', () => {
  let found: Collected;
  let floors: readonly (readonly string[])[];

  beforeAll(async () => {
    const rules = (await import(path.resolve('scripts/lint-floors.mjs'))) as { FLOORS: string[][] };
    floors = rules.FLOORS;
    found = await collectFrom(path.resolve('tsconfig.json'), 'mimir-workbench');
  }, 240_000);

  it('dump themselves, fewer than 1 % of their calls unresolved and every import found', () => {
    const { calls, unresolved, imports_unresolved: lost, unparsed } = found.quality;
    expect(calls).toBeGreaterThan(1000);
    expect(unresolved! * 100).toBeLessThan(calls!);
    expect({ lost, unparsed }).toEqual({ lost: 0, unparsed: 0 });
  });

  it('use no floor above their own', () => {
    const floorOf = new Map(
      floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)),
    );
    const room = (id: string): string | undefined =>
      /^src\/([^/]+)\//u.exec(found.nodes.get(id)?.file ?? '')?.[1];
    const upward = new Set<string>();
    let crossings = 0;
    for (const edge of found.edges) {
      // Not DISPATCH: what a call of an interface runs is chosen above, that is what interfaces are for.
      if (!USES.has(edge.kind)) continue;
      const [from, to] = [room(edge.src), room(edge.dst)];
      if (from === undefined || to === undefined || from === to) continue;
      crossings++;
      if (floorOf.get(to)! >= floorOf.get(from)!)
        upward.add(`${edge.kind} ${from} -> ${to}: ${edge.src} -> ${edge.dst}`);
    }
    expect(crossings).toBeGreaterThan(100);
    expect([...upward].sort()).toEqual([]);
  });
});
