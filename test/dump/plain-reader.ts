import { CompressionType, compressionRegistry, tableFromIPC } from 'apache-arrow';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EDGE_KINDS, HOWS } from '../../src/dump/index.js';
import { byBytes, type PlainGraph } from './naive-graph.js';

const lz4 = createRequire(import.meta.url)('lz4js') as {
  decompress(bytes: Uint8Array): Uint8Array;
};
compressionRegistry.set(CompressionType.LZ4_FRAME, {
  decode: (bytes) => Uint8Array.from(lz4.decompress(bytes)),
});

type Row = Readonly<Record<string, unknown>>;

function rowsOf(path: string): Row[] {
  const bytes = readFileSync(path);
  if (bytes.length === 0) return [];
  const table = tableFromIPC(bytes);
  return Array.from({ length: table.numRows }, (_, row) =>
    (table.get(row)! as { toJSON(): Row }).toJSON(),
  );
}

const word = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
const flag = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;
const count = (value: unknown): number => {
  const number = Number(value ?? 0);
  return number > 0 && number <= 2 ** 31 - 1 ? number : 0;
};

interface EdgeRow {
  readonly unit: number;
  readonly row: Row;
}

/** The dump as the merge rules say, one row at a time, with the library's own reader, maps and objects. */
export function readPlainly(dir: string): PlainGraph {
  const names = readdirSync(dir).sort(byBytes);
  const units = [
    ...new Set(names.flatMap((name) => /^(.*)\.(?:nodes|edges)\.arrow$/u.exec(name)?.[1] ?? [])),
  ];
  const nodes = new Map<string, Row>();
  const groups = new Map<string, EdgeRow[]>();
  units.forEach((unit, at) => {
    if (names.includes(`${unit}.nodes.arrow`)) {
      for (const row of rowsOf(join(dir, `${unit}.nodes.arrow`))) {
        const id = row['id'] as string;
        const old = nodes.get(id);
        if (old === undefined || (old['defined'] === false && row['defined'] !== false))
          nodes.set(id, row);
      }
    }
    if (names.includes(`${unit}.edges.arrow`)) {
      for (const row of rowsOf(join(dir, `${unit}.edges.arrow`))) {
        const { src, dst, kind } = row;
        if (
          typeof src !== 'string' ||
          typeof dst !== 'string' ||
          !(EDGE_KINDS as readonly unknown[]).includes(kind)
        )
          continue;
        const key = JSON.stringify([kind, src, dst]);
        groups.set(key, [...(groups.get(key) ?? []), { unit: at, row }]);
      }
    }
  });
  const refs = new Set<string>();
  const edges = [...groups].map(([key, rows]) => {
    const [kind, src, dst] = JSON.parse(key) as [(typeof EDGE_KINDS)[number], string, string];
    for (const end of [src, dst]) if (!nodes.has(end)) refs.add(end);
    const perUnit = new Map<number, number>();
    for (const { unit, row } of rows)
      perUnit.set(unit, (perUnit.get(unit) ?? 0) + Math.max(1, count(row['count'])));
    const partials = rows
      .map(({ row }) => flag(row['partial']))
      .filter((value) => value !== undefined);
    const accesses = rows
      .map(({ row }) => word(row['access']))
      .filter((value) => value !== undefined);
    const known = new Set(accesses.filter((value) => value !== 'unknown'));
    const hows = rows.map(({ row }) => word(row['how']));
    const sites = rows
      .flatMap(({ row }) =>
        row['sites']
          ? [...(row['sites'] as Iterable<{ toJSON(): Row }>)].map((site) => site.toJSON())
          : [],
      )
      .map((site) => ({
        file: word(site['file']) ?? '',
        line: count(site['line']),
        col: count(site['col']),
      }))
      .sort((a, b) => byBytes(a.file, b.file) || a.line - b.line || a.col - b.col)
      .map((site) => `${site.file}:${site.line}:${site.col}`);
    return {
      kind,
      src,
      dst,
      count: Math.max(...perUnit.values()),
      partial: partials.length === 0 ? undefined : partials.every(Boolean),
      access: known.size > 1 ? 'both' : ([...known][0] ?? accesses[0]),
      how:
        kind === 'CFG_SUCC' && hows.includes(undefined)
          ? undefined
          : HOWS.find((one) => hows.includes(one)),
      sites: perUnit.size > 1 ? [...new Set(sites)] : sites,
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
      .sort((a, b) => byBytes(a['id'] as string, b['id'] as string))
      .map((row) => ({
        id: row['id'],
        kind: word(row['kind']),
        name: word(row['name']),
        crate: word(row['crate']),
        version: word(row['version']),
        file: word(row['file']),
        line: count(row['line']) || undefined,
        ty: word(row['ty']),
        isTest: flag(row['is_test']),
        defined: flag(row['defined']) ?? true,
        payloadHash: word(row['payload_hash']),
      })),
    refs: [...refs].sort(byBytes),
    edges,
  };
}
