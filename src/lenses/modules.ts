import { ITEM_KINDS } from '../dump/index.js';
import type { CodeGraph, CodedColumn } from '../graph/index.js';
import { utf8Comparator } from '../table/index.js';
import { InvalidArgument } from '../task/index.js';
import type { Need } from '../lens/index.js';

/** The grain at which code is grouped. */
export type Level =
  | { readonly of: 'crate' | 'module' | 'file' }
  /** The first `depth` folders of the file's path. */
  | { readonly of: 'folder'; readonly depth: number };

export const LEVEL_EXAMPLES = ['crate', 'module', 'file', 'folder:1', 'folder:2'] as const;

/** Throws `InvalidArgument` for a text that is no level. */
export function parseLevel(text: string): Level {
  if (text === 'crate' || text === 'module' || text === 'file') return { of: text };
  const depth = /^folder:([1-9]\d?)$/.exec(text)?.[1];
  if (depth !== undefined) return { of: 'folder', depth: Number(depth) };
  throw new InvalidArgument(
    `level: ${JSON.stringify(text)}; it is crate, module, file or folder:<depth>, such as folder:1`,
  );
}

/** The nodes in scope, grouped. Modules are numbered by the bytes of their names. */
export interface Modules {
  readonly names: readonly string[];
  /** Module of each node; -1 = out of scope, or without one. */
  readonly of: Int32Array;
  /** Declarations in each module: what a reader would count, not their parts. */
  readonly items: Uint32Array;
  /** Distinct files in each module. */
  readonly files: Uint32Array;
  /** Declarations in scope that belong to no module. */
  readonly unplaced: number;
  readonly needs: readonly Need[];
}

const ROOT_KINDS: ReadonlySet<string> = new Set(['crate', 'package']);

/** Groups the nodes that `scope` holds by `level`. */
export function modulesOf(graph: CodeGraph, level: Level, scope: Uint8Array): Modules {
  const namer = NAMERS[level.of](graph, level);
  if (namer === null) return emptyModules(graph, level);
  const keys = new Int32Array(graph.nodeCount).fill(-1);
  const isItem = kindFlags(graph, ITEM_KINDS);
  const isRoot = kindFlags(graph, ROOT_KINDS);
  const used = new Uint8Array(namer.count);
  for (let v = 0; v < graph.nodeCount; v++) {
    if (scope[v] === 0) continue;
    const key = namer.keyOf(v);
    keys[v] = key;
    // A package's own node makes no module: only what it declares outside its modules does.
    if (key >= 0 && isRoot[v] === 0) used[key] = 1;
  }
  const { names, rankOf } = rankNames(namer, used);
  const items = new Uint32Array(names.length);
  let unplaced = 0;
  for (let v = 0; v < graph.nodeCount; v++) {
    const key = keys[v]!;
    const module = key < 0 ? -1 : rankOf[key]!;
    keys[v] = module;
    if (isItem[v] === 0 || scope[v] === 0) continue;
    if (module < 0) unplaced++;
    else items[module] = items[module]! + 1;
  }
  return {
    names,
    of: keys,
    items,
    files: filesPerModule(graph.file, keys, names.length),
    unplaced,
    needs: [],
  };
}

interface Namer {
  /** Keys are 0..count. */
  readonly count: number;
  /** Key of a node; -1 = none. */
  keyOf(v: number): number;
  name(key: number): string;
  /** A longer name, for keys whose names coincide. */
  longName(key: number): string;
}

const NAMERS: Record<Level['of'], (graph: CodeGraph, level: Level) => Namer | null> = {
  crate: byCrate,
  module: byModuleNode,
  file: byPath,
  folder: byPath,
};

function emptyModules(graph: CodeGraph, level: Level): Modules {
  const fact = level.of === 'crate' ? 'crate' : 'file';
  return {
    names: [],
    of: new Int32Array(graph.nodeCount).fill(-1),
    items: new Uint32Array(0),
    files: new Uint32Array(0),
    unplaced: 0,
    needs: [
      {
        fact: `nodes.${fact}`,
        producer: 'any producer of the reference schema',
        missing: graph.nodeCount,
      },
    ],
  };
}

function byCrate(graph: CodeGraph): Namer | null {
  const { version } = graph;
  const codes = new Map<string, number>();
  const crates: string[] = [];
  const keys = new Int32Array(graph.nodeCount).fill(-1);
  const width = version?.dictionary.length ?? 1;
  for (let v = 0; v < graph.nodeCount; v++) {
    const crate = graph.crateOf(v);
    if (crate === null) continue;
    let code = codes.get(crate);
    if (code === undefined) {
      code = crates.push(crate) - 1;
      codes.set(crate, code);
    }
    keys[v] = code * width + (version?.codes[v] ?? 0);
  }
  if (crates.length === 0) return null;
  return {
    count: crates.length * width,
    keyOf: (v) => keys[v]!,
    name: (key) => crates[Math.floor(key / width)]!,
    longName: (key) =>
      `${crates[Math.floor(key / width)]!}@${version?.dictionary[key % width] ?? ''}`,
  };
}

/**
 * The nearest module around a node. A TypeScript namespace is a module inside a file's module: there the file's own
 * node is meant, since files are what its readers import. Code outside every module belongs to its package.
 */
