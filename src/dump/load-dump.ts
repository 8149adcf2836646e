import { createTask, type Task } from '../task/index.js';
import { assembleEdges } from './assemble-edges.js';
import { assembleNodes } from './assemble-nodes.js';
import { fileSource, type ByteSource } from './byte-source.js';
import type { LoadedDump } from './loaded-dump.js';
import { listUnits, locateDump, type UnitPaths } from './locate.js';
import {
  checked,
  openEdges,
  openNodes,
  readEdgeColumns,
  readNodeColumns,
  unitMetadata,
} from './read-unit.js';
import { EMPTY_POOL } from './text-pool.js';
import type { EdgeColumns, KeyColumn, NodeColumns, UnitColumns } from './unit-columns.js';

/** One graph's worth of columns out of several units. */
export function assemble(units: readonly UnitColumns[]): LoadedDump {
  const nodes = assembleNodes(units);
  const edges = assembleEdges(units, nodes.ids, nodes.ordinals);
  return {
    units: units.map((unit) => unit.metadata),
    nodeCount: nodes.ids.length,
    refCount: edges.refs.length,
    ids: nodes.ids,
    refs: edges.refs,
    text: nodes.text,
    integers: nodes.integers,
    flags: nodes.flags,
    edges: edges.edges,
    duplicates: nodes.duplicates,
    skipped: edges.skipped,
  };
}

/** The columns of every unit of a dump. */
export function readUnits(path: string, task: Task = createTask()): UnitColumns[] {
  const units = listUnits(locateDump(path));
  return units.map((unit, index) => {
    task.check('loading the dump');
    task.progress('loading the dump', index, units.length);
    return readUnit(unit);
  });
}

export function loadDump(path: string, task: Task = createTask()): LoadedDump {
  const units = readUnits(path, task);
  task.check('loading the dump');
  return assemble(units);
}

const NO_NODES: NodeColumns = { rows: 0, ids: EMPTY_POOL, text: {}, integers: {}, flags: {} };
const NO_KEYS: KeyColumn = { codes: new Uint32Array(0), pool: EMPTY_POOL };
const NO_EDGES: EdgeColumns = {
  rows: 0,
  src: NO_KEYS,
  dst: NO_KEYS,
  kind: NO_KEYS,
  count: null,
  sites: null,
  partial: null,
  text: {},
};

export function readUnit(paths: UnitPaths): UnitColumns {
  const nodes = withSource(paths.nodes, (source) => {
    const file = openNodes(source);
    return { columns: readNodeColumns(file), metadata: file.metadata };
  });
  const edges = withSource(paths.edges, (source) => {
    const file = openEdges(source);
    return { columns: readEdgeColumns(file), metadata: file.metadata };
  });
  return {
    metadata: unitMetadata(
      nodes?.metadata ?? edges?.metadata ?? new Map<string, string>(),
      paths.unit,
    ),
    nodes: nodes?.columns ?? NO_NODES,
    edges: edges?.columns ?? NO_EDGES,
  };
}

/** An empty file is a unit that had nothing to say. */
function withSource<T>(path: string | null, read: (source: ByteSource) => T): T | null {
  if (path === null) return null;
  const source = fileSource(path);
  try {
    return source.size === 0 ? null : checked(source, () => read(source));
  } finally {
    source.close();
  }
}
