import fc from 'fast-check';
import type {
  MirBody,
  MirConstant,
  MirOperand,
  MirPlace,
  MirProjection,
  MirRvalue,
  MirSpan,
  MirStatement,
  MirTerminator,
  MirUnwind,
} from '../../../../src/produce/rust/mir/index.js';

/** Bodies of every form, for the round trip: they mean nothing, but rustc could print their parts. */

const TYPES = [
  'i32',
  '()',
  '(u32, bool)',
  "&mut W<'_, T>",
  'fn(&str) -> [u8; 4]',
  "for<'a> fn(&'a (dyn std::any::Any + std::marker::Send)) -> std::result::Result<(), E>",
  "std::boxed::Box<dyn std::ops::Fn(i32) -> std::option::Option<T> + 'static>",
  '{closure@src/lib.rs:17:43: 17:46}',
  "std::iter::Map<std::slice::Iter<'_, [T; N]>, {closure@src/a-b.rs:1:2: 3:4}>",
  '<T as std::iter::Iterator>::Item',
  'impl std::future::Future<Output = usize>',
  '*const [u8]',
];

const PATHS = [
  'f',
  'shapes::<impl at src/shapes.rs:6:1: 6:22>::double',
  'total::{closure#0}',
  'a::b::{impl#3}::c',
  'core::num::<impl u8>::wrapping_add',
];

const CALLEES = [
  'helper',
  '<T as std::clone::Clone>::clone',
  'std::option::Option::<fn(i32) -> u8>::map::<(), {closure@src/lib.rs:1:2: 1:9}>',
  '<[T] as std::convert::AsRef<[u8]>>::as_ref',
  'core::str::<impl str>::parse::<u32>',
  '<dyn std::any::Any>::downcast_ref::<std::string::String>',
  '<F as std::ops::FnOnce<(i32, &(u8, char))>>::call_once',
];

const number = fc.nat(40);
const block = fc.nat(9);
const type = fc.constantFrom(...TYPES);

const span: fc.Arbitrary<MirSpan | null> = fc.option(
  fc.record({
    file: fc.constantFrom(
      'src/lib.rs',
      'crates/a-b/src/m (1).rs',
      '/rustc/59807616e1fa/library/std/src/macros.rs',
    ),
    line: fc.integer({ min: 1, max: 9999 }),
    col: fc.integer({ min: 1, max: 200 }),
    endLine: fc.integer({ min: 1, max: 9999 }),
    endCol: fc.integer({ min: 1, max: 200 }),
  }),
  { freq: 9 },
);

const projection: fc.Arbitrary<MirProjection> = fc.oneof(
  fc.constant({ sort: 'deref' } as const),
  fc.record({ sort: fc.constant('field' as const), index: fc.nat(9), type }),
  fc.record({
    sort: fc.constant('downcast' as const),
    variant: fc.constantFrom('Some', 'Näme', 'variant#2'),
  }),
  fc.record({ sort: fc.constant('cast' as const), type }),
  fc.record({ sort: fc.constant('index' as const), local: number }),
  fc.record({ sort: fc.constant('element' as const), offset: fc.nat(5), fromEnd: fc.boolean() }),
  fc.record({ sort: fc.constant('slice' as const), from: fc.nat(5), to: fc.nat(5) }),
);

const place: fc.Arbitrary<MirPlace> = fc.record({
  local: number,
  projections: fc.array(projection, { maxLength: 4 }),
});

const debugText = fc
  .string({
    unit: fc.constantFrom(
      'a',
      ' ',
      ';',
      '/',
      '\\n',
      '\\"',
      '\\\\',
      "'",
      '(',
      ')',
      '}',
      '{',
      '<',
      '->',
      ',',
      ' -> bb3',
      '// scope 0 at x',
      'ä',
      '€',
    ),
    maxLength: 8,
  })
  .map((inner) => `"${inner}"`);

function constantOf(
  form: MirConstant['form'],
  text: fc.Arbitrary<string>,
  typed: fc.Arbitrary<string | null>,
): fc.Arbitrary<MirConstant> {
  return fc
    .record({ form: fc.constant(form), text, type: typed, span })
    .map((one) =>
      ['integer', 'float', 'bool', 'char', 'unit'].includes(form) ? { ...one, span: null } : one,
    );
}

