import {
  isMethod,
  PatternIndex,
  tablesOf,
  type PropagatorRow,
  type SanitizerRow,
  type SinkRow,
  type SourceRow,
  type Table,
  type UserCatalogue,
} from './catalogue/index.js';
import type { Operand, TaintProgram } from './body.js';
import { paramCount } from './calls.js';
import { firstWritten } from './receivers.js';
import type { KnownFlow, PropagatorFlow } from './flow.js';
import { leastQuiet, quietIn } from './quiet.js';
import type { InTurns } from './turns.js';
import type { CallSite, Vertices } from './vertices.js';

export interface SourceMark {
  readonly vertex: number;
  readonly kind: string;
  readonly row: string;
}

export interface SinkMark {
  readonly vertex: number;
  readonly class: string;
  readonly row: string;
}

export interface SanitizerMark {
  readonly vertex: number;
  readonly classes: SanitizerRow['classes'];
  readonly row: string;
  /** Clean behind a branch that goes by the callee's yes, not by its result. */
  readonly guard?: true;
}

export interface Marks {
  /** In order of their vertices. */
  readonly sources: readonly SourceMark[];
  readonly sinks: readonly SinkMark[];
  readonly sanitizers: readonly SanitizerMark[];
  /** Vertices whose type carries a count (1) or a choice (2) and no text; 0 = any. Empty = none is known. */
  readonly quiet: Uint8Array;
  /** Rows tried, by role: an answer without a source says how many. */
  readonly rows: { readonly sources: number; readonly sinks: number; readonly sanitizers: number };
  /**
   * Words of the user that no callee has, as `sink Shell#run`, and rows of the user's catalogue that mark nothing, as
   * `catalogue sink Shell.run`: a slip there looks like an answer without it.
   */
  readonly unmatched: readonly string[];
}

/** The whole value becomes the whole result. */
const SAME_PARTS: readonly (readonly [string, string])[] = [['', '']];

/** How the callee of a method on an object of unknown type begins. */
const UNTYPED = '?#';

/** Substrings of labels that a user names on the command line. */
export interface UserPatterns {
  readonly source: readonly string[];
  readonly sink: readonly string[];
  readonly sanitizer: readonly string[];
}

