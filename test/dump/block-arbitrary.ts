import fc from 'fast-check';
import type {
  Block,
  Constant,
  Operand,
  Place,
  Rvalue,
  Statement,
  Terminator,
  WeakPlace,
} from '../../src/dump/index.js';

/** Texts of what the grammar itself uses, in any order. */
const piece = fc.constantFrom(
  '_',
  '1',
  '%',
  '=',
  '⟨',
  '⟩',
  '␞',
  '␟',
  ',',
  ' ',
  '{',
  '}',
  '#',
  ':',
  '<',
  '-',
  '->',
  '_2',
  'a',
  '@',
  '`',
  '[',
  ']',
  '(',
  ')',
  '\u{1f600}',
  '\n',
  '\u2028',
  '\u0085',
  '\u001e',
  '%41',
  '\ufeff',
);
export const freeText = fc
  .array(piece, { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));

const local = fc.nat({ max: 12 });
const closure = fc.integer({ min: 1, max: 3 });
const weak: fc.Arbitrary<WeakPlace> = fc.oneof(
  fc.record({ place: fc.constant('deref' as const), local }),
  fc.record({
    place: fc.constant('field' as const),
    local,
    type: freeText,
    field: fc.oneof(fc.constant(''), freeText),
  }),
  fc.record({ place: fc.constant('capture' as const), local, closure, index: fc.nat({ max: 3 }) }),
  fc.record({ place: fc.constant('static' as const), name: freeText }),
);
const localPlace = fc.record({ place: fc.constant('local' as const), local });
const place: fc.Arbitrary<Place> = fc.oneof(localPlace, weak);
const value = fc.constantFrom('0', '-1', '2.50', '1e9', '1.5e-7', 'true', 'false');
const constant: fc.Arbitrary<Constant> = fc.record({
  place: fc.constant('constant' as const),
  type: fc.oneof(fc.constant('&str'), freeText),
  value: fc.option(value),
});
const operand: fc.Arbitrary<Operand> = fc.oneof(place, constant);
const operands = fc.array(operand, { maxLength: 3 });
const rvalue: fc.Arbitrary<Rvalue> = fc.oneof(
  fc.record({
    op: fc.constantFrom('copy' as const, 'move' as const, 'borrow' as const, 'mut' as const),
    from: place,
  }),
  fc.record({ op: fc.constant('cast' as const), from: operand }),
  fc.record({ op: fc.constant('const' as const), value: constant }),
  fc.record({
    op: fc.constant('op' as const),
    word: fc.constantFrom('add', 'len', 'spread'),
    operands,
  }),
  fc.record({
    op: fc.constant('agg' as const),
    type: freeText,
    members: fc.array(fc.record({ name: fc.oneof(fc.constant(''), freeText), value: operand }), {
      maxLength: 3,
    }),
  }),
  fc.record({ op: fc.constant('closure' as const), closure, captures: operands }),
);
const at = fc.record({ line: fc.nat({ max: 99 }), col: fc.nat({ max: 99 }) });
const statement: fc.Arbitrary<Statement> = fc.record({ to: place, value: rvalue, at });
const target = fc.record({ body: fc.nat({ max: 2 }), block: fc.nat({ max: 20 }) });
const terminator: fc.Arbitrary<Terminator> = fc.oneof(
  fc.record({
    op: fc.constantFrom('goto' as const, 'return' as const, 'unreachable' as const),
    at,
  }),
  fc.record({ op: fc.constantFrom('throw' as const, 'assert' as const), on: operand, at }),
  fc.record({
    op: fc.constant('switch' as const),
    on: operand,
    cases: fc.array(
      fc.record({ value: fc.oneof(fc.constantFrom('k', 'otherwise'), value), target }),
      { minLength: 1, maxLength: 3 },
    ),
    at,
  }),
  fc.record({
    op: fc.constantFrom('call' as const, 'tailcall' as const),
    callee: fc.oneof(freeText, fc.constant('rust cargo core 1.0.0 f().')),
    operands,
    to: local,
    at,
  }),
  fc.record({
    op: fc.constantFrom('await' as const, 'yield' as const),
    on: operand,
    to: local,
    at,
  }),
);

export const block: fc.Arbitrary<Block> = fc.record({
  fingerprint: fc.stringMatching(/^[0-9a-f]{16}$/u),
  terminator,
  statements: fc.array(statement, { maxLength: 4 }),
  declarations: fc.array(fc.record({ local, type: freeText }), { maxLength: 3 }),
  flows: fc.array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 })), { maxLength: 2 }),
});