const constant: fc.Arbitrary<MirConstant> = fc.oneof(
  constantOf(
    'integer',
    fc.integer().map((value) => `${value}_i32`),
    fc.constant('i32'),
  ),
  constantOf('float', fc.constantFrom('3.5f64', '-1e21f64'), fc.constant('f64')),
  constantOf('bool', fc.constantFrom('true', 'false'), fc.constant('bool')),
  constantOf(
    'char',
    fc.constantFrom("'a'", "'\\''", "'\"'", "'\\u{1f600}'", "'(' ".trim()),
    fc.constant('char'),
  ),
  constantOf('unit', fc.constant('()'), fc.constant('()')),
  constantOf('string', debugText, fc.constant('&str')),
  constantOf(
    'bytes',
    debugText.map((text) => `b${text}`),
    fc.constant('&[u8; 8]'),
  ),
  constantOf('alloc', fc.constant('{alloc1: *mut i32}'), fc.constant('*mut i32')),
  constantOf(
    'other',
    fc.constantFrom('LIMIT', 'core::num::<impl u32>::MAX', '<T as Trait<fn() -> u8>>::ID'),
    fc.constant('Wrapped<u8>'),
  ),
  constantOf('fn', fc.constantFrom(...CALLEES), fc.constant('fn(T) -> [u8; 2] {helper}')),
);

const operand: fc.Arbitrary<MirOperand> = fc.oneof(
  fc.record({ sort: fc.constantFrom('copy' as const, 'move' as const), place }),
  fc.record({ sort: fc.constant('constant' as const), constant }),
);
const operands = fc.array(operand, { maxLength: 4 });
const member = operand.map((one) => ({ name: null, operand: one }));
const fieldName = fc.constantFrom('left', 'r#type', '__awaitee');

const rvalue: fc.Arbitrary<MirRvalue> = fc.oneof(
  fc.record({ sort: fc.constant('use' as const), operand }),
  fc.record({
    sort: fc.constant('ref' as const),
    kind: fc.constantFrom('shared' as const, 'mut' as const, 'fake' as const),
    place,
  }),
  fc.record({ sort: fc.constant('raw' as const), mutable: fc.boolean(), place }),
  fc.record({
    sort: fc.constant('cast' as const),
    operand,
    type,
    how: fc.constantFrom('IntToInt', 'PointerCoercion(ReifyFnPointer(Safe), Implicit)'),
  }),
  fc.record({
    sort: fc.constant('operation' as const),
    name: fc.constantFrom('AddWithOverflow', 'Lt', 'Offset'),
    operands: fc.tuple(operand, operand),
    types: fc.constant([]),
  }),
  fc.record({
    sort: fc.constant('operation' as const),
    name: fc.constant('SizeOf'),
    operands: fc.constant([]),
    types: fc.tuple(type),
  }),
  fc.record({
    sort: fc.constant('of-place' as const),
    name: fc.constantFrom('discriminant', 'Len'),
    place,
  }),
  fc.record({ sort: fc.constant('repeat' as const), operand, count: fc.constantFrom('4', 'N') }),
  fc.record({ sort: fc.constant('thread-local' as const), path: fc.constantFrom(...PATHS) }),
  fc.record({
    sort: fc.constant('aggregate' as const),
    form: fc.constantFrom('tuple' as const, 'array' as const),
    name: fc.constant(''),
    members: fc.array(member, { maxLength: 3 }),
    definition: fc.constant(null),
  }),
  fc.record({
    sort: fc.constant('aggregate' as const),
    form: fc.constant('adt' as const),
    name: fc.constantFrom(
      'Tree::Leaf',
      'std::option::Option::<fn() -> T>::Some',
      "Window::<'_, (u8, T)>",
    ),
    members: fc.oneof(
      fc.array(member, { maxLength: 3 }),
      fc.array(fc.record({ name: fieldName, operand }), { minLength: 1, maxLength: 3 }),
    ),
    definition: fc.constant(null),
  }),
  fc.record({
    sort: fc.constant('aggregate' as const),
    form: fc.constant('closure' as const),
    name: fc.constant('{closure@src/lib.rs:42:70: 42:78}'),
    members: fc.array(fc.record({ name: fieldName, operand }), { maxLength: 2 }),
    definition: fc.constant('a::{impl#2}::put::{closure#0}'),
  }),
);

const scope = fc.nat(5);

const statement: fc.Arbitrary<MirStatement> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      sort: fc.constant('assign' as const),
      to: place,
      value: rvalue,
      scope,
      span,
    }),
  },
  fc.record({
    sort: fc.constant('discriminant' as const),
    place,
    variant: fc.constantFrom('0', '3'),
    scope,
    span,
  }),
  fc.record({
    sort: fc.constant('intrinsic' as const),
    name: fc.constant('assume'),
    operands: fc.tuple(operand),
    scope,
    span,
  }),
);

const unwind: fc.Arbitrary<MirUnwind> = fc.oneof(
  block,
  fc.constantFrom('continue', 'unreachable', 'terminate(cleanup)'),
);
const callee: fc.Arbitrary<MirOperand> = fc.oneof(
  fc.record({
    sort: fc.constant('constant' as const),
    constant: constantOf('fn', fc.constantFrom(...CALLEES), fc.constant('fn(T) {helper}')),
  }),
  fc.record({ sort: fc.constantFrom('copy' as const, 'move' as const), place }),
);
const ending = { scope, span };