function byModuleNode(graph: CodeGraph): Namer {
  const { parents } = graph;
  const isModule = kindFlags(graph, new Set(['module']));
  const isRoot = kindFlags(graph, ROOT_KINDS);
  const anchor = new Int32Array(graph.nodeCount).fill(-2);
  const own = (v: number): number => {
    const parent = parents[v]!;
    const above = parent < 0 ? -1 : anchor[parent]!;
    if (isModule[v] === 1) {
      const nested =
        above >= 0 &&
        isModule[above] === 1 &&
        sameFile(graph.file, v, above) &&
        fromNpm(graph.id(v));
      return nested ? above : v;
    }
    if (above >= 0) return above;
    return isRoot[v] === 1 ? v : -1;
  };
  const chain: number[] = [];
  for (let start = 0; start < graph.nodeCount; start++) {
    for (let v = start; v >= 0 && anchor[v] === -2; v = parents[v]!) {
      chain.push(v);
      // Marks the node as met, so that a cycle of CONTAINS in a broken dump ends here.
      anchor[v] = -1;
    }
    for (let v = chain.pop(); v !== undefined; v = chain.pop()) anchor[v] = own(v);
  }
  return {
    count: graph.nodeCount,
    keyOf: (v) => anchor[v]!,
    name: (key) =>
      graph
        .label(key)
        .replace(/`/g, '')
        .replace(/[/ ]+$/, ''),
    longName: (key) => graph.stableId(key).replace(/[/ ]+$/, ''),
  };
}

const fromNpm = (id: string): boolean => id.split(' ', 2)[1] === 'npm';

const sameFile = (file: CodedColumn | null, a: number, b: number): boolean =>
  file !== null && file.codes[a] === file.codes[b];

/** Nodes without a file take that of the nearest node around them. */
function byPath(graph: CodeGraph, level: Level): Namer | null {
  const { file, parents } = graph;
  if (file === null) return null;
  const fileOf = new Int32Array(graph.nodeCount);
  for (let v = 0; v < graph.nodeCount; v++) {
    let at = v;
    for (let steps = 0; at >= 0 && file.codes[at] === 0 && steps < 64; steps++) at = parents[at]!;
    fileOf[v] = at < 0 || file.codes[at] === 0 ? -1 : file.codes[at]!;
  }
  const codeOf = new Map<string, number>();
  const groups: string[] = [];
  const groupOf = file.dictionary.map((path) => {
    if (path === null) return -1;
    const name = level.of === 'folder' ? folderOf(path, level.depth) : path;
    let code = codeOf.get(name);
    if (code === undefined) {
      code = groups.push(name) - 1;
      codeOf.set(name, code);
    }
    return code;
  });
  return {
    count: groups.length,
    keyOf: (v) => (fileOf[v]! < 0 ? -1 : groupOf[fileOf[v]!]!),
    name: (key) => groups[key]!,
    longName: (key) => groups[key]!,
  };
}

function folderOf(path: string, depth: number): string {
  const folders = path.split('/').slice(0, -1);
  return folders.slice(0, depth).join('/') || '.';
}

function rankNames(namer: Namer, used: Uint8Array): { names: string[]; rankOf: Int32Array } {
  const keys: number[] = [];
  for (let key = 0; key < used.length; key++) if (used[key] === 1) keys.push(key);
  const names = keys.map((key) => namer.name(key));
  const seen = new Map<string, number>();
  for (const name of names) seen.set(name, (seen.get(name) ?? 0) + 1);
  const unique = keys.map((key, i) => (seen.get(names[i]!)! > 1 ? namer.longName(key) : names[i]!));
  const compare = utf8Comparator(unique);
  const order = keys
    .map((_, i) => i)
    .sort((a, b) => compare(unique[a]!, unique[b]!) || keys[a]! - keys[b]!);
  const rankOf = new Int32Array(used.length).fill(-1);
  order.forEach((i, rank) => (rankOf[keys[i]!] = rank));
  return { names: order.map((i) => unique[i]!), rankOf };
}

/** One byte a node: whether its kind is one of these. */
export function kindFlags(graph: CodeGraph, kinds: ReadonlySet<string>): Uint8Array {
  const wanted = graph.kind.dictionary.map((kind) => kind !== null && kinds.has(kind));
  const flags = new Uint8Array(graph.nodeCount);
  for (let v = 0; v < graph.nodeCount; v++) if (wanted[graph.kind.codes[v]!]) flags[v] = 1;
  return flags;
}

function filesPerModule(
  file: CodedColumn | null,
  moduleOf: Int32Array,
  modules: number,
): Uint32Array {
  const counts = new Uint32Array(modules);
  if (file === null) return counts;
  const seen = new Set<number>();
  for (let v = 0; v < moduleOf.length; v++) {
    const module = moduleOf[v]!;
    if (module < 0 || file.codes[v] === 0) continue;
    const pair = module * file.dictionary.length + file.codes[v]!;
    if (seen.has(pair)) continue;
    seen.add(pair);
    counts[module] = counts[module]! + 1;
  }
  return counts;
}

/** Module numbers whose names contain the pattern, backticks ignored. */
export function modulesMatching(names: readonly string[], pattern: string): number[] {
  const wanted = pattern.replace(/`/g, '');
  return names.flatMap((name, module) => (name.includes(wanted) ? [module] : []));
}
