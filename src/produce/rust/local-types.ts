import { descriptor } from './ids.js';
import { closing, splitOutside } from './mir/brackets.js';
import type { Item } from './model.js';
import type { Places } from './places.js';
import { tokens, type Source } from './sources.js';
import type { World } from './world.js';

/**
 * Types that stand in a function, which no documentation has: read from its lines. What a macro writes there is missed,
 * and what stands in a closure, since MIR prints that under the closure.
 * `paths`: what MIR prints before the type's name, with the crate's key: the function's own path, or its type's.
 */
export function readLocalTypes(
  fn: Item,
  paths: readonly string[],
  world: World,
  places: Places,
): void {
  const { file, line, endLine, generated } = fn.facts;
  if (file === undefined || line === undefined || generated === true) return;
  const source = places.sourceOf(file);
  if (source === null) return;
  const head = source.text.lastIndexOf(`fn ${fn.name}`, source.offset(line + 1, 1));
  const from = head >= 0 && source.lineAt(head) > line - HEAD_LINES ? head : source.offset(line, 1);
  const to = source.offset((endLine ?? line) + 1, 1);
  const text = source.text.slice(from, to);
  if (!/\b(?:struct|enum|union)\s/u.test(text)) return;
  for (const found of new Declarations(text, codeOf(source, from, to)).of(fn.name)) {
    const lineOf = (at: number): number => source.lineAt(from + at);
    declare(found, fn, paths, world, lineOf);
  }
}

/** Where a function's head may begin above what its body tells of it. */
const HEAD_LINES = 12;

interface Declaration {
  readonly kind: 'struct' | 'enum' | 'union';
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Variants of an enum; of a struct itself, without a name. */
  readonly forms: readonly Form[];
}

interface Form {
  readonly variant: string;
  readonly isTuple: boolean;
  readonly at: number;
  readonly fields: readonly { readonly name: string; readonly type: string; readonly at: number }[];
}

/** The text with comments and literals blank, each character in its place. */
function codeOf({ text }: Source, from: number, to: number): string {
  const code: string[] = [];
  for (const { at, char } of tokens(text, from)) {
    if (at >= to) break;
    const word = /[A-Za-z_]/u.test(char) ? /^\w+/u.exec(text.slice(at, at + 200))![0] : char;
    while (code.length < at - from) code.push(text[from + code.length] === '\n' ? '\n' : ' ');
    code.push(...word);
  }
  return code.join('');
}

class Declarations {
  /** `code`: `text` with comments and literals blank. Lifetimes are blank, too, so types are taken from the text. */
  constructor(
    private readonly text: string,
    private readonly code: string,
  ) {}

  /** Those of the function itself: what stands in another within it is that one's. */
  of(fn: string): Declaration[] {
    const found: Declaration[] = [];
    const inside: { readonly name: string; readonly depth: number }[] = [];
    let depth = 0;
    let waiting: string | null = null;
    for (const match of this.code.matchAll(/[{}]|\b(fn|struct|enum|union)\s+(\w+)/gu)) {
      const [word, kind, name] = match;
      if (word === '{') {
        depth++;
        if (waiting !== null) inside.push({ name: waiting, depth });
        waiting = null;
      } else if (word === '}') {
        if (inside.at(-1)?.depth === depth) inside.pop();
        depth--;
      } else if (kind === 'fn') waiting = name!;
      else if (inside.length === 1 && inside[0]!.name === fn) {
        const end = match.index + word.length;
        const one = this.#one(kind as Declaration['kind'], name!, match.index, end);
        if (one) found.push(one);
      }
    }
    return found;
  }

