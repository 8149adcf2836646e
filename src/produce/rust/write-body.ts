import { formatBlockName, type NodeFact, type Sink, type Site } from '../../dump/index.js';
import { tablesOf } from '../typescript/tables.js';
import type { Callees, Resolution } from './callees.js';
import { descriptor, NOWHERE } from './ids.js';
import type { BodyGroup, CallFact, LoweredBody, MirBody, MirSite } from './mir/index.js';
import type { Crate, Item } from './model.js';
import type { Places } from './places.js';
import { FN_CALL } from './standard.js';
import { syscallsOf } from './syscalls.js';
import type { Tally } from './tally.js';
import { peeled } from './type-tree.js';
import { push, type World } from './world.js';

/** Where edges and blocks go, and which items have theirs already. */
export class Facts {
  readonly #bodies = new Set<string>();

  constructor(readonly sink: Sink) {}

  hasBody(item: Item, root: MirBody): boolean {
    return this.#bodies.has(bodyKey(item, root));
  }

  markBody(item: Item, root: MirBody): void {
    this.#bodies.add(bodyKey(item, root));
  }
}

/** A constant in a function's signature has a body that counts as the function's, beside the function's own. */
function bodyKey(item: Item, root: MirBody): string {
  return /\{[a-z ]+#\d+\}$/u.test(root.path) ? `${item.id} ${root.path}` : item.id;
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

  write(item: Item, group: BodyGroup, { blocks, facts: told }: LoweredBody): void {
    const { facts, tally } = this.options;
    const { sink } = facts;
    facts.markBody(item, group.root);
    tally.projections += told.projections;
    tally.untyped += told.untyped;
    const nested = this.nestedIn(item);
    for (const call of told.calls) this.#call(item, call, nested);
    for (const pass of told.passes) {
      if (pass.how === 'closure-pointer') continue;
      const target = this.options.callees.resolve(pass.callee, nested);
      if (target.id === null || target.id === FN_CALL) continue;
      sink.edge({
        kind: 'PASSES_FN',
        src: item.id,
        dst: target.id,
        site: this.#site(item, pass.site),
      });
    }
    for (const field of told.fields) {
      const target = this.#field(field.type, field.variant, field.index);
      if (target === null) continue;
      const site = this.#site(item, field.site);
      sink.edge({ kind: 'READS_FIELD', src: item.id, dst: target.id, site });
      if (field.access === 'write')
        sink.edge({ kind: 'WRITES_FIELD', src: item.id, dst: target.id, site });
    }
    for (const string of told.strings) {
      for (const [table, access] of tablesOf(string.text)) {
        const id = `${NOWHERE}table/${descriptor.term(table)}`;
        sink.node({ id, kind: 'table', name: table });
        sink.edge({
          kind: 'TOUCHES_TABLE',
          src: item.id,
          dst: id,
          access,
          site: this.#site(item, string.site),
        });
      }
    }
    for (const { path, access, site } of told.items) this.#static(item, path, access, site);
    for (const aggregate of told.aggregates) this.#constructs(item, aggregate.path, aggregate.site);
    if (told.asm.length > 0 && told.asm.some((one) => /\bsyscall\b|\bsvc\b/u.test(one.text)))
      this.#syscall(item, 'syscall', 'other', told.asm[0]!.site);
    this.#locals(item, group);
    if (/\{[a-z ]+#\d+\}$/u.test(group.root.path)) return;
    this.#blocks(item, blocks);
  }

  #call(item: Item, call: CallFact, nested: ReadonlyMap<string, Item>): void {
    const { callees, facts, tally } = this.options;
    const target = callees.resolve(call.callee, nested);
    tally.call(target.class, `${call.callee.text} in ${item.id}`);
    if (target.id === null) return;
    const site = this.#site(item, call.site);
    const own = target.class === 'resolved' && target.id === FN_CALL;
    if (!own) {
      facts.sink.edge({
        kind: 'CALLS',
        src: item.id,
        dst: target.id,
        site,
        how: call.isOperator ? 'operator' : target.how,
      });
      if (isTest(item) && target.class === 'resolved' && target.item && !isTest(target.item))
        facts.sink.edge({ kind: 'TESTS', src: item.id, dst: target.id, site });
    }
    if (target.class === 'external') this.#syscalls(item, target, call);
  }

  #syscalls(item: Item, target: Resolution, call: CallFact): void {
    for (const { name, class: ty, partial } of syscallsOf(target.id!))
      this.#syscall(item, name, ty, call.site, partial);
  }

  #syscall(item: Item, name: string, ty: string, at: MirSite, partial = true): void {
    const { sink } = this.options.facts;
    const id = `${NOWHERE}syscall/${descriptor.method(name)}`;
    sink.node({ id, kind: 'syscall', name, ty });
    sink.edge({ kind: 'SYSCALLS', src: item.id, dst: id, partial, site: this.#site(item, at) });
  }

  #field(type: string | null, variant: string | null, index: number): Item | null {
    if (type === null) return null;
    const tree = peeled(this.options.callees.type(type));
    if (tree.sort !== 'path') return null;
    const owner = this.options.world.types.get(tree.path);
    return owner?.fields?.get(`${variant ?? ''}#${index}`) ?? null;
  }

  /** A static's mention is that of a field of its module's; a constant is no state. */
  #static(item: Item, path: string, access: 'read' | 'write', at: MirSite): void {
    const { crate, world, facts } = this.options;
    const target = world.values.get(world.keyOf(crate, path));
    if (target?.kind !== 'static') return;
    const site = this.#site(item, at);
    facts.sink.edge({ kind: 'READS_FIELD', src: item.id, dst: target.id, site });
    if (access === 'write')
      facts.sink.edge({ kind: 'WRITES_FIELD', src: item.id, dst: target.id, site });
  }

  #constructs(item: Item, path: string, at: MirSite): void {
    const { crate, world, facts } = this.options;
    const target =
      world.values.get(world.keyOf(crate, path)) ?? world.types.get(world.keyOf(crate, path));
    if (!target) return;
    if (target.name === 'table') this.#dieselTable(item, target, at);
    const type = target.kind === 'variant' ? target.parent! : target;
    if (type.kind === 'struct' || type.kind === 'enum' || type.kind === 'union')
      facts.sink.edge({
        kind: 'USES_TYPE',
        src: item.id,
        dst: type.id,
        site: this.#site(item, at),
      });
  }

  /** Diesel's `table!` makes a module of the table's name with `table` and `columns` in it. */
  #dieselTable(item: Item, target: Item, at: MirSite): void {
    const { world, crate } = this.options;
    const module = target.parent;
    if (module?.kind !== 'module' || !world.modules.has(`${crate.key}::${module.path}::columns`))
      return;
    const id = `${NOWHERE}table/${descriptor.term(module.name)}`;
    const { sink } = this.options.facts;
    sink.node({ id, kind: 'table', name: module.name });
    sink.edge({
      kind: 'TOUCHES_TABLE',
      src: item.id,
      dst: id,
      access: 'unknown',
      site: this.#site(item, at),
    });
  }

  #locals(item: Item, group: BodyGroup): void {
    const { world } = this.options;
    for (const body of [group.root, ...group.nested]) {
      const params = new Set(body.params.map((param) => param.local));
      for (const { name, place, span } of body.debug) {
        if (place === null || place.projections.length > 0 || params.has(place.local)) continue;
        if (name.startsWith('__') || !span) continue;
        const type = body.locals[place.local]?.type ?? '?';
        let text = name;
        const isSame = (id: string): boolean => {
          const known = world.items.get(id);
          return known === undefined || (known.kind === 'local' && known.facts.line === span.line);
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
            ty: type,
            line: span.line,
            endLine: span.line,
            ...(item.facts.file !== undefined && {
              file: this.options.places.file(item.crate, span.file),
            }),
          },
        });
      }
    }
  }

  #blocks(item: Item, blocks: LoweredBody['blocks']): void {
    const { sink } = this.options.facts;
    const { crate, facts } = item;
    for (const block of blocks) {
      const name = formatBlockName(block.name);
      const id = item.id + descriptor.meta(name);
      const line = block.line > 0 ? block.line : facts.line;
      const fact: NodeFact = {
        id,
        kind: 'mir_block',
        name,
        crate: crate.packageName,
        version: crate.version,
        origin: crate.origin,
        ty: block.payload,
        ...(facts.file !== undefined && { file: facts.file }),
        ...(line !== undefined && { line, endLine: line }),
        ...(isTest(item) && { isTest: true }),
      };
      sink.node(fact);
      sink.edge({ kind: 'CONTAINS', src: item.id, dst: id });
      for (const next of block.successors)
        sink.edge({
          kind: 'CFG_SUCC',
          src: id,
          dst: item.id + descriptor.meta(formatBlockName(next)),
        });
    }
  }

  #site(item: Item, at: MirSite): Site {
    const file = this.options.places.file(item.crate, at.file);
    return { ...(file === item.facts.file ? {} : { file }), line: at.line, col: at.col };
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
