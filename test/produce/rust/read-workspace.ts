import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { labelOf, type EdgeFact, type EdgeKind, type NodeFact } from '../../../src/dump/index.js';
import { readRust, type RustDumpOptions } from '../../../src/produce/index.js';

export const WORKSPACE = path.resolve('fixtures/rust-workspace');

export interface RustFacts {
  readonly nodes: ReadonlyMap<string, NodeFact>;
  readonly edges: readonly EdgeFact[];
  readonly read: Awaited<ReturnType<typeof readRust>>;
  /** Lines `source -> target`, with the edge's word in brackets, between items of the workspace; sorted, each once. */
  lines(kind: EdgeKind): string[];
  node(label: string): NodeFact;
}

/** A folder for cargo's output that ends with the tests. */
export function temporaryFolder(): { readonly dir: string; remove(): void } {
  const base = process.env['MIMIR_RUST_TEST_DIR'];
  if (base !== undefined) {
    mkdirSync(base, { recursive: true });
    return { dir: base, remove: () => undefined };
  }
  // Made by whoever writes there first: tests that are skipped make none, and nobody would remove it.
  const dir = path.join(tmpdir(), `rust-${randomUUID()}`);
  return {
    dir,
    remove() {
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export async function readWorkspace(
  options: Omit<RustDumpOptions, 'out' | 'path'> & { readonly path?: string },
): Promise<RustFacts> {
  const nodes = new Map<string, NodeFact>();
  const edges: EdgeFact[] = [];
  const read = await readRust(
    { path: WORKSPACE, offline: true, ...options },
    { node: (fact) => nodes.set(fact.id, fact), edge: (fact) => edges.push(fact) },
  );
  return {
    nodes,
    edges,
    read,
    lines: (kind) => linesOf(kind, nodes, edges),
    node(label) {
      for (const [id, fact] of nodes) if (plain(id) === label) return fact;
      throw new Error(`no node ${label}`);
    },
  };
}

/** The label without backticks. */
export const plain = (id: string): string => labelOf(id).replaceAll('`', '');

const HOW_OF: ReadonlySet<EdgeKind> = new Set<EdgeKind>(['CALLS']);

function linesOf(
  kind: EdgeKind,
  nodes: ReadonlyMap<string, NodeFact>,
  edges: readonly EdgeFact[],
): string[] {
  const isOurs = (id: string): boolean =>
    nodes.get(id)?.origin === 'local' || / cargo \. \. /u.test(id) || id.endsWith('Fn#call().');
  const found = new Set<string>();
  for (const edge of edges) {
    if (edge.kind !== kind || !isOurs(edge.src) || !isOurs(edge.dst)) continue;
    const words = [
      HOW_OF.has(kind) ? edge.how : undefined,
      edge.access,
      edge.partial === true ? 'partial' : undefined,
    ].filter((word) => word !== undefined);
    found.add(
      `${plain(edge.src)} -> ${plain(edge.dst)}${words.length > 0 ? ` [${words.join(' ')}]` : ''}`,
    );
  }
  return [...found].sort();
}

/** `kind label visibility/effective marks`, one line an item of the workspace; parts of functions and blocks left out. */
export function itemLines(nodes: ReadonlyMap<string, NodeFact>): string[] {
  const found: string[] = [];
  for (const [id, fact] of nodes) {
    if (fact.origin !== 'local' || PARTS.has(fact.kind)) continue;
    const marks = [
      fact.visibility === undefined ? '' : `${fact.visibility}/${fact.effectiveVisibility}`,
      fact.isTest === true ? 'test' : '',
      fact.generated === true ? 'generated' : '',
      fact.docHidden === true ? 'hidden' : '',
      fact.hasDoc === true ? 'doc' : '',
      fact.linkName === undefined ? '' : `link:${fact.linkName}`,
      fact.cfg === undefined ? '' : `cfg(${fact.cfg})`,
      fact.file === undefined || fact.line === undefined
        ? ''
        : `${fact.file}:${fact.line}-${fact.endLine}`,
    ].filter((mark) => mark !== '');
    found.push([fact.kind, plain(id), ...marks].join(' '));
  }
  return found.sort();
}

const PARTS = new Set(['param', 'ret', 'local', 'mir_block']);
