import type { FlowLabel } from './access-paths.js';
import { THROWN } from './shape.js';

/** What a promise was rejected with is the part of it that is thrown where it is awaited, and that `catch` hands on. */
type Settles = 'then' | 'catch';

const METHOD = /Promise(?:Like)?#(then|catch)\(\)\.$/;

/** The promise's own method that a callee is; `null` = none. */
export const settles = (callee: string): Settles | null =>
  (METHOD.exec(callee)?.[1] as Settles | undefined) ?? null;

const isPromise = (callee: string): boolean => /[/`]Promise#$/.test(callee);

/** Whether a function that a callee hands to its callback, as its parameter k from 0, says that something went wrong. */
export const rejects = (callee: string, k: number): boolean => k === 1 && isPromise(callee);

/** What of a promise a function gets that was given to its method as one of these operands. */
export function handed(how: Settles, operands: readonly number[]): Partial<FlowLabel> {
  return how === 'then' && operands.includes(1)
    ? { except: THROWN, flat: true }
    : { pop: [THROWN], flat: true };
}

/** What of a promise is in what its method gives, though no function of the call gets it. */
export function passedOn(how: Settles, operands: number): Partial<FlowLabel> | null {
  if (how === 'catch') return { except: THROWN };
  return operands > 2 ? null : { pop: [THROWN], push: [THROWN] };
}
