import { EDGE_KINDS, HOWS, type EdgeFact, type NodeFact } from '../../src/dump/index.js';
import type { CodedColumn, CodeGraph } from '../../src/graph/index.js';
import type { Facts } from './facts-arbitrary.js';

/** A graph as plain objects, for comparison. */
export interface PlainGraph {
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  readonly refs: readonly string[];
  readonly edges: readonly Readonly<Record<string, unknown>>[];
}

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
export const byBytes = (a: string, b: string): number => Buffer.compare(bytes(a), bytes(b));

/** What a graph holds, read through its columns. */
export function plainGraph(graph: CodeGraph): PlainGraph {
  const text = (column: CodedColumn | null, v: number): string | undefined =>
    column?.dictionary[column.codes[v]!] ?? undefined;
  const flag = (column: Uint8Array | null, v: number): boolean | undefined =>
    column === null || column[v] === 2 ? undefined : column[v] === 1;
  const nodes = [];
  for (let v = 0; v < graph.nodeCount; v++) {
    nodes.push({
      id: graph.id(v),
      kind: text(graph.kind, v),
      name: text(graph.name, v),
      crate: text(graph.crate, v),
      version: text(graph.version, v),
      file: text(graph.file, v),
      line: graph.line?.[v] || undefined,
      ty: text(graph.ty, v),
      isTest: flag(graph.isTest, v),
      defined: flag(graph.defined, v) ?? true,
      payloadHash: text(graph.payloadHash, v),
    });
  }
  const refs = Array.from({ length: graph.refCount }, (_, i) => graph.id(graph.nodeCount + i));
  const edges = [];
  for (const kind of graph.edgeKinds) {
    const table = graph.edges(kind);
    for (let edge = 0; edge < table.count; edge++) {
      edges.push({
        kind,
        src: graph.id(table.src[edge]!),
        dst: graph.id(table.dst[edge]!),
        count: table.counts[edge],
        partial: flag(table.partial, edge),
        access: text(table.access, edge),
        how: text(table.how, edge),
        sites: table.sites(edge).map((site) => `${site.file ?? ''}:${site.line}:${site.col}`),
      });
    }
  }
  return { nodes, refs, edges };
}

/** What units of facts must become: the merge rules, told with maps and objects. */
export function naiveGraph(units: readonly Facts[]): PlainGraph {
  const nodes = new Map<string, NodeFact>();
  for (const unit of units) {
    const own = new Map<string, NodeFact>();
    for (const fact of unit.nodes) {
      const old = own.get(fact.id);
      if (old === undefined || ((old.defined ?? true) === false && fact.defined !== false))
        own.set(fact.id, fact);
      else if ((old.defined ?? true) === (fact.defined ?? true))
        own.set(fact.id, { ...fact, ...old });
    }
    for (const [id, fact] of own) {
      const old = nodes.get(id);
      if (old === undefined || (old.defined === false && fact.defined !== false))
        nodes.set(id, fact);
    }
  }
  const groups = new Map<string, EdgeFact[][]>();
  units.forEach((unit, at) => {
    for (const edge of unit.edges) {
      const key = JSON.stringify([edge.kind, edge.src, edge.dst]);
      const group = groups.get(key) ?? units.map(() => []);
      group[at]!.push(edge);
      groups.set(key, group);
    }
  });
  const refs = new Set<string>();
  const edges = [...groups.values()].map((group) => {
    const all = group.flat();
    const { kind, src, dst } = all[0]!;
    for (const end of [src, dst]) if (!nodes.has(end)) refs.add(end);
    const partials = all.map((edge) => edge.partial).filter((value) => value !== undefined);
    const accesses = new Set(all.map((edge) => edge.access).filter((word) => word !== undefined));
    const known = new Set([...accesses].filter((word) => word !== 'unknown'));
    const hows = all.map((edge) => edge.how);
    const absent = kind === 'CFG_SUCC' && hows.includes(undefined);
    const sites = group
      .flat()
      .filter((edge) => edge.site)
      .map((edge) => ({ file: edge.site!.file ?? '', line: edge.site!.line, col: edge.site!.col }))
      .sort((a, b) => byBytes(a.file, b.file) || a.line - b.line || a.col - b.col)
      .map((site) => `${site.file}:${site.line}:${site.col}`);
    return {
      kind,
      src,
      dst,
      count: Math.max(...group.map((own) => own.reduce((sum, edge) => sum + (edge.count ?? 1), 0))),
      partial: partials.length === 0 ? undefined : partials.every(Boolean),
      access:
        known.size > 1 ? 'both' : ([...known][0] ?? (accesses.size > 0 ? 'unknown' : undefined)),
      how: absent ? undefined : HOWS.find((word) => hows.includes(word)),
      sites: group.filter((own) => own.length > 0).length > 1 ? [...new Set(sites)] : sites,
    };
  });
  const byOrdinal = (a: string, b: string): number =>
    Number(refs.has(a)) - Number(refs.has(b)) || byBytes(a, b);
  edges.sort(
    (a, b) =>
      EDGE_KINDS.indexOf(a.kind) - EDGE_KINDS.indexOf(b.kind) ||
      byOrdinal(a.src, b.src) ||
      byOrdinal(a.dst, b.dst),
  );
  return {
    nodes: [...nodes.values()]
      .sort((a, b) => byBytes(a.id, b.id))
      .map((fact) => ({
        id: fact.id,
        kind: fact.kind,
        name: fact.name,
        crate: fact.crate,
        version: fact.version,
        file: fact.file,
        line: fact.line,
        ty: fact.ty,
        isTest: fact.isTest,
        defined: fact.defined ?? true,
        payloadHash: fact.payloadHash,
      })),
    refs: [...refs].sort(byBytes),
    edges,
  };
}
