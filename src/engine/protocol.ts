/** What a cell shows: MIME type -> data. `text/plain` is always there. */
export type MimeBundle = Readonly<Record<string, unknown>> & { readonly 'text/plain': string };

/** A value that stays in the host and is paged by handle. */
export interface HandleInfo {
  readonly handle: string;
  readonly kind: 'table' | 'run' | 'chart' | 'text' | 'value';
  readonly rows?: number;
  readonly columns?: readonly {
    readonly name: string;
    readonly type: string;
    readonly unit?: string;
  }[];
}

export interface Diagnostic {
  /** A module of the user that the cell imports, relative to the engine's folder; absent for the cell itself. */
  readonly file?: string;
  readonly line: number;
  readonly col: number;
  readonly code: number;
  readonly message: string;
}

export interface CellError {
  readonly name: string;
  readonly message: string;
  /** Frames of cell code only. */
  readonly frames: readonly string[];
  /** Stable code of a `CodedError`. */
  readonly code?: string;
}

export type EngineEvent =
  | { readonly type: 'stdout' | 'stderr'; readonly text: string }
  | {
      readonly type: 'display' | 'update';
      readonly id: string;
      readonly bundle: MimeBundle;
      readonly handle?: HandleInfo;
    }
  /** The cell's output so far is to go; with `wait`, once there is something to take its place. */
  | { readonly type: 'clear'; readonly wait: boolean }
  | {
      readonly type: 'progress';
      readonly what: string;
      readonly done: number;
      readonly total?: number;
    }
  | { readonly type: 'input'; readonly prompt: string; readonly password: boolean };

export interface Evaluation {
  readonly status: 'ok' | 'error' | 'diagnostics' | 'interrupted' | 'restarted';
  readonly result?: { readonly bundle: MimeBundle; readonly handle?: HandleInfo };
  readonly diagnostics: readonly Diagnostic[];
  readonly error?: CellError;
  /** Top-level names that the cell declares, and free names that it reads. */
  readonly declares: readonly string[];
  readonly reads: readonly string[];
  readonly milliseconds: number;
}

export interface Completion {
  readonly start: number;
  readonly end: number;
  readonly items: readonly {
    readonly name: string;
    readonly kind: string;
    readonly insert: string;
  }[];
}

/** The call around an offset: its signatures, the one that fits, and the parameter under the cursor. */
export interface SignatureHelp {
  readonly signatures: readonly {
    readonly label: string;
    readonly doc: string;
    readonly parameters: readonly { readonly label: string; readonly doc: string }[];
  }[];
  readonly active: number;
  readonly parameter: number;
}

export interface PageRequest {
  readonly from: number;
  readonly count: number;
  readonly sort?: readonly { readonly column: string; readonly descending: boolean }[];
  /** Substring of any text cell, case-insensitive. */
  readonly filter?: string;
}

/** The engine as both doors see it: cells run in a child process, which may be restarted but never blocks its user. */
export interface Engine {
  readonly ready: Promise<void>;
  evaluate(source: string, onEvent: (event: EngineEvent) => void): Promise<Evaluation>;
  complete(source: string, offset: number): Promise<Completion>;
  inspect(
    source: string,
    offset: number,
  ): Promise<{ readonly text: string; readonly doc: string } | null>;
  /** Null outside of a call's arguments. */
  signature(source: string, offset: number): Promise<SignatureHelp | null>;
  isComplete(
    source: string,
  ): Promise<{ readonly status: 'complete' | 'incomplete' | 'invalid'; readonly indent: string }>;
  /**
   * Stops the running cell, and every call that `comm` has under way. Restarts the host when nothing else ends the
   * cell; calls alone never restart it: those that do not stop are answered with an error.
   */
  interrupt(): Promise<void>;
  reset(): Promise<void>;
  /** Rows of a table handle as one Arrow IPC stream, with the total after the filter. */
  page(
    handle: string,
    request: PageRequest,
  ): Promise<{ readonly arrow: Uint8Array; readonly total: number }>;
  /** A call on a handle that the prelude answers: steps of a run, retune, chart …; its progress is told by events. */
  comm(
    handle: string,
    method: string,
    argument: unknown,
    onEvent?: (event: EngineEvent) => void,
  ): Promise<unknown>;
  release(handle: string): Promise<void>;
  /** Answers the question of a cell; null where nobody can be asked: the cell then gets an error. */
  reply(text: string | null): void;
  close(): Promise<void>;
}
