import { ITEM_KINDS, type EdgeKind } from '../../dump/index.js';
import type { CodedColumn, CodeGraph } from '../../graph/index.js';
import { sortUtf8 } from '../../table/index.js';
import type { Task } from '../../task/index.js';
import { PUBLIC_FLAG, type ReferenceColumns } from '../liveness.js';
import { checkEntries, ENTRY_FLAG, startsByName } from './liveness-facts.js';

/** What is judged of a dump: its files, or its declarations. */
export type DumpGrain = 'files' | 'items';

export interface DumpReferences {
  readonly names: readonly string[];
  readonly flags: Uint32Array;
  readonly columns: ReferenceColumns;
  /** Ends outside of what is judged: a correct answer. */
  readonly external: number;
  /** Calls that the producer could not resolve, where it counted them. */
  readonly unresolved: number;
}

/** Of each edge kind: what kind of reference it is (0 value, 1 types only) and the rung that found it. */
const REFERENCES: readonly (readonly [EdgeKind, kind: 0 | 1, rung: number])[] = [
  ['CALLS', 0, 0],
  ['PASSES_FN', 0, 0],
  ['READS_FIELD', 0, 0],
  ['WRITES_FIELD', 0, 0],
  ['EXPANDS', 0, 0],
  ['INSTANCE_OF', 0, 0],
  ['EXTENDS', 0, 0],
  ['USES_TYPE', 1, 0],
  ['IMPLEMENTS', 1, 0],
  ['DISPATCH', 0, 1],
];
/** What is known of a value by following it, not by its name. */
const BY_VALUE: ReadonlySet<string> = new Set([
  'param-value',
  'field-value',
  'const-value',
  'points-to',
  'text',
]);
const RUNG_BY_VALUE = 2;

const DECLARING: ReadonlySet<string> = new Set([...ITEM_KINDS, 'module', 'crate']);
/** Seen from outside of its package, whatever its own mark. */
const EXPOSED: ReadonlySet<string> = new Set(['direct', 'reexported', 'reachable']);

export interface DumpQuestion {
  readonly grain: DumpGrain;
  readonly entry: readonly string[];
  /** What packages expose to others is alive too. */
  readonly api: boolean;
}

/** The references of a dump between its files, or between its declarations. */
export function dumpReferences(
  graph: CodeGraph,
  { grain, entry, api }: DumpQuestion,
  task: Task,
): DumpReferences {
  const placed = grain === 'files' ? filesOf(graph) : itemsOf(graph);
  const { names, of } = placed;
  checkEntries(entry, names);
  const flags = flagsOf(graph, placed, api);
  const erasing = typeScriptFiles(graph);
  names.forEach((name, node) => {
    const file = grain === 'files' ? name : null;
    const byName = file !== null && entry.length === 0 && startsByName(file);
    if (byName || entry.some((part) => name.includes(part))) flags[node]! |= ENTRY_FLAG;
  });
  const rows = new Rows();
  let external = 0;
  for (const [edgeKind, kind, rung] of REFERENCES) {
    task.check('reading references');
    const { count, src, dst, how } = graph.edges(edgeKind);
    const byValue = new Set([...BY_VALUE].map((word) => how?.codeOf(word) ?? -1));
    for (let edge = 0; edge < count; edge++) {
      const [from, to] = [src[edge]!, dst[edge]!];
      const start = of[from] ?? -1;
      const end = to < graph.nodeCount ? of[to]! : -1;
      if (start < 0) continue;
      if (end < 0) external++;
      else if (start !== end) {
        const erased = kind === 1 && erasing[graph.file?.codes[from] ?? 0] === 1 ? 1 : 0;
        const followed = how !== null && byValue.has(how.codes[edge]!);
        rows.add(start, end, erased, followed ? RUNG_BY_VALUE : rung);
      }
    }
  }
  addContainment(graph, of, grain, rows);
  addImplementations(graph, of, rows);
  const unresolved = graph.units.reduce(
    (sum, unit) => sum + (unit.quality?.['unresolved'] ?? 0),
    0,
  );
  return { names, flags, columns: rows.columns(), external, unresolved };
}

interface Placed {
  readonly names: readonly string[];
  /** Judged node of each graph node; -1 = none. */
  readonly of: Int32Array;
}

/** Files that declare something, in UTF-8 order: what a macro wrote may name a file of its library. */
function filesOf(graph: CodeGraph): Placed {
  const here = graph.scope({ includeTests: true });
  const of = new Int32Array(graph.nodeCount).fill(-1);
  const { file } = graph;
  if (file === null) return { names: [], of };
  const used = new Uint8Array(file.dictionary.length);
  const declares = marked(graph.kind, DECLARING);
  for (let v = 0; v < graph.nodeCount; v++)
    if (here[v] === 1 && declares[graph.kind.codes[v]!] === 1) used[file.codes[v]!] = 1;
  const names = sortUtf8(
    file.dictionary.filter((name, code) => name !== null && used[code] === 1) as string[],
  );
  const numbers = new Int32Array(file.dictionary.length).fill(-1);
  names.forEach((name, number) => (numbers[file.codeOf(name)] = number));
  for (let v = 0; v < graph.nodeCount; v++) if (here[v] === 1) of[v] = numbers[file.codes[v]!]!;
  return { names, of };
}

