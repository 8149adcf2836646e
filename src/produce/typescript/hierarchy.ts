import type { Sink } from '../../dump/index.js';
import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import type { Reading } from './reading.js';

type Declared = TS.ClassLikeDeclaration | TS.InterfaceDeclaration;

/**
 * Which members stand for which: IMPLEMENTS_MEMBER from a member to the ones it implements or overrides, DISPATCH from
 * a member to the bodies that a call of it may run, by class hierarchy.
 */
export class Hierarchy {
  /** Edges told already: programs of one dump share declarations. */
  readonly #told = new Set<string>();

  constructor(
    private readonly reading: Reading,
    private readonly sink: Sink,
  ) {}

  read(source: TS.SourceFile): void {
    this.#visit(source);
  }

  #visit(node: TS.Node): void {
    const { ts } = this.reading;
    if (ts.isClassLike(node)) this.#class(node);
    ts.forEachChild(node, (child) => {
      this.#visit(child);
    });
  }

  #class(node: TS.ClassLikeDeclaration): void {
    const supers = this.#supers(node);
    for (const above of supers) {
      for (const [name, member] of this.#members(above)) {
        const own = this.#own(node, name);
        if (own && own !== member) {
          this.#tell('IMPLEMENTS_MEMBER', own, member);
          if (own.hasBody) this.#tell('DISPATCH', member, own);
        } else if (!member.hasBody) {
          const inherited = this.#inherited(supers, name, member);
          if (inherited) this.#tell('DISPATCH', member, inherited);
        }
      }
    }
    // A member that the class only declares (merged interface, overload without body) runs what it inherits.
    for (const [name, member] of this.#members(node)) {
      if (member.hasBody || member.kind !== 'method') continue;
      const inherited = this.#inherited(supers, name, member);
      if (inherited) this.#tell('DISPATCH', member, inherited);
    }
  }

  #inherited(supers: readonly Declared[], name: string, not: Entity): Entity | undefined {
    for (const above of supers) {
      const found = this.#own(above, name);
      if (found?.hasBody && found !== not) return found;
    }
    return undefined;
  }

  /** All classes and interfaces above, nearest first, each once. */
  #supers(node: Declared): Declared[] {
    const { ts } = this.reading;
    const found: Declared[] = [];
    const queue: Declared[] = [node];
    for (let at = queue.shift(); at; at = queue.shift()) {
      const clauses = [...(at.heritageClauses ?? [])];
      for (const clause of clauses.sort((a, b) => a.token - b.token)) {
        for (const base of clause.types) {
          for (const declaration of this.#declarations(base)) {
            if (!ts.isClassLike(declaration) && !ts.isInterfaceDeclaration(declaration)) continue;
            if (declaration !== node && !found.includes(declaration)) {
              found.push(declaration);
              queue.push(declaration);
            }
          }
        }
      }
    }
    return found;
  }

  #declarations(base: TS.ExpressionWithTypeArguments): readonly TS.Node[] {
    const { checker, ts } = this.reading;
    const named = checker.getSymbolAtLocation(base.expression);
    const symbol =
      named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
    const direct =
      symbol?.declarations?.filter(
        (one) => ts.isClassLike(one) || ts.isInterfaceDeclaration(one),
      ) ?? [];
    return direct.length > 0
      ? direct
      : (checker.getTypeAtLocation(base).getSymbol()?.declarations ?? []);
  }

  #members(node: Declared): [string, Entity][] {
    const found: [string, Entity][] = [];
    for (const member of node.members) {
      const name = this.#nameOf(member);
      const entity = this.reading.entities.ofDeclaration(member);
      if (name !== undefined && entity) found.push([name, entity]);
    }
    return found;
  }

  #own(node: Declared, name: string): Entity | undefined {
    return this.#members(node).find(([one]) => one === name)?.[1];
  }

  /** Accessors meet accessors of their own sort; fields that hold functions meet methods. */
  #nameOf(member: TS.ClassElement | TS.TypeElement): string | undefined {
    const { ts, syntax } = this.reading;
    if (!member.name || syntax.isStatic(member) || ts.isPrivateIdentifier(member.name))
      return undefined;
    const name = syntax.nameText(member.name);
    if (name === undefined) return undefined;
    if (ts.isGetAccessor(member)) return `get ${name}`;
    return ts.isSetAccessor(member) ? `set ${name}` : name;
  }

  #tell(kind: 'IMPLEMENTS_MEMBER' | 'DISPATCH', src: Entity, dst: Entity): void {
    if (src.id === dst.id || (kind === 'DISPATCH' && dst.kind !== 'method')) return;
    const key = `${kind} ${src.id} ${dst.id}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.sink.edge({ kind, src: src.id, dst: dst.id, how: 'hierarchy' });
  }
}
