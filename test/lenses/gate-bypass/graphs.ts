import type { EdgeFact, NodeFact } from '../../../src/dump/index.js';
import { graphOf, type CodeGraph } from '../../../src/graph/index.js';

type Node = Omit<NodeFact, 'name'> & { readonly name?: string };

export interface Program {
  /** Functions by name; `Type#member` is a member of trait `Type`, `Type::member` one of its implementation. */
  readonly fns: readonly string[];
  readonly tests?: readonly string[];
  readonly calls: readonly (readonly [string, string])[];
  /** Trait member → implementing member. */
  readonly dyn?: readonly (readonly [string, string])[];
  /** Blocks by name: function, and `return`, `unreachable`, `goto` or `call:<function>`; in order, the first is `bb0`. */
  readonly blocks?: Readonly<Record<string, readonly [fn: string, terminator: string]>>;
  readonly flow?: Readonly<Record<string, readonly string[]>>;
  /** Blocks that begin a nested body of their function, and those that go on in it. */
  readonly nested?: readonly (readonly string[])[];
}

const prefix = 'test cargo app 1.0.0 ';

/** The moniker of a function: `Store#put` is `Store#put().`, `Disk::put` is `impl#[Disk][Store]put().`. */
export function idOf(name: string, { dyn = [] }: Pick<Program, 'dyn'> = {}): string {
  const [type, member] = name.split('::');
  if (member === undefined) return `${prefix}${name}().`;
  const trait = dyn.find(([, to]) => to === name)?.[0].split('#')[0] ?? '';
  return `${prefix}impl#[${type!}][${trait}]${member}().`;
}

/** A dump of the program, and the name of each block by its place there. */
export function graphOfProgram(program: Program): {
  graph: CodeGraph;
  blockName: (fn: string, block: string) => string;
} {
  const nodes: Node[] = [];
  const edges: EdgeFact[] = [];
  const id = (name: string): string => idOf(name, program);
  for (const fn of program.fns)
    nodes.push({
      id: id(fn),
      kind: 'fn',
      crate: 'app',
      ...(program.tests?.includes(fn) && { isTest: true }),
    });
  for (const [from, to] of program.calls) edges.push({ kind: 'CALLS', src: id(from), dst: id(to) });
  for (const [declared, implemented] of program.dyn ?? []) {
    const trait = `${prefix}${declared.split('#')[0]!}#`;
    const impl = id(implemented).replace(/[^\]]*$/, '');
    nodes.push(
      { id: trait, kind: 'trait', crate: 'app' },
      { id: impl, kind: 'impl', crate: 'app' },
    );
    edges.push({ kind: 'IMPLEMENTS', src: impl, dst: trait });
    edges.push(
      { kind: 'CONTAINS', src: trait, dst: id(declared) },
      { kind: 'CONTAINS', src: impl, dst: id(implemented) },
    );
  }
  const names = blockNames(program);
  const blockId = (block: string): string =>
    `${id(program.blocks![block]![0])}${names.get(block)!}:`;
  for (const [block, [fn, terminator]] of Object.entries(program.blocks ?? {})) {
    const [op, callee] = terminator.split(':');
    const term = op === 'call' ? `call ${id(terminator.slice(5))}⟨⟩->_0` : terminator;
    nodes.push({
      id: blockId(block),
      name: names.get(block)!,
      kind: 'mir_block',
      crate: 'app',
      ty: `0123456789abcdef␞${callee === undefined ? terminator : term}@0:0␞␞␞`,
    });
    edges.push({ kind: 'CONTAINS', src: id(fn), dst: blockId(block) });
  }
  for (const [from, successors] of Object.entries(program.flow ?? {})) {
    for (const to of successors)
      edges.push({ kind: 'CFG_SUCC', src: blockId(from), dst: blockId(to) });
  }
  const byPlace = new Map(
    Object.keys(program.blocks ?? {}).map((block) => [
      `${program.blocks![block]![0]} ${names.get(block)!}`,
      block,
    ]),
  );
  return {
    graph: graphOf({ nodes, edges }),
    blockName: (fn, block) => byPlace.get(`${fn} ${block}`)!,
  };
}

function blockNames({ blocks = {}, nested = [] }: Program): Map<string, string> {
  const names = new Map<string, string>();
  const next = new Map<string, number>();
  for (const [block, [fn]] of Object.entries(blocks)) {
    const body = nested.findIndex((members) => members.includes(block));
    const key = body < 0 ? `${fn} bb` : `${fn} bbc${body + 1}.`;
    const number = next.get(key) ?? 0;
    next.set(key, number + 1);
    names.set(block, `${key.slice(fn.length + 1)}${number}`);
  }
  return names;
}

/** A pattern that matches this function only. */
export const only = (name: string, program: Pick<Program, 'dyn'> = {}): string =>
  `app ${idOf(name, program).slice(prefix.length)}`;

/** `job` calls the gate and then writes by itself; `http` writes only through the gate. */
export const GUARDED: Program = {
  fns: ['http', 'gate', 'put', 'job'],
  calls: [
    ['http', 'gate'],
    ['gate', 'put'],
    ['job', 'gate'],
    ['job', 'put'],
  ],
  blocks: {
    h0: ['http', 'call:gate'],
    h1: ['http', 'return'],
    g0: ['gate', 'call:put'],
    g1: ['gate', 'return'],
    j0: ['job', 'call:gate'],
    j1: ['job', 'call:put'],
    j2: ['job', 'return'],
  },
  flow: { h0: ['h1'], g0: ['g1'], j0: ['j1'], j1: ['j2'] },
};