const terminator: fc.Arbitrary<MirTerminator> = fc.oneof(
  fc.record({ sort: fc.constant('goto' as const), target: block, ...ending }),
  fc.record({
    sort: fc.constantFrom(
      'return' as const,
      'unreachable' as const,
      'resume' as const,
      'coroutine-drop' as const,
    ),
    ...ending,
  }),
  fc.record({ sort: fc.constant('terminate' as const), reason: fc.constant('cleanup'), ...ending }),
  fc.record({
    sort: fc.constant('switch' as const),
    on: operand,
    cases: fc.array(
      fc.record({ value: fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String), target: block }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    otherwise: fc.option(block),
    ...ending,
  }),
  fc.record({ sort: fc.constant('drop' as const), place, target: block, unwind, ...ending }),
  fc.record({
    sort: fc.constant('call' as const),
    callee,
    operands,
    to: place,
    target: fc.option(block),
    unwind,
    ...ending,
  }),
  fc.record({
    sort: fc.constant('tailcall' as const),
    callee,
    operands,
    to: fc.constant(null),
    target: fc.constant(null),
    unwind: fc.constant(null),
    ...ending,
  }),
  fc.record({
    sort: fc.constant('assert' as const),
    on: operand,
    expected: fc.boolean(),
    message: fc.constantFrom('attempt to compute `{} + {}`, which would overflow', 'a -> (b'),
    operands,
    target: block,
    unwind,
    ...ending,
  }),
  fc.record({
    sort: fc.constant('yield' as const),
    value: operand,
    to: place,
    target: block,
    drop: fc.option(block),
    ...ending,
  }),
  fc.record({
    sort: fc.constant('false-edge' as const),
    target: block,
    imaginary: block,
    ...ending,
  }),
  fc.record({ sort: fc.constant('false-unwind' as const), target: block, unwind, ...ending }),
);

export const mirBody: fc.Arbitrary<MirBody> = fc
  .record({
    kind: fc.constantFrom(
      'fn' as const,
      'const' as const,
      'static' as const,
      'promoted' as const,
      'coroutine' as const,
    ),
    path: fc.constantFrom(...PATHS),
    mutable: fc.boolean(),
    params: fc.array(type, { maxLength: 3 }),
    returns: type,
    locals: fc.array(fc.record({ type, mutable: fc.boolean(), scope: fc.constant(0), span }), {
      minLength: 1,
      maxLength: 5,
    }),
    debug: fc.array(
      fc.oneof(
        fc.record({
          name: fc.constantFrom('x', 'self'),
          place,
          constant: fc.constant(null),
          scope,
          span,
        }),
        fc.record({
          name: fc.constant('n'),
          place: fc.constant(null),
          constant: fc.constantFrom('3_i32', '"a; b"'),
          scope,
          span,
        }),
      ),
      { maxLength: 3 },
    ),
    blocks: fc.array(
      fc.record({
        cleanup: fc.boolean(),
        statements: fc.array(statement, { maxLength: 4 }),
        terminator,
      }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    statics: fc.boolean(),
  })
  .map(({ kind, path, mutable, params, locals, blocks, statics, ...rest }): MirBody => {
    const isFunction = kind === 'fn' || kind === 'coroutine';
    const parameters = isFunction
      ? params.map((one, index) => ({ local: index + 1, type: one }))
      : [];
    const [result, ...others] = locals;
    return {
      ...rest,
      // Only its environment tells a closure from a function in one.
      kind:
        kind === 'fn' && path.endsWith('{closure#0}') && params[0]?.includes('{')
          ? 'closure'
          : kind,
      path,
      defPath: null,
      promoted: kind === 'promoted' ? 3 : null,
      mutable: kind === 'static' && mutable,
      params: parameters,
      yields: kind === 'coroutine' ? '()' : null,
      locals: [
        { ...result!, local: 0 },
        ...parameters.map((one) => ({ ...one, mutable: false, scope: 0, span: null })),
        ...others.map((one, index) => ({ ...one, local: parameters.length + 1 + index })),
      ],
      scopes: [],
      blocks: blocks.map((one, id) => ({ id, ...one })),
      allocations: new Map(
        statics
          ? [
              ['alloc1', { sort: 'static', path: 'a::HITS' }],
              ['alloc2', { sort: 'extern static', path: 'environ' }],
              ['alloc7', { sort: 'other', text: 'size: 28, align: 1' }],
            ]
          : [],
      ),
    };
  });
