/** Built MIR as data: what `-Zdump-mir='all & built' -Zmir-include-spans=on -Ztrim-diagnostic-paths=no` prints. */

/** 1-based, as printed; `file` as rustc knows it: relative to the package's workspace, or absolute. */
export interface MirSpan {
  readonly file: string;
  readonly line: number;
  readonly col: number;
  readonly endLine: number;
  readonly endCol: number;
}

export type MirBodyKind = 'fn' | 'const' | 'static' | 'promoted' | 'closure' | 'coroutine';

export interface MirBody {
  readonly kind: MirBodyKind;
  /** The path in the head, as printed: `shapes::<impl at src/shapes.rs:6:1: 6:22>::double`. */
  readonly path: string;
  /** The definition's path from the file's name, unique within a crate: `shapes::{impl#2}::double`. */
  readonly defPath: string | null;
  /** Of a `promoted[3] in f`. */
  readonly promoted: number | null;
  /** A `static mut`. */
  readonly mutable: boolean;
  /** Numbers 1 … k. */
  readonly params: readonly MirParam[];
  readonly returns: string;
  /** What a coroutine yields. */
  readonly yields: string | null;
  /** By number, gaps where none is declared; 0 is the return place. */
  readonly locals: readonly (MirLocal | undefined)[];
  readonly debug: readonly MirDebug[];
  readonly scopes: readonly MirScope[];
  /** In printed order, which is that of their ids. */
  readonly blocks: readonly MirBlock[];
  /** What `{alloc7: …}` in this body's constants stands for. */
  readonly allocations: ReadonlyMap<string, MirAllocation>;
}

export interface MirParam {
  readonly local: number;
  readonly type: string;
}

export interface MirLocal {
  readonly local: number;
  readonly type: string;
  readonly mutable: boolean;
  readonly scope: number;
  readonly span: MirSpan | null;
}

/** A name of the source and what it stands for: a place, or a constant's text. */
export interface MirDebug {
  readonly name: string;
  readonly place: MirPlace | null;
  readonly constant: string | null;
  readonly scope: number;
  readonly span: MirSpan | null;
}

export interface MirScope {
  readonly scope: number;
  readonly parent: number;
}

export type MirAllocation =
  | { readonly sort: 'static' | 'extern static'; readonly path: string }
  | { readonly sort: 'fn'; readonly path: string }
  | { readonly sort: 'other'; readonly text: string };

export interface MirBlock {
  readonly id: number;
  readonly cleanup: boolean;
  readonly statements: readonly MirStatement[];
  readonly terminator: MirTerminator;
}

export type MirProjection =
  | { readonly sort: 'deref' }
  | { readonly sort: 'field'; readonly index: number; readonly type: string }
  | { readonly sort: 'downcast'; readonly variant: string }
  | { readonly sort: 'index'; readonly local: number }
  | { readonly sort: 'element'; readonly offset: number; readonly fromEnd: boolean }
  | { readonly sort: 'slice'; readonly from: number; readonly to: number }
  | { readonly sort: 'cast'; readonly type: string };

export interface MirPlace {
  readonly local: number;
  readonly projections: readonly MirProjection[];
}

export type MirConstantForm =
  'integer' | 'float' | 'bool' | 'char' | 'string' | 'bytes' | 'unit' | 'fn' | 'alloc' | 'other';

export interface MirConstant {
  readonly form: MirConstantForm;
  /** After `const `, as printed. */
  readonly text: string;
  /** As the lines below the statement have it; of a number its suffix, of `true` bool. */
  readonly type: string | null;
  /** Where the constant itself stands: a call's callee name, say. */
  readonly span: MirSpan | null;
}

export type MirOperand =
  | { readonly sort: 'copy' | 'move'; readonly place: MirPlace }
  | { readonly sort: 'constant'; readonly constant: MirConstant };

export type MirAggregateForm = 'tuple' | 'array' | 'adt' | 'closure' | 'coroutine' | 'pointer';

