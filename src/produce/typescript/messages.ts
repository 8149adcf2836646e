import {
  CodedError,
  Interrupted,
  type ExitCode,
  type ProgressReport,
  type Task,
} from '../../task/index.js';
import type { TypeScriptDumpResult } from './dump-typescript.js';

/** What a thread or a process that reads says to whoever started it. */
export type ReaderMessage =
  | { readonly progress: ProgressReport }
  | { readonly result: TypeScriptDumpResult }
  | { readonly failure: Failure };

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly exitCode: ExitCode;
}

/** Anything that was thrown, so that it can be said: no error crosses as it is. */
export function failureOf(error: unknown): Failure {
  const { code, message, exitCode } =
    error instanceof CodedError
      ? error
      : new CodedError('fault', String((error as Error).stack ?? error));
  return { code, message, exitCode };
}

/** Passes progress on to the task; a result or a failure ends the reading. */
export function hear(
  message: ReaderMessage,
  task: Task,
  resolve: (result: TypeScriptDumpResult) => void,
  reject: (error: Error) => void,
): void {
  if ('progress' in message)
    task.progress(message.progress.what, message.progress.done, message.progress.total);
  else if ('result' in message) resolve(message.result);
  else reject(errorOf(message.failure));
}

function errorOf({ code, message, exitCode }: Failure): Error {
  return code === 'interrupted'
    ? new Interrupted('reading sources')
    : new CodedError(code, message, { exitCode });
}
