import type { EngineEvent, HandleInfo, MimeBundle, PageRequest } from './protocol.js';

/** What the engine gives to its prelude: the only way from a value in the host to the front door. */
export interface HostContext {
  readonly cwd: string;
  /** As given to `createEngine`. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The stop flag of the cell that runs now: one Int32 in shared memory, non-zero once it is interrupted. */
  stopFlag(): Int32Array;
  emit(event: EngineEvent): void;
  /** Asks the user for a line; resolves with the answer. */
  input(prompt: string, password: boolean): Promise<string>;
  /** Imports a module as a cell would, top-level await included. */
  load(specifier: string): Promise<unknown>;
  /** The displayed form of any value; a large one is kept in the host under a handle. */
  present(value: unknown): Promise<Presented>;
  /** Keeps a value under a handle that `page`, `comm` and `release` know. */
  keep(value: unknown, info: Omit<HandleInfo, 'handle'>): HandleInfo;
}

export interface Presented {
  readonly bundle: MimeBundle;
  readonly handle?: HandleInfo;
}

/** A displayed form; what is kept under a handle is `kept`, or the value itself. */
export interface PreludePresented {
  readonly bundle: MimeBundle;
  readonly keep?: Omit<HandleInfo, 'handle'>;
  readonly kept?: unknown;
}

/** What a cell is about to do. */
export interface CellFacts {
  readonly source: string;
  readonly declares: readonly string[];
  readonly reads: readonly string[];
}

/** What `start` of a prelude module gives back; every hook may be left out. */
export interface Prelude {
  /** Names that every cell sees. */
  readonly globals?: Readonly<Record<string, unknown>>;
  /**
   * Ambient TypeScript declarations of the globals. A path in them is absolute or relative to `declarationsFile`;
   * asked again after every cell, so that types may follow what has been opened.
   */
  declarations?(): string;
  /** Where the declarations pretend to lie. */
  readonly declarationsFile?: string;
  /** Runs before each cell: what must be there before the first cell that names it. */
  before?(cell: CellFacts): Promise<void>;
  /** Runs after each cell, whether it failed or not. */
  after?(cell: CellFacts, failed: boolean): Promise<void>;
  /** Runs the cell, within whatever must surround it. */
  around?(run: () => Promise<void>): Promise<void>;
  /** The displayed form of a value that it knows; `undefined` for others. */
  present?(value: unknown): Promise<PreludePresented | undefined>;
  /** Rows of a kept table. */
  page?(
    value: unknown,
    request: PageRequest,
  ): Promise<{ readonly arrow: Uint8Array; readonly total: number }>;
  /** A call on a kept value; on the session itself when the handle was `session` (value `null`). */
  comm?(value: unknown, method: string, argument: unknown, call: CallContext): Promise<unknown>;
}

/** How a call of a front door is stopped, and how it tells how far it is. */
export interface CallContext {
  /** One Int32 in shared memory, non-zero once an interrupt came that means the call. */
  readonly flag: Int32Array;
  emit(event: EngineEvent): void;
}

/** The module that a host loads before its first cell. */
export interface PreludeModule {
  start(host: HostContext): Promise<Prelude> | Prelude;
}
