import { basename } from 'node:path';
import { createTask, type Task } from '../task/index.js';
import { fingerprintOf } from './block-facts.js';
import { parseBlockName } from './block.js';
import { fileSource } from './byte-source.js';
import { EDGE_COLUMNS, NODE_COLUMNS } from './column-names.js';
import { DumpError, oneLine } from './dump-error.js';
import { readUnit } from './load-dump.js';
import { listUnits, locateDump, type UnitPaths } from './locate.js';
import { parseDescriptors, splitMoniker } from './moniker.js';
import { parsePayload } from './payload.js';
import { checked, openEdges, openNodes } from './read-unit.js';
import { poolText, type TextColumn, type TextPool } from './text-pool.js';
import {
  NO_KEY,
  type EdgeColumns,
  type KeyColumn,
  type NodeColumns,
  type UnitColumns,
} from './unit-columns.js';
import {
  ACCESSES,
  EDGE_KINDS,
  EFFECTIVE_VISIBILITIES,
  FIDELITIES,
  HOWS,
  NODE_KINDS,
  ORIGINS,
  SCHEMA_VERSION,
  VISIBILITIES,
} from './vocabulary.js';

/** Something that a producer did wrong, told once a file and rule. */
export interface DumpFault {
  /** `error`: readers refuse or skip it. `warning`: it is read, and probably not what was meant. */
  readonly severity: 'error' | 'warning';
  readonly file: string;
  /** Short and stable, kebab-case. */
  readonly rule: string;
  /** A noun phrase, a colon, the first offending value. */
  readonly message: string;
  readonly count: number;
}

export function validateDump(path: string, task: Task = createTask()): DumpFault[] {
  const units = listUnits(locateDump(path));
  const faults = new Faults();
  units.forEach((unit, index) => {
    task.check('validating');
    task.progress('validating', index, units.length);
    try {
      const nodesOk = unit.nodes === null || checkSchema(unit.nodes, 'nodes', faults);
      const edgesOk = unit.edges === null || checkSchema(unit.edges, 'edges', faults);
      if (unit.nodes === null)
        faults.error(basename(unit.edges!), 'no-nodes', `unit without a nodes file: ${unit.unit}`);
      if (nodesOk && edgesOk) checkUnit(unit, readUnit(unit), faults);
    } catch (error) {
      if (!(error instanceof DumpError)) throw error;
      faults.error(basename(unit.nodes ?? unit.edges!), 'unreadable', error.message);
    }
  });
  return faults.list();
}

class Faults {
  readonly #made = new Map<string, { -readonly [K in keyof DumpFault]: DumpFault[K] }>();

  error(file: string, rule: string, message: string, count = 1): void {
    this.#add('error', file, rule, message, count);
  }

  warning(file: string, rule: string, message: string, count = 1): void {
    this.#add('warning', file, rule, message, count);
  }

  #add(
    severity: DumpFault['severity'],
    file: string,
    rule: string,
    message: string,
    count: number,
  ): void {
    const key = `${file} ${rule}`;
    const known = this.#made.get(key);
    if (known) known.count += count;
    else this.#made.set(key, { severity, file, rule, message: oneLine(message), count });
  }

  list(): DumpFault[] {
    return [...this.#made.values()];
  }
}

/** Metadata and columns of one file; false where its rows can't be read. */
function checkSchema(path: string, what: 'nodes' | 'edges', faults: Faults): boolean {
  const name = basename(path);
  const source = fileSource(path);
  try {
    if (source.size === 0) return true;
    return checked(source, () => {
      const file = what === 'nodes' ? openNodes(source) : openEdges(source);
      const { schema } = file.table.layout;
      checkMetadata(schema.metadata, name, faults);
      for (const [own, { found }] of file.columns) {
        if (own !== found)
          faults.warning(name, `alias-${own}`, `column under another name: ${found} for ${own}`);
      }
      const known = what === 'nodes' ? NODE_COLUMNS : EDGE_COLUMNS;
      const read = new Set([...file.columns.values()].map(({ found }) => found));
      for (const field of schema.fields) {
        if (!read.has(field.name))
          faults.warning(name, 'unknown-column', `column that no reader knows: ${field.name}`);
      }
      const wanted = what === 'nodes' ? ['id', 'kind', 'name'] : ['src', 'dst', 'kind', 'count'];
      for (const own of wanted) {
        if (!file.columns.has(own) && known.includes(own))
          faults.error(name, `missing-${own}`, `missing column: ${own}`);
      }
      return true;
    });
  } catch (error) {
    if (!(error instanceof DumpError)) throw error;
    faults.error(name, 'unreadable', error.message);
    return false;
  } finally {
    source.close();
  }
}

