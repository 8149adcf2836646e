import fc from 'fast-check';
import type {
  MirBlock,
  MirBody,
  MirOperand,
  MirPlace,
  MirRvalue,
  MirStatement,
  MirTerminator,
} from '../../../../src/produce/rust/mir/index.js';

/** Bodies that can be run: integers, references to them, calls whose arguments are seen, any flow. */

const PARAMETERS = 2;
const INTEGERS = 3;
const REFERENCES = 2;
const BLOCKS = 6;

const whole = (local: number): MirPlace => ({ local, projections: [] });
const at = { scope: 0, span: null };

const integer = fc.integer({ min: 0, max: PARAMETERS + INTEGERS }).map(whole);
const reference = fc
  .integer({ min: PARAMETERS + INTEGERS + 1, max: PARAMETERS + INTEGERS + REFERENCES })
  .map(whole);
const pointee = reference.map(({ local }): MirPlace => ({
  local,
  projections: [{ sort: 'deref' }],
}));
const constant = fc.integer({ min: -2, max: 3 }).map((value): MirOperand => ({
  sort: 'constant',
  constant: { form: 'integer', text: `${value}_i32`, type: 'i32', span: null },
}));

const operand: fc.Arbitrary<MirOperand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      sort: fc.constantFrom('copy' as const, 'move' as const),
      place: integer,
    }),
  },
  { weight: 1, arbitrary: constant },
);
const reading: fc.Arbitrary<MirOperand> = fc.oneof(
  { weight: 4, arbitrary: operand },
  { weight: 1, arbitrary: fc.record({ sort: fc.constant('copy' as const), place: pointee }) },
);

const integerValue: fc.Arbitrary<MirRvalue> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ sort: fc.constant('use' as const), operand: reading }) },
  {
    weight: 1,
    arbitrary: fc.record({
      sort: fc.constant('operation' as const),
      name: fc.constantFrom('Add', 'Sub'),
      operands: fc.tuple(reading, operand),
      types: fc.constant([]),
    }),
  },
);
const referenceValue: fc.Arbitrary<MirRvalue> = fc.record({
  sort: fc.constant('ref' as const),
  kind: fc.constant('mut' as const),
  place: fc.oneof(integer, pointee),
});

const statement: fc.Arbitrary<MirStatement> = fc
  .oneof(
    { weight: 6, arbitrary: fc.record({ to: integer, value: integerValue }) },
    { weight: 3, arbitrary: fc.record({ to: pointee, value: integerValue }) },
    { weight: 3, arbitrary: fc.record({ to: reference, value: referenceValue }) },
  )
  .map(({ to, value }) => ({ sort: 'assign', to, value, ...at }));

const target = fc.nat(BLOCKS - 1);

