import { compareUtf8, sortUtf8 } from '../table/index.js';
import type { EdgeFact, NodeFact, Sink } from './facts.js';
import { PoolBuilder, poolOf, type TextColumn } from './text-pool.js';
import {
  FLAG_MISSING,
  type EdgeColumns,
  type NodeColumns,
  type NodeFlagColumn,
  type NodeIntegerColumn,
  type NodeTextColumn,
  type SiteColumns,
  type UnitColumns,
  type UnitMetadata,
} from './unit-columns.js';
import { EDGE_KINDS, HOWS, SCHEMA_VERSION, type EdgeKind } from './vocabulary.js';

const TEXT_FIELDS: readonly (readonly [NodeTextColumn, keyof NodeFact])[] = [
  ['kind', 'kind'],
  ['name', 'name'],
  ['crate', 'crate'],
  ['version', 'version'],
  ['repo', 'repo'],
  ['origin', 'origin'],
  ['file', 'file'],
  ['ty', 'ty'],
  ['visibility', 'visibility'],
  ['effective_visibility', 'effectiveVisibility'],
  ['cfg', 'cfg'],
  ['link_name', 'linkName'],
  ['receiver', 'receiver'],
  ['generics', 'generics'],
  ['payload_hash', 'payloadHash'],
];
const INTEGER_FIELDS: readonly (readonly [NodeIntegerColumn, keyof NodeFact])[] = [
  ['line', 'line'],
  ['end_line', 'endLine'],
];
const FLAG_FIELDS: readonly (readonly [NodeFlagColumn, keyof NodeFact])[] = [
  ['has_doc', 'hasDoc'],
  ['doc_hidden', 'docHidden'],
  ['is_test', 'isTest'],
  ['generated', 'generated'],
];

/** Collects what a producer tells about one unit into columns: ids sorted, edges merged by (kind, src, dst). */
export class DumpBuilder implements Sink {
  readonly #facts: NodeFact[] = [];
  readonly #rowOf = new Map<string, number>();
  readonly #ids = new PoolBuilder();
  readonly #edgeOf = EDGE_KINDS.map(() => new Map<number, number>());
  readonly #edges: Edge[] = [];

  get nodeCount(): number {
    return this.#facts.length;
  }

  get edgeCount(): number {
    return this.#edges.length;
  }

  has(id: string): boolean {
    return this.#rowOf.has(id);
  }

  /**
   * A defining fact replaces a non-defining one; of two of the same rank the first one's attributes stand and the
   * later one fills what was absent.
   */
  node(fact: NodeFact): void {
    const row = this.#rowOf.get(fact.id);
    if (row === undefined) {
      this.#rowOf.set(fact.id, this.#facts.length);
      this.#facts.push(fact);
      return;
    }
    const old = this.#facts[row]!;
    const oldDefines = old.defined !== false;
    const newDefines = fact.defined !== false;
    if (oldDefines === newDefines) this.#facts[row] = { ...fact, ...withoutAbsent(old) };
    else if (newDefines) this.#facts[row] = fact;
  }