  #one(kind: Declaration['kind'], name: string, from: number, end: number): Declaration | null {
    const { code } = this;
    const generics = /^\s*</u.exec(code.slice(end));
    const after = generics ? closing(code, end + generics[0].length - 1) + 1 : end;
    const open = /[{(;]/u.exec(code.slice(after));
    if (open === null || after === 0) return null;
    const at = after + open.index;
    const close = open[0] === ';' ? at : closing(code, at);
    if (close < 0) return null;
    const isTuple = open[0] !== '{';
    const forms =
      kind === 'enum'
        ? this.#parts(at + 1, close).flatMap(([start, stop]) => this.#variant(start, stop))
        : [{ variant: '', isTuple, at, fields: this.#fields(at + 1, close, isTuple) }];
    return { kind, name, from, to: close, forms };
  }

  /** What stands between commas, attributes taken off. */
  #parts(from: number, to: number): (readonly [from: number, to: number])[] {
    let at = from;
    return splitOutside(this.code.slice(from, to), ',').flatMap((part) => {
      const start = at + /^(?:\s|#\s*\[[^\]]*\])*/u.exec(part)![0].length;
      const stop = at + part.trimEnd().length;
      at += part.length + 1;
      return start < stop ? [[start, stop] as const] : [];
    });
  }

  #variant(from: number, to: number): Form[] {
    const match = /^(\w+)\s*([({]?)/u.exec(this.code.slice(from, to));
    if (match === null) return [];
    const [whole, variant, open] = match as unknown as [string, string, string];
    const inside = from + whole.length;
    const close = open === '' ? inside : closing(this.code, inside - 1);
    const fields = this.#fields(inside, close, open === '(');
    return [{ variant, isTuple: open !== '{', at: from, fields }];
  }

  #fields(from: number, to: number, isTuple: boolean): Form['fields'] {
    return this.#parts(from, to).flatMap(([start, stop], index) => {
      const at =
        start + /^(?:pub(?:\s*\([^)]*\))?\s+)?/u.exec(this.code.slice(start, stop))![0].length;
      const named = isTuple ? null : /^(?:r#)?(\w+)\s*:\s*/u.exec(this.code.slice(at, stop));
      if (!isTuple && named === null) return [];
      const type = this.text.slice(at + (named?.[0].length ?? 0), stop);
      return [{ name: named?.[1] ?? String(index), type: type.replaceAll(/\s+/gu, ' '), at }];
    });
  }
}

function declare(
  { kind, name, from, to, forms }: Declaration,
  fn: Item,
  paths: readonly string[],
  world: World,
  lineOf: (at: number) => number,
): void {
  const { crate, facts } = fn;
  const place = (at: number, end = at): Item['facts'] => ({
    ...(facts.file !== undefined && { file: facts.file }),
    line: lineOf(at),
    endLine: lineOf(end),
    visibility: 'private',
  });
  const path = `${fn.path}::${name}`;
  const type = world.add({
    id: fn.id + descriptor.type(name),
    kind,
    name,
    crate,
    parent: fn,
    path,
    facts: place(from, to),
  });
  if (type.fields) return;
  type.fields = new Map();
  for (const { variant: own, isTuple, at, fields } of forms) {
    const owner =
      own === ''
        ? type
        : world.add({
            id: type.id + descriptor.type(own),
            kind: 'variant',
            name: own,
            crate,
            parent: type,
            path: `${path}::${own}`,
            facts: place(at),
          });
    for (const before of paths) {
      const key = `${before}::${name}`;
      world.types.set(key, type);
      if (own !== '') world.values.set(`${key}::${own}`, owner);
      else if (isTuple) world.values.set(key, owner);
    }
    for (const [index, field] of fields.entries())
      type.fields.set(
        `${own}#${index}`,
        world.add({
          id: owner.id + descriptor.term(field.name),
          kind: 'field',
          name: field.name,
          crate,
          parent: owner,
          path: `${owner.path}::${field.name}`,
          facts: { ...place(field.at), ty: field.type },
        }),
      );
  }
}

/** Reads the types in all functions that are documented. */
export function readAllLocalTypes(world: World, places: Places): void {
  const implOf = new Map(world.impls.map((impl) => [impl.item, impl]));
  for (const item of [...world.items.values()]) {
    if (!item.crate.isLocal || item.hasBody !== true) continue;
    if (item.kind === 'fn')
      readLocalTypes(item, [`${item.crate.key}::${item.path}`], world, places);
    const impl = item.kind === 'method' && item.parent ? implOf.get(item.parent) : undefined;
    // MIR prints what stands in a method after the method's type; of a trait's impl it prints no such path.
    if (impl?.self.sort === 'path' && impl.trait === null)
      readLocalTypes(item, [`${impl.self.path}::${item.name}`], world, places);
  }
}
