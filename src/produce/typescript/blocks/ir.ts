/** A body while it's built: locals are objects, numbered when they are first needed, so that order follows the source. */

export interface Position {
  /** From 1; 0 = none. */
  readonly line: number;
  readonly col: number;
}

export const NOWHERE: Position = { line: 0, col: 0 };

export interface Local {
  readonly sort: 'local';
  /** Absent until it's numbered. */
  n?: number;
  readonly type: string;
}

export interface Constant {
  readonly sort: 'constant';
  /** `&str` for every string, whose text is not told. */
  readonly type: string;
  readonly value?: string;
}

/** A place that a write may reach only in part, or that others may reach too. */
export type Weak =
  | { readonly sort: 'deref'; readonly local: Local }
  | { readonly sort: 'field'; readonly local: Local; readonly owner: string; readonly name: string }
  | {
      readonly sort: 'captured';
      readonly local: Local;
      readonly closure: number;
      readonly index: number;
    }
  | { readonly sort: 'static'; readonly name: string };

export type Place = Local | Weak;
export type Operand = Place | Constant;

export type Rvalue =
  | { readonly sort: 'copy' | 'mut'; readonly place: Place }
  | { readonly sort: 'const'; readonly constant: Constant }
  | { readonly sort: 'op'; readonly word: string; readonly operands: readonly Operand[] }
  | { readonly sort: 'agg'; readonly type: string; readonly members: readonly Member[] }
  | { readonly sort: 'closure'; readonly closure: number; readonly operands: readonly Operand[] };

export interface Member {
  /** Absent in an array; `...` for what is spread. */
  readonly name?: string;
  readonly operand: Operand;
}

export interface Statement {
  readonly to: Place;
  readonly value: Rvalue;
  readonly at: Position;
}

export interface Case {
  /** `k`: a constant whose value is not told. */
  readonly value: string;
  readonly block: Block;
}

export type Terminator =
  | { readonly sort: 'goto'; readonly to: Block; readonly at: Position }
  | { readonly sort: 'return'; readonly at: Position }
  | { readonly sort: 'unreachable'; readonly at: Position }
  | { readonly sort: 'throw'; readonly operand: Operand; readonly at: Position }
  | {
      readonly sort: 'switch';
      readonly operand: Operand;
      readonly cases: readonly Case[];
      readonly at: Position;
    }
  | {
      readonly sort: 'call';
      readonly callee: string;
      readonly operands: readonly Operand[];
      readonly dest: Local;
      readonly to: Block;
      readonly at: Position;
    }
  | {
      readonly sort: 'await' | 'yield';
      readonly operand: Operand;
      readonly dest: Local;
      readonly to: Block;
      readonly at: Position;
    };

export interface Block {
  readonly statements: Statement[];
  term?: Terminator;
  /** Handler of what is thrown here. */
  unwind?: Block;
  /** How many edges lead here so far; the entry has one from outside. */
  entries: number;
  /** Set when it was begun: blocks are numbered in this order. */
  rank?: number;
}

/** One function of a body: K = 0 is the root, others its closures. */
export interface Graph {
  readonly k: number;
  readonly entry: Block;
  /** Begun and reached, in order. */
  readonly blocks: readonly Block[];
  /** `_1 … _k`, then `_0`: what an entry block declares first. */
  readonly declared: readonly Local[];
}

export function operandsOf(value: Rvalue): readonly Operand[] {
  switch (value.sort) {
    case 'copy':
    case 'mut':
      return [value.place];
    case 'const':
      return [];
    case 'agg':
      return value.members.map((member) => member.operand);
    default:
      return value.operands;
  }
}

/** The place written last. */
export function terminatorOperands(term: Terminator): readonly Operand[] {
  switch (term.sort) {
    case 'throw':
    case 'switch':
      return [term.operand];
    case 'call':
      return [...term.operands, term.dest];
    case 'await':
    case 'yield':
      return [term.operand, term.dest];
    default:
      return [];
  }
}
