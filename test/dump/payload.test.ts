import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  blockForm,
  calleeOf,
  canonicalText,
  closureBody,
  definitionsAndUses,
  fingerprintOf,
  fnv64,
  formatBlockName,
  formatPayload,
  parseBlockName,
  parsePayload,
  withFingerprint,
  type Block,
  type Operand,
  type Place,
  type Terminator,
} from '../../src/dump/index.js';
import { block } from './block-arbitrary.js';

const RUNS = { numRuns: process.env['MIMIR_DEEP'] === '1' ? 20_000 : 1000 };

interface Example {
  readonly title: string;
  readonly blocks: Readonly<
    Record<
      string,
      {
        readonly payload: string;
        readonly definitions: number[];
        readonly uses: number[];
        readonly callee: string | null;
      }
    >
  >;
}
const load = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const EXAMPLES = (load('block-examples.json') as Example[]).flatMap(({ title, blocks }) =>
  Object.entries(blocks).map(([name, example]) => ({ title, name, ...example })),
);

/** The manual's own rule (S1:2488–2493), which looks at the text and knows no grammar. */
function textRule(payload: string): { definitions: number[]; uses: number[] } {
  const [, terminator, statements] = payload.split('␞') as [string, string, string];
  const definitions = new Set<number>();
  const uses = new Set<number>();
  for (const entry of [terminator, ...(statements === '' ? [] : statements.split('␟'))]) {
    let right = entry;
    const equals = entry.indexOf('=');
    if (equals >= 0 && entry[equals + 1] !== '=') {
      const left = /^_(\d+) $/u.exec(entry.slice(0, equals));
      if (left) definitions.add(Number(left[1]));
      right = entry.slice(equals + 1);
    }
    const arrow = /^_(\d+)/u.exec(entry.slice(entry.lastIndexOf('->') + 2));
    if (entry.includes('->') && arrow) definitions.add(Number(arrow[1]));
    for (const use of right.matchAll(/(?<![A-Za-z0-9])_(\d+)/gu)) uses.add(Number(use[1]));
  }
  const ascending = (set: Set<number>): number[] => [...set].sort((a, b) => a - b);
  return { definitions: ascending(definitions), uses: ascending(uses) };
}

describe('the examples of the grammar', () => {
  it.each(EXAMPLES)(
    '$title $name is read, written back and understood',
    ({ payload, definitions, uses, callee }) => {
      const read = parsePayload(payload)!;
      expect(read).not.toBeNull();
      expect(formatPayload(read)).toBe(payload);
      expect(definitionsAndUses(read)).toEqual({ definitions, uses });
      expect(textRule(payload)).toEqual({ definitions, uses });
      expect(calleeOf(read)).toBe(callee);
      expect(fingerprintOf(read)).toBe(read.fingerprint);
    },
  );
});

