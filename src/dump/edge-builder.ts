import { compareUtf8 } from '../table/index.js';
import type { EdgeFact } from './facts.js';
import { grownBytes, grownCodes, grownIntegers } from './grown.js';
import { mergeAccess, mergeHow, mergePartial } from './merge-facts.js';
import { PoolBuilder, poolOf, type TextColumn } from './text-pool.js';
import { FLAG_MISSING, type EdgeColumns, type SiteColumns } from './unit-columns.js';
import { EDGE_KINDS } from './vocabulary.js';

const NONE = -1;

/** Edges of one unit in columns, no object each; those of one (kind, src, dst) are one. */
export class EdgeBuilder {
  readonly #kind = grownBytes();
  readonly #src = grownCodes();
  readonly #dst = grownCodes();
  readonly #count = grownCodes();
  readonly #partial = grownBytes();
  readonly #access = grownBytes();
  readonly #how = grownBytes();
  readonly #words = new PoolBuilder();
  /** Sites of an edge are a list through the columns below, the first and the last known. */
  readonly #firstSite = grownIntegers();
  readonly #lastSite = grownIntegers();
  readonly #nextSite = grownIntegers();
  readonly #file = grownCodes();
  readonly #line = grownIntegers();
  readonly #col = grownIntegers();
  readonly #files = new PoolBuilder();
  /** Edges by (kind, src, dst), open addressing. */
  #slots = new Int32Array(256).fill(NONE);

  get length(): number {
    return this.#kind.length;
  }

