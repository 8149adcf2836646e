import { formatBlockName } from '../../dump/index.js';
import type { CodeGraph } from '../../graph/index.js';
import {
  booleans,
  computedTexts,
  fromRows,
  integers,
  lists,
  reals,
  relation,
  sortUtf8,
  texts,
  type Cell,
  type Relation,
} from '../../table/index.js';
import { bodiesOf } from '../bodies.js';
import type { ApiReach } from './api.js';
import { EDGE_CLASSES, type TwinEdge } from './edges.js';
import type { Functions } from './functions.js';
import { MAX_GROUP, type Group } from './groups.js';
import type { Pdg } from './pdg.js';
import type { Shapes } from './shapes.js';
import type { Signatures } from './signatures.js';

export function functionsTable(graph: CodeGraph, { ordinals, names }: Functions): Relation {
  const line = Uint32Array.from(ordinals, (v) => Math.max(0, graph.line?.[v] ?? 0));
  return relation({
    key: ['fn'],
    columns: [
      texts('fn', names),
      texts(
        'file',
        Array.from(ordinals, (v) => graph.file?.at(v) ?? null),
      ),
      integers('line', line, { valid: Uint8Array.from(line, (value) => (value > 0 ? 1 : 0)) }),
    ],
  });
}

export function reachTable({ names }: Functions, { apis, rows }: ApiReach): Relation {
  const owner = new Uint32Array(rows.indices.length);
  for (let f = 0; f + 1 < rows.offsets.length; f++)
    owner.fill(f, rows.offsets[f], rows.offsets[f + 1]);
  return relation({
    key: ['fn', 'api'],
    columns: [
      computedTexts('fn', owner.length, (row) => names[owner[row]!]!),
      computedTexts('api', owner.length, (row) => apis[rows.indices[row]!]!),
    ],
  });
}

/** APIs by the functions that reach them, most first. */
export function commonApis({ apis, rows }: ApiReach): Relation {
  const df = new Uint32Array(apis.length);
  for (const c of rows.indices) df[c]!++;
  const order = [...df.keys()].sort((a, b) => df[b]! - df[a]! || a - b);
  return fromRows(
    ['api'],
    ['api', 'df:integer/functions'],
    order.map((c) => [apis[c]!, df[c]!]),
  );
}

export function edgesTable({ names }: Functions, edges: readonly TwinEdge[]): Relation {
  return relation({
    key: ['a', 'b'],
    columns: [
      texts(
        'a',
        edges.map(({ a }) => names[a]!),
      ),
      texts(
        'b',
        edges.map(({ b }) => names[b]!),
      ),
      reals(
        'score',
        edges.map(({ score }) => score),
      ),
      texts(
        'why',
        edges.map(({ why }) => why),
      ),
    ],
  });
}

export function signaturesTable({ names }: Functions, { text, rows }: Signatures): Relation {
  return relation({
    key: ['fn'],
    columns: [
      texts('fn', names),
      texts('signature', text),
      integers(
        'columns',
        rows.map((row) => row.length),
        { doc: 'distinct types' },
      ),
    ],
  });
}

export function pdgTable({ names }: Functions, pdg: Pdg): Relation {
  const rows = names.length;
  const sum = (links: Pdg['control']): Uint32Array =>
    Uint32Array.from(
      { length: rows },
      (_, f) => links.offsets[pdg.first[f + 1]!]! - links.offsets[pdg.first[f]!]!,
    );
  return relation({
    key: ['fn'],
    columns: [
      texts('fn', names),
      integers(
        'blocks',
        Uint32Array.from({ length: rows }, (_, f) => pdg.first[f + 1]! - pdg.first[f]!),
      ),
      integers('control', sum(pdg.control), { unit: 'edges' }),
      integers('data', sum(pdg.data), { unit: 'edges' }),
      booleans('calls', pdg.calls, { doc: 'calls something that is no noise' }),
    ],
  });
}

