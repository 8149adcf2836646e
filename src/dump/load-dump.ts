import { createTask, type Task } from '../task/index.js';
import { assembleEdges } from './assemble-edges.js';
import { assembleNodes } from './assemble-nodes.js';
import { fileSource, type ByteSource } from './byte-source.js';
import { decodedEdges, edgesInFile, type EdgeSource } from './edge-source.js';
import type { LoadedDump } from './loaded-dump.js';
import { listUnits, locateDump, type UnitPaths } from './locate.js';
import { decodedNodes, nodesInFile, type NodeSource } from './node-source.js';
import { IdReader } from './read-ids.js';
import {
  checked,
  openEdges,
  openNodes,
  readEdgeColumns,
  readNodeColumns,
  unitMetadata,
} from './read-unit.js';
import { EMPTY_POOL } from './text-pool.js';
import type {
  EdgeColumns,
  KeyColumn,
  NodeColumns,
  UnitColumns,
  UnitMetadata,
} from './unit-columns.js';

/** One graph's worth of columns out of several units. */
export function assemble(units: readonly UnitColumns[]): LoadedDump {
  return assembled(
    units.map((unit) => unit.metadata),
    units.map((unit) => decodedNodes(unit.nodes)),
    units.map((unit) => decodedEdges(unit.edges, unit.nodes.ids)),
  );
}

function assembled(
  units: readonly UnitMetadata[],
  nodes: readonly NodeSource[],
  sources: readonly EdgeSource[],
  check: () => void = () => undefined,
): LoadedDump {
  const names = units.map(({ unit }) => unit);
  const merged = assembleNodes(nodes, names, check);
  const edges = assembleEdges(sources, merged, check);
  return {
    units,
    nodeCount: merged.ids.length,
    refCount: edges.refs.length,
    ids: merged.ids,
    refs: edges.refs,
    text: merged.text,
    integers: merged.integers,
    flags: merged.flags,
    edges: edges.edges,
    duplicates: merged.duplicates,
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

/** A dump as one graph. Columns go from the files straight to the places where they stay. */
export function loadDump(path: string, task: Task = createTask()): LoadedDump {
  const steps = loading(path, task, false);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same, with ids of the next units being read while those of one are looked through. */
export async function loadDumpAhead(path: string, task: Task = createTask()): Promise<LoadedDump> {
  const steps = loading(path, task, true);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await step.value;
  }
}

const UNITS_AHEAD = 16;

/** Stops where it would use what is being read ahead, to be gone on with once that is there. */
function* loading(
  path: string,
  task: Task,
  ahead: boolean,
): Generator<Promise<void>, LoadedDump, undefined> {
  const units = listUnits(locateDump(path));
  // Ids, other columns, edges: each goes through all units once.
  let steps = 0;
  const check = (): void => {
    task.check('loading the dump');
    task.progress('loading the dump', Math.floor(steps++ / 3), units.length);
  };
  const nodeFiles = units.map(({ nodes }) => withSource(nodes, openNodes));
  const edgeFiles = units.map(({ edges }) => withSource(edges, openEdges));
  const metadata = units.map(({ unit }, at) =>
    unitMetadata(
      nodeFiles[at]?.metadata ?? edgeFiles[at]?.metadata ?? new Map<string, string>(),
      unit,
    ),
  );
  const reader = new IdReader(nodeFiles);
  const nodes: NodeSource[] = [];
  const edges: EdgeSource[] = [];
  const coming: Promise<void>[] = [];
  for (const [unit, file] of nodeFiles.entries()) {
    check();
    for (const next of ahead ? nodeFiles.slice(coming.length, unit + UNITS_AHEAD) : [])
      coming.push(next === null ? Promise.resolve() : reader.ahead(next));
    const arriving = coming[unit];
    if (arriving !== undefined) yield arriving;
    const own = file === null ? decodedNodes(NO_NODES) : nodesInFile(file, reader.read(file));
    const edgeFile = edgeFiles[unit]!;
    nodes.push(own);
    edges.push(
      edgeFile === null ? decodedEdges(NO_EDGES, EMPTY_POOL) : edgesInFile(edgeFile, own.ids.pool),
    );
  }
  const dump = assembled(metadata, nodes, edges, check);
  task.check('loading the dump');
  return dump;
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
