import { substituted } from './doc-types.js';
import { declarePart } from './function-parts.js';
import { descriptor } from './ids.js';
import { readLocalTypes } from './local-types.js';
import { indexOutside, splitOutside } from './mir/brackets.js';
import type { BodyHead, BodyRange } from './bodies/body-head.js';
import type { Crate, Impl, Item } from './model.js';
import type { Places } from './places.js';
import { isPrimitive } from './names.js';
import { inherentKey } from './doc-facts.js';
import { parseType, unify, type TypeTree } from './type-tree.js';
import type { World } from './world.js';

const IMPL = /^<impl at (.*):(\d+):(\d+): (\d+):(\d+)>$/u;

/** Finds the items that bodies belong to, and declares those that no documentation has: what stands in functions. */
export class Definitions {
  /** Impl of a definition path `shapes::{impl#2}`, so that all methods of one block meet. */
  readonly #implOf = new Map<string, Impl>();
  readonly #taken = new Set<Impl>();
  readonly #keyOf = (path: string): string => this.world.keyOf(this.crate, path);
  readonly #implsHere: readonly Impl[];

  constructor(
    private readonly crate: Crate,
    private readonly world: World,
    private readonly places: Places,
    /** Only a test build has what is declared now. */
    private readonly isTest: boolean,
  ) {
    this.#implsHere = world.impls.filter((impl) => impl.item.crate === crate);
  }

  /** The function, constant or static of a root body. `range` is asked for where nothing else tells its place. */
  find(body: BodyHead, range: () => BodyRange | null): Item | null {
    const segments = splitOutside(body.path, '::');
    const definition = (body.defPath ?? '').split('::');
    const whole = this.world.values.get(`${this.crate.key}::${body.path}`);
    if (whole && !/#\d+$/u.test(definition.at(-1) ?? '')) return whole;
    let at: Item = this.world.rootOf(this.crate, null);
    for (let i = 0; i < segments.length; i++) {
      const segment = segments[i]!;
      // What a derive writes stands in a constant without a name.
      if (segment === '_' && !(i === segments.length - 1)) continue;
      const isLast = i === segments.length - 1;
      const impl = IMPL.exec(segment);
      if (impl) {
        const found = this.#impl(impl, at, segments.slice(i + 1), definition.slice(0, i + 1), body);
        at = found.item;
        continue;
      }
      // What stands in a closure stands in its function.
      if (segment.startsWith('{')) {
        if (!isLast) continue;
        return at.kind === 'crate' || at.kind === 'module' ? null : at;
      }
      const child = this.#child(at, segment, isLast, body, range);
      if (child === null) return null;
      at = child;
    }
    return at.kind === 'crate' || at.kind === 'module' || at.kind === 'impl' ? null : at;
  }

  #child(
    parent: Item,
    name: string,
    isLast: boolean,
    body: BodyHead,
    range: () => BodyRange | null,
  ): Item | null {
    const prefix = parent.kind === 'crate' ? this.crate.prefix : parent.id;
    const kinds = [
      ...(isLast ? [descriptor.method(name), descriptor.term(name)] : []),
      descriptor.namespace(name),
      descriptor.type(name),
      descriptor.method(name),
      descriptor.term(name),
    ];
    for (const text of kinds) {
      const known = this.world.items.get(prefix + text);
      if (known) return known;
    }
    if (isLast) return this.#declare(parent, name, body, range());
    // A module that only a test build has, or a function whose own body comes later.
    const inFunction = parent.kind === 'fn' || parent.kind === 'method';
    if (inFunction) return null;
    return this.world.add({
      id: prefix + descriptor.namespace(name),
      kind: 'module',
      name,
      crate: this.crate,
      parent,
      path: join(parent, name),
      facts: {
        ...this.#testFact(),
        ...(parent.facts.file !== undefined && { file: parent.facts.file }),
      },
    });
  }

