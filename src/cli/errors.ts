import { CodedError } from '../task/index.js';

/** One line for any thrown thing: a coded error's message, or a remark that the fault is ours. */
export function messageOf(error: unknown): string {
  if (error instanceof CodedError) return oneLine(error.message);
  const message = error instanceof Error ? error.message : String(error);
  return `fault of ours: ${oneLine(message)}; MIMIR_DEBUG=1 shows where`;
}

export const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, '; ');