function checkMetadata(metadata: ReadonlyMap<string, string>, file: string, faults: Faults): void {
  for (const key of ['mimir.schema', 'mimir.producer', 'mimir.fidelity', 'mimir.unit']) {
    if (!metadata.get(key)) faults.error(file, `no-${key}`, `missing metadata: ${key}`);
  }
  const schema = metadata.get('mimir.schema');
  if (schema && !(/^[1-9]\d*$/u.test(schema) && Number(schema) <= SCHEMA_VERSION)) {
    faults.error(file, 'schema', `unknown schema: ${schema}; the newest is ${SCHEMA_VERSION}`);
  }
  const fidelity = metadata.get('mimir.fidelity');
  if (fidelity && !(FIDELITIES as readonly string[]).includes(fidelity)) {
    faults.error(
      file,
      'fidelity',
      `unknown fidelity: ${fidelity}; one of ${FIDELITIES.join(', ')}`,
    );
  }
  const quality = metadata.get('mimir.quality');
  if (quality !== undefined) checkQuality(quality, file, faults);
}

function checkQuality(text: string, file: string, faults: Faults): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.values(value).some((count) => !Number.isInteger(count) || count < 0)
  ) {
    faults.error(file, 'quality', `quality that is no JSON object of counts: ${text}`);
    return;
  }
  const {
    calls,
    resolved = 0,
    external = 0,
    by_value = 0,
    dispatch = 0,
    unresolved = 0,
  } = value as Record<string, number>;
  const sum = resolved + external + by_value + dispatch + unresolved;
  if (calls !== undefined && calls !== sum)
    faults.error(file, 'quality-sum', `calls that don't add up: ${calls} is not ${sum}`);
}

function checkUnit(paths: UnitPaths, unit: UnitColumns, faults: Faults): void {
  const nodesFile = basename(paths.nodes ?? paths.edges!);
  const edgesFile = basename(paths.edges ?? paths.nodes!);
  checkNodes(unit.nodes, nodesFile, faults);
  checkEdges(unit, edgesFile, faults);
  if (unit.nodes.rows > 0) checkContainment(unit, edgesFile, faults);
}

function checkWords(
  column: TextColumn | undefined,
  words: readonly string[],
  name: string,
  file: string,
  faults: Faults,
  required = false,
): void {
  if (!column) return;
  const counts = new Uint32Array(column.pool.length);
  for (const code of column.codes) counts[code]!++;
  if (required && counts[0]! > 0)
    faults.error(file, `no-${name}`, `missing value: ${name}`, counts[0]);
  for (let code = 1; code < counts.length; code++) {
    if (counts[code] === 0) continue;
    const word = poolText(column.pool, code);
    if (!words.includes(word))
      faults.error(
        file,
        `${name}-word`,
        `word outside the vocabulary of ${name}: ${word}`,
        counts[code],
      );
  }
}

function checkNodes(nodes: NodeColumns, file: string, faults: Faults): void {
  const { text, integers, ids } = nodes;
  checkWords(text.kind?.(), NODE_KINDS, 'kind', file, faults, true);
  checkWords(text.origin?.(), ORIGINS, 'origin', file, faults);
  checkWords(text.visibility?.(), VISIBILITIES, 'visibility', file, faults);
  checkWords(
    text.effective_visibility?.(),
    EFFECTIVE_VISIBILITIES,
    'effective_visibility',
    file,
    faults,
  );
  const seen = new Set<string>();
  const kind = text.kind?.();
  const payload = text.ty?.();
  for (let row = 0; row < nodes.rows; row++) {
    const id = poolText(ids, row);
    if (id === '') faults.error(file, 'empty-id', `empty id: row ${row}`);
    if (id.includes('\ufffd'))
      faults.error(file, 'id-encoding', `id that is not UTF-8: row ${row}`);
    if (seen.has(id))
      faults.warning(file, 'repeated-id', `id with several rows in one unit: ${id}`);
    seen.add(id);
    const moniker = splitMoniker(id);
    if (moniker === null || (moniker.short !== '' && parseDescriptors(moniker.short) === null)) {
      faults.warning(file, 'id-grammar', `id outside the symbol grammar: ${id}`);
    }
    const line = integers.line?.[row] ?? 0;
    const end = integers.end_line?.[row] ?? 0;
    if (end > 0 && end < line)
      faults.error(file, 'line-order', `end before its start: ${id} from ${line} to ${end}`);
    if (line > 0 && text.file && text.file().codes[row] === 0)
      faults.warning(file, 'line-without-file', `line without a file: ${id}`);
    const word = kind && kind.codes[row] !== 0 ? poolText(kind.pool, kind.codes[row]!) : '';
    if (word === 'mir_block') checkBlock(id, payload, row, text.name?.(), file, faults);
  }
}

function checkBlock(
  id: string,
  payload: TextColumn | undefined,
  row: number,
  name: TextColumn | undefined,
  file: string,
  faults: Faults,
): void {
  const code = payload?.codes[row] ?? 0;
  const block = code === 0 ? null : parsePayload(poolText(payload!.pool, code));
  if (block === null) faults.error(file, 'unparsable-block', `block that no codec reads: ${id}`);
  else if (block.fingerprint !== fingerprintOf(block))
    faults.warning(file, 'block-fingerprint', `fingerprint of another text: ${id}`);
  const own = name && name.codes[row] !== 0 ? poolText(name.pool, name.codes[row]!) : '';
  if (parseBlockName(own) === null)
    faults.error(file, 'block-name', `block with a name that is none: ${own || '(none)'} of ${id}`);
}

