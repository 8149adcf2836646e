/** Exit code that a command uses for an error of this sort (design section 10). */
export type ExitCode = 1 | 2 | 130;

/**
 * An error with a stable code. Its message is one line: noun phrase, colon, the offending value; then the
 * remedy. Front doors print the message only, never the stack.
 */
export class CodedError extends Error {
  readonly code: string;
  readonly exitCode: ExitCode;

  constructor(
    code: string,
    message: string,
    options: { exitCode?: ExitCode; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.exitCode = options.exitCode ?? 2;
  }
}

/** A question that can't be asked: wrong type, unknown name, a pattern that matches nothing. */
export class InvalidArgument extends CodedError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('invalid_argument', message, options);
  }
}

/** Work stopped by its user: the cancel flag was set or the signal aborted. */
export class Interrupted extends CodedError {
  constructor(what = 'work') {
    super('interrupted', `interrupted: ${what}`, { exitCode: 130 });
  }
}
