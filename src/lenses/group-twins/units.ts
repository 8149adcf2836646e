import { calleeOf, statementKey, withoutVersion, type Block } from '../../dump/index.js';
import type { CodeGraph, EdgeTable } from '../../graph/index.js';
import { sortUtf8 } from '../../table/index.js';
import type { Task } from '../../task/index.js';
import { bodiesOf, readBlock } from '../bodies.js';
import type { ClonePopulation } from '../clones/index.js';
import { Interner } from '../structural-clones/features.js';

export const GRANULARITIES = ['lines', 'blocks'] as const;
/** What a unit of a body is: a source line with facts, or a basic block. */
export type Granularity = (typeof GRANULARITIES)[number];

/** A fact line or a block: keys without names, ascending and distinct. */
export interface Unit {
  /** Source lines, ascending: one of a fact line, several of a block. */
  readonly lines: readonly number[];
  readonly keys: readonly number[];
  /** Name of the block; `null` for a fact line. */
  readonly block: string | null;
}

/** One body as units in source order. */
export interface UnitBody {
  readonly granularity: Granularity;
  readonly units: readonly Unit[];
  /** Pairs of units that control flow joins; none for fact lines. */
  readonly flow: readonly (readonly [number, number])[];
  /** Distinct keys, ascending. */
  readonly keys: readonly number[];
}

/** Bodies of a population, one a row, and the rarity of their keys over all functions. */
export interface UnitBodies {
  readonly bodies: readonly UnitBody[];
  /** Keys by number; numbers ascend by the bytes of the keys. */
  readonly names: readonly string[];
  readonly df: Uint32Array;
  /** Functions that rarity is counted over. */
  readonly population: number;
  readonly unparsed: number;
}

/**
 * The bodies of `functions`, and the rarity of their keys over `all` (S1:1958–1992). A function is cut by basic block
 * where the dump has its blocks, by fact line elsewhere; functions outside of `functions` that have blocks count by the
 * blocks' fingerprints alone.
 */
export function unitBodies(
  graph: CodeGraph,
  functions: ClonePopulation,
  all: ClonePopulation,
  wanted: 'auto' | Granularity,
  task: Task,
): UnitBodies {
  const reader = new UnitReader(graph, wanted);
  const raw: UnitBody[] = [];
  functions.ordinals.forEach((v, row) => {
    if ((row & 63) === 0) {
      task.check('units');
      task.progress('units', row, functions.ordinals.length);
    }
    raw.push(reader.body(v, functions.line[row]!, functions.endLine[row]!));
  });
  const held: (readonly number[])[] = raw.map(({ keys }) => keys);
  all.ordinals.forEach((v, row) => {
    if (functions.rowOf[v]! < 0) held.push(reader.outside(v, all.line[row]!, all.endLine[row]!));
  });
  return ranked(reader.interner.names, raw, held, reader.unparsed);
}

/** Bodies of keys given as texts: how examples are written. */
export function unitBodiesFrom(
  bodies: readonly {
    readonly granularity?: Granularity;
    readonly units: readonly (readonly [
      lines: number | readonly number[],
      keys: readonly string[],
    ])[];
    readonly flow?: readonly (readonly [number, number])[];
  }[],
): UnitBodies {
  const interner = new Interner();
  const raw = bodies.map(({ granularity = 'lines', units, flow = [] }): UnitBody =>
    bodyOf(
      granularity,
      units.map(([lines, keys], at) => ({
        lines: typeof lines === 'number' ? [lines] : lines,
        keys: keys.map((key) => interner.number(key)),
        block: granularity === 'blocks' ? `bb${String(at)}` : null,
      })),
      flow,
    ),
  );
  return ranked(
    interner.names,
    raw,
    raw.map(({ keys }) => keys),
    0,
  );
}

function bodyOf(
  granularity: Granularity,
  units: readonly Unit[],
  flow: UnitBody['flow'],
): UnitBody {
  return { granularity, units, flow, keys: [...new Set(units.flatMap(({ keys }) => keys))] };
}

/** Renumbers keys by their bytes, sorts them in units and bodies, and counts who holds them. */
function ranked(
  names: readonly string[],
  raw: readonly UnitBody[],
  held: readonly (readonly number[])[],
  unparsed: number,
): UnitBodies {
  const sorted = sortUtf8(names);
  const place = new Map<string, number>();
  sorted.forEach((name, rank) => place.set(name, rank));
  const rankOf = Uint32Array.from(names, (name) => place.get(name)!);
  const ranks = (keys: readonly number[]): number[] =>
    [...new Set(keys)].map((key) => rankOf[key]!).sort((a, b) => a - b);
  const df = new Uint32Array(names.length);
  for (const keys of held) for (const key of keys) df[rankOf[key]!]!++;
  const bodies = raw.map(({ units, keys, ...body }) => ({
    ...body,
    units: units.map((unit) => ({ ...unit, keys: ranks(unit.keys) })),
    keys: ranks(keys),
  }));
  return { bodies, names: sorted, df, population: held.length, unparsed };
}

class UnitReader {
  readonly interner = new Interner();
  unparsed = 0;
  readonly #graph: CodeGraph;
  readonly #wanted: 'auto' | Granularity;
  readonly #facts: readonly { readonly letter: string; readonly table: EdgeTable }[];
  readonly #ids = new Map<number, string>();

