import type { Access, Sink, Site } from '../../dump/index.js';
import { descriptor, NOWHERE } from './ids.js';
import type { Item } from './model.js';
import { push } from './world.js';

/** Of a constant or static: that it is named, by whom and where. */
interface Mention {
  readonly item: Item;
  readonly site: Site;
}

/**
 * Tables of statements that stand in a constant or static: whoever names it touches them too, through as many constants
 * as there are. Whose text a constant has is known only when all bodies have been read.
 */
export class NamedTexts {
  /** By the constant's id. */
  readonly #tables = new Map<string, { readonly table: string; readonly access: Access }[]>();
  readonly #mentions = new Map<string, Mention[]>();

  /** What a body's own text touches; that of a function is told at once. */
  touches(item: Item, table: string, access: Access): void {
    if (isNamed(item)) push(this.#tables, item.id, { table, access });
  }

  mentions(item: Item, target: Item, site: Site): void {
    if (isNamed(target) && target !== item) push(this.#mentions, target.id, { item, site });
  }

  write(sink: Sink): void {
    for (const [id, tables] of this.#tables) {
      const seen = new Set([id]);
      const waiting = [id];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        for (const { item, site } of this.#mentions.get(next) ?? []) {
          for (const { table, access } of tables) writeTable(sink, item, table, access, site);
          if (!isNamed(item) || seen.has(item.id)) continue;
          seen.add(item.id);
          waiting.push(item.id);
        }
      }
    }
  }
}

function isNamed(item: Item): boolean {
  return item.kind === 'const' || item.kind === 'static';
}

export function writeTable(sink: Sink, item: Item, name: string, access: Access, site: Site): void {
  const id = `${NOWHERE}table/${descriptor.term(name)}`;
  sink.node({ id, kind: 'table', name });
  sink.edge({ kind: 'TOUCHES_TABLE', src: item.id, dst: id, access, site });
}