/** The catalogue as it is asked of every callee; made once for a set of rows. */
export class Matcher {
  readonly #tables: readonly {
    readonly table: Table;
    readonly sources: PatternIndex<SourceRow>;
    readonly sinks: PatternIndex<SinkRow>;
    readonly sanitizers: PatternIndex<SanitizerRow>;
    readonly propagators: PatternIndex<PropagatorRow>;
  }[];

  constructor(
    user: UserCatalogue,
    readonly patterns: UserPatterns = { source: [], sink: [], sanitizer: [] },
  ) {
    const callee = ({ callee: pattern }: { readonly callee: string }): string => pattern;
    this.#tables = tablesOf(user).map((table) => ({
      table,
      sources: new PatternIndex(table.sources, callee),
      sinks: new PatternIndex(table.sinks, callee),
      sanitizers: new PatternIndex(table.sanitizers, callee),
      propagators: new PatternIndex(table.propagators, callee),
    }));
  }

  /** Flow of a callee that a row names; `null` = none. */
  propagator(callee: string): KnownFlow | null {
    for (const { table, propagators } of this.#tables) {
      // What an object of unknown type does, its method's name has to tell.
      const [row] = callee.startsWith(UNTYPED)
        ? propagators.named(callee)
        : propagators.match(callee);
      if (row === undefined) continue;
      const shift = table.written && isMethod(callee) ? 1 : 0;
      const at = (argument: number): number => (argument < 0 ? 0 : argument + shift);
      return {
        flow: row.flow.flatMap(([from, to, into]) => {
          const one: PropagatorFlow = {
            from: from === 'all' ? -1 : at(from),
            to: to === 'ret' ? 'ret' : at(to),
            ...(into !== undefined && { part: ['', into] as const }),
            ...(row.element === true && into === undefined && to !== 'ret' && { element: true }),
          };
          const parts = row.parts === 'same' ? SAME_PARTS : row.parts;
          if (into !== undefined) return [one];
          const isIn = to === 'ret' || (row.parts !== 'same' && row.element !== true);
          return parts === undefined || !isIn
            ? [one]
            : parts.map((part): PropagatorFlow => ({ ...one, part }));
        }),
        callback: {
          result: row.callback !== 'drop',
          from: row.callback === undefined || row.callback === 'all' ? -1 : 0,
          isRun: row.callback !== 'none',
        },
      };
    }
    return null;
  }

  /** Every source, sink and sanitizer of a program; it yields after a body's. */
  *marks(program: TaintProgram, vertices: Vertices): InTurns<Marks> {
    const sources: SourceMark[] = [];
    const sinks: SinkMark[] = [];
    const sanitizers: SanitizerMark[] = [];
    for (const { table, ...index } of this.#tables) {
      for (const [b, { calls }] of vertices.bodies.entries()) {
        yield b;
        for (const call of calls) {
          const shift = table.written && isMethod(call.callee) ? 1 : 0;
          for (const row of index.sources.match(call.callee))
            for (const vertex of sourceVertices(row, call, shift))
              sources.push({ vertex, kind: row.kind, row: row.callee });
          for (const row of index.sinks.match(call.callee))
            for (const vertex of sinkVertices(row, call, shift))
              sinks.push({ vertex, class: row.class, row: row.callee });
          for (const row of index.sources.match(call.callee))
            for (const vertex of callbackVertices(row, call, program, vertices))
              sources.push({ vertex, kind: row.kind, row: row.callee });
          for (const row of index.sanitizers.match(call.callee))
            if (row.at === undefined)
              sanitizers.push({ vertex: call.result, classes: row.classes, row: row.callee });
        }
      }
      program.bodies.forEach((body, b) => {
        const own = vertices.bodies[b]!;
        for (const row of index.sources.match(body.name)) {
          const k = parameterOf(row, firstWritten(body));
          if (k !== null && k <= paramCount(own))
            sources.push({ vertex: own.firstParam + k - 1, kind: row.kind, row: row.callee });
        }
        for (const row of index.sanitizers.match(body.name)) {
          if (row.at !== undefined) continue;
          for (let v = own.returned; v < own.firstOut + paramCount(own); v++)
            sanitizers.push({ vertex: v, classes: row.classes, row: row.callee });
        }
      });
      const shiftOf = (callee: string): number => (table.written && isMethod(callee) ? 1 : 0);
      const marks = { sources, sinks, sanitizers };
      yield* this.#fields(program, vertices, { ...index, shiftOf }, marks);
    }
    this.#userMarks(vertices, sources, sinks, sanitizers);
    const byVertex = <M extends { readonly vertex: number }>(marks: M[]): M[] =>
      marks
        .sort((a, b) => a.vertex - b.vertex)
        .filter((mark, i) => JSON.stringify(mark) !== JSON.stringify(marks[i - 1]));
    const count = (name: 'sources' | 'sinks' | 'sanitizers'): number =>
      this.#tables.reduce((sum, { table }) => sum + table[name].length, 0);
    return {
      sources: oneKind(byVertex(sources)),
      sinks: byVertex(sinks),
      sanitizers: byVertex(sanitizers),
      rows: {
        sources: count('sources') + this.patterns.source.length,
        sinks: count('sinks') + this.patterns.sink.length,
        sanitizers: count('sanitizers') + this.patterns.sanitizer.length,
      },
      unmatched: [
        ...this.#unmatched(vertices),
        ...this.#idleRows(vertices, { sources, sinks, sanitizers }),
      ],
      quiet: quietIn(program, vertices),
    };
  }

  /** Rows of the user's own table that mark nothing. */
  #idleRows(
    { bodies }: Vertices,
    marks: Readonly<
      Record<'sources' | 'sinks' | 'sanitizers', readonly { readonly row: string }[]>
    >,
  ): string[] {
    const { table, propagators } = this.#tables[0]!;
    const idle = (role: string, rows: readonly { readonly callee: string }[], used: Set<string>) =>
      rows
        .filter(({ callee }) => !used.has(callee))
        .map(({ callee }) => `catalogue ${role} ${callee}`);
    const rowsOf = (list: readonly { readonly row: string }[]): Set<string> =>
      new Set(list.map(({ row }) => row));
    const passing = new Set<string>();
    if (table.propagators.length > 0)
      for (const { calls } of bodies)
        for (const { callee } of calls)
          for (const row of propagators.match(callee)) passing.add(row.callee);
    return [
      ...idle('source', table.sources, rowsOf(marks.sources)),
      ...idle('sink', table.sinks, rowsOf(marks.sinks)),
      ...idle('sanitizer', table.sanitizers, rowsOf(marks.sanitizers)),
      ...idle('propagator', table.propagators, passing),
    ];
  }

  #unmatched({ bodies }: Vertices): string[] {
    const { source, sink, sanitizer } = this.patterns;
    const callees = new Set<string>();
    for (const { calls } of bodies) for (const { callee } of calls) callees.add(bare(callee));
    const all = [...callees];
    return Object.entries({ source, sink, sanitizer }).flatMap(([role, words]) =>
      words
        .filter((word) => !all.some((callee) => callee.includes(word)))
        .map((word) => `${role} ${word}`),
    );
  }

  /** Reads of a source's or sanitizer's field or static, and writes of a sink's field. */
  *#fields(
    program: TaintProgram,
    vertices: Vertices,
    rows: {
      readonly sources: PatternIndex<SourceRow>;
      readonly sinks: PatternIndex<SinkRow>;
      readonly sanitizers: PatternIndex<SanitizerRow>;
      readonly shiftOf: (callee: string) => number;
    },
    marks: {
      readonly sources: SourceMark[];
      readonly sinks: SinkMark[];
      readonly sanitizers: SanitizerMark[];
    },
  ): InTurns<void> {
    const read = (operand: Operand, vertex: number): void => {
      const path =
        operand.kind === 'field' ? operand.key : operand.kind === 'static' ? operand.name : null;
      if (path === null) return;
      for (const row of rows.sources.match(path)) {
        if (row.at === (operand.kind === 'field' ? 'field' : 'static'))
          marks.sources.push({ vertex, kind: row.kind, row: row.callee });
      }
      if (operand.kind !== 'field') return;
      for (const row of rows.sanitizers.match(path))
        if (row.at === 'field')
          marks.sanitizers.push({ vertex, classes: row.classes, row: row.callee });
    };
    for (const [b, body] of program.bodies.entries()) {
      yield b;
      const own = vertices.bodies[b]!;
      const at = new Map(
        own.definitions.map(({ vertex, block, position }) => [`${block} ${position}`, vertex]),
      );
      const callAt = new Map(own.calls.map((call) => [call.block, call]));
      body.blocks.forEach(({ statements, terminator }, block) => {
        statements.forEach(({ to, operands, check }, position) => {
          const vertex = at.get(`${block} ${position}`);
          if (vertex === undefined) return;
          if (check !== undefined) {
            for (const row of rows.sanitizers.match(check.callee))
              if (
                row.at === 'guard' &&
                (row.arg ?? 0) + rows.shiftOf(check.callee) === check.argument
              )
                marks.sanitizers.push({
                  vertex,
                  classes: row.classes,
                  row: row.callee,
                  guard: true,
                });
            return;
          }
          for (const operand of operands) read(operand, vertex);
          if (to.kind !== 'field') return;
          for (const row of rows.sinks.match(to.key))
            if (row.args === 'write')
              marks.sinks.push({ vertex, class: row.class, row: row.callee });
        });
        if (terminator.op !== 'call') return;
        terminator.operands.forEach((operand, j) => {
          read(operand, callAt.get(block)!.firstArgument + j);
        });
      });
    }
  }

  #userMarks(
    { bodies }: Vertices,
    sources: SourceMark[],
    sinks: SinkMark[],
    sanitizers: SanitizerMark[],
  ): void {
    const { source, sink, sanitizer } = this.patterns;
    for (const { calls } of bodies) {
      for (const { callee, result, firstArgument, arguments: count } of calls) {
        const has = (patterns: readonly string[]): string | undefined =>
          patterns.find((pattern) => bare(callee).includes(pattern));
        const [from, to, clean] = [has(source), has(sink), has(sanitizer)];
        if (from !== undefined) sources.push({ vertex: result, kind: 'user', row: from });
        if (clean !== undefined) sanitizers.push({ vertex: result, classes: 'all', row: clean });
        if (to !== undefined)
          for (let j = 0; j < count; j++)
            sinks.push({ vertex: firstArgument + j, class: 'user', row: to });
      }
    }
  }
}