/** Declarations by label; what stands inside of one (fields, parameters, blocks, impls) belongs to it. */
function itemsOf(graph: CodeGraph): Placed {
  const here = graph.scope({ includeTests: true });
  const isItem = marked(graph.kind, ITEM_KINDS);
  const names: string[] = [];
  const of = new Int32Array(graph.nodeCount).fill(-1);
  for (let v = 0; v < graph.nodeCount; v++) {
    if (here[v] !== 1 || isItem[graph.kind.codes[v]!] === 0) continue;
    of[v] = names.length;
    names.push(graph.label(v));
  }
  for (let v = 0; v < graph.nodeCount; v++) {
    if (here[v] !== 1 || of[v]! >= 0) continue;
    let owner = v;
    while (owner >= 0 && isItem[graph.kind.codes[owner]!] === 0) owner = graph.parents[owner]!;
    if (owner >= 0) of[v] = of[owner]!;
  }
  return { names, of };
}

/** One byte a file's code: TypeScript and JavaScript, whose types are gone when they run. */
function typeScriptFiles(graph: CodeGraph): Uint8Array {
  return Uint8Array.from(graph.file?.dictionary ?? [], (name) =>
    /\.[cm]?[jt]sx?$/.test(name ?? '') ? 1 : 0,
  );
}

/** One byte a code: whether its text is one of some words. */
function marked(column: CodedColumn | null, words: ReadonlySet<string>): Uint8Array {
  return Uint8Array.from(column?.dictionary ?? [], (text) => (words.has(text ?? '') ? 1 : 0));
}

/** Flags of each judged node that follow from the declarations in it. */
function flagsOf(graph: CodeGraph, { names, of }: Placed, api: boolean): Uint32Array {
  const flags = new Uint32Array(names.length);
  const isItem = marked(graph.kind, ITEM_KINDS);
  const exposed = marked(graph.effectiveVisibility, EXPOSED);
  const fn = graph.kind.codeOf('fn');
  const open = graph.visibility?.codeOf('public') ?? -1;
  for (let v = 0; v < graph.nodeCount; v++) {
    const node = of[v]!;
    if (node < 0 || isItem[graph.kind.codes[v]!] === 0) continue;
    const isExposed = exposed[graph.effectiveVisibility?.codes[v] ?? 0] === 1;
    if (isExposed || (open >= 0 && graph.visibility!.codes[v] === open))
      flags[node]! |= PUBLIC_FLAG;
    // Called by a system, a linker or a test runner.
    const alone =
      graph.isTest?.[v] === 1 ||
      (graph.linkName?.codes[v] ?? 0) !== 0 ||
      (graph.kind.codes[v] === fn && graph.nameOf(v) === 'main');
    if (alone || (api && isExposed)) flags[node]! |= ENTRY_FLAG;
  }
  return flags;
}

/**
 * A part keeps its whole alive; a module keeps the file of a module inside of it. A macro, a type or a function that
 * lives says nothing of its other parts.
 */
function addContainment(graph: CodeGraph, of: Int32Array, grain: DumpGrain, rows: Rows): void {
  for (let v = 0; v < graph.nodeCount; v++) {
    const parent = graph.parents[v]!;
    if (parent < 0) continue;
    const [inner, outer] = [of[v]!, of[parent]!];
    if (inner < 0 || outer < 0 || inner === outer) continue;
    rows.add(inner, outer, 0, 0);
    if (grain === 'files' && graph.kind.at(v) === 'module') rows.add(outer, inner, 0, 0);
  }
}

/**
 * A member of a trait or interface may be any of its implementations; what implements a trait from outside is called by
 * whoever has the type. Both are candidates: rung 1.
 */
function addImplementations(graph: CodeGraph, of: Int32Array, rows: Rows): void {
  const own = graph.edges('IMPLEMENTS_MEMBER');
  const types = graph.derived('SELF_OF');
  const typeOf = new Map<number, number>();
  for (let edge = 0; edge < types.count; edge++) typeOf.set(types.src[edge]!, types.dst[edge]!);
  for (let edge = 0; edge < own.count; edge++) {
    const [member, wanted] = [own.src[edge]!, own.dst[edge]!];
    const to = of[member] ?? -1;
    const known = wanted < graph.nodeCount ? of[wanted]! : -1;
    const type = typeOf.get(member);
    const from = known >= 0 ? known : type !== undefined && type < graph.nodeCount ? of[type]! : -1;
    if (to >= 0 && from >= 0 && from !== to) rows.add(from, to, 0, 1);
  }
}

/** Rows of references, grown as columns. */
class Rows {
  #src = new Uint32Array(1024);
  #dst = new Uint32Array(1024);
  #kind = new Uint8Array(1024);
  #rung = new Uint8Array(1024);
  #count = 0;

  add(src: number, dst: number, kind: number, rung: number): void {
    if (this.#count === this.#src.length) this.#grow();
    this.#src[this.#count] = src;
    this.#dst[this.#count] = dst;
    this.#kind[this.#count] = kind;
    this.#rung[this.#count++] = rung;
  }

  columns(): ReferenceColumns {
    return {
      src: this.#src.slice(0, this.#count),
      dst: this.#dst.slice(0, this.#count),
      kind: this.#kind.slice(0, this.#count),
      rung: this.#rung.slice(0, this.#count),
    };
  }

  #grow(): void {
    const wide = <A extends Uint32Array | Uint8Array>(old: A, fresh: A): A => {
      fresh.set(old);
      return fresh;
    };
    const size = 2 * this.#src.length;
    this.#src = wide(this.#src, new Uint32Array(size));
    this.#dst = wide(this.#dst, new Uint32Array(size));
    this.#kind = wide(this.#kind, new Uint8Array(size));
    this.#rung = wide(this.#rung, new Uint8Array(size));
  }
}
