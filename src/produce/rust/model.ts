import type { NodeFact, Origin } from '../../dump/index.js';
import type { Condition } from './cfg-trace.js';
import type { TypeTree } from './type-tree.js';

/** What a target of a package compiles to; the builds of a library, with tests and without, are one. */
export interface Crate {
  /** First segment of its keys: the library's name, or one that no code can write. */
  readonly key: string;
  /** As code writes it: `regex_automata`. */
  readonly name: string;
  readonly packageId: string;
  readonly packageName: string;
  readonly version: string;
  readonly origin: Origin;
  /** Of the workspace. */
  readonly isLocal: boolean;
  readonly isLibrary: boolean;
  /** Test, bench: everything in it is test code. */
  readonly isTest: boolean;
  /** Moniker of the crate's root, where the first descriptor goes. */
  readonly prefix: string;
}

export interface Signature {
  readonly inputs: readonly TypeTree[];
  readonly output: TypeTree;
}

/** A node, before it is written. */
export interface Item {
  readonly id: string;
  readonly kind: NodeFact['kind'];
  readonly name: string;
  readonly crate: Crate;
  readonly parent: Item | null;
  /** Path within the crate, as MIR prints it: `shapes::Square`. */
  readonly path: string;
  readonly facts: Mutable<Omit<NodeFact, 'id' | 'kind' | 'name'>>;
  signature?: Signature;
  /** A function with code, a trait's method with a default. */
  hasBody?: boolean;
  condition?: Condition;
  /** Types that the item's own declaration names. */
  mentions?: readonly TypeTree[];
  /** Written by a macro that is called in the place of an item: its name, and where the call stands. */
  writtenBy?: { readonly macro: string; readonly line: number; readonly col: number };
  /** Of a type: `#0`, `Variant#0` to the field. */
  fields?: Map<string, Item>;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** One impl block, or several of the same header. */
export interface Impl {
  readonly item: Item;
  readonly self: TypeTree;
  /** `null` for an inherent one. */
  readonly trait: TypeTree | null;
  readonly members: Map<string, Item>;
  /** Where rustdoc says that it is: the call of the macro where one made it. */
  readonly file: string;
  readonly line: number;
  readonly col: number;
  /** Written by a derive or attribute macro. */
  readonly derived: boolean;
  /** The macro's name, where the impl's place is the macro's own word. */
  readonly deriving: string | null;
}