  edge(fact: EdgeFact): void {
    const kind = EDGE_KINDS.indexOf(fact.kind);
    const src = this.#ids.code(fact.src);
    const dst = this.#ids.code(fact.dst);
    const key = src * 2 ** 26 + dst;
    const known = this.#edgeOf[kind]!.get(key);
    const count = fact.count ?? 1;
    if (known === undefined) {
      this.#edgeOf[kind]!.set(key, this.#edges.length);
      this.#edges.push({
        kind,
        src,
        dst,
        count,
        partial: fact.partial,
        access: fact.access,
        how: fact.how,
        sites: fact.site === undefined ? [] : [fact.site],
      });
      return;
    }
    const edge = this.#edges[known]!;
    edge.count += count;
    if (fact.site !== undefined) edge.sites.push(fact.site);
    edge.partial = mergePartial(edge.partial, fact.partial);
    edge.access = mergeAccess(edge.access, fact.access);
    edge.how = mergeHow(fact.kind, edge.how, fact.how);
  }

  columns(metadata: Omit<UnitMetadata, 'schema'>): UnitColumns {
    const facts = this.#sortedFacts();
    return {
      metadata: { ...metadata, schema: SCHEMA_VERSION },
      nodes: nodeColumns(facts),
      edges: this.#edgeColumns(facts.map((fact) => fact.id)),
    };
  }

  #sortedFacts(): NodeFact[] {
    return [...this.#facts].sort((a, b) => compareUtf8(a.id, b.id));
  }

  /** Ids of edges start with the unit's own nodes in order: a reader then knows them without looking them up. */
  #edgeColumns(nodeIds: readonly string[]): EdgeColumns {
    const used = new Set<number>();
    for (const edge of this.#edges) used.add(edge.src).add(edge.dst);
    const others = [...used]
      .map((code) => this.#ids.text(code))
      .filter((id) => !this.#rowOf.has(id));
    const ids = [...nodeIds, ...sortUtf8(others)];
    const rank = new Uint32Array(this.#ids.length);
    ids.forEach((id, place) => {
      const code = this.#ids.find(id);
      if (code > 0) rank[code] = place;
    });
    const pool = poolOf(ids);
    const edges = [...this.#edges].sort(
      (a, b) => a.kind - b.kind || rank[a.src]! - rank[b.src]! || rank[a.dst]! - rank[b.dst]!,
    );
    const kinds = EDGE_KINDS.filter((_, kind) => edges.some((edge) => edge.kind === kind));
    const access = textColumn(edges.map((edge) => edge.access));
    const how = textColumn(edges.map((edge) => edge.how));
    return {
      rows: edges.length,
      src: { codes: Uint32Array.from(edges, (edge) => rank[edge.src]!), pool },
      dst: { codes: Uint32Array.from(edges, (edge) => rank[edge.dst]!), pool },
      kind: {
        codes: Uint32Array.from(edges, (edge) => kinds.indexOf(EDGE_KINDS[edge.kind]!)),
        pool: poolOf(kinds),
      },
      count: Uint32Array.from(edges, (edge) => edge.count),
      sites: siteColumns(edges),
      partial: edges.some((edge) => edge.partial !== undefined)
        ? Uint8Array.from(edges, (edge) => flagOf(edge.partial))
        : null,
      text: { ...(access && { access }), ...(how && { how }) },
    };
  }
}

function nodeColumns(facts: readonly NodeFact[]): NodeColumns {
  const text: NodeColumns['text'] = {};
  for (const [column, field] of TEXT_FIELDS) {
    const made = textColumn(facts.map((fact) => fact[field] as string | undefined));
    if (made) text[column] = () => made;
  }
  const integers: NodeColumns['integers'] = {};
  for (const [column, field] of INTEGER_FIELDS) {
    if (!facts.some((fact) => fact[field] !== undefined)) continue;
    integers[column] = Int32Array.from(facts, (fact) => (fact[field] as number | undefined) ?? 0);
  }
  const flags: NodeColumns['flags'] = {};
  for (const [column, field] of FLAG_FIELDS) {
    if (!facts.some((fact) => fact[field] !== undefined)) continue;
    flags[column] = Uint8Array.from(facts, (fact) => flagOf(fact[field] as boolean | undefined));
  }
  flags.defined = Uint8Array.from(facts, (fact) => (fact.defined === false ? 0 : 1));
  return { rows: facts.length, ids: poolOf(facts.map((fact) => fact.id)), text, integers, flags };
}

interface Edge {
  readonly kind: number;
  readonly src: number;
  readonly dst: number;
  count: number;
  partial: boolean | undefined;
  access: EdgeFact['access'];
  how: EdgeFact['how'];
  readonly sites: NonNullable<EdgeFact['site']>[];
}

function withoutAbsent(fact: NodeFact): NodeFact {
  return Object.fromEntries(
    Object.entries(fact).filter(([, value]) => value !== undefined),
  ) as unknown as NodeFact;
}

function flagOf(value: boolean | undefined): number {
  return value === undefined ? FLAG_MISSING : value ? 1 : 0;
}

function textColumn(values: readonly (string | undefined)[]): TextColumn | null {
  if (!values.some((value) => value !== undefined)) return null;
  const pool = new PoolBuilder();
  return { codes: Uint32Array.from(values, (value) => pool.code(value)), pool: pool.build() };
}

function siteColumns(edges: readonly Edge[]): EdgeColumns['sites'] {
  if (!edges.some((edge) => edge.sites.length > 0)) return null;
  const files = new PoolBuilder();
  const offsets = new Uint32Array(edges.length + 1);
  const file: number[] = [];
  const line: number[] = [];
  const col: number[] = [];
  edges.forEach((edge, row) => {
    const sites = [...edge.sites].sort(
      (a, b) => compareUtf8(a.file ?? '', b.file ?? '') || a.line - b.line || a.col - b.col,
    );
    for (const site of sites) {
      file.push(files.code(site.file));
      line.push(site.line);
      col.push(site.col);
    }
    offsets[row + 1] = file.length;
  });
  const made: SiteColumns = {
    offsets,
    file: files.length > 1 ? { codes: Uint32Array.from(file), pool: files.build() } : null,
    line: Int32Array.from(line),
    col: Int32Array.from(col),
  };
  return () => made;
}

/** An edge is certain once any of its facts is. */
export function mergePartial(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  if (a === undefined) return b;
  if (b === undefined) return a;
  return a && b;
}

export function mergeAccess(a: EdgeFact['access'], b: EdgeFact['access']): EdgeFact['access'] {
  if (a === undefined || a === 'unknown' || a === b) return b ?? a;
  if (b === undefined || b === 'unknown') return a;
  return 'both';
}

/** The first word in vocabulary order stands. On CFG_SUCC an absent word is normal flow, and normal flow stands. */
export function mergeHow(kind: EdgeKind, a: EdgeFact['how'], b: EdgeFact['how']): EdgeFact['how'] {
  if (a === undefined || b === undefined) return kind === 'CFG_SUCC' ? undefined : (a ?? b);
  return HOWS.indexOf(a) <= HOWS.indexOf(b) ? a : b;
}
