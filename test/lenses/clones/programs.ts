import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import type { EdgeFact, NodeFact } from '../../../src/dump/index.js';
import { graphOf, type CodeGraph } from '../../../src/graph/index.js';
import { lexRust } from '../../../src/text/index.js';
import { lexTypeScript } from '../../../src/text/typescript-lexer.js';

type Node = Omit<NodeFact, 'name'> & { readonly name?: string };

export interface Program {
  readonly graph: CodeGraph;
  /** Folder of its sources. */
  readonly src: string;
}

const unitsOf = (file: string, text: string) =>
  (file.endsWith('.rs') ? lexRust(text) : lexTypeScript(file, text))?.units ?? [];

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder of sources and a graph of the functions in them, each with a block for its body. */
export function programOf(
  files: Readonly<Record<string, string>>,
  more: { readonly nodes?: readonly Node[]; readonly edges?: readonly EdgeFact[] } = {},
): Program {
  const src = mkdtempSync(path.join(tmpdir(), 'mimir-clones-'));
  folders.push(src);
  const nodes: Node[] = [...(more.nodes ?? [])];
  const edges: EdgeFact[] = [...(more.edges ?? [])];
  for (const [file, text] of Object.entries(files)) {
    const full = path.join(src, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, text);
    for (const { name, line, endLine } of unitsOf(file, text)) {
      const id = idOf(file, name);
      nodes.push({ id, name, kind: 'fn', crate: 'app', file, line, endLine, defined: true });
      nodes.push({ id: `${id}bb0:`, name: 'bb0', kind: 'mir_block', ty: '' });
      edges.push({ kind: 'CONTAINS', src: id, dst: `${id}bb0:` });
    }
  }
  return { graph: graphOf({ nodes, edges }), src };
}

export const idOf = (file: string, name: string): string =>
  `test cargo app 1.0.0 \`${file}\`/${name}().`;

/** Leaf names of labels such as `` app `a.ts`/tally(). ``. */
export const leaf = (label: string): string => /([^/`]+?)(?:\(\))?\.$/.exec(label)?.[1] ?? label;
export const leaves = (labels: unknown): string[] => (labels as string[]).map(leaf);

/** Rows of a report as objects. */
export function rowsOf(report: {
  readonly findings: {
    readonly columns: readonly { readonly name: string }[];
    readonly rows: readonly (readonly unknown[])[];
  };
}): Record<string, unknown>[] {
  const names = report.findings.columns.map(({ name }) => name);
  return report.findings.rows.map((row) =>
    Object.fromEntries(names.map((name, i) => [name, row[i]])),
  );
}

/** A rational cell as a number; `null` stays. */
export const share = (cell: unknown): number | null =>
  cell === null ? null : (cell as [number, number])[0] / (cell as [number, number])[1];
