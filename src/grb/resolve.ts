import type { ApplySpec, SelectSpec } from './backend.js';
import { spell, type Call } from './calls.js';
import type { Dtype } from './dtype.js';
import { isDtype } from './dtype.js';
import {
  allows,
  isClosedOp,
  isComparison,
  isMonoid,
  isPositionTest,
  isSemiring,
  isUnaryOp,
  isValueTest,
  productDtype,
  SEMIRINGS,
  type AnyClosedOp,
  type AnyMonoid,
  type Comparison,
} from './operators.js';

/** The run-time twins of the narrow types: names that reach here from untyped cells are checked again. */

export function productDtypeFor(call: Call, semiring: unknown, a: Dtype, b: Dtype): Dtype {
  if (!isSemiring(semiring)) {
    throw call.fail(
      'GrB_INVALID_VALUE',
      `unknown semiring: ${spell(semiring)}; there are ${SEMIRINGS.join(', ')}`,
    );
  }
  const dtype = productDtype(semiring, a, b);
  if (dtype === undefined)
    throw call.fail(
      'GrB_DOMAIN_MISMATCH',
      `semiring ${semiring} doesn't take ${a} and ${b}; cast one of them`,
    );
  return dtype;
}

export function operatorFor(
  call: Call,
  op: unknown,
  dtype: Dtype,
  comparisons: boolean,
): { readonly op: AnyClosedOp | Comparison; readonly dtype: Dtype } {
  if (comparisons && isComparison(op)) return { op, dtype: 'bool' };
  if (!isClosedOp(op)) throw call.fail('GrB_INVALID_VALUE', `unknown operator: ${spell(op)}`);
  if (!allows(dtype, op))
    throw call.fail('GrB_DOMAIN_MISMATCH', `operator ${op} has no ${dtype} form`);
  return { op, dtype };
}

export function monoidFor(call: Call, monoid: unknown, dtype: Dtype): AnyMonoid {
  if (!isMonoid(monoid)) throw call.fail('GrB_INVALID_VALUE', `unknown monoid: ${spell(monoid)}`);
  if (!allows(dtype, monoid))
    throw call.fail('GrB_DOMAIN_MISMATCH', `monoid ${monoid} has no ${dtype} form`);
  return monoid;
}

export function applySpec(
  call: Call,
  op: unknown,
  bound: { readonly right?: unknown; readonly left?: unknown },
  dtype: Dtype,
): { readonly spec: ApplySpec; readonly dtype: Dtype; readonly text: string } {
  const sides = (['right', 'left'] as const).filter((side) => bound[side] !== undefined);
  const [side] = sides;
  if (side === undefined) {
    if (!isUnaryOp(op)) {
      const remedy = isClosedOp(op) || isComparison(op) ? '; bind right or left to a value' : '';
      throw call.fail('GrB_INVALID_VALUE', `no unary operator: ${spell(op)}${remedy}`);
    }
    if (!allows(dtype, op))
      throw call.fail('GrB_DOMAIN_MISMATCH', `operator ${op} has no ${dtype} form`);
    return { spec: { kind: 'unary', op }, dtype, text: op };
  }
  if (sides.length === 2)
    throw call.fail('GrB_INVALID_VALUE', 'both left and right are bound; bind one');
  const resolved = operatorFor(call, op, dtype, true);
  const scalar = call.raw(side, dtype, bound[side]);
  const text =
    side === 'right'
      ? `${resolved.op}(·, ${String(scalar)})`
      : `${resolved.op}(${String(scalar)}, ·)`;
  return { spec: { kind: 'bind', op: resolved.op, side, scalar }, dtype: resolved.dtype, text };
}

export function castTarget(call: Call, dtype: unknown): Dtype {
  if (!isDtype(dtype)) throw call.fail('GrB_DOMAIN_MISMATCH', `unknown dtype: ${spell(dtype)}`);
  return dtype;
}

export function selectSpec(call: Call, test: unknown, thunk: unknown, dtype: Dtype): SelectSpec {
  if (isPositionTest(test)) return { kind: 'position', test, k: call.whole('k', thunk) };
  if (!isValueTest(test)) throw call.fail('GrB_INVALID_VALUE', `unknown test: ${spell(test)}`);
  if (dtype === 'bool' && test !== 'valueeq' && test !== 'valuene') {
    throw call.fail('GrB_DOMAIN_MISMATCH', `test ${test} has no bool form`);
  }
  return { kind: 'value', test, value: call.raw('value', dtype, thunk) };
}