  #declare(parent: Item, name: string, body: BodyHead, range: BodyRange | null): Item {
    const inFunction = parent.kind === 'fn' || parent.kind === 'method';
    const isFunction = body.kind === 'fn' || body.kind === 'coroutine' || body.kind === 'closure';
    const prefix = parent.kind === 'crate' ? this.crate.prefix : parent.id;
    const kind = !isFunction
      ? body.kind === 'static'
        ? 'static'
        : 'const'
      : parent.kind === 'impl' || parent.kind === 'trait'
        ? 'method'
        : 'fn';
    const item = this.world.add({
      id: prefix + (isFunction ? descriptor.method(name) : descriptor.term(name)),
      kind,
      name,
      crate: this.crate,
      parent,
      path: join(parent, name),
      hasBody: isFunction,
      facts: {
        ...this.#span(range),
        ...this.#testFact(),
        ...(!inFunction && { visibility: 'private' as const }),
      },
    });
    if (!isFunction) item.facts.ty ??= body.returns;
    else {
      this.#parts(item, body);
      if (kind === 'fn')
        readLocalTypes(item, [`${this.crate.key}::${item.path}`], this.world, this.places);
    }
    if (!inFunction) this.world.values.set(`${this.crate.key}::${item.path}`, item);
    return item;
  }

  #parts(item: Item, body: BodyHead): void {
    const inputs: TypeTree[] = [];
    for (const param of body.params) {
      const name = param.name ?? `_${param.local}`;
      inputs.push(parseType(param.type, this.#keyOf));
      declarePart(this.world, item, 'param', name, param.type);
    }
    if (body.returns !== '()') declarePart(this.world, item, 'ret', 'return', body.returns);
    item.signature = { inputs, output: parseType(body.returns, this.#keyOf) };
    item.mentions = [...inputs, item.signature.output];
  }

  #span(range: BodyRange | null): Item['facts'] {
    if (range === null) return {};
    return {
      file: this.places.file(this.crate, range.file),
      line: range.from,
      endLine: range.to,
      generated: this.places.isGenerated(this.crate, range.file),
    };
  }

  #testFact(): Item['facts'] {
    return this.isTest ? { isTest: true } : {};
  }

  #impl(
    match: RegExpExecArray,
    parent: Item,
    rest: readonly string[],
    definition: readonly string[],
    body: BodyHead,
  ): Impl {
    const key = definition.join('::');
    const known = this.#implOf.get(key);
    if (known) return known;
    const [, file = '', line, col, endLine, endCol] = match;
    const at = { file, line: Number(line), col: Number(col) };
    const found =
      this.#documented(at, rest[0] ?? '', body) ??
      this.#undocumented(at, { line: Number(endLine), col: Number(endCol) }, parent, body);
    this.#implOf.set(key, found);
    this.#taken.add(found);
    return found;
  }

  /** By place; a macro's impls all have the macro's place, and are told apart by what their methods take and give. */
  #documented(
    at: { readonly file: string; readonly line: number; readonly col: number },
    name: string,
    body: BodyHead,
  ): Impl | null {
    const member = (impl: Impl): boolean => impl.members.has(name);
    const here = this.#implsHere.filter(
      (impl) =>
        impl.file === at.file && impl.line === at.line && impl.col === at.col && member(impl),
    );
    if (here.length === 1) return here[0]!;
    const inputs = body.params.map((param) => parseType(param.type, this.#keyOf));
    const output = parseType(body.returns, this.#keyOf);
    let best: Impl | null = null;
    let score = -1;
    for (const impl of here.length > 0 ? here : this.#implsHere.filter(member)) {
      if (this.#taken.has(impl)) continue;
      const fit = this.#fit(impl, name, inputs, output);
      if (fit !== null && fit > score) [best, score] = [impl, fit];
    }
    return best;
  }

  #fit(impl: Impl, name: string, inputs: readonly TypeTree[], output: TypeTree): number | null {
    const signature = impl.members.get(name)?.signature;
    if (!signature) return impl.members.has(name) ? 0 : null;
    if (signature.inputs.length !== inputs.length) return null;
    const self = new Map([['Self', impl.self]]);
    const bound = new Map<string, TypeTree>();
    let sum = 0;
    for (const [i, pattern] of [...signature.inputs, signature.output].entries()) {
      const fit = unify(substituted(pattern, self), inputs[i] ?? output, bound);
      if (fit === null) return null;
      sum += fit;
    }
    return sum;
  }

  /** Within a function, or in test code: what its head says. */
  #undocumented(
    at: { readonly file: string; readonly line: number; readonly col: number },
    end: { readonly line: number; readonly col: number },
    parent: Item,
    body: BodyHead,
  ): Impl {
    const head = this.places.text(this.crate, at, end)?.replaceAll(/\s+/gu, ' ').trim() ?? '';
    const written =
      (head.includes('$') ? null : headOf(head)) ?? this.#derivedHead(head, at, parent, body);
    const self = this.#localType(parseType(written.self, this.#keyOf), parent);
    const trait = written.trait === null ? null : parseType(written.trait, this.#keyOf);
    const prefix = parent.kind === 'crate' ? this.crate.prefix : parent.id;
    const module = prefix.slice(this.crate.prefix.length);
    const shortSelf = lastSegments(written.self);
    const text = this.world.implText(
      module,
      this.crate,
      shortSelf,
      written.trait === null ? null : lastSegments(written.trait),
      JSON.stringify([self, trait]),
    );
    const item = this.world.add({
      id: prefix + text,
      kind: 'impl',
      name: written.trait === null ? shortSelf : `${lastSegments(written.trait)} for ${shortSelf}`,
      crate: this.crate,
      parent,
      path: join(parent, '<impl>'),
      facts: {
        file: this.places.file(this.crate, at.file),
        line: at.line,
        endLine: end.line,
        ...this.#testFact(),
      },
    });
    const members = new Map<string, Item>();
    const impl: Impl = {
      item,
      self,
      trait,
      members,
      file: at.file,
      line: at.line,
      col: at.col,
      derived: written.derived,
      deriving: written.derived ? written.trait : null,
    };
    this.world.addImpl(impl);
    return impl;
  }

  /** A type that stands in a function: MIR prints it after the function's path. */
  #localType(tree: TypeTree, parent: Item): TypeTree {
    if (tree.sort !== 'path' || tree.path.includes('::') || isPrimitive(tree.path)) return tree;
    return { ...tree, path: this.#keyOf(join(parent, tree.path)) };
  }

  /** `#[derive(Clone)]` has the trait's name alone for a head. */
  #derivedHead(
    head: string,
    at: { readonly file: string; readonly line: number; readonly col: number },
    parent: Item,
    body: BodyHead,
  ): { readonly self: string; readonly trait: string | null; readonly derived: boolean } {
    const first = (body.params[0]?.type ?? body.returns).replace(/^&(?:mut )?/u, '') || '_';
    // Within a method that a derive wrote stand its own types, whose trait nothing tells; nor does a macro's own text.
    if (parent.kind === 'method' || head.includes('$'))
      return { self: first, trait: null, derived: true };
    return {
      self: this.places.typeAfter(this.crate, at) ?? first,
      trait: /^[\w:]+$/u.test(head) ? head : null,
      derived: true,
    };
  }

  /** Makes a member that was only now declared findable as its impl's. */
  adopt(item: Item): void {
    const parent = item.parent;
    if (parent?.kind !== 'impl') return;
    for (const impl of this.#implOf.values()) {
      if (impl.item !== parent || impl.members.has(item.name)) continue;
      impl.members.set(item.name, item);
      if (impl.trait === null)
        this.world.addInherent(inherentKey(impl.self), item.name, item, impl);
    }
  }
}

function headOf(
  head: string,
): { readonly self: string; readonly trait: string | null; readonly derived: boolean } | null {
  const match = /^(?:default )?(?:unsafe )?impl\b/u.exec(head);
  if (!match) return null;
  let rest = head.slice(match[0].length).trim();
  if (rest.startsWith('<')) {
    let depth = 0;
    let i = 0;
    for (; i < rest.length; i++) {
      if (rest[i] === '<') depth++;
      else if (rest[i] === '>' && rest[i - 1] !== '-' && --depth === 0) break;
    }
    rest = rest.slice(i + 1).trim();
  }
  const where = indexOutside(rest, ' where ');
  if (where >= 0) rest = rest.slice(0, where);
  const at = indexOutside(rest, ' for ');
  return at < 0
    ? { self: rest, trait: null, derived: false }
    : {
        self: rest.slice(at + 5),
        trait: rest.slice(0, at).replace(/^const /u, ''),
        derived: false,
      };
}

function lastSegments(text: string): string {
  return text.replaceAll(/(?:[A-Za-z_]\w*::)+(?=[A-Za-z_])/gu, '') || '_';
}

function join(parent: Item, name: string): string {
  return parent.path === '' ? name : `${parent.path}::${name}`;
}
