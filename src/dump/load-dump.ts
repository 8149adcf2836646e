import { createTask, type Task } from '../task/index.js';
import { assembleEdges } from './assemble-edges.js';
import { assembleNodes } from './assemble-nodes.js';
import { fileSource, type ByteSource } from './byte-source.js';
import { DumpError } from './dump-error.js';
import type { LoadedDump } from './loaded-dump.js';
import { listUnits, locateDump, type UnitPaths } from './locate.js';
import {
  openEdges,
  openNodes,
  readEdgeColumns,
  readNodeColumns,
  unitMetadata,
} from './read-unit.js';
import type { UnitColumns } from './unit-columns.js';

/** One graph's worth of columns out of several units. */
export function assemble(units: readonly UnitColumns[]): LoadedDump {
  const nodes = assembleNodes(units);
  const edges = assembleEdges(units, nodes.ids);
  return {
    units: units.map((unit) => unit.metadata),
    nodeCount: nodes.count,
    refCount: edges.refCount,
    ids: edges.ids,
    text: nodes.text,
    integers: nodes.integers,
    flags: nodes.flags,
    edges: edges.edges,
    edgeColumns: edges.edgeColumns,
    duplicates: nodes.duplicates,
    skipped: edges.skipped,
  };
}

export function loadDump(path: string, task: Task = createTask()): LoadedDump {
  const dir = locateDump(path);
  const units = listUnits(dir);
  return assemble(
    units.map((unit, index) => {
      task.check('loading the dump');
      task.progress('loading the dump', index, units.length);
      return readUnit(unit);
    }),
  );
}

const NO_NODES = {
  rows: 0,
  ids: { bytes: new Uint8Array(0), offsets: new Uint32Array(1), length: 0 },
  text: {},
  integers: {},
  flags: {},
};
const NO_TEXT = {
  codes: new Uint32Array(0),
  pool: { bytes: new Uint8Array(0), offsets: new Uint32Array(2), length: 1 },
};
const NO_EDGES = {
  rows: 0,
  src: NO_TEXT,
  dst: NO_TEXT,
  kind: NO_TEXT,
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
    metadata: unitMetadata(nodes?.metadata ?? edges?.metadata ?? new Map(), paths.unit),
    nodes: nodes?.columns ?? NO_NODES,
    edges: edges?.columns ?? NO_EDGES,
  };
}

/** An empty file is a unit that had nothing to say. */
function withSource<T>(path: string | null, read: (source: ByteSource) => T): T | null {
  if (path === null) return null;
  const source = fileSource(path);
  try {
    return source.size === 0 ? null : read(source);
  } catch (cause) {
    // Damage that no check foresaw ends as a range or type error of the runtime: one clear line for those too.
    if (cause instanceof RangeError || cause instanceof TypeError) {
      throw new DumpError(`damaged Arrow file: ${source.name}; make the dump again`, { cause });
    }
    throw cause;
  } finally {
    source.close();
  }
}
