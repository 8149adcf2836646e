import type { MirCallee } from '../callee.js';
import { bareType, isClosureType } from '../type-text.js';
import { withoutGenerics } from '../parse-callee.js';
import type { CallClass, MirResolver } from './lowered.js';

const CALLABLE = /^(?:std|core)::ops::(?:function::)?(?:Async)?Fn(?:Mut|Once)?$/u;

/** Traits whose methods the compiler calls for operators, indices and automatic dereferences. */
const OPERATOR = new RegExp(
  `^(?:std|core)::(?:${[
    'ops::(?:\\w+::)*(?:Add|Sub|Mul|Div|Rem|Neg|Not|BitAnd|BitOr|BitXor|Shl|Shr)(?:Assign)?',
    'ops::(?:\\w+::)*(?:Index|Deref)(?:Mut)?',
    'cmp::Partial(?:Eq|Ord)',
  ].join('|')})$`,
  'u',
);

export function isCallable(trait: string): boolean {
  return CALLABLE.test(withoutGenerics(trait));
}

export function isOperatorTrait(trait: string): boolean {
  return OPERATOR.test(withoutGenerics(trait));
}

/** How a call reaches its target, from its callee's text alone. */
export function classOf(callee: MirCallee, resolver: MirResolver): CallClass {
  if (callee.sort === 'value') return 'fn-pointer';
  if (/^(?:std|core)::intrinsics::/u.test(callee.path)) return 'intrinsic';
  if (callee.sort === 'path' || callee.selfType === null || callee.trait === null) return 'direct';
  if (isCallable(callee.trait)) {
    const bare = bareType(callee.selfType);
    if (isClosureType(bare)) return 'closure';
    if (isObject(bare)) return 'fn-object';
    if (isPointer(bare)) return bare.endsWith('}') ? 'direct' : 'fn-pointer';
    return isParameter(bare, resolver) ? 'fn-param' : 'direct';
  }
  if (isObject(callee.selfType)) return 'dyn';
  return isParameter(callee.selfType, resolver) ? 'generic' : 'direct';
}

function isObject(type: string): boolean {
  return type.startsWith('dyn ') || type.startsWith('(dyn ');
}

function isPointer(type: string): boolean {
  return /^(?:for<[^>]*> )?(?:unsafe )?(?:extern "[^"]*" )?fn\(/u.test(type);
}

const PRIMITIVES = new Set(
  'bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f16 f32 f64 f128'.split(' '),
);

/** A type parameter, `Self`, `impl Trait`, or an associated type. */
function isParameter(type: string, resolver: MirResolver): boolean {
  if (type.startsWith('impl ') || type.startsWith('<')) return true;
  if (type === 'Self') return true;
  return (
    /^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(type) &&
    !PRIMITIVES.has(type) &&
    !resolver.isType(type)
  );
}
