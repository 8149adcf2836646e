import fc from 'fast-check';
import {
  ACCESSES,
  EDGE_KINDS,
  HOWS,
  NODE_KINDS,
  type EdgeFact,
  type NodeFact,
} from '../../src/dump/index.js';

export interface Facts {
  readonly nodes: readonly NodeFact[];
  readonly edges: readonly EdgeFact[];
}

/** Ids whose order differs between UTF-8 and UTF-16, repeats among them, and ids that are no monikers. */
const IDS = [
  'ts npm app 1.0.0 a().',
  'ts npm app 1.0.0 a/`b.ts`/c().',
  'ts npm app 2.0.0 a().',
  'rust cargo lib . impl#[`Option<T>`]f().',
  'rust cargo lib . \u{1f600}#',
  'rust cargo lib . \uffee#',
  'rust cargo li  b 0.1 x#',
  'feature/x',
  'é',
];
const id = fc.constantFrom(...IDS);
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const text = fc.constantFrom('', 'x', 'longer text that is not inlined', '⟨a⟩ \u{1f600}', 'a`b');

/** A record without its undefined members: what exactOptionalPropertyTypes wants. */
function exact<T>(arbitrary: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<T> {
  return arbitrary.map(
    (value) =>
      Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T,
  );
}

export const nodeFact: fc.Arbitrary<NodeFact> = exact(
  fc.record({
    id,
    kind: fc.constantFrom(...NODE_KINDS),
    name: text,
    crate: maybe(text),
    version: maybe(text),
    file: maybe(text),
    line: maybe(fc.integer({ min: 1, max: 2 ** 31 - 1 })),
    ty: maybe(text),
    isTest: maybe(fc.boolean()),
    defined: maybe(fc.boolean()),
    payloadHash: maybe(text),
  }),
);

export const edgeFact: fc.Arbitrary<EdgeFact> = exact(
  fc.record({
    kind: fc.constantFrom('CALLS' as const, 'CALLS' as const, 'CFG_SUCC' as const, ...EDGE_KINDS),
    src: id,
    dst: fc.constantFrom(...IDS, 'only an edge knows me', 'another ref'),
    site: maybe(
      exact<NonNullable<EdgeFact['site']>>(
        fc.record({
          file: maybe(fc.constantFrom('p', 'q')),
          line: fc.integer({ min: 1, max: 9 }),
          col: fc.integer({ min: 1, max: 9 }),
        }),
      ),
    ),
    count: maybe(fc.integer({ min: 1, max: 5 })),
    partial: maybe(fc.boolean()),
    access: maybe(fc.constantFrom(...ACCESSES)),
    how: maybe(fc.constantFrom(...HOWS)),
  }),
);

export const facts: fc.Arbitrary<Facts> = fc.record({
  nodes: fc.array(nodeFact, { maxLength: 20 }),
  edges: fc.array(edgeFact, { maxLength: 40 }),
});
