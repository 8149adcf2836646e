import type { Operand, Place, Position, Statement } from '../../../../dump/index.js';
import { labelOf } from '../../../../dump/index.js';
import type { MirBody, MirPlace, MirRvalue, MirSpan } from '../mir.js';
import { isSharedReference } from '../type-text.js';
import type { FactSink } from './fact-sink.js';
import { reachedBlocks } from './flow.js';
import type { MirResolver, MirSite } from './lowered.js';
import { Sites } from './sites.js';

/** What the bodies of one group share. */
export interface GroupContext {
  readonly resolver: MirResolver;
  readonly facts: FactSink;
  /** K of a closure by its definition's path. */
  readonly closures: ReadonlyMap<string, number>;
  /** Definition paths of closures by their printed types. */
  readonly closureTypes: ReadonlyMap<string, string>;
}

interface StaticItem {
  readonly sort: 'static' | 'thread-local';
  readonly path: string;
}

/** One body while it's lowered: its locals, its place in the group, the block being written. */
export class BodyContext {
  readonly sites: Sites;
  readonly types: string[];
  readonly reached;
  /** Locals that only point to a static, and its label. */
  readonly statics = new Map<number, string>();
  /** Which items those are. */
  readonly staticItems = new Map<number, StaticItem>();
  /** Statements of the block being written. */
  statements: Statement[] = [];
  site: MirSite;

  constructor(
    readonly body: MirBody,
    readonly k: number,
    readonly group: GroupContext,
  ) {
    this.sites = new Sites(body);
    this.site = this.sites.of(null);
    this.types = Array.from(body.locals, (local) => local?.type ?? '?');
    this.reached = reachedBlocks(body);
    this.#findStatics();
  }

  get resolver(): MirResolver {
    return this.group.resolver;
  }

  get facts(): FactSink {
    return this.group.facts;
  }

  at(span: MirSpan | null): Position {
    this.site = this.sites.of(span);
    return { line: this.site.line, col: this.site.col };
  }

  fresh(type: string): number {
    return this.types.push(type) - 1;
  }

  emit(to: Place, value: Statement['value'], at: Position): void {
    this.statements.push({ to, value, at });
  }

  /** A callee's moniker as a place: what a function named as a value is. */
  functionPlace(id: string): Operand {
    return { place: 'static', name: labelOf(id) };
  }

  /** A shared reference to all of what another one points to is that other one. */
  reborrowed(place: MirPlace): number | null {
    const [first, ...rest] = place.projections;
    return first?.sort === 'deref' &&
      rest.length === 0 &&
      isSharedReference(this.types[place.local] ?? '')
      ? place.local
      : null;
  }

  #findStatics(): void {
    const assigned = new Map<number, number>();
    const pointers = new Map<number, StaticItem>();
    for (const { statements, terminator } of this.reached) {
      for (const statement of statements) {
        if (statement.sort !== 'assign' || statement.to.projections.length > 0) continue;
        const { local } = statement.to;
        assigned.set(local, (assigned.get(local) ?? 0) + 1);
        const item = this.#staticOf(statement.value);
        if (item !== null) pointers.set(local, item);
      }
      if ('to' in terminator && terminator.to?.projections.length === 0)
        assigned.set(terminator.to.local, 2);
    }
    for (const [local, item] of pointers) {
      if (assigned.get(local) !== 1) continue;
      this.staticItems.set(local, item);
      this.statics.set(local, this.resolver.item(item.path) ?? item.path);
    }
  }

  #staticOf(value: MirRvalue): StaticItem | null {
    if (value.sort === 'thread-local') return { sort: 'thread-local', path: value.path };
    if (value.sort !== 'use' || value.operand.sort !== 'constant') return null;
    const { form, text } = value.operand.constant;
    const id = form === 'alloc' ? /^\{(alloc\d+)/u.exec(text)?.[1] : undefined;
    const allocation = id === undefined ? undefined : this.body.allocations.get(id);
    return allocation?.sort === 'static' || allocation?.sort === 'extern static'
      ? { sort: 'static', path: allocation.path }
      : null;
  }
}
