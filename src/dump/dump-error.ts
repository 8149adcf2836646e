import { CodedError } from '../task/index.js';

/** Text of a file as part of a one-line message: control characters would break the line or the terminal. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, '\ufffd');
}

/** A dump that can't be read: which file, what is wrong, what to do. One line. */
export class DumpError extends CodedError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('dump_unreadable', oneLine(message), options);
  }
}

/** No dump where one was asked for. */
export class NoDump extends CodedError {
  constructor(message: string) {
    super('no_dump', oneLine(message));
  }
}
