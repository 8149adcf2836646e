import { CodedError } from '../task/index.js';

/** A dump that can't be read: which file, what is wrong, what to do. One line. */
export class DumpError extends CodedError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('dump_unreadable', message, options);
  }
}

/** No dump where one was asked for. */
export class NoDump extends CodedError {
  constructor(message: string) {
    super('no_dump', message);
  }
}