describe('a payload', () => {
  it('is written and read back, whatever its texts', () => {
    fc.assert(
      fc.property(block, (value) => {
        expect(parsePayload(formatPayload(value))).toEqual(value);
      }),
      RUNS,
    );
  });

  it('is read with control characters for separators too', () => {
    fc.assert(
      fc.property(block, (value) => {
        const text = formatPayload(value).replaceAll('␞', '\u001e').replaceAll('␟', '\u001f');
        expect(parsePayload(text)).toEqual(value);
      }),
      RUNS,
    );
  });

  it('defines and uses what the manual’s rule on its text says', () => {
    fc.assert(
      fc.property(block, (value) => {
        // The rule finds one definition after an arrow; a callee or a type may hold one too, which no grammar of ours lets through.
        const { definitions, uses } = definitionsAndUses(value);
        const rule = textRule(formatPayload(value));
        expect(rule.uses).toEqual(uses);
        for (const local of definitions) expect(rule.definitions).toContain(local);
      }),
      RUNS,
    );
  });

  it('has the fingerprint of its canonical text, which no renumbering and no position changes', () => {
    const shift = (operand: Operand): Operand =>
      'local' in operand ? { ...operand, local: operand.local + 7 } : operand;
    fc.assert(
      fc.property(block, (value) => {
        const moved: Block = {
          ...value,
          terminator: { ...shiftTerminator(value.terminator, shift), at: { line: 0, col: 0 } },
          statements: value.statements.map((statement) => ({
            ...statement,
            to: shift(statement.to) as Place,
            at: { line: 9, col: 9 },
            value: shiftValue(statement.value, shift),
          })),
          declarations: value.declarations.map((declaration) => ({
            ...declaration,
            local: declaration.local + 7,
          })),
        };
        expect(canonicalText(moved)).toBe(canonicalText(value));
        expect(withFingerprint(moved).fingerprint).toBe(fingerprintOf(value));
      }),
      RUNS,
    );
  });

  it.each([
    '',
    'x',
    '206a67c3a69fb2c3␞goto@1:83␞␞',
    '206A67C3A69FB2C3␞goto@1:83␞␞␞',
    '206a67c3a69fb2c3␞goto␞␞␞',
    '206a67c3a69fb2c3␞goto@01:83␞␞␞',
    '206a67c3a69fb2c3␞jump@1:83␞␞␞',
    '206a67c3a69fb2c3␞switch _1 []@1:1␞␞␞',
    '206a67c3a69fb2c3␞switch _1 [1: bb01]@1:1␞␞␞',
    '206a67c3a69fb2c3␞goto@1:1␞_1 = copy _01@1:1␞␞',
    '206a67c3a69fb2c3␞goto@1:1␞_1 = copy k:u8@1:1␞␞',
    '206a67c3a69fb2c3␞goto@1:1␞_1 <- copy _2@1:1␞␞',
    '206a67c3a69fb2c3␞goto@1:1␞_1 = const k:u8#01@1:1␞␞',
    '206a67c3a69fb2c3␞goto@1:1␞_1 = const k:%61@1:1␞␞',
    '206a67c3a69fb2c3␞goto@1:1␞_1 = const k:a%2c@1:1␞␞',
    '206a67c3a69fb2c3␞goto@1:1␞_1 = const k:%FF@1:1␞␞',
    '206a67c3a69fb2c3␞goto@1:1␞_1 = op Add(_1)@1:1␞␞',
    '206a67c3a69fb2c3␞goto@1:1␞␞_1:␞',
    '206a67c3a69fb2c3␞goto@1:1␞␞_1:a=b␞',
    '206a67c3a69fb2c3␞goto@1:1␞␞␞1>x',
    '206a67c3a69fb2c3\u001egoto@1:1␞␞␞',
  ])('that breaks the grammar is unparsable: %s', (text) => {
    expect(parsePayload(text)).toBeNull();
  });

  it('of any text at all is read or refused, never a crash', () => {
    const noise = fc.string({
      unit: fc.constantFrom(
        '␞',
        '␟',
        '_',
        '1',
        ' = ',
        ' <- ',
        'copy ',
        '@',
        ':',
        '⟨',
        '⟩->',
        'call ',
        '{',
        '#',
        '}',
        'k:',
        'g:',
        '%',
        '[',
        ']',
      ),
    });
    fc.assert(
      fc.property(noise, noise, noise, (a, b, c) => {
        const text = `206a67c3a69fb2c3␞${a}@1:1␞${b}@1:1␞_1:${c}␞`;
        const read = parsePayload(text);
        if (read !== null) expect(formatPayload(read)).toBe(text);
      }),
      RUNS,
    );
  });
});

function shiftValue(
  value: Block['statements'][number]['value'],
  shift: (operand: Operand) => Operand,
): typeof value {
  switch (value.op) {
    case 'const':
      return value;
    case 'op':
      return { ...value, operands: value.operands.map(shift) };
    case 'agg':
      return {
        ...value,
        members: value.members.map((member) => ({ ...member, value: shift(member.value) })),
      };
    case 'closure':
      return { ...value, captures: value.captures.map(shift) };
    case 'cast':
      return { ...value, from: shift(value.from) };
    default:
      return { ...value, from: shift(value.from) as Place };
  }
}

function shiftTerminator(terminator: Terminator, shift: (operand: Operand) => Operand): Terminator {
  switch (terminator.op) {
    case 'throw':
    case 'assert':
      return { ...terminator, on: shift(terminator.on) };
    case 'switch':
      return {
        ...terminator,
        on: shift(terminator.on),
        cases: terminator.cases.map((one) => ({
          ...one,
          target: { ...one.target, block: one.target.block + 3 },
        })),
      };
    case 'call':
    case 'tailcall':
      return { ...terminator, operands: terminator.operands.map(shift), to: terminator.to + 7 };
    case 'await':
    case 'yield':
      return { ...terminator, on: shift(terminator.on), to: terminator.to + 7 };
    default:
      return terminator;
  }
}

