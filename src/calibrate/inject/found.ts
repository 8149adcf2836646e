import { EDIT_OPERATORS, type EditOperator } from './operators.js';
import type { InjectedPlace, Injection } from './inject.js';

/** Pieces that a detector calls clones of one another. */
export type FoundClass = readonly InjectedPlace[];

/** How many of an operator's copies were found. */
export interface OperatorRecall {
  readonly operator: EditOperator;
  readonly type: 1 | 2 | 3;
  readonly injected: number;
  readonly found: number;
}

const overlaps = (a: InjectedPlace, b: InjectedPlace): boolean =>
  a.file === b.file && a.line <= b.endLine && b.line <= a.endLine;

/** A copy is found when one class holds a piece that overlaps it and another that overlaps its original. */
export function isFound({ origin, copy }: Injection, classes: readonly FoundClass[]): boolean {
  return classes.some((places) => {
    const onCopy = places.filter((place) => overlaps(place, copy));
    return onCopy.some((one) => places.some((other) => other !== one && overlaps(other, origin)));
  });
}

/** Recall by operator, in the order of `EDIT_OPERATORS`; operators without a copy are left out. */
export function recallByOperator(
  injections: readonly Injection[],
  classes: readonly FoundClass[],
): OperatorRecall[] {
  return EDIT_OPERATORS.flatMap((operator) => {
    const own = injections.filter((one) => one.operator === operator);
    if (own.length === 0) return [];
    const found = own.filter((one) => isFound(one, classes)).length;
    return [{ operator, type: own[0]!.type, injected: own.length, found }];
  });
}
