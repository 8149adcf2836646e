import {
  formatBlockName,
  type Access,
  type NodeFact,
  type Sink,
  type Site,
} from '../../dump/index.js';
import type { At, FactTables, GroupFacts, StoredBlock } from './bodies/group-facts.js';
import type { Callees, Resolution } from './callees.js';
import { Entities } from './entities.js';
import { descriptor, NOWHERE } from './ids.js';
import type { MirCallee } from './mir/index.js';
import type { Crate, Item } from './model.js';
import { NamedTexts, writeTable } from './named-texts.js';
import type { Places } from './places.js';
import { FN_CALL } from './standard.js';
import { syscallsOf, syscallsOfC } from './syscalls.js';
import type { Tally } from './tally.js';
import { peeled } from './type-tree.js';
import { push, type World } from './world.js';

/** Where edges and blocks go, and which items have theirs already. */
export class Facts {
  readonly #bodies = new Set<string>();

  readonly entities: Entities;
  readonly texts = new NamedTexts();

  constructor(
    readonly sink: Sink,
    world: World,
  ) {
    this.entities = new Entities(world);
  }

  has(key: string): boolean {
    return this.#bodies.has(key);
  }

  /** What a body is told of once: its item, or a part of that. */
  keyOf(item: Item, path: string): string {
    return bodyKey(item, path);
  }

  mark(key: string): void {
    this.#bodies.add(key);
  }
}

/** A constant in a function's signature has a body that counts as the function's, beside the function's own. */
function bodyKey(item: Item, path: string): string {
  return isPart(path) ? `${item.id} ${path}` : item.id;
}