describe('FNV-1a 64', () => {
  it('gives what BigInt arithmetic gives', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let hash = 0xcbf29ce484222325n;
        for (const byte of new TextEncoder().encode(text))
          hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) % 2n ** 64n;
        expect(fnv64(text)).toBe(hash.toString(16).padStart(16, '0'));
      }),
    );
    expect(fnv64('')).toBe('cbf29ce484222325');
  });
});

describe('a block name', () => {
  it.each([
    ['bb0', 0, 0],
    ['bb12', 0, 12],
    ['bbc1.0', 1, 0],
    ['bbc12.34', 12, 34],
  ] as const)('%s names body %i, block %i', (text, body, number) => {
    expect(parseBlockName(text)).toEqual({ body, block: number });
    expect(formatBlockName({ body, block: number })).toBe(text);
  });

  it.each(['bb', 'bb01', 'bbc0.1', 'bbc1', 'bb1.2', 'xbb1'])('%s is none', (text) => {
    expect(parseBlockName(text)).toBeNull();
  });
});

interface FormBlock {
  readonly b: string;
  readonly s: readonly (readonly [string, string, readonly string[]])[];
  readonly t: readonly (string | readonly string[])[];
}
const BODIES = (
  load('body-examples.json') as { id: string; bodies: Record<string, { blocks: FormBlock[] }> }[]
).flatMap(({ id, bodies }) =>
  Object.entries(bodies).map(([label, { blocks }]) => ({ id, label, blocks })),
);

/** Places of the normalised form, read by their shape. */
function placeOf(text: string, label: string): Operand {
  if (text.startsWith('k:')) return { place: 'constant', type: text.slice(2), value: null };
  if (text.startsWith('g:')) return { place: 'static', name: text.slice(2) };
  if (text.startsWith('*_')) return { place: 'deref', local: Number(text.slice(2)) };
  const dot = text.indexOf('.');
  if (dot < 0) return { place: 'local', local: Number(text.slice(1)) };
  const local = Number(text.slice(1, dot));
  const cut = text.lastIndexOf('#');
  const type = text.slice(dot + 1, cut);
  if (type === closureBody(label, 1))
    return { place: 'capture', local, closure: 1, index: Number(text.slice(cut + 1)) };
  return { place: 'field', local, type, field: text.slice(cut + 1) };
}

describe('the bodies of the study lenses’ examples', () => {
  it.each(BODIES)('$id $label become payloads and come back as they were', ({ label, blocks }) => {
    const owner = label.replace(/\{closure#\d+\}$/u, '');
    const at = { line: 1, col: 1 };
    for (const { s, t } of blocks) {
      const statements = s.map(([to, op, operands]) => {
        const from = operands.map((operand) => placeOf(operand, owner));
        const first = from[0]!;
        return {
          to: placeOf(to, owner) as Place,
          value: op.startsWith('closure:')
            ? { op: 'closure' as const, closure: 1, captures: from }
            : first.place === 'constant'
              ? { op: 'const' as const, value: first }
              : { op: op === 'ref' ? ('mut' as const) : ('copy' as const), from: first },
          at,
        };
      });
      const [word, callee, operands, to] = t as [string, string, string[], string];
      const terminator: Terminator =
        word === 'call'
          ? {
              op: 'call',
              callee,
              operands: operands.map((operand) => placeOf(operand, owner)),
              to: Number(to.slice(1)),
              at,
            }
          : word === 'switch'
            ? {
                op: 'switch',
                on: { place: 'local', local: 0 },
                cases: [{ value: 'otherwise', target: { body: 0, block: 1 } }],
                at,
              }
            : { op: word as 'goto' | 'return', at };
      const made = withFingerprint({ terminator, statements, declarations: [], flows: [] });
      const read = parsePayload(formatPayload(made))!;
      expect(read).toEqual(made);
      expect(blockForm(read, owner)).toEqual({ s, t });
    }
  });
});
