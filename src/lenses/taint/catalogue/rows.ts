/** What makes a source, a sink or a sanitizer: rows of data. `{a,b}` in a pattern stands for either. */

/** What a class of sinks endangers. */
export const TAINT_CLASSES = [
  'command',
  'argument',
  'path',
  'sql',
  'nosql',
  'ssrf',
  'html',
  'redirect',
  'code',
  'prototype',
  'memory',
  'deserialize',
  'regex',
  'log',
  'user',
] as const;
export type TaintClass = (typeof TAINT_CLASSES)[number];

/** Classes that are noisy enough to be asked for. */
export const QUIET_CLASSES: readonly TaintClass[] = ['log', 'regex', 'deserialize'];

/**
 * Where in a match: `ret` the result of a call; `out<j>` what argument j refers to; `p<k>` the k-th written parameter of
 * a defined function, from 1, receiver and environment not counted; `param<k>` the same with them counted; `cb<k>` the
 * k-th written parameter of a closure that the call gets; `field` a read of that field; `static` a read of that static.
 */
export type SourcePlace =
  'ret' | 'field' | 'static' | `out${number}` | `p${number}` | `param${number}` | `cb${number}`;

export interface SourceRow {
  readonly callee: string;
  readonly at: SourcePlace;
  readonly kind: string;
}

export interface SinkRow {
  readonly callee: string;
  /** Argument numbers; `all`; `last`; `<k>..` from k on; `write` a write of that field. */
  readonly args: readonly number[] | 'all' | 'last' | 'write' | `${number}..`;
  readonly class: string;
}

export interface SanitizerRow {
  readonly callee: string;
  /** `all` = every class; `all but <class>` = every other. */
  readonly classes: readonly string[] | 'all' | `all but ${string}`;
  /**
   * A read of that field instead of a call's result; or what the callee was asked of, where a branch goes by its yes.
   */
  readonly at?: 'field' | 'guard';
  /** The argument that a guard is asked of; none = the first. */
  readonly arg?: number;
}

export interface PropagatorRow {
  readonly callee: string;
  /** Argument or `all`, to `ret` or an argument through which it is written, there as a part of it if one is named. */
  readonly flow: readonly (readonly [from: number | 'all', to: 'ret' | number, into?: string])[];
  /** What is written to an argument becomes an element of it. */
  readonly element?: boolean;
  /**
   * Parts that the result keeps: `same` = each where it was; pairs = a part of the value becomes a part of the result, ''
   * being the whole. None = anything may be anywhere in it.
   */
  readonly parts?: 'same' | readonly (readonly [from: string, to: string])[];
  /**
   * What a function among the arguments gets: `all` arguments, and its results are in the call's (so without a row);
   * `this`: argument 0 alone; `drop`: that, and its results go nowhere; `none`: it is kept, not called.
   */
  readonly callback?: 'all' | 'this' | 'drop' | 'none';
}

export interface Catalogue {
  readonly sources: readonly SourceRow[];
  readonly sinks: readonly SinkRow[];
  readonly sanitizers: readonly SanitizerRow[];
  readonly propagators: readonly PropagatorRow[];
}

/** A table of rows whose argument numbers are as written: a method's receiver is not counted. */
export interface Table extends Catalogue {
  readonly written: boolean;
}
