import {
  EDGE_TEXT_COLUMNS,
  NODE_FLAG_COLUMNS,
  NODE_INTEGER_COLUMNS,
  NODE_TEXT_COLUMNS,
} from './unit-columns.js';
import type { ArrowSchema } from './arrow-schema.js';

/**
 * Other names under which a column is found. The manual names no physical column but `id`, so these are guesses at
 * what other producers write; the first name that is there wins, letter case aside.
 */
export const NODE_ALIASES: Readonly<Record<string, readonly string[]>> = {
  id: ['moniker', 'symbol', 'node_id', 'key'],
  kind: ['node_kind', 'item_kind'],
  name: ['display_name', 'leaf_name'],
  crate: ['crate_name', 'package', 'package_name'],
  version: ['crate_version', 'package_version'],
  repo: ['repository'],
  file: ['path', 'source_file', 'relative_path'],
  line: ['start_line', 'line_start'],
  end_line: ['line_end'],
  ty: ['type', 'type_text', 'payload'],
  visibility: ['vis'],
  effective_visibility: ['effective_vis', 'eff_vis'],
  has_doc: ['documented'],
  is_test: ['test'],
  generated: ['is_generated'],
  cfg: ['cfg_predicate'],
  receiver: ['self_kind'],
  defined: ['is_defined'],
  payload_hash: ['hash'],
};

export const EDGE_ALIASES: Readonly<Record<string, readonly string[]>> = {
  src: ['source', 'src_id', 'source_id', 'from'],
  dst: ['target', 'dst_id', 'target_id', 'to'],
  kind: ['edge_kind', 'relation', 'rel'],
  count: ['site_count', 'n_sites'],
  sites: ['positions'],
  partial: ['is_partial'],
};

export const NODE_COLUMNS: readonly string[] = [
  'id',
  ...NODE_TEXT_COLUMNS,
  ...NODE_INTEGER_COLUMNS,
  ...NODE_FLAG_COLUMNS,
];
export const EDGE_COLUMNS: readonly string[] = [
  'src',
  'dst',
  'kind',
  'count',
  'sites',
  'partial',
  ...EDGE_TEXT_COLUMNS,
];

/** Which column of a file was read as which: our name → position and the name it bears there. */
export type ColumnMap = ReadonlyMap<string, { readonly at: number; readonly found: string }>;

export function mapColumns(
  schema: ArrowSchema,
  names: readonly string[],
  aliases: Readonly<Record<string, readonly string[]>>,
): ColumnMap {
  const there = new Map<string, number>();
  schema.fields.forEach((field, at) => {
    const key = field.name.toLowerCase();
    if (field.type.type !== 'null' && !there.has(key)) there.set(key, at);
  });
  const map = new Map<string, { at: number; found: string }>();
  for (const name of names) {
    const found = [name, ...(aliases[name] ?? [])].find((word) => there.has(word));
    if (found === undefined) continue;
    const at = there.get(found)!;
    map.set(name, { at, found: schema.fields[at]!.name });
  }
  return map;
}
