import type { Sink } from '../../dump/index.js';
import { gatedHead } from './gated-head.js';
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
    if (RANGED.has(item.kind) || PARTS.has(item.kind)) push(byFile, file, item);
  }
  for (const [file, items] of byFile) {
    const source = places.sourceOf(file);
    if (source === null || !/cfg\s*!?\s*\(/u.test(source.text)) continue;
    new GatedFile(file, source, items, world, sink).read();
  }
}

const PARTS = new Set<Item['kind']>(['field', 'variant']);

const RANGED = new Set<Item['kind']>([
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

/** Characters that the head of an item, or of an impl, may take. */
const HEAD_LENGTH = 400;

/** A feature, and whether something else decides too. */
interface Gate {
  readonly name: string;
  readonly partial: boolean;
}

class GatedFile {
  /** Lines and names of items; lines of impls and of types' parts, whose names may be written in several ways. */
  readonly #declared: ReadonlySet<string>;
  readonly #ranged: readonly Item[];

  constructor(
    private readonly file: string,
    private readonly source: Source,
    items: readonly Item[],
    private readonly world: World,
    private readonly sink: Sink,
  ) {
    this.#ranged = items.filter((item) => RANGED.has(item.kind));
    this.#declared = new Set(
      items.map((item) => {
        const isNamed = item.kind !== 'impl' && !PARTS.has(item.kind);
        return `${item.facts.line} ${isNamed ? item.name : item.kind}`;
      }),
    );
  }

  read(): void {
    const { text } = this.source;
    let skip = 0;
    for (const { at, char } of tokens(text)) {
      if (at < skip) continue;
      const attribute =
        char === '#' ? /^#\s*(!?)\s*\[\s*cfg\s*\(/u.exec(text.slice(at, at + 40)) : null;
      const test = char === 'c' ? /^cfg\s*!\s*\(/u.exec(text.slice(at, at + 12)) : null;
      const head = attribute ?? test;
      if (!head) continue;
      const open = at + head[0].length - 1;
      const close = closing(text, open);
      if (close < 0) return;
      skip = close;
      const predicate = text.slice(open + 1, close);
      if (attribute?.[1] === '!') this.#whole(at, predicate);
      else this.#condition(at, predicate, attribute ? close + 1 : null);
    }
  }

  /** An attribute of the file's own: of its module, or of a target. rustdoc tells those that hold. */
  #whole(at: number, predicate: string): void {
    const line = this.source.lineAt(at);
    const inside = this.#innermost(line);
    if (inside?.kind !== 'module' && inside?.kind !== 'crate') return;
    if (inside.condition !== undefined) return;
    inside.facts.cfg ??= written(predicate);
    this.#gates(inside, featuresOf(predicate), { line, col: this.source.colAt(at) });
  }

  /** `after`: where the attribute's own bracket closes; `null` for a `cfg!`. */
  #condition(at: number, predicate: string, after: number | null): void {
    const line = this.source.lineAt(at);
    const col = this.source.colAt(at);
    const inside = this.#innermost(line);
    const features = featuresOf(predicate);
    if (inside && (inside.kind === 'fn' || inside.kind === 'method')) {
      this.#gates(
        inside,
        features.map(({ name }) => ({ name, partial: true })),
        { line, col },
      );
      return;
    }
    if (after !== null) this.#item(after, predicate, features, inside);
  }

  /** What an attribute stands before, where no build has it. */
  #item(after: number, predicate: string, features: readonly Gate[], inside: Item | null): void {
    // What stands in a macro is there as often as the macro is called.
    if (!inside || inside.kind === 'macro') return;
    const { text } = this.source;
    const start = pastAttributes(text, text.indexOf(']', after) + 1);
    const head = gatedHead(text.slice(start, start + HEAD_LENGTH), inside.kind);
    if (head === null) return;
    const line = this.source.lineAt(start);
    if (this.#declared.has(`${line} ${head.key}`)) return;
    const prefix = inside.kind === 'crate' ? inside.crate.prefix : inside.id;
    const id = prefix + head.descriptor;
    const visibility = head.key === 'variant' ? (inside.facts.visibility ?? null) : head.visibility;
    // Another build, or the other branch, has an item of this name.
    if (this.world.items.has(id)) return;
    const item = this.world.add({
      id,
      kind: 'cfg_gated_out',
      name: head.name,
      crate: inside.crate,
      parent: inside,
      path: head.name,
      facts: {
        file: this.file,
        line,
        endLine: head.isPart ? line : this.source.blockEnd(line, this.source.colAt(start)),
        cfg: written(predicate),
        ...(visibility !== null && { visibility }),
      },
    });
    this.#gates(item, features, { line, col: 1 });
  }

  #gates(item: Item, features: readonly Gate[], site: { line: number; col: number }): void {
    for (const { name, partial } of features)
      this.sink.edge({
        kind: 'GATED_BY',
        src: item.id,
        dst: featureId(item.crate, name),
        partial,
        site,
      });
  }

  #innermost(line: number): Item | null {
    let best: Item | null = null;
    let from = 0;
    for (const item of this.#ranged) {
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
    const crate: Crate | undefined = this.#ranged[0]?.crate;
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

function written(predicate: string): string {
  return predicate.replaceAll(/\s+/gu, ' ').trim();
}

/** Features that a predicate as written names. */
function featuresOf(predicate: string): Gate[] {
  const found: Gate[] = [];
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