  /** `src`, `dst`: codes of the ids. */
  add(fact: EdgeFact, src: number, dst: number): void {
    const kind = EDGE_KINDS.indexOf(fact.kind);
    const slot = this.#slot(kind, src, dst);
    const known = this.#slots[slot]!;
    const count = fact.count ?? 1;
    if (known !== NONE) {
      this.#merge(known, fact, count);
      return;
    }
    const edge = this.length;
    this.#slots[slot] = edge;
    this.#kind.push(kind);
    this.#src.push(src);
    this.#dst.push(dst);
    this.#count.push(count);
    this.#partial.push(flagOf(fact.partial));
    this.#access.push(this.#words.code(fact.access));
    this.#how.push(this.#words.code(fact.how));
    this.#firstSite.push(NONE);
    this.#lastSite.push(NONE);
    this.#site(edge, fact.site);
    if (this.length * 2 > this.#slots.length) this.#rehash();
  }

  /** Codes of ids that an edge has for an end. */
  *ends(): Generator<number> {
    const seen = new Set<number>();
    for (let edge = 0; edge < this.length; edge++) {
      for (const code of [this.#src.get(edge), this.#dst.get(edge)]) {
        if (seen.has(code)) continue;
        seen.add(code);
        yield code;
      }
    }
  }

  /** Sorted by (kind, src, dst). `rank`: place of an id's code in `ids`. */
  columns(ids: readonly string[], rank: Uint32Array): EdgeColumns {
    const order = this.#order(rank, ids.length);
    const pool = poolOf(ids);
    const present = new Uint8Array(EDGE_KINDS.length);
    for (const edge of order) present[this.#kind.get(edge)] = 1;
    const kinds = EDGE_KINDS.filter((_, kind) => present[kind] === 1);
    const numberOf = EDGE_KINDS.map((kind) => kinds.indexOf(kind));
    const access = this.#wordColumn(order, this.#access);
    const how = this.#wordColumn(order, this.#how);
    return {
      rows: order.length,
      src: { codes: order.map((edge) => rank[this.#src.get(edge)]!), pool },
      dst: { codes: order.map((edge) => rank[this.#dst.get(edge)]!), pool },
      kind: {
        codes: order.map((edge) => numberOf[this.#kind.get(edge)]!),
        pool: poolOf(kinds),
      },
      count: order.map((edge) => this.#count.get(edge)),
      sites: this.#siteColumns(order),
      partial: order.some((edge) => this.#partial.get(edge) !== FLAG_MISSING)
        ? Uint8Array.from(order, (edge) => this.#partial.get(edge))
        : null,
      text: { ...(access && { access }), ...(how && { how }) },
    };
  }

  #merge(edge: number, fact: EdgeFact, count: number): void {
    this.#count.set(edge, this.#count.get(edge) + count);
    this.#site(edge, fact.site);
    const word = <T extends string>(code: number): T | undefined =>
      code === 0 ? undefined : (this.#words.text(code) as T);
    const partial = this.#partial.get(edge);
    this.#partial.set(
      edge,
      flagOf(mergePartial(partial === FLAG_MISSING ? undefined : partial === 1, fact.partial)),
    );
    const access = mergeAccess(word(this.#access.get(edge)), fact.access);
    this.#access.set(edge, this.#words.code(access));
    const how = mergeHow(fact.kind, word(this.#how.get(edge)), fact.how);
    this.#how.set(edge, this.#words.code(how));
  }

  #site(edge: number, site: EdgeFact['site']): void {
    if (site === undefined) return;
    const at = this.#nextSite.length;
    this.#nextSite.push(NONE);
    this.#file.push(this.#files.code(site.file));
    this.#line.push(site.line);
    this.#col.push(site.col);
    const last = this.#lastSite.get(edge);
    if (last === NONE) this.#firstSite.set(edge, at);
    else this.#nextSite.set(last, at);
    this.#lastSite.set(edge, at);
  }

  #slot(kind: number, src: number, dst: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(kind, src, dst) & mask;
    for (;;) {
      const edge = this.#slots[slot]!;
      if (edge === NONE) return slot;
      if (
        this.#src.get(edge) === src &&
        this.#dst.get(edge) === dst &&
        this.#kind.get(edge) === kind
      )
        return slot;
      slot = (slot + 1) & mask;
    }
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(NONE);
    for (let edge = 0; edge < this.length; edge++)
      this.#slots[this.#slot(this.#kind.get(edge), this.#src.get(edge), this.#dst.get(edge))] =
        edge;
  }

  /** A counting sort for each part of the key, the last part first. */
  #order(rank: Uint32Array, ids: number): Uint32Array {
    let order = new Uint32Array(this.length);
    for (let edge = 0; edge < order.length; edge++) order[edge] = edge;
    order = counted(order, ids, (edge) => rank[this.#dst.get(edge)]!);
    order = counted(order, ids, (edge) => rank[this.#src.get(edge)]!);
    return counted(order, EDGE_KINDS.length, (edge) => this.#kind.get(edge));
  }

  #wordColumn(order: Uint32Array, column: { get(at: number): number }): TextColumn | null {
    if (!order.some((edge) => column.get(edge) !== 0)) return null;
    const pool = new PoolBuilder();
    const recoded = recoder(this.#words, pool);
    return { codes: order.map((edge) => recoded(column.get(edge))), pool: pool.build() };
  }

  #siteColumns(order: Uint32Array): EdgeColumns['sites'] {
    const total = this.#nextSite.length;
    if (total === 0) return null;
    const files = new PoolBuilder();
    const recoded = recoder(this.#files, files);
    const offsets = new Uint32Array(order.length + 1);
    const file = new Uint32Array(total);
    const line = new Int32Array(total);
    const col = new Int32Array(total);
    const nameOf = (site: number): string => {
      const code = this.#file.get(site);
      return code === 0 ? '' : this.#files.text(code);
    };
    const byPlace = (a: number, b: number): number =>
      (this.#file.get(a) === this.#file.get(b) ? 0 : compareUtf8(nameOf(a), nameOf(b))) ||
      this.#line.get(a) - this.#line.get(b) ||
      this.#col.get(a) - this.#col.get(b);
    let end = 0;
    order.forEach((edge, row) => {
      const sites: number[] = [];
      for (let site = this.#firstSite.get(edge); site !== NONE; site = this.#nextSite.get(site))
        sites.push(site);
      if (sites.length > 1) sites.sort(byPlace);
      for (const site of sites) {
        file[end] = recoded(this.#file.get(site));
        line[end] = this.#line.get(site);
        col[end] = this.#col.get(site);
        end++;
      }
      offsets[row + 1] = end;
    });
    const made: SiteColumns = {
      offsets,
      file: files.length > 1 ? { codes: file, pool: files.build() } : null,
      line,
      col,
    };
    return () => made;
  }
}

/** Codes of one pool as codes of another, which gets a text when it is first asked for. */
export function recoder(from: PoolBuilder, to: PoolBuilder): (code: number) => number {
  const known = new Uint32Array(from.length);
  return (code) => {
    if (code === 0) return 0;
    if (known[code] === 0) known[code] = to.code(from.text(code));
    return known[code]!;
  };
}

export function flagOf(value: boolean | undefined): number {
  return value === undefined ? FLAG_MISSING : value ? 1 : 0;
}

function hashOf(kind: number, src: number, dst: number): number {
  let hash = Math.imul(src, 0x9e3779b1) ^ Math.imul(dst + kind * 0x1000193, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function counted(
  order: Uint32Array<ArrayBuffer>,
  keys: number,
  keyOf: (edge: number) => number,
): Uint32Array<ArrayBuffer> {
  const start = new Uint32Array(keys + 1);
  for (const edge of order) start[keyOf(edge) + 1]!++;
  for (let key = 0; key < keys; key++) start[key + 1]! += start[key]!;
  const sorted = new Uint32Array(order.length);
  for (const edge of order) sorted[start[keyOf(edge)]!++] = edge;
  return sorted;
}