export type MirRvalue =
  | { readonly sort: 'use'; readonly operand: MirOperand }
  | { readonly sort: 'ref'; readonly kind: 'shared' | 'mut' | 'fake'; readonly place: MirPlace }
  | { readonly sort: 'raw'; readonly mutable: boolean; readonly place: MirPlace }
  | {
      readonly sort: 'cast';
      readonly operand: MirOperand;
      readonly type: string;
      /** `IntToInt`, `PointerCoercion(ReifyFnPointer(Safe), Implicit)`, … */
      readonly how: string;
    }
  /** A binary or unary operation of rustc by its name, `AddWithOverflow`, `Not`, `PtrMetadata`, …; also `SizeOf`. */
  | {
      readonly sort: 'operation';
      readonly name: string;
      readonly operands: readonly MirOperand[];
      readonly types: readonly string[];
    }
  /** `discriminant(p)`, `Len(p)`, `deref_copy p`. */
  | { readonly sort: 'of-place'; readonly name: string; readonly place: MirPlace }
  | { readonly sort: 'repeat'; readonly operand: MirOperand; readonly count: string }
  | {
      readonly sort: 'aggregate';
      readonly form: MirAggregateForm;
      /** Type or constructor with its generics, as printed; a closure's `{closure@…}`. Empty for a tuple or array. */
      readonly name: string;
      readonly members: readonly MirMember[];
      /** Of a closure or coroutine: `total::{closure#0}`, without the crate. */
      readonly definition: string | null;
    }
  | { readonly sort: 'thread-local'; readonly path: string };

export interface MirMember {
  /** `null` in a tuple, array or tuple-like constructor. */
  readonly name: string | null;
  readonly operand: MirOperand;
}

export type MirStatement =
  | {
      readonly sort: 'assign';
      readonly to: MirPlace;
      readonly value: MirRvalue;
      readonly scope: number;
      readonly span: MirSpan | null;
    }
  | {
      readonly sort: 'discriminant';
      readonly place: MirPlace;
      readonly variant: string;
      readonly scope: number;
      readonly span: MirSpan | null;
    }
  | {
      readonly sort: 'intrinsic';
      readonly name: string;
      readonly operands: readonly MirOperand[];
      readonly scope: number;
      readonly span: MirSpan | null;
    };

/** A block id, or what rustc does instead: `continue`, `unreachable`, `terminate(cleanup)`. */
export type MirUnwind = number | string | null;

export interface MirSwitchCase {
  /** Decimal digits, maybe signed: what is compared bit by bit. */
  readonly value: string;
  readonly target: number;
}

export type MirTerminator = { readonly scope: number; readonly span: MirSpan | null } & (
  | { readonly sort: 'goto'; readonly target: number }
  | {
      readonly sort: 'switch';
      readonly on: MirOperand;
      readonly cases: readonly MirSwitchCase[];
      readonly otherwise: number | null;
    }
  | { readonly sort: 'return' | 'unreachable' | 'resume' | 'coroutine-drop' }
  | { readonly sort: 'terminate'; readonly reason: string }
  | {
      readonly sort: 'drop';
      readonly place: MirPlace;
      readonly target: number;
      readonly unwind: MirUnwind;
    }
  | {
      readonly sort: 'call' | 'tailcall';
      readonly callee: MirOperand;
      readonly operands: readonly MirOperand[];
      readonly to: MirPlace | null;
      /** `null`: it never returns. */
      readonly target: number | null;
      readonly unwind: MirUnwind;
    }
  | {
      readonly sort: 'assert';
      readonly on: MirOperand;
      readonly expected: boolean;
      readonly message: string;
      readonly operands: readonly MirOperand[];
      readonly target: number;
      readonly unwind: MirUnwind;
    }
  | {
      readonly sort: 'yield';
      readonly value: MirOperand;
      readonly to: MirPlace;
      readonly target: number;
      readonly drop: number | null;
    }
  | { readonly sort: 'false-edge'; readonly target: number; readonly imaginary: number }
  | { readonly sort: 'false-unwind'; readonly target: number; readonly unwind: MirUnwind }
  | {
      readonly sort: 'asm';
      readonly text: string;
      readonly operands: readonly MirAsmOperand[];
      readonly targets: readonly number[];
      readonly unwind: MirUnwind;
    }
);

export interface MirAsmOperand {
  readonly reads: MirOperand | null;
  readonly writes: MirPlace | null;
  /** Of a `sym`: the function or static. */
  readonly symbol: string | null;
}

export interface MirUnparsed {
  /** From 1, in the text. */
  readonly line: number;
  readonly text: string;
}

export interface MirFile {
  readonly bodies: readonly MirBody[];
  readonly lines: number;
  /** Statements that say nothing of data: storage markers, fake reads, type ascriptions. */
  readonly skipped: number;
  readonly unparsed: number;
  /** The first unparsed lines, at most 20. */
  readonly samples: readonly MirUnparsed[];
}

/** What a dump's file name tells: `demo.shapes-{impl#2}-double.1-1-000.built.after.mir`. */
export interface MirFileName {
  readonly crate: string;
  /** `shapes::{impl#2}::double`; empty for the crate's root. */
  readonly defPath: string;
  readonly promoted: number | null;
}
