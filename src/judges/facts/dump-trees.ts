import {
  operandsOf,
  parseBlockName,
  parsePayload,
  terminatorOperands,
  type Block,
  type Operand,
  type Rvalue,
  type Terminator,
} from '../../dump/index.js';
import type { CodeGraph } from '../../graph/index.js';
import type { Task } from '../../task/index.js';
import { labelTree, type NestedTree } from '../../text/index.js';
import type { Unit } from './clones.js';

/**
 * Functions of a dump as label trees of what they do: a body, its blocks in order, their statements and terminator,
 * their operands. A label is an operation or the shape of a place; names of locals are none, callees and fields are.
 */
export function dumpUnits(graph: CodeGraph, leastNodes: number, task: Task): Unit[] {
  const here = graph.scope({});
  const bodies = new Map<number, { block: number; body: number; number: number }[]>();
  for (const block of graph.nodesOf('mir_block')) {
    let owner = graph.parents[block]!;
    while (owner >= 0 && !OWNERS.has(graph.kind.at(owner) ?? '')) owner = graph.parents[owner]!;
    const name = parseBlockName(graph.nameOf(block));
    if (owner < 0 || here[owner] !== 1 || name === null) continue;
    const row = { block, body: name.body, number: name.block };
    const body = bodies.get(owner);
    if (body === undefined) bodies.set(owner, [row]);
    else body.push(row);
  }
  const labels = new Labels();
  const units: Unit[] = [];
  for (const [owner, rows] of [...bodies].sort(([a], [b]) => a - b)) {
    task.check('reading bodies');
    rows.sort((a, b) => a.body - b.body || a.number - b.number);
    const blocks = rows.flatMap(({ block }) => parsePayload(graph.ty?.at(block) ?? '') ?? []);
    const tree = labelTree([labels.of('body'), ...blocks.map((block) => blockTree(block, labels))]);
    if (tree.labels.length < leastNodes) continue;
    const line = graph.line?.[owner] ?? 0;
    units.push({
      key: graph.label(owner),
      file: graph.file?.at(owner) ?? '',
      line,
      endLine: graph.endLine?.[owner] ?? line,
      tree,
    });
  }
  return units;
}

const OWNERS: ReadonlySet<string> = new Set(['fn', 'method']);

/** Numbers of labels, in order of first use. */
class Labels {
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

function blockTree({ statements, terminator }: Block, labels: Labels): NestedTree {
  return [
    labels.of('block'),
    ...statements.map(({ to, value }): NestedTree => [
      labels.of(wordOf(value)),
      leaf(to, labels),
      ...operandsOf(value).map((operand) => leaf(operand, labels)),
    ]),
    [
      labels.of(terminatorWord(terminator)),
      ...terminatorOperands(terminator).map((operand) => leaf(operand, labels)),
    ],
  ];
}

function wordOf(value: Rvalue): string {
  if (value.op === 'op') return `op ${value.word}`;
  return value.op === 'agg' ? `agg ${value.type}` : value.op;
}

const terminatorWord = (terminator: Terminator): string =>
  terminator.op === 'call' || terminator.op === 'tailcall'
    ? `${terminator.op} ${terminator.callee}`
    : terminator.op;

function leaf(operand: Operand, labels: Labels): NestedTree {
  switch (operand.place) {
    case 'field':
      return [labels.of(`field ${operand.type}#${operand.field}`)];
    case 'static':
      return [labels.of(`static ${operand.name}`)];
    case 'constant':
      return [labels.of(`constant ${operand.type}`)];
    default:
      return [labels.of(operand.place)];
  }
}
