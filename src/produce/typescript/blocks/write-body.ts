import {
  formatBlockName,
  formatPayload,
  withFingerprint,
  type BlockName,
  type Declaration,
  type Sink,
} from '../../../dump/index.js';
import type * as codec from '../../../dump/index.js';
import type { Entity } from '../entities.js';
import { descriptor } from '../monikers.js';
import { successors } from './frame.js';
import {
  operandsOf,
  terminatorOperands,
  type Block,
  type Graph,
  type Local,
  type Operand,
  type Place,
  type Rvalue,
  type Statement,
  type Terminator,
} from './ir.js';

/** Writes a body's graphs as block rows and their edges. */
export function writeBody(entity: Entity, graphs: readonly Graph[], sink: Sink): void {
  for (const graph of [...graphs].sort((a, b) => a.k - b.k)) writeGraph(entity, graph, sink);
}

function writeGraph(entity: Entity, graph: Graph, sink: Sink): void {
  const names = new Map<Block, BlockName>(
    graph.blocks.map((block, index) => [block, { body: graph.k, block: index }]),
  );
  const nameOf = (block: Block): BlockName => names.get(block)!;
  const ids = new Map<Block, string>(
    graph.blocks.map((block) => [
      block,
      entity.id + descriptor.meta(formatBlockName(nameOf(block))),
    ]),
  );
  const idOf = (block: Block): string => ids.get(block)!;
  for (const block of graph.blocks) {
    const name = formatBlockName(nameOf(block));
    const at = block.term!.at.line || block.statements[0]?.at.line || entity.line;
    sink.node({
      id: idOf(block),
      kind: 'mir_block',
      name,
      crate: entity.pkg.name,
      version: entity.pkg.version,
      origin: entity.origin,
      ty: payloadOf(block, graph, nameOf),
      ...(entity.file !== undefined && { file: entity.file }),
      ...(at !== undefined && { line: at, endLine: at }),
      ...(entity.isTest !== undefined && { isTest: entity.isTest }),
    });
    sink.edge({ kind: 'CONTAINS', src: entity.id, dst: idOf(block) });
    for (const to of successors(block))
      sink.edge({ kind: 'CFG_SUCC', src: idOf(block), dst: idOf(to) });
    if (block.unwind)
      sink.edge({ kind: 'CFG_SUCC', src: idOf(block), dst: idOf(block.unwind), how: 'unwind' });
  }
}

function payloadOf(block: Block, graph: Graph, nameOf: (block: Block) => BlockName): string {
  const isEntry = block === graph.entry;
  const named = new Set<Local>();
  const note = (operand: Operand): void => {
    if (operand.sort === 'local') named.add(operand);
    else if (operand.sort !== 'constant' && operand.sort !== 'static') named.add(operand.local);
  };
  for (const statement of block.statements) {
    note(statement.to);
    operandsOf(statement.value).forEach(note);
  }
  terminatorOperands(block.term!).forEach(note);
  const first = isEntry ? graph.declared : [];
  const rest = [...named].filter((local) => !first.includes(local)).sort((a, b) => a.n! - b.n!);
  const payload = withFingerprint({
    terminator: terminator(block.term!, nameOf),
    statements: block.statements.map(statement),
    declarations: [...first, ...rest].map((local): Declaration => ({
      local: local.n!,
      type: local.type || '?',
    })),
    flows: [],
  });
  return formatPayload(payload);
}

function place(from: Place): codec.Place {
  switch (from.sort) {
    case 'local':
      return { place: 'local', local: from.n! };
    case 'deref':
      return { place: 'deref', local: from.local.n! };
    case 'field':
      return { place: 'field', local: from.local.n!, type: from.owner, field: from.name };
    case 'captured':
      return { place: 'capture', local: from.local.n!, closure: from.closure, index: from.index };
    case 'static':
      return { place: 'static', name: from.name };
  }
}

function operand(from: Operand): codec.Operand {
  return from.sort === 'constant'
    ? { place: 'constant', type: from.type, value: from.value ?? null }
    : place(from);
}

function rvalue(value: Rvalue): codec.Rvalue {
  switch (value.sort) {
    case 'copy':
    case 'mut':
      return { op: value.sort, from: place(value.place) };
    case 'const':
      return {
        op: 'const',
        value: {
          place: 'constant',
          type: value.constant.type,
          value: value.constant.value ?? null,
        },
      };
    case 'op':
      return { op: 'op', word: value.word, operands: value.operands.map(operand) };
    case 'agg':
      return {
        op: 'agg',
        type: value.type,
        members: value.members.map((member) => ({
          name: member.name ?? '',
          value: operand(member.operand),
        })),
      };
    case 'closure':
      return { op: 'closure', closure: value.closure, captures: value.operands.map(operand) };
  }
}

function statement(from: Statement): codec.Statement {
  return { to: place(from.to), value: rvalue(from.value), at: from.at };
}

function terminator(term: Terminator, nameOf: (block: Block) => BlockName): codec.Terminator {
  const { at } = term;
  switch (term.sort) {
    case 'throw':
      return { op: 'throw', on: operand(term.operand), at };
    case 'switch':
      return {
        op: 'switch',
        on: operand(term.operand),
        cases: term.cases.map((one) => ({ value: one.value, target: nameOf(one.block) })),
        at,
      };
    case 'call':
      return {
        op: 'call',
        callee: term.callee,
        operands: term.operands.map(operand),
        to: term.dest.n!,
        at,
      };
    case 'await':
    case 'yield':
      return { op: term.sort, on: operand(term.operand), to: term.dest.n!, at };
    default:
      return { op: term.sort, at };
  }
}
