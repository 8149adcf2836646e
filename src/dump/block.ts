/** A block's payload as data. Grammar: docs/dump-format.md, "Blocks". Locals are numbers: `_3` is 3. */
export interface Block {
  /** 16 hexadecimal digits. */
  readonly fingerprint: string;
  readonly terminator: Terminator;
  readonly statements: readonly Statement[];
  readonly declarations: readonly Declaration[];
  /** Pairs that the manual shows and does not explain; written empty, kept. */
  readonly flows: readonly (readonly [from: number, to: number])[];
}

/** 1-based line and column; 0:0 = none. */
export interface Position {
  readonly line: number;
  readonly col: number;
}

export interface Declaration {
  readonly local: number;
  readonly type: string;
}

/** Part of a local, what it points to, a captured value, or a static: a write to it is weak. */
export type WeakPlace =
  | { readonly place: 'deref'; readonly local: number }
  /** `type` declares the field; an empty `field` is an unnamed one. */
  | {
      readonly place: 'field';
      readonly local: number;
      readonly type: string;
      readonly field: string;
    }
  | {
      readonly place: 'capture';
      readonly local: number;
      readonly closure: number;
      readonly index: number;
    }
  | { readonly place: 'static'; readonly name: string };

export type Place = { readonly place: 'local'; readonly local: number } | WeakPlace;

export interface Constant {
  readonly place: 'constant';
  readonly type: string;
  /** `null` where it is not written; a string's never is. */
  readonly value: string | null;
}

export type Operand = Place | Constant;

export type Rvalue =
  | { readonly op: 'copy' | 'move' | 'borrow' | 'mut'; readonly from: Place }
  | { readonly op: 'cast'; readonly from: Operand }
  | { readonly op: 'const'; readonly value: Constant }
  | { readonly op: 'op'; readonly word: string; readonly operands: readonly Operand[] }
  | {
      readonly op: 'agg';
      readonly type: string;
      readonly members: readonly { readonly name: string; readonly value: Operand }[];
    }
  | { readonly op: 'closure'; readonly closure: number; readonly captures: readonly Operand[] };

export interface Statement {
  /** A local is written strongly (` = `), any other place weakly (` <- `). */
  readonly to: Place;
  readonly value: Rvalue;
  readonly at: Position;
}

/** `value` is `k` for a constant without a value. */
export interface SwitchCase {
  readonly value: string;
  readonly target: BlockName;
}

/** Body 0 is the function's own; nested bodies count from 1 in source order. */
export interface BlockName {
  readonly body: number;
  readonly block: number;
}

export type Terminator = { readonly at: Position } & (
  | { readonly op: 'goto' | 'return' | 'unreachable' }
  | { readonly op: 'throw' | 'assert'; readonly on: Operand }
  | { readonly op: 'switch'; readonly on: Operand; readonly cases: readonly SwitchCase[] }
  | {
      readonly op: 'call' | 'tailcall';
      readonly callee: string;
      readonly operands: readonly Operand[];
      readonly to: number;
    }
  | { readonly op: 'await' | 'yield'; readonly on: Operand; readonly to: number }
);

/** `bbN` or `bbcK.N`; `null` for another text. */
export function parseBlockName(text: string): BlockName | null {
  const match = /^bb(?:c([1-9]\d*)\.)?(0|[1-9]\d*)$/u.exec(text);
  return match === null ? null : { body: Number(match[1] ?? 0), block: Number(match[2]) };
}

export function formatBlockName({ body, block }: BlockName): string {
  return body === 0 ? `bb${block}` : `bbc${body}.${block}`;
}
