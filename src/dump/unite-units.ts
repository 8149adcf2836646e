import { StableIds } from './stable-ids.js';
import { poolOf, poolText, type TextPool } from './text-pool.js';
import type { EdgeColumns, UnitColumns } from './unit-columns.js';

/**
 * Units of several dumps as those of one: an id of a later dump whose stable id an earlier dump has becomes that
 * dump's id, so that two versions or builds of one thing are one node. Other ids stay as they are.
 */
export function uniteUnits(dumps: readonly (readonly UnitColumns[])[]): UnitColumns[] {
  const idOf = new Map<string, string>();
  return dumps.flatMap((units, at) => {
    const stable = new StableIds(allIds(units));
    const rename = (id: string): string => {
      const key = stable.stable(id);
      const known = idOf.get(key);
      if (known !== undefined) return known;
      idOf.set(key, id);
      return id;
    };
    if (at === 0) {
      for (const id of allIds(units)) rename(id);
      return units;
    }
    return units.map((unit) => renamed(unit, rename));
  });
}

function* allIds(units: readonly UnitColumns[]): Generator<string> {
  for (const { nodes, edges } of units) {
    yield* textsOf(nodes.ids);
    yield* textsOf(edges.src.pool);
    if (edges.dst.pool !== edges.src.pool) yield* textsOf(edges.dst.pool);
  }
}

function* textsOf(pool: TextPool): Generator<string> {
  for (let i = 0; i < pool.length; i++) yield poolText(pool, i);
}

function renamed(unit: UnitColumns, rename: (id: string) => string): UnitColumns {
  const pool = (old: TextPool): TextPool => poolOf(Array.from(textsOf(old), rename));
  const src = pool(unit.edges.src.pool);
  const dst = unit.edges.dst.pool === unit.edges.src.pool ? src : pool(unit.edges.dst.pool);
  const edges: EdgeColumns = {
    ...unit.edges,
    src: { ...unit.edges.src, pool: src },
    dst: { ...unit.edges.dst, pool: dst },
  };
  return { ...unit, nodes: { ...unit.nodes, ids: pool(unit.nodes.ids) }, edges };
}
