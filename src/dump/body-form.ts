import type { Block, Operand, Rvalue, Statement, Terminator } from './block.js';
import { operandsOf } from './block-facts.js';

/** A statement as the study lenses read it: `[left, copy | ref | const | closure:BODY, operands]`. */
export type FormStatement = readonly [to: string, op: string, operands: readonly string[]];

/** `["call", callee, arguments, result]`, `["await", operand, result]`, else the leading word alone. */
export type FormTerminator = readonly (string | readonly string[])[];

/** Closure K of a function is the body `<function label>{closure#K-1}`. */
export function closureBody(functionLabel: string, closure: number): string {
  return `${functionLabel}{closure#${closure - 1}}`;
}

/** A block in the form that flow lenses compute on: every reading that aliases nothing is a copy. */
export function blockForm(
  block: Block,
  functionLabel: string,
): { readonly s: FormStatement[]; readonly t: FormTerminator } {
  return {
    s: block.statements.map((statement) => statementForm(statement, functionLabel)),
    t: terminatorForm(block.terminator, functionLabel),
  };
}

export function statementForm({ to, value }: Statement, functionLabel: string): FormStatement {
  return [
    operandForm(to, functionLabel),
    opForm(value, functionLabel),
    operandsOf(value).map((operand) => operandForm(operand, functionLabel)),
  ];
}

function opForm(value: Rvalue, functionLabel: string): string {
  switch (value.op) {
    case 'mut':
      return 'ref';
    case 'const':
      return 'const';
    case 'closure':
      return `closure:${closureBody(functionLabel, value.closure)}`;
    default:
      return 'copy';
  }
}

export function operandForm(operand: Operand, functionLabel: string): string {
  switch (operand.place) {
    case 'local':
      return `_${operand.local}`;
    case 'deref':
      return `*_${operand.local}`;
    case 'field':
      return `_${operand.local}.${operand.type}#${operand.field}`;
    case 'capture':
      return `_${operand.local}.${closureBody(functionLabel, operand.closure)}#${operand.index}`;
    case 'static':
      return `g:${operand.name}`;
    case 'constant':
      return `k:${operand.type}`;
  }
}

export function terminatorForm(terminator: Terminator, functionLabel: string): FormTerminator {
  switch (terminator.op) {
    case 'call':
    case 'tailcall':
      return [
        'call',
        terminator.callee,
        terminator.operands.map((operand) => operandForm(operand, functionLabel)),
        `_${terminator.to}`,
      ];
    case 'await':
    case 'yield':
      return [terminator.op, operandForm(terminator.on, functionLabel), `_${terminator.to}`];
    default:
      return [terminator.op];
  }
}
