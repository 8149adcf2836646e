import {
  assemble,
  hashDump,
  hashFiles,
  listUnits,
  loadDumpAhead,
  locateDump,
  readUnits,
  SnapshotCache,
  uniteUnits,
  type CacheOptions,
  type ExtraColumns,
} from '../dump/index.js';
import { createTask, type Task } from '../task/index.js';
import type { Adjacency, CodeGraph } from './code-graph.js';
import { ColumnarGraph } from './columnar-graph.js';

export interface OpenOptions {
  readonly task?: Task;
  /** Where snapshots of big dumps are kept; MIMIR_CACHE (`off` or a folder) unless said otherwise. */
  readonly cache?: CacheOptions;
  /** Check bytes rather than sizes and times: of the dump against its key, of a snapshot against its checksums. */
  readonly verify?: boolean;
  /** Folder of the sources that the dump was made from, for `graph.source`. */
  readonly sources?: string;
  /** Other dumps, united with this one by stable id (`--also-dump`). */
  readonly also?: readonly string[];
}

/** The graph of a dump: a dump's directory, or a folder that holds one. */
export function openGraph(path: string, options: OpenOptions = {}): Promise<CodeGraph> {
  const task = options.task ?? createTask();
  const verify = options.verify ?? false;
  if (options.also !== undefined && options.also.length > 0)
    return openUnion(path, options.also, options);
  return Promise.resolve().then(async () => {
    const dir = locateDump(path);
    const files = filesOf(dir);
    const cache = new SnapshotCache(dir, files, {
      place: process.env['MIMIR_CACHE'],
      ...options.cache,
    });
    const key = (): string => cache.key(task);
    const found = cache.open(task, verify);
    if ('snapshot' in found) {
      const { dump, extra } = found.snapshot;
      return new ColumnarGraph(dump, {
        path: dir,
        key,
        cache: found.report,
        calls: readCalls(extra),
        sources: options.sources,
      });
    }
    const dump = await loadDumpAhead(dir, task);
    const graph = new ColumnarGraph(dump, { path: dir, key, sources: options.sources });
    graph.cache = cache.write(dump, () => callColumns(graph), task, found.why);
    return graph;
  });
}

/** Every lens of calls walks them both ways, so a snapshot keeps both. */
function callColumns(graph: CodeGraph): ExtraColumns {
  const { out, in: into } = graph.edges('CALLS');
  return {
    'calls.out.offsets': out.offsets,
    'calls.in.offsets': into.offsets,
    'calls.in.targets': into.targets,
    'calls.in.edges': into.edges,
  };
}

function readCalls(extra: (name: string) => Uint32Array | null) {
  return {
    out: (): Uint32Array | null => extra('calls.out.offsets'),
    in: (): Adjacency | null => {
      const offsets = extra('calls.in.offsets');
      const targets = extra('calls.in.targets');
      const edges = extra('calls.in.edges');
      return offsets && targets && edges ? { offsets, targets, edges } : null;
    },
  };
}

/** Several dumps as one graph; its key follows from theirs, in the order given. */
async function openUnion(
  path: string,
  also: readonly string[],
  options: OpenOptions,
): Promise<CodeGraph> {
  const task = options.task ?? createTask();
  const dirs = [path, ...also].map(locateDump);
  const dumps = await Promise.resolve().then(() => dirs.map((dir) => readUnits(dir, task)));
  return new ColumnarGraph(assemble(uniteUnits(dumps)), {
    path: dirs.join(' + '),
    key: () => unionKey(dirs.map((dir) => hashDump(filesOf(dir), task))),
    sources: options.sources,
  });
}

function unionKey(keys: readonly string[]): string {
  return hashFiles(keys.map((key, at) => ({ name: `dump ${at}`, bytes: Buffer.from(key) })));
}

function filesOf(dir: string): string[] {
  return listUnits(dir).flatMap((unit) => [unit.nodes, unit.edges].filter((file) => file !== null));
}
