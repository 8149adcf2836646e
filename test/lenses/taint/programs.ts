import {
  programOf,
  parseOperand,
  type Place,
  type TaintBody,
  type TaintProgram,
} from '../../../src/lenses/taint/body.js';
import {
  NO_CATALOGUE,
  type PropagatorRow,
  type SanitizerRow,
  type SinkRow,
  type SourceRow,
} from '../../../src/lenses/taint/catalogue/index.js';
import { Matcher } from '../../../src/lenses/taint/marks.js';

/** A body in its written form: statements `[place, op, operands]`, a terminator, names of the successors. */
export interface WrittenBody {
  readonly params: readonly string[];
  readonly blocks: readonly {
    readonly b: string;
    readonly s: readonly (readonly [string, string, readonly string[]])[];
    readonly t: readonly (string | readonly string[])[];
    readonly succ: readonly string[];
  }[];
}

export interface WrittenCatalogue {
  readonly sources: readonly SourceRow[];
  readonly sinks: readonly SinkRow[];
  readonly sanitizers: readonly SanitizerRow[];
  readonly propagators?: readonly PropagatorRow[];
}

export function programFrom(
  written: Readonly<Record<string, WrittenBody>>,
  dispatch: Readonly<Record<string, readonly string[]>> = {},
): TaintProgram {
  const bodies = Object.entries(written).map(([name, { params, blocks }]): TaintBody => {
    const order = [...blocks].sort((a, b) => numberOf(a.b) - numberOf(b.b));
    const position = new Map(order.map(({ b }, i) => [b, i]));
    return {
      name,
      params: params.length,
      owner: -1,
      nested: name.includes('{closure#'),
      blocks: order.map(({ b, s, t, succ }) => ({
        name: b,
        statements: s.map(([to, op, operands]) => ({
          to: parseOperand(to) as Place,
          op: op.startsWith('closure:') ? 'closure' : (op as 'copy' | 'ref' | 'const'),
          closure: op.startsWith('closure:') ? op.slice('closure:'.length) : null,
          operands: operands.map(parseOperand),
          line: 0,
        })),
        terminator: terminatorFrom(t),
        successors: succ.map((name_) => position.get(name_)!),
      })),
    };
  });
  return programOf(bodies, {
    dispatch: (callee) => dispatch[callee] ?? [],
    unparsed: 0,
    fileOf: () => null,
  });
}

const numberOf = (name: string): number => Number(/\d+$/.exec(name)![0]);

function terminatorFrom(
  t: WrittenBody['blocks'][number]['t'],
): TaintBody['blocks'][number]['terminator'] {
  const local = (text: unknown): number => Number(String(text).slice(1));
  if (t[0] === 'call')
    return {
      op: 'call',
      callee: t[1] as string,
      operands: (t[2] as readonly string[]).map(parseOperand),
      to: local(t[3]),
      line: 0,
    };
  if (t[0] === 'await' || t[0] === 'yield')
    return { op: t[0], on: parseOperand(t[1] as string), to: local(t[2]), line: 0 };
  return { op: t[0] === 'return' ? 'return' : 'other', line: 0 };
}

/** Only these rows. */
export const matcherOf = (rows: WrittenCatalogue): Matcher =>
  new Matcher({ ...NO_CATALOGUE, ...rows, only: true });
