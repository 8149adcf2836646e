import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  definitionsAndUses,
  formatPayload,
  parsePayload,
  type EdgeFact,
  type NodeFact,
} from '../../src/dump/index.js';
import { graphOf } from '../../src/graph/index.js';
import { outlineOf, outlineOfText } from '../../src/lenses/block-outline.js';
import { block } from '../dump/block-arbitrary.js';

const check = { numRuns: process.env.MIMIR_DEEP === '1' ? 5000 : 300, seed: 11 };

/** A payload as another producer writes it: the manual's outer form around statements of its own. */
const payload = (term: string, statements: readonly string[], declared = ''): string =>
  `0123456789abcdef␞${term}@7:9␞${statements.join('␟')}␞${declared}␞`;

describe("the manual's rules on text alone", () => {
  it('give the definitions and uses that our grammar gives', () => {
    fc.assert(
      fc.property(block, (one) => {
        const outline = outlineOfText(formatPayload(one))!;
        const { definitions, uses } = definitionsAndUses(one);
        expect([outline.word, outline.definitions, outline.uses]).toEqual([
          one.terminator.op,
          definitions,
          uses,
        ]);
      }),
      check,
    );
  });

  it.each<[string, string, readonly string[], object]>([
    [
      'a call',
      'call rust cargo core 1.0.0 cmp/max().⟨move _3, const 1_u32⟩->_4',
      ['_3 = Add(copy _1, const 2_u32)@7:5'],
      {
        word: 'call',
        callee: 'rust cargo core 1.0.0 cmp/max().',
        operands: [3, null],
        to: 4,
        definitions: [3, 4],
        uses: [1, 3, 4],
        written: [3],
        read: [1],
        line: 7,
      },
    ],
    [
      'a constant string',
      'tailcall app f().⟨k:&&str⟩->_1',
      [],
      { callee: 'app f().', hasConstantString: true, operands: [null] },
    ],
    [
      'a comparison is no definition',
      'switchInt(move _2) -> [0: bb1, otherwise: bb2]',
      ['_2 == _3'],
      { word: 'switchInt(move', callee: null, to: null, definitions: [], uses: [2, 3] },
    ],
    [
      'a write through a place defines nothing',
      'return',
      ['(*_1).0 = move _2@3:1', '_5.x = _6'],
      { word: 'return', definitions: [], uses: [2, 6] },
    ],
  ])('read %s of another producer', (_, term, statements, expected) => {
    expect(outlineOfText(payload(term, statements))).toMatchObject(expected);
  });

  it.each(['', 'return', 'xyz␞return@0:0␞␞␞', '0123456789abcdef', '0123456789abcdef␞return'])(
    'find no outer form in %j',
    (text) => {
      expect(outlineOfText(text)).toBeNull();
    },
  );
});

it('is the same of a block, whichever of the two reads it', () => {
  const text = '0123456789abcdef␞call app f().⟨_1, k:&str⟩->_2@4:1␞_1 = copy _3@3:1␞_1:A␞';
  expect(parsePayload(text)).not.toBeNull();
  const id = 'test cargo app 1.0.0 f().';
  const nodes: (Omit<NodeFact, 'name'> & { name?: string })[] = [
    { id, kind: 'fn', crate: 'app' },
    { id: `${id}bb0:`, name: 'bb0', kind: 'mir_block', ty: text },
  ];
  const edges: EdgeFact[] = [{ kind: 'CONTAINS', src: id, dst: `${id}bb0:` }];
  const graph = graphOf({ nodes, edges });
  expect(outlineOfText(text)).toMatchObject(outlineOf(graph, graph.find(`${id}bb0:`))!);
});