function isPart(path: string): boolean {
  return /\{[a-z ]+#\d+\}$/u.test(path);
}

export interface WriterOptions {
  readonly crate: Crate;
  readonly world: World;
  readonly places: Places;
  readonly facts: Facts;
  readonly callees: Callees;
  readonly tally: Tally;
}

/** Tells what one crate's bodies do, as edges of the items that they belong to, and their blocks. */
export class BodyFactsWriter {
  readonly #nested = new Map<Item, Item[]>();

  constructor(private readonly options: WriterOptions) {
    for (const item of options.world.items.values()) {
      if ((item.kind !== 'fn' && item.kind !== 'method') || item.crate !== options.crate) continue;
      const parent = item.parent?.kind === 'impl' ? item.parent.parent : item.parent;
      if (parent && (parent.kind === 'fn' || parent.kind === 'method'))
        push(this.#nested, parent, item);
    }
  }

  /** Functions that stand in the outermost function around an item, by name. */
  nestedIn(item: Item): ReadonlyMap<string, Item> {
    const found = new Map<string, Item>();
    const visit = (one: Item): void => {
      for (const child of this.#nested.get(one) ?? []) {
        if (!found.has(child.name)) found.set(child.name, child);
        visit(child);
      }
    };
    const outer: Item[] = [];
    for (let at: Item | null = item; at; at = at.parent) outer.push(at);
    for (const one of outer) visit(one);
    return found;
  }

  write(item: Item, told: GroupFacts, tables: FactTables): void {
    const { facts, tally } = this.options;
    const { sink } = facts;
    facts.mark(facts.keyOf(item, told.path));
    tally.bodies += told.bodies;
    tally.projections += told.projections;
    tally.untyped += told.untyped;
    const nested = this.nestedIn(item);
    const site = (at: At): Site => this.#site(item, at, tables);
    for (const [callee, isOperator, at] of told.calls)
      this.#call(item, tables.callees[callee]!, isOperator === 1, site(at), nested);
    for (const [callee, at] of told.passes) {
      const target = this.options.callees.resolve(tables.callees[callee]!, nested);
      if (target.id === null || target.id === FN_CALL) continue;
      sink.edge({ kind: 'PASSES_FN', src: item.id, dst: target.id, site: site(at) });
    }
    for (const [type, variant, index, isWritten, at] of told.fields) {
      const target = this.#field(tables.texts[type]!, variant, index);
      if (target !== null) this.#mention(item, target, isWritten === 1, site(at));
    }
    for (const [table, access, at] of told.tables) this.#table(item, table, access, site(at));
    facts.entities.named(item, told.names);
    for (const [path, access, at] of told.items) this.#static(item, path, access, site(at));
    for (const [path, at] of told.constructed) this.#constructs(item, path, site(at));
    if (told.syscall !== null) this.#syscall(item, 'syscall', 'other', site(told.syscall));
    this.#locals(item, told.locals, tables);
    if (!isPart(told.path)) this.#blocks(item, told.blocks);
  }

  #table(item: Item, name: string, access: Access, site: Site): void {
    const { sink, texts } = this.options.facts;
    texts.touches(item, name, access);
    writeTable(sink, item, name, access, site);
  }

  #mention(item: Item, target: Item, isWritten: boolean, site: Site): void {
    const { sink } = this.options.facts;
    sink.edge({ kind: 'READS_FIELD', src: item.id, dst: target.id, site });
    if (isWritten) sink.edge({ kind: 'WRITES_FIELD', src: item.id, dst: target.id, site });
  }

  #call(
    item: Item,
    callee: MirCallee,
    isOperator: boolean,
    site: Site,
    nested: ReadonlyMap<string, Item>,
  ): void {
    const { callees, facts, tally } = this.options;
    const target = callees.resolve(callee, nested);
    tally.call(target.class, `${callee.text} in ${item.id}`);
    if (target.id === null) return;
    const own = target.class === 'resolved' && target.id === FN_CALL;
    if (!own) {
      facts.sink.edge({
        kind: 'CALLS',
        src: item.id,
        dst: target.id,
        site,
        how: isOperator ? 'operator' : target.how,
      });
      if (isTest(item) && target.class === 'resolved' && target.item && !isTest(target.item))
        facts.sink.edge({ kind: 'TESTS', src: item.id, dst: target.id, site });
    }
    facts.entities.called(item, callee, callees, site);
    if (target.class === 'external') this.#syscalls(item, target, site);
  }

  #syscalls(item: Item, target: Resolution, site: Site): void {
    const own = target.item;
    // Which library a declaration of one's own is bound to is the linker's affair.
    const calls =
      own?.kind === 'ffi' && own.crate.packageName !== 'libc'
        ? syscallsOfC(own.facts.linkName ?? own.name).map((one) => ({ ...one, partial: true }))
        : syscallsOf(target.id!);
    for (const { name, class: ty, partial } of calls) this.#syscall(item, name, ty, site, partial);
  }

  #syscall(item: Item, name: string, ty: string, site: Site, partial = true): void {
    const { sink } = this.options.facts;
    const id = `${NOWHERE}syscall/${descriptor.method(name)}`;
    sink.node({ id, kind: 'syscall', name, ty });
    sink.edge({ kind: 'SYSCALLS', src: item.id, dst: id, partial, site });
  }

  #field(type: string, variant: string | null, index: number): Item | null {
    const tree = peeled(this.options.callees.type(type));
    if (tree.sort !== 'path') return null;
    const owner = this.options.world.types.get(tree.path);
    return owner?.fields?.get(`${variant ?? ''}#${index}`) ?? null;
  }

  /** A static's mention is that of a field of its module's; a constant is no state. */
  #static(item: Item, path: string, access: 'read' | 'write', site: Site): void {
    const { crate, world } = this.options;
    const target = world.values.get(world.keyOf(crate, path)) ?? this.#valueIn(item, path);
    if (target === undefined) return;
    this.options.facts.texts.mentions(item, target, site);
    if (target.kind === 'static') this.#mention(item, target, access === 'write', site);
  }

  /** A constant or static that stands in the function itself, or in one around it. */
  #valueIn(item: Item, path: string): Item | undefined {
    const name = /(?:^|::)(\w+)$/u.exec(path)?.[1];
    if (name === undefined) return undefined;
    for (let at: Item | null = item; at?.kind === 'fn' || at?.kind === 'method'; at = at.parent) {
      const found = this.options.world.items.get(at.id + descriptor.term(name));
      if (found?.kind === 'const' || found?.kind === 'static') return found;
    }
    return undefined;
  }

  #constructs(item: Item, path: string, site: Site): void {
    const { crate, world, facts } = this.options;
    const target =
      world.values.get(world.keyOf(crate, path)) ?? world.types.get(world.keyOf(crate, path));
    if (!target) return;
    if (target.name === 'table') this.#dieselTable(item, target, site);
    const type = target.kind === 'variant' ? target.parent! : target;
    if (type.kind === 'struct' || type.kind === 'enum' || type.kind === 'union')
      facts.sink.edge({ kind: 'USES_TYPE', src: item.id, dst: type.id, site });
  }

  /** Diesel's `table!` makes a module of the table's name with `table` and `columns` in it. */
  #dieselTable(item: Item, target: Item, site: Site): void {
    const { world, crate } = this.options;
    const module = target.parent;
    if (module?.kind !== 'module' || !world.modules.has(`${crate.key}::${module.path}::columns`))
      return;
    this.#table(item, module.name, 'unknown', site);
  }

  #locals(item: Item, locals: GroupFacts['locals'], { texts }: FactTables): void {
    const { world } = this.options;
    for (const [name, type, file, line] of locals) {
      let text = name;
      const isSame = (id: string): boolean => {
        const known = world.items.get(id);
        return known === undefined || (known.kind === 'local' && known.facts.line === line);
      };
      for (let n = 1; !isSame(item.id + descriptor.term(text)); n++) text = `${name}+${n}`;
      world.add({
        id: item.id + descriptor.term(text),
        kind: 'local',
        name,
        crate: item.crate,
        parent: item,
        path: item.path,
        facts: {
          ty: texts[type]!,
          line,
          endLine: line,
          ...(item.facts.file !== undefined && {
            file: this.options.places.file(item.crate, texts[file]!),
          }),
        },
      });
    }
  }

  #blocks(item: Item, blocks: readonly StoredBlock[]): void {
    const { sink } = this.options.facts;
    const { crate, facts } = item;
    const nameOf = ([body, block]: StoredBlock[0]): string => formatBlockName({ body, block });
    for (const [at, payload, ownLine, successors] of blocks) {
      const name = nameOf(at);
      const id = item.id + descriptor.meta(name);
      const line = ownLine > 0 ? ownLine : facts.line;
      const fact: NodeFact = {
        id,
        kind: 'mir_block',
        name,
        crate: crate.packageName,
        version: crate.version,
        origin: crate.origin,
        ty: payload,
        ...(facts.file !== undefined && { file: facts.file }),
        ...(line !== undefined && { line, endLine: line }),
        ...(isTest(item) && { isTest: true }),
      };
      sink.node(fact);
      sink.edge({ kind: 'CONTAINS', src: item.id, dst: id });
      for (const next of successors)
        sink.edge({ kind: 'CFG_SUCC', src: id, dst: item.id + descriptor.meta(nameOf(next)) });
    }
  }

  #site(item: Item, [file, line, col]: At, { texts }: FactTables): Site {
    const named = this.options.places.file(item.crate, texts[file]!);
    return { ...(named === item.facts.file ? {} : { file: named }), line, col };
  }
}

/** Test code: a test, what stands in one, what only a test build has. */
export function isTest(item: Item): boolean {
  for (let at: Item | null = item; at; at = at.parent) {
    if (at.facts.isTest === true) return true;
    if (at.facts.cfg !== undefined && /(?<!not\()\btest\b(?! =)/u.test(at.facts.cfg)) return true;
  }
  return item.crate.isTest;
}
