export const FLOW_KINDS = [
  'defuse',
  'opaque',
  'call',
  'return',
  'out',
  'field',
  'global',
  'capture',
] as const;
export type FlowKind = (typeof FLOW_KINDS)[number];

/** One step of a value. `site` is the call of a call, return or out edge; -1 for the others. */
export interface FlowEdge {
  readonly src: number;
  readonly dst: number;
  readonly kind: FlowKind;
  readonly site: number;
  /** What becomes of the parts of the value; none = they stay. */
  readonly label?: number;
  /**
   * Local whose field is read from the heap; where a cell is written, the body that captures it as it is made. None = it
   * is neither.
   */
  readonly base?: number;
}

/** Where the value of a call's arguments goes when the callee's own body is not followed. */
export interface PropagatorFlow {
  /** Argument, counted from 0; -1 = all of them. */
  readonly from: number;
  /** `ret`, or the argument through which it is written. */
  readonly to: 'ret' | number;
  /** Whether it becomes an element of what is written. */
  readonly element?: boolean;
  /** Part that is taken, and the part of the result that it becomes; none = all is anywhere in it. */
  readonly part?: readonly [from: string, to: string];
}

/** What a callee without a body does with the functions that it is given. */
export interface CallbackFlow {
  /** Whether their results are in its own. */
  readonly result: boolean;
  /** Arguments whose values they get; -1 = all. */
  readonly from: number;
  /** Whether it calls them at all. */
  readonly isRun: boolean;
}

export interface KnownFlow {
  readonly flow: readonly PropagatorFlow[];
  readonly callback: CallbackFlow;
}

export interface FlowOptions {
  /** Whether arguments of a callee without a body reach its result. */
  readonly opaque: 'pass' | 'block';
  /** Flow of a callee that the catalogue knows; `null` = none known. It wins over a body. */
  readonly propagator: (callee: string) => KnownFlow | null;
}