/** A label without the quotes around file names, so that a word need not have them. */
const bare = (callee: string): string => callee.replace(/`/g, '');

/** A vertex is one source, of the first kind that a row gave it. */
function oneKind(marks: readonly SourceMark[]): SourceMark[] {
  return marks.filter((mark, i) => mark.vertex !== marks[i - 1]?.vertex);
}

function sourceVertices({ at }: SourceRow, call: CallSite, shift: number): readonly number[] {
  if (at === 'ret') return [call.result];
  return at.startsWith('out')
    ? (call.through[Number(at.slice(3)) + shift] ?? []).map(({ vertex }) => vertex)
    : [];
}

/** Parameters of closures that are made in the same body and given to a call. */
function callbackVertices(
  { at }: SourceRow,
  call: CallSite,
  program: TaintProgram,
  vertices: Vertices,
): number[] {
  if (!at.startsWith('cb')) return [];
  const { blocks } = program.bodies[call.body]!;
  const { terminator } = blocks[call.block]!;
  if (terminator.op !== 'call') return [];
  const given = new Set(
    terminator.operands.flatMap((one) => (one.kind === 'local' ? [one.local] : [])),
  );
  const made = blocks.flatMap(({ statements }) =>
    statements.flatMap(({ to, closure }) =>
      closure !== null && to.kind === 'local' && given.has(to.local)
        ? [program.bodyOf.get(closure) ?? -1]
        : [],
    ),
  );
  const k = Number(at.slice(2));
  return made
    .filter((body) => body >= 0 && k < program.bodies[body]!.params)
    .map((body) => vertices.bodies[body]!.firstParam + k);
}

function sinkVertices(
  { args }: SinkRow,
  { firstArgument, arguments: count }: CallSite,
  shift: number,
): number[] {
  const all = Array.from({ length: Math.max(0, count - shift) }, (_, j) => j);
  const from = (list: readonly number[]): number[] =>
    list.filter((j) => j + shift < count).map((j) => firstArgument + j + shift);
  if (args === 'write') return [];
  if (args === 'all') return from(all);
  if (args === 'last') return from(all.slice(-1));
  if (typeof args === 'string') return from(all.filter((j) => j >= Number(args.slice(0, -2))));
  return from(args);
}

/** The parameter, counted from 1 with receiver and environment, that a row of a defined function names. */
function parameterOf({ at }: SourceRow, first: number): number | null {
  if (at.startsWith('param')) return Number(at.slice(5));
  if (/^p\d+$/.test(at)) return Number(at.slice(1)) + first;
  return null;
}

/** K of a class: vertices that its sanitizers clean, or whose type carries nothing that endangers it, one byte each. */
export function killedBy(marks: Marks, size: number, name: string): Uint8Array {
  const killed = new Uint8Array(size);
  const least = leastQuiet(name);
  marks.quiet.forEach((quiet, v) => {
    if (quiet >= least) killed[v] = 1;
  });
  for (const { vertex, classes } of marks.sanitizers) {
    const clean =
      classes === 'all' ||
      (typeof classes === 'string' ? classes !== `all but ${name}` : classes.includes(name));
    if (clean) killed[vertex] = 1;
  }
  return killed;
}
