import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatDescriptor,
  formatMoniker,
  labelOf,
  leafName,
  parseDescriptors,
  splitMoniker,
  withoutVersion,
  type Descriptor,
  type DescriptorKind,
} from '../../src/dump/index.js';

/** Shapes that the manual shows, with the backticks that its text lost, and how each must be read. */
const SHAPES: readonly (readonly [string, readonly (readonly [DescriptorKind, string])[]])[] = [
  ['helper().', [['method', 'helper']]],
  ['gate_ingest().', [['method', 'gate_ingest']]],
  [
    'Store#put().',
    [
      ['type', 'Store'],
      ['method', 'put'],
    ],
  ],
  [
    'impl#[T]new().',
    [
      ['type', 'impl'],
      ['type_parameter', 'T'],
      ['method', 'new'],
    ],
  ],
  [
    'impl#[Disk][Store]put().',
    [
      ['type', 'impl'],
      ['type_parameter', 'Disk'],
      ['type_parameter', 'Store'],
      ['method', 'put'],
    ],
  ],
  [
    'digest/impl#[D][Digest]update().',
    [
      ['namespace', 'digest'],
      ['type', 'impl'],
      ['type_parameter', 'D'],
      ['type_parameter', 'Digest'],
      ['method', 'update'],
    ],
  ],
  [
    'slice/impl#[`[T]`]len().',
    [
      ['namespace', 'slice'],
      ['type', 'impl'],
      ['type_parameter', '[T]'],
      ['method', 'len'],
    ],
  ],
  [
    'option/impl#[`Option<T>`]',
    [
      ['namespace', 'option'],
      ['type', 'impl'],
      ['type_parameter', 'Option<T>'],
    ],
  ],
  [
    'result/impl#[`Result<T, E>`]',
    [
      ['namespace', 'result'],
      ['type', 'impl'],
      ['type_parameter', 'Result<T, E>'],
    ],
  ],
  [
    'MapLayout#repos.',
    [
      ['type', 'MapLayout'],
      ['term', 'repos'],
    ],
  ],
  ['MapLayout#', [['type', 'MapLayout']]],
  [
    'ops/try_trait/',
    [
      ['namespace', 'ops'],
      ['namespace', 'try_trait'],
    ],
  ],
  [
    'src/`a.ts`/read(+1).',
    [
      ['namespace', 'src'],
      ['namespace', 'a.ts'],
      ['method', 'read'],
    ],
  ],
  [
    'f().(param)',
    [
      ['method', 'f'],
      ['parameter', 'param'],
    ],
  ],
  ['vec!', [['macro', 'vec']]],
  ['doc:', [['meta', 'doc']]],
  ['`a``b`.', [['term', 'a`b']]],
];

describe('a moniker', () => {
  it.each(SHAPES)('of shape %s is read by the grammar', (short, wanted) => {
    expect(parseDescriptors(short)?.map(({ kind, name }) => [kind, name])).toEqual(wanted);
    expect(parseDescriptors(short)!.map(formatDescriptor).join('')).toBe(short);
    expect(labelOf(`rust cargo some-crate 1.2.3 ${short}`)).toBe(`some-crate ${short}`);
  });

  it('whose names lost their backticks is still split into its words', () => {
    expect(splitMoniker('rust cargo core 1.0.0 result/impl#[Result<T, E>]')).toEqual({
      scheme: 'rust',
      manager: 'cargo',
      package: 'core',
      version: '1.0.0',
      short: 'result/impl#[Result<T, E>]',
    });
    expect(parseDescriptors('result/impl#[Result<T, E>]')).toBeNull();
    expect(leafName('rust cargo core 1.0.0 slice/impl#[[T]]len')).toBe(
      'impl#[[T]]len'.slice('impl#'.length),
    );
  });

  it('of another form than five words is its own label and has no version to leave out', () => {
    for (const id of ['crate/feature', 'local 3', 'a', 'a b c d', ' b c d e']) {
      expect(labelOf(id)).toBe(id);
      expect(withoutVersion(id)).toBe(id);
    }
  });

  it('loses its version and nothing else', () => {
    expect(withoutVersion('rust cargo a  b 1.0.0 x y#')).toBe('rust cargo a  b . x y#');
    expect(withoutVersion('rust cargo a . x#')).toBe('rust cargo a . x#');
  });

  it('is written and read back', () => {
    const word = fc.stringMatching(/^[a-z@/é][a-z @/é]*[a-zé]$/u);
    const moniker = fc.record({
      scheme: word,
      manager: word,
      package: word,
      version: word,
      short: fc.string({ minLength: 1 }).filter((s) => !s.startsWith(' ')),
    });
    fc.assert(
      fc.property(moniker, (value) => {
        expect(splitMoniker(formatMoniker(value))).toEqual(value);
      }),
    );
  });

  it('has descriptors that are written and read back, whatever their names', () => {
    const kinds: DescriptorKind[] = [
      'namespace',
      'type',
      'term',
      'method',
      'type_parameter',
      'parameter',
      'macro',
      'meta',
    ];
    const descriptor = fc
      .record({
        kind: fc.constantFrom(...kinds),
        name: fc.string({ minLength: 1, unit: 'grapheme' }),
        disambiguator: fc.constantFrom('', '+1'),
      })
      .map((d): Descriptor => (d.kind === 'method' ? d : { ...d, disambiguator: '' }));
    fc.assert(
      fc.property(fc.array(descriptor, { minLength: 1, maxLength: 5 }), (list) => {
        expect(parseDescriptors(list.map(formatDescriptor).join(''))).toEqual(list);
        expect(leafName(`s m p v ${list.map(formatDescriptor).join('')}`)).toBe(
          list[list.length - 1]!.name,
        );
      }),
    );
  });
});