const terminator: fc.Arbitrary<MirTerminator> = fc
  .oneof(
    { weight: 2, arbitrary: fc.record({ sort: fc.constant('goto' as const), target }) },
    { weight: 1, arbitrary: fc.record({ sort: fc.constant('return' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ sort: fc.constant('false-edge' as const), target, imaginary: target }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        sort: fc.constant('drop' as const),
        place: integer,
        target,
        unwind: fc.constant('continue'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        sort: fc.constant('switch' as const),
        on: operand,
        cases: fc.tuple(fc.record({ value: fc.constantFrom('0', '4294967295'), target })),
        otherwise: target,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        sort: fc.constant('call' as const),
        callee: fc.constantFrom('f', 'g').map((text): MirOperand => ({
          sort: 'constant',
          constant: { form: 'fn', text, type: null, span: null },
        })),
        operands: fc.array(operand, { maxLength: 3 }),
        to: fc.oneof({ weight: 5, arbitrary: integer }, { weight: 1, arbitrary: pointee }),
        target,
        unwind: fc.constant('continue'),
      }),
    },
  )
  .map((one): MirTerminator => ({ ...one, ...at }));

type Flow = readonly {
  readonly statements: readonly MirStatement[];
  readonly terminator: MirTerminator;
}[];

/** Puts in what rustc does: temporaries, written once and used once, now near and now far from where they are written. */
class Temporaries {
  readonly types: string[] = [];
  readonly #first = 1 + PARAMETERS + INTEGERS + REFERENCES;
  #draws = 0;

  constructor(private readonly choices: readonly number[]) {}

  into(flow: Flow): Flow {
    const later = flow.map((): MirStatement[] => []);
    const blocks = flow.map(({ statements, terminator }) => {
      const out: MirStatement[] = [];
      const waiting: { readonly after: number; readonly statement: MirStatement }[] = [];
      for (const one of statements) {
        if (one.sort !== 'assign') continue;
        const value = this.#value(one.value, out);
        if (this.#draw(3) === 0 && one.to.projections.length === 0) {
          const local = this.#fresh(value.sort === 'ref' ? '&mut i32' : 'i32');
          out.push({ ...one, to: whole(local), value });
          const moved: MirRvalue = { sort: 'use', operand: { sort: 'move', place: whole(local) } };
          waiting.push({ after: out.length + this.#draw(3), statement: { ...one, value: moved } });
        } else out.push({ ...one, value });
        while (waiting.length > 0 && waiting[0]!.after <= out.length)
          out.push(waiting.shift()!.statement);
      }
      out.push(...waiting.map(({ statement }) => statement));
      return { statements: out, terminator: this.#terminator(terminator, out, later) };
    });
    return blocks.map(({ statements, terminator }, index) => {
      const out = [...statements];
      for (const one of later[index]!) out.splice(Math.min(this.#draw(3), out.length), 0, one);
      return { statements: out, terminator };
    });
  }

  #draw(below: number): number {
    return this.choices[this.#draws++ % this.choices.length]! % below;
  }

  #fresh(type: string): number {
    return this.#first + this.types.push(type) - 1;
  }

  /** Written somewhere before, moved here. */
  #operand(from: MirOperand, out: MirStatement[]): MirOperand {
    if (this.#draw(2) === 0) return from;
    const local = this.#fresh('i32');
    const position = out.length - Math.min(this.#draw(3), out.length);
    out.splice(position, 0, {
      sort: 'assign',
      to: whole(local),
      value: { sort: 'use', operand: from },
      ...at,
    });
    return { sort: 'move', place: whole(local) };
  }

  #value(value: MirRvalue, out: MirStatement[]): MirRvalue {
    switch (value.sort) {
      case 'use':
        return { ...value, operand: this.#operand(value.operand, out) };
      case 'operation':
        return { ...value, operands: value.operands.map((operand) => this.#operand(operand, out)) };
      case 'ref': {
        if (this.#draw(2) === 0) return value;
        const local = this.#fresh('&mut i32');
        out.push({ sort: 'assign', to: whole(local), value, ...at });
        // Borrowed again, once or twice: the second keeps the first from being forgotten.
        const again: MirRvalue = { ...value, place: { local, projections: [{ sort: 'deref' }] } };
        if (this.#draw(3) === 0)
          out.push({ sort: 'assign', to: whole(this.#fresh('&mut i32')), value: again, ...at });
        return again;
      }
      default:
        return value;
    }
  }

  #terminator(from: MirTerminator, out: MirStatement[], later: MirStatement[][]): MirTerminator {
    if (from.sort === 'switch') return { ...from, on: this.#operand(from.on, out) };
    if (from.sort !== 'call') return from;
    const operands = from.operands.map((operand) => this.#operand(operand, out));
    if (this.#draw(3) > 0 || from.to!.projections.length > 0) return { ...from, operands };
    const local = this.#fresh('i32');
    const moved: MirRvalue = { sort: 'use', operand: { sort: 'move', place: whole(local) } };
    later[from.target!]!.push({ sort: 'assign', to: from.to!, value: moved, ...at });
    return { ...from, operands, to: whole(local) };
  }
}

export const program: fc.Arbitrary<MirBody> = fc
  .record({
    flow: fc.array(fc.record({ statements: fc.array(statement, { maxLength: 5 }), terminator }), {
      minLength: BLOCKS,
      maxLength: BLOCKS,
    }),
    choices: fc.array(fc.nat(5), { minLength: 40, maxLength: 80 }),
  })
  .map(({ flow, choices }): MirBody => {
    const temporaries = new Temporaries(choices);
    const blocks = temporaries.into(flow);
    const types = Array.from(
      { length: 1 + PARAMETERS + INTEGERS + REFERENCES },
      (_, number): string => (number > PARAMETERS + INTEGERS ? '&mut i32' : 'i32'),
    ).concat(temporaries.types);
    return {
      kind: 'fn',
      path: 'p',
      defPath: 'p',
      promoted: null,
      mutable: false,
      params: Array.from({ length: PARAMETERS }, (_, index) => ({ local: index + 1, type: 'i32' })),
      returns: 'i32',
      yields: null,
      locals: types.map((type, local) => ({ local, type, mutable: true, scope: 0, span: null })),
      debug: [],
      scopes: [],
      blocks: blocks.map((block, id): MirBlock => ({ id, cleanup: false, ...block })),
      allocations: new Map(),
    };
  });
