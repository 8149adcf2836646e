import type { Access, Sink, Site } from '../../dump/index.js';
import type { Callees } from './callees.js';
import type { MirCallee } from './mir/index.js';
import type { Item } from './model.js';
import { writeTable } from './named-texts.js';
import type { TypeTree } from './type-tree.js';
import type { World } from './world.js';

/** A trait of SeaORM whose methods ask the database, by any of its paths. */
const TRAIT = /^sea_orm(?:::\w+)*::(?:EntityTrait|ActiveModelTrait|ModelTrait)(?:<.*)?$/su;
const READS = /^find/u;
const WRITES = /^(?:insert|update|delete|save)/u;

/**
 * Tables of SeaORM. A derive writes an entity's `table_name`, whose one string names the table; calls on the entity, and
 * on the models beside it, touch that. Which is known only when all bodies have been read.
 */
export class Entities {
  /** By the entity's key. */
  readonly #tables = new Map<string, string>();
  readonly #touched: {
    readonly item: Item;
    readonly key: string;
    readonly access: Access;
    readonly site: Site;
  }[] = [];

  constructor(private readonly world: World) {}

  /** A body's strings; only those of an `EntityName::table_name` count. */
  named(item: Item, names: readonly string[]): void {
    if (item.name !== 'table_name' || names.length !== 1) return;
    const impl = this.world.impls.find((one) => one.item === item.parent);
    if (impl?.trait?.sort !== 'path' || impl.self.sort !== 'path') return;
    if (/(?:^|::)EntityName$/u.test(impl.trait.path)) this.#tables.set(impl.self.path, names[0]!);
  }

  called(item: Item, callee: MirCallee, callees: Callees, site: Site): void {
    if (callee.trait === null || callee.selfType === null || !TRAIT.test(callee.trait)) return;
    const access = READS.test(callee.name) ? 'read' : WRITES.test(callee.name) ? 'write' : null;
    const key = access === null ? null : entityOf(callees.type(callee.selfType));
    if (access !== null && key !== null) this.#touched.push({ item, key, access, site });
  }

  write(sink: Sink): void {
    for (const { item, key, access, site } of this.#touched) {
      const name = this.#tables.get(key);
      if (name === undefined) continue;
      writeTable(sink, item, name, access, site);
    }
  }
}

/** An entity's module has it as `Entity`, with `Model` and `ActiveModel` beside it. */
function entityOf(type: TypeTree): string | null {
  if (type.sort !== 'path') return null;
  return type.path.replace(/(?<=::)(?:ActiveModel|Model)$/u, 'Entity');
}