/** Label of every block after the last round, as hexadecimal digits. */
export function labelsTable(
  graph: CodeGraph,
  { names, ordinals }: Functions,
  pdg: Pdg,
  final: BigUint64Array,
): Relation {
  const bodies = bodiesOf(graph);
  const from = Array.from(ordinals, (v) => bodies.range(v)[0]);
  return relation({
    key: ['fn', 'block'],
    columns: [
      computedTexts('fn', final.length, (block) => names[pdg.owner[block]!]!),
      computedTexts('block', final.length, (block) => {
        const place = from[pdg.owner[block]!]! + block - pdg.first[pdg.owner[block]!]!;
        return formatBlockName({ body: bodies.body[place]!, block: bodies.number[place]! });
      }),
      computedTexts('label', final.length, (block) => final[block]!.toString(16).padStart(16, '0')),
    ],
  });
}

/** Distinct labels after each round. */
export function refinement(history: readonly BigUint64Array[]): Relation {
  return fromRows(
    ['round'],
    ['round:integer', 'labels:integer'],
    history.map((labels, round) => [round, new Set(labels).size]),
  );
}

export function shapesTable({ names }: Functions, { signature, bags }: Shapes): Relation {
  const rows = [...signature.keys()].filter((f) => signature[f] !== null);
  return relation({
    key: ['fn'],
    columns: [
      texts(
        'fn',
        rows.map((f) => names[f]!),
      ),
      integers(
        'blocks',
        rows.map((f) => bags[f]!.size),
      ),
      texts(
        'signature',
        rows.map((f) => signature[f]!.toString(16).padStart(16, '0')),
      ),
    ],
  });
}

export const evidenceOf = (names: readonly string[], { edges }: Group): string[] =>
  sortUtf8([
    ...new Set(
      edges.map(({ class: name, a, b, why }) => `${name} ${names[a]!} ↔ ${names[b]!}: ${why}`),
    ),
  ]);

export function groupsTable(
  graph: CodeGraph,
  functions: Functions,
  groups: readonly Group[],
): Relation {
  return relation({
    key: ['group'],
    columns: [
      texts(
        'group',
        groups.map(({ label }) => functions.names[label]!),
      ),
      integers(
        'size',
        groups.map(({ members }) => members.length),
        { unit: 'functions' },
      ),
      lists(
        'classes',
        groups.map(({ classes }) => classes),
      ),
      booleans(
        'strong',
        groups.map(({ strong }) => strong),
      ),
      integers(
        'near',
        groups.map(({ near }) => near),
        { unit: 'pairs' },
      ),
      reals(
        'best',
        groups.map(({ best }) => best),
      ),
      integers(
        'crates',
        groups.map(({ members }) => cratesOf(graph, functions, members)),
      ),
      lists(
        'members',
        groups.map(({ members }) =>
          members.length > MAX_GROUP ? null : members.map((f) => functions.names[f]!),
        ),
      ),
    ],
  });
}

export function cratesOf(
  graph: CodeGraph,
  { ordinals }: Functions,
  members: readonly number[],
): number {
  return new Set(members.map((f) => graph.crateOf(ordinals[f]!))).size;
}

/** Groups by how many functions they hold. */
export function groupSizes(groups: readonly Group[]): Relation {
  const counts = new Map<number, [strong: number, weak: number]>();
  for (const { members, strong } of groups) {
    const cell = counts.get(members.length) ?? [0, 0];
    cell[strong ? 0 : 1]++;
    counts.set(members.length, cell);
  }
  const rows = [...counts]
    .sort(([a], [b]) => a - b)
    .flatMap(([size, [strong, weak]]): Cell[][] => [
      [size, 'strong', strong],
      [size, 'weak', weak],
    ]);
  return fromRows(['size', 'kind'], ['size:integer', 'kind', 'groups:integer'], rows);
}

export function edgeCounts(edges: readonly TwinEdge[]): Record<string, number> {
  return Object.fromEntries(
    EDGE_CLASSES.map((name) => [
      `edges_${name.toLowerCase().replace('+', '_')}`,
      edges.filter((edge) => edge.class === name).length,
    ]),
  );
}