function checkEdges({ nodes, edges }: UnitColumns, file: string, faults: Faults): void {
  checkKinds(edges.kind, file, faults);
  checkWords(edges.text.access, ACCESSES, 'access', file, faults);
  checkWords(edges.text.how, HOWS, 'how', file, faults);
  const lost = [edges.src, edges.dst].reduce(
    (sum, { codes }) => sum + codes.filter((code) => code === NO_KEY).length,
    0,
  );
  if (lost > 0) faults.error(file, 'edge-end', 'edge without an end: src or dst is missing', lost);
  const known = new Set<string>();
  for (let row = 0; row < nodes.rows; row++) known.add(poolText(nodes.ids, row));
  const foreign = unknownCodes(edges.src.pool, known);
  const foreignTarget =
    edges.dst.pool === edges.src.pool ? foreign : unknownCodes(edges.dst.pool, known);
  const word = wordReader(edges.kind);
  const sites = edges.sites?.() ?? null;
  for (let row = 0; row < edges.rows; row++) {
    const src = edges.src.codes[row]!;
    const dst = edges.dst.codes[row]!;
    if (src === NO_KEY || dst === NO_KEY) continue;
    const tell = (): string =>
      `${poolText(edges.src.pool, src)} ${word(row)} ${poolText(edges.dst.pool, dst)}`;
    if (nodes.rows > 0 && foreign[src] === 1 && foreignTarget[dst] === 1) {
      faults.warning(
        file,
        'edge-of-strangers',
        `edge between two ids that this unit has no row for: ${tell()}`,
      );
    }
    if (sites && edges.count && edges.count[row]! < sites.offsets[row + 1]! - sites.offsets[row]!) {
      faults.error(file, 'count-below-sites', `count below the number of sites: ${tell()}`);
    }
    if (saysHow(edges, row, 'unwind') && word(row) !== 'CFG_SUCC') {
      faults.error(file, 'unwind-kind', `unwind on an edge that is no CFG_SUCC: ${tell()}`);
    }
  }
}

function saysHow(edges: EdgeColumns, row: number, wanted: string): boolean {
  const code = edges.text.how?.codes[row] ?? 0;
  return code !== 0 && poolText(edges.text.how!.pool, code) === wanted;
}

function unknownCodes(pool: TextPool, known: ReadonlySet<string>): Uint8Array {
  return Uint8Array.from({ length: pool.length }, (_, code) =>
    known.has(poolText(pool, code)) ? 0 : 1,
  );
}

function wordReader(column: KeyColumn): (row: number) => string {
  const words = Array.from({ length: column.pool.length }, (_, code) =>
    poolText(column.pool, code),
  );
  return (row) => words[column.codes[row]!] ?? '(no kind)';
}

function checkKinds(column: KeyColumn, file: string, faults: Faults): void {
  const counts = new Map<number, number>();
  for (const code of column.codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  for (const [code, count] of counts) {
    if (code === NO_KEY) faults.error(file, 'no-kind', 'missing value: kind', count);
    else {
      const word = poolText(column.pool, code);
      if (!(EDGE_KINDS as readonly string[]).includes(word)) {
        faults.error(file, 'edge-kind-word', `word outside the vocabulary of kind: ${word}`, count);
      }
    }
  }
}

/** A node has one container, no node contains itself however far, and a block hangs under what it belongs to. */
function checkContainment({ nodes, edges }: UnitColumns, file: string, faults: Faults): void {
  const word = wordReader(edges.kind);
  const parents = new Map<string, string>();
  for (let row = 0; row < edges.rows; row++) {
    if (
      word(row) !== 'CONTAINS' ||
      edges.src.codes[row] === NO_KEY ||
      edges.dst.codes[row] === NO_KEY
    )
      continue;
    const parent = poolText(edges.src.pool, edges.src.codes[row]!);
    const child = poolText(edges.dst.pool, edges.dst.codes[row]!);
    if (parents.has(child) && parents.get(child) !== parent) {
      faults.warning(file, 'several-parents', `node with several containers: ${child}`);
    } else parents.set(child, parent);
  }
  for (const start of parents.keys()) {
    let steps = 0;
    for (let at: string | undefined = start; at !== undefined; at = parents.get(at)) {
      if (++steps > parents.size + 1) {
        faults.error(file, 'containment-cycle', `node that contains itself: ${start}`);
        return;
      }
    }
  }
  const kind = nodes.text.kind?.();
  if (!kind) return;
  for (let row = 0; row < nodes.rows; row++) {
    if (kind.codes[row] === 0 || poolText(kind.pool, kind.codes[row]!) !== 'mir_block') continue;
    const id = poolText(nodes.ids, row);
    if (!parents.has(id)) faults.error(file, 'block-owner', `block that nothing contains: ${id}`);
  }
}
