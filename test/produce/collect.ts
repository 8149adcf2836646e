import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EdgeFact, EdgeKind, NodeFact, Quality } from '../../src/dump/index.js';
import { readTypeScript } from '../../src/produce/index.js';

export interface Collected {
  readonly nodes: ReadonlyMap<string, NodeFact>;
  readonly edges: readonly EdgeFact[];
  readonly quality: Quality;
  /** Descriptors (moniker without its first four words) of the edges of a kind: `a -> b`, sorted, each once. */
  pairs(kind: EdgeKind): string[];
  node(short: string): NodeFact;
}

/** Short moniker: backticks and the four words before the descriptors dropped; other packages keep their name. */
export function short(id: string, own: string): string {
  const words = id.split(' ');
  const name = words[2] === own ? '' : `${words[2]} `;
  return name + words.slice(4).join(' ').replaceAll('`', '');
}

/** Writes sources into a folder of their own, reads them, and removes it again. */
export async function collect(
  files: Readonly<Record<string, string>>,
  at = '',
): Promise<Collected> {
  const dir = mkdtempSync(path.join(tmpdir(), 'produce-'));
  try {
    writeTree(dir, {
      'package.json': '{"name":"app","version":"1.0.0","type":"module"}',
      ...files,
    });
    return await collectFrom(path.join(dir, at), 'app');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

export async function collectFrom(target: string, own: string): Promise<Collected> {
  const nodes = new Map<string, NodeFact>();
  const edges: EdgeFact[] = [];
  const quality = await readTypeScript(
    { path: target },
    { node: (fact) => nodes.set(fact.id, fact), edge: (fact) => edges.push(fact) },
  );
  return {
    nodes,
    edges,
    quality,
    pairs: (kind) =>
      [
        ...new Set(
          edges
            .filter((edge) => edge.kind === kind)
            .map((edge) => `${short(edge.src, own)} -> ${short(edge.dst, own)}`),
        ),
      ].sort(),
    node(wanted) {
      for (const [id, fact] of nodes) if (short(id, own) === wanted) return fact;
      throw new Error(
        `no node ${wanted} among ${[...nodes.keys()].map((id) => short(id, own)).join(', ')}`,
      );
    },
  };
}

export function writeTree(dir: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(dir, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
