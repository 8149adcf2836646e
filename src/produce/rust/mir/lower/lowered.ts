import type { BlockName } from '../../../../dump/index.js';
import type { MirCallee } from '../callee.js';
import type { MirBody, MirSpan } from '../mir.js';

/**
 * How a call reaches its target.
 * `direct`: a function, inherent method, or a trait's method on a known type.
 * `generic`: a trait's method on a type parameter, `Self`, `impl Trait` or associated type.
 * `dyn`: on a trait object.
 * `closure`: a closure of this crate, by `Fn*::call*`.
 * `fn-pointer`: through a local of `fn` type. `fn-param`: `Fn*::call*` on a parameter's or opaque type.
 * `fn-object`: `Fn*::call*` on `dyn Fn`, or a box or reference of it.
 * `intrinsic`: `std::intrinsics`.
 */
export type CallClass =
  'direct' | 'generic' | 'dyn' | 'closure' | 'fn-pointer' | 'fn-param' | 'fn-object' | 'intrinsic';

/** Where something stands for a reader: the nearest place of the body's own source. */
export interface MirSite {
  readonly file: string;
  readonly line: number;
  readonly col: number;
  /** False where the statement came out of a macro and a neighbour's place was taken. */
  readonly exact: boolean;
}

export interface CallFact {
  readonly callee: MirCallee;
  readonly class: CallClass;
  /** What the resolver named it. */
  readonly id: string;
  readonly site: MirSite;
  /** Written as an operator, an index or an automatic dereference. */
  readonly isOperator: boolean;
  /** Types of the arguments, receiver first. */
  readonly argTypes: readonly string[];
  /** Definition path of the closure called, where it is one of this crate. */
  readonly closure: string | null;
  readonly body: number;
}

/** A function named as a value: turned into a pointer, or passed as its own type. */
export interface PassFact {
  readonly callee: MirCallee;
  readonly site: MirSite;
  readonly how: 'pointer' | 'item' | 'closure-pointer';
}

export interface FieldFact {
  /** The base's type with references, pointers and boxes taken off, generics kept; `null`: not known. */
  readonly type: string | null;
  readonly variant: string | null;
  readonly index: number;
  readonly access: 'read' | 'write';
  /** Why it's written: an assignment, a `&mut`, a literal. */
  readonly how: 'place' | 'borrow' | 'literal';
  readonly site: MirSite;
}

export interface StringFact {
  /** Unescaped. */
  readonly text: string;
  readonly isBytes: boolean;
  readonly site: MirSite;
}

/** A static, constant or thread-local that a body names. */
export interface ItemFact {
  readonly sort: 'static' | 'const' | 'thread-local';
  readonly path: string;
  readonly access: 'read' | 'write';
  readonly site: MirSite;
}

export interface AggregateFact {
  /** Path without generics: `Tree::Node`, `std::ops::Range`. */
  readonly path: string;
  readonly fields: readonly (string | null)[];
  readonly site: MirSite;
}

export interface CastFact {
  readonly from: string;
  readonly to: string;
  readonly how: string;
  readonly site: MirSite;
}

export interface SwitchFact {
  /** The enum's type where a discriminant is switched on. */
  readonly type: string | null;
  readonly cases: number;
  readonly site: MirSite;
}

/** A statement's own place is outside its body: it came out of a macro defined there. */
export interface ExpansionFact {
  readonly at: MirSpan;
  readonly site: MirSite;
}

export interface BodyFacts {
  readonly calls: readonly CallFact[];
  readonly passes: readonly PassFact[];
  readonly fields: readonly FieldFact[];
  readonly strings: readonly StringFact[];
  readonly items: readonly ItemFact[];
  readonly aggregates: readonly AggregateFact[];
  readonly casts: readonly CastFact[];
  readonly switches: readonly SwitchFact[];
  readonly drops: readonly { readonly type: string; readonly site: MirSite }[];
  readonly asserts: readonly { readonly message: string; readonly site: MirSite }[];
  readonly yields: readonly { readonly type: string; readonly site: MirSite }[];
  readonly asm: readonly { readonly text: string; readonly site: MirSite }[];
  readonly expansions: readonly ExpansionFact[];
  /** Field projections met, and those whose base type was not known. */
  readonly projections: number;
  readonly untyped: number;
}

export interface LoweredBlock {
  readonly name: BlockName;
  /** Text for `ty`. */
  readonly payload: string;
  readonly line: number;
  readonly successors: readonly BlockName[];
}

export interface LoweredBody {
  readonly blocks: readonly LoweredBlock[];
  readonly facts: BodyFacts;
}

/** A body and the closures and coroutines within it, at any depth, in source order: K = 1, 2, … */
export interface BodyGroup {
  readonly root: MirBody;
  readonly nested: readonly MirBody[];
}

/** Answers of whoever knows the crate's items. Everything is asked by text, as MIR prints it. */
export interface MirResolver {
  /** A callee's moniker; one for what is not known either: it stands in the payload. */
  callee(callee: MirCallee, from: MirBody): string;
  /** Label of the declaring type (or `Type::Variant`) and the field's name; `null` when unknown. */
  field(
    type: string,
    variant: string | null,
    index: number,
  ): { readonly owner: string; readonly name: string } | null;
  /** Label of a type or, `Type::Variant`, of a constructor, from its path without generics. */
  type(path: string): string | null;
  /** Label of a static, constant or thread-local. */
  item(path: string): string | null;
  /** True for the path of a type or trait; false for a type parameter. */
  isType(path: string): boolean;
}