  constructor(graph: CodeGraph, wanted: 'auto' | Granularity) {
    this.#graph = graph;
    this.#wanted = wanted;
    this.#facts = [
      { letter: 'c', table: graph.edges('CALLS') },
      { letter: 'f', table: graph.edges('READS_FIELD') },
      { letter: 't', table: graph.edges('TOUCHES_TABLE') },
    ];
  }

  body(v: number, line: number, endLine: number): UnitBody {
    const [from, to] = bodiesOf(this.#graph).range(v);
    const byBlock = this.#wanted === 'blocks' || (this.#wanted === 'auto' && to > from);
    return byBlock ? this.#blocks(from, to) : this.#lines(v, line, endLine);
  }

  /** Keys of a function that is only counted. */
  outside(v: number, line: number, endLine: number): readonly number[] {
    const [from, to] = bodiesOf(this.#graph).range(v);
    if (this.#wanted === 'lines' || (this.#wanted === 'auto' && to === from))
      return this.#lines(v, line, endLine).keys;
    const keys = new Set<number>();
    for (const ordinal of bodiesOf(this.#graph).blocks.subarray(from, to)) {
      const payload = this.#graph.ty?.at(ordinal) ?? '';
      keys.add(this.interner.number(`b:${payload.slice(0, 16)}`));
    }
    return [...keys];
  }

  /** A moniker without its version, so that a new version of a dependency moves no key. */
  #stable(v: number): string {
    let id = this.#ids.get(v);
    if (id === undefined) this.#ids.set(v, (id = withoutVersion(this.#graph.id(v))));
    return id;
  }

  #lines(v: number, line: number, endLine: number): UnitBody {
    const graph = this.#graph;
    const own = graph.file?.at(v) ?? null;
    const at = new Map<number, Set<number>>();
    const add = (where: number, key: string): void => {
      if (where < line || where > endLine) return;
      const keys = at.get(where);
      if (keys === undefined) at.set(where, new Set([this.interner.number(key)]));
      else keys.add(this.interner.number(key));
    };
    for (const { letter, table } of this.#facts) {
      const { offsets, targets, edges } = table.out;
      for (let e = offsets[v]!; e < offsets[v + 1]!; e++)
        for (const site of table.sites(edges[e]!))
          if (site.file === null || site.file === own)
            add(site.line, `${letter}:${this.#stable(targets[e]!)}`);
    }
    const { offsets, targets } = graph.edges('CONTAINS').out;
    for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
      const part = targets[e]!;
      if (part >= graph.nodeCount || graph.kind.at(part) !== 'local') continue;
      const type = graph.ty?.at(part) ?? null;
      if (type !== null) add(graph.line?.[part] ?? 0, `l:${type}`);
    }
    const units = [...at]
      .sort(([a], [b]) => a - b)
      .map(([where, keys]): Unit => ({ lines: [where], keys: [...keys], block: null }));
    return bodyOf('lines', units, []);
  }

  #blocks(from: number, to: number): UnitBody {
    const graph = this.#graph;
    const bodies = bodiesOf(graph);
    const read: { place: number; fingerprint: string; unit: Unit }[] = [];
    for (let place = from; place < to; place++) {
      const ordinal = bodies.blocks[place]!;
      const block = readBlock(graph, ordinal);
      if (block === null) {
        this.unparsed++;
        continue;
      }
      read.push({
        place,
        fingerprint: block.fingerprint,
        unit: {
          lines: linesOf(block, graph.line?.[ordinal] ?? 0),
          keys: this.#blockKeys(block),
          block: graph.nameOf(ordinal),
        },
      });
    }
    read.sort((a, b) => (a.unit.lines[0] ?? 0) - (b.unit.lines[0] ?? 0) || a.place - b.place);
    const numberOf = new Map(read.map(({ place }, at) => [place, at]));
    const flow: [number, number][] = [];
    const { offsets, targets } = graph.edges('CFG_SUCC').out;
    const units = read.map(({ place, fingerprint, unit }, at): Unit => {
      const keys = [...unit.keys];
      const ordinal = bodies.blocks[place]!;
      for (let e = offsets[ordinal]!; e < offsets[ordinal + 1]!; e++) {
        const next = numberOf.get(bodies.placeOf(targets[e]!));
        if (next === undefined) continue;
        flow.push([at, next]);
        keys.push(this.interner.number(`e:${fingerprint}>${read[next]!.fingerprint}`));
      }
      return { ...unit, keys };
    });
    return bodyOf('blocks', units, flow);
  }

  #blockKeys(block: Block): number[] {
    const keys = [
      `b:${block.fingerprint}`,
      ...block.statements.map((one) => `s:${statementKey(one)}`),
    ];
    const callee = calleeOf(block);
    if (callee !== null) keys.push(`c:${withoutVersion(callee)}`);
    return keys.map((key) => this.interner.number(key));
  }
}

/** Source lines of a block, ascending; its node's line where its code has no position. */
function linesOf(block: Block, line: number): number[] {
  const lines = new Set<number>();
  for (const { at } of [...block.statements, block.terminator]) if (at.line > 0) lines.add(at.line);
  if (lines.size === 0 && line > 0) lines.add(line);
  return [...lines].sort((a, b) => a - b);
}
