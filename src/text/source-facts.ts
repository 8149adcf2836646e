import type { LabelTree } from './tree-edit-distance.js';

/** A function-like unit of a source file. */
export interface SourceUnit {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  /** Of syntax kinds. */
  readonly tree: LabelTree;
  /** Names of the parameters, as written. */
  readonly parameters: readonly string[];
  /** Last names of what it calls, nested functions included. */
  readonly callees: readonly string[];
  /** Strings and numbers, as written. */
  readonly literals: readonly string[];
}

/** A name that a file declares at its top level. */
export interface Declaration {
  readonly name: string;
  readonly line: number;
  /** Visible outside of its file. */
  readonly exported: boolean;
  /** Exported to a part of the program only: `pub(crate)`, `@internal`. */
  readonly restricted: boolean;
  readonly kind: string;
  /** A comment stands right before it. */
  readonly documented: boolean;
}

/** A comment or docstring, its marks taken off. */
export interface Comment {
  readonly line: number;
  readonly text: string;
}

/**
 * What a file asks for of others. `path`: a module specifier; `module`: a Rust file that `mod` adds, its inline modules
 * before it (`a/b`); `use`: a Rust path (`crate::a::B`).
 */
export interface SourceImport {
  readonly form: 'path' | 'module' | 'use';
  readonly specifier: string;
  readonly typeOnly: boolean;
  /** All that its target exports is exported again. */
  readonly reexported: boolean;
}

/** One top-level statement: what it declares and what it spells. */
export interface SourceStatement {
  readonly line: number;
  readonly endLine: number;
  readonly declares: readonly string[];
  readonly spells: ReadonlySet<string>;
}

/** What the judges read of one source file, whatever its language. */
export interface SourceFacts {
  /** One hash a token: identifiers are alike, literals of one sort are alike, all else is itself. */
  readonly leaves: BigUint64Array;
  /** Line of each token, from 1. */
  readonly tokenLines: Uint32Array;
  readonly units: readonly SourceUnit[];
  readonly declarations: readonly Declaration[];
  /** Every identifier that the file spells, with how often. */
  readonly spelled: ReadonlyMap<string, number>;
  /** Identifiers of its exception regions, which use the file as another would: tests inside of it. */
  readonly exceptions: ReadonlySet<string>;
  readonly imports: readonly SourceImport[];
  readonly comments: readonly Comment[];
  /** Top-level statements in order. */
  readonly statements: readonly SourceStatement[];
}
