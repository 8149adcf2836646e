import type { Sink } from '../../dump/index.js';
import { descriptor } from './ids.js';
import { closing, indexOutside, splitOutside } from './mir/brackets.js';
import type { Crate, Item } from './model.js';
import type { Places } from './places.js';
import { tokens, type Source } from './sources.js';
import { push, type World } from './world.js';
import { featureId } from './write-items.js';

/**
 * What only the sources tell of conditions: items that no build compiled (`cfg_gated_out`), and conditions within a
 * function, which gate a part of it.
 */
export function readGatedSources(world: World, places: Places, sink: Sink): void {
  const byFile = new Map<string, Item[]>();
  for (const item of world.items.values()) {
    const { file, line, generated } = item.facts;
    if (!item.crate.isLocal || file === undefined || line === undefined || generated === true)
      continue;
    if (RANGED.has(item.kind)) push(byFile, file, item);
  }
  for (const [file, items] of byFile) {
    const source = places.sourceOf(file);
    if (source === null || !/cfg\s*!?\s*\(/u.test(source.text)) continue;
    new GatedFile(file, source, items, world, sink).read();
  }
}

const RANGED = new Set([
  'module',
  'fn',
  'method',
  'impl',
  'trait',
  'struct',
  'enum',
  'union',
  'const',
  'static',
  'type_alias',
  'ffi',
  'macro',
]);

const HEADER =
  /^(?:pub(?:\s*\([^)]*\))?\s+)?(?:(?:default|unsafe|async|const|extern(?:\s+"[^"]*")?)\s+)*(fn|struct|enum|union|trait|mod|static(?:\s+mut)?|const|type)\s+([A-Za-z_]\w*)/u;

class GatedFile {
  readonly #declared: ReadonlySet<string>;

  constructor(
    private readonly file: string,
    private readonly source: Source,
    private readonly items: readonly Item[],
    private readonly world: World,
    private readonly sink: Sink,
  ) {
    this.#declared = new Set(items.map((item) => `${item.facts.line} ${item.name}`));
  }

  read(): void {
    const { text } = this.source;
    let skip = 0;
    for (const { at, char } of tokens(text)) {
      if (at < skip) continue;
      const attribute = char === '#' ? /^#\s*\[\s*cfg\s*\(/u.exec(text.slice(at, at + 40)) : null;
      const test = char === 'c' ? /^cfg\s*!\s*\(/u.exec(text.slice(at, at + 12)) : null;
      const head = attribute ?? test;
      if (!head) continue;
      const open = at + head[0].length - 1;
      const close = closing(text, open);
      if (close < 0) return;
      skip = close;
      this.#condition(at, text.slice(open + 1, close), attribute ? close + 1 : null);
    }
  }

  /** `after`: where the attribute's own bracket closes; `null` for a `cfg!`. */
  #condition(at: number, predicate: string, after: number | null): void {
    const line = this.source.lineAt(at);
    const col = this.source.colAt(at);
    const inside = this.#innermost(line);
    const features = featuresOf(predicate);
    if (inside && (inside.kind === 'fn' || inside.kind === 'method')) {
      for (const { name } of features)
        this.sink.edge({
          kind: 'GATED_BY',
          src: inside.id,
          dst: featureId(inside.crate, name),
          partial: true,
          site: { line, col },
        });
      return;
    }
    if (after !== null) this.#item(after, predicate, features, inside);
  }

  /** The item that an attribute stands before, where no build has it. */
  #item(
    after: number,
    predicate: string,
    features: readonly { readonly name: string; readonly partial: boolean }[],
    inside: Item | null,
  ): void {
    const { text } = this.source;
    const start = pastAttributes(text, text.indexOf(']', after) + 1);
    const header = HEADER.exec(text.slice(start, start + 400));
    if (!header || !inside) return;
    const [whole, keyword = '', name = ''] = header;
    const line = this.source.lineAt(start);
    if (this.#declared.has(`${line} ${name}`)) return;
    if (inside.kind === 'struct' || inside.kind === 'enum' || inside.kind === 'union') return;
    const prefix = inside.kind === 'crate' ? inside.crate.prefix : inside.id;
    const id = prefix + textOf(keyword.split(/\s/u)[0]!, name);
    // Another build, or the other branch, has an item of this name.
    if (this.world.items.has(id)) return;
    const item = this.world.add({
      id,
      kind: 'cfg_gated_out',
      name,
      crate: inside.crate,
      parent: inside,
      path: name,
      facts: {
        file: this.file,
        line,
        endLine: this.source.blockEnd(line, this.source.colAt(start)),
        cfg: predicate.replaceAll(/\s+/gu, ' ').trim(),
        visibility: /^pub\s/u.test(whole)
          ? 'public'
          : /^pub/u.test(whole)
            ? 'restricted'
            : 'private',
      },
    });
    for (const feature of features)
      this.sink.edge({
        kind: 'GATED_BY',
        src: item.id,
        dst: featureId(item.crate, feature.name),
        partial: feature.partial,
        site: { line, col: 1 },
      });
  }

  #innermost(line: number): Item | null {
    let best: Item | null = null;
    let from = 0;
    for (const item of this.items) {
      const isFile = item.kind === 'module' && item.parent?.facts.file !== this.file;
      const start = isFile ? 1 : item.facts.line!;
      const end = isFile ? Number.MAX_SAFE_INTEGER : (item.facts.endLine ?? start);
      // A head's own attribute is above it: an item holds what comes after its first line.
      if (
        line < start ||
        line > end ||
        (line === start && !isFile && item.kind !== 'fn' && item.kind !== 'method')
      )
        continue;
      if (best === null || start >= from) [best, from] = [item, start];
    }
    if (best) return best;
    return this.#rootHere();
  }

  #rootHere(): Item | null {
    const crate: Crate | undefined = this.items[0]?.crate;
    const root = crate && this.world.rootOf(crate, null);
    return root?.facts.file === this.file ? root : null;
  }
}

function pastAttributes(text: string, from: number): number {
  let at = from;
  for (;;) {
    at += /^\s*/u.exec(text.slice(at))![0].length;
    if (text.startsWith('//', at)) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end + 1;
    } else if (text.startsWith('#[', at)) {
      const close = closing(text, at + 1);
      if (close < 0) return text.length;
      at = close + 1;
    } else return at;
  }
}

function textOf(keyword: string, name: string): string {
  switch (keyword) {
    case 'fn':
      return descriptor.method(name);
    case 'mod':
      return descriptor.namespace(name);
    case 'const':
    case 'static':
      return descriptor.term(name);
    default:
      return descriptor.type(name);
  }
}

/** Features that a predicate as written names. */
function featuresOf(predicate: string): { readonly name: string; readonly partial: boolean }[] {
  const found: { name: string; partial: boolean }[] = [];
  const read = (text: string, partial: boolean): void => {
    const one = text.trim();
    const named = /^feature\s*=\s*"([^"]*)"$/u.exec(one);
    if (named) found.push({ name: named[1]!, partial });
    const call = /^(all|any|not)\s*\(/u.exec(one);
    if (!call) return;
    const open = call[0].length - 1;
    const close = closing(one, open);
    const inner = one.slice(open + 1, close < 0 ? one.length : close);
    const parts = indexOutside(inner, ',') < 0 ? [inner] : splitOutside(inner, ',');
    for (const part of parts) read(part, partial || call[1] !== 'all');
  };
  read(predicate, false);
  return found;
}
