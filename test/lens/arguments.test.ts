import { describe, expect, it } from 'vitest';
import {
  declareParameters,
  defineLens,
  kebabCase,
  param,
  readArguments,
  snakeCase,
  createRegistry,
} from '../../src/lens/index.js';
import { fromRows } from '../../src/table/index.js';
import { toyLens } from './toy.js';

const lens = defineLens({
  id: 'all-kinds',
  version: 1,
  title: 'Every kind of parameter',
  question: '?',
  facts: [],
  params: {
    on: param.boolean({ default: false, doc: 'a switch' }),
    count: param.integer({ default: 1, min: 0, max: 9, doc: 'a count' }),
    ratio: param.number({ default: 0.5, min: 0, max: 1, doc: 'a ratio' }),
    word: param.choice(['pairs', 'sites'], { default: 'pairs', doc: 'a word' }),
    kinds: param.choices(['CALLS', 'TESTS'], { default: ['CALLS'], doc: 'some words' }),
    name: param.maybeText({ doc: 'a name', examples: ['core'] }),
    maxTrees: param.maybeInteger({ doc: 'at most' }),
    patterns: param.texts({ default: [], doc: 'some texts' }),
    tree: param.json<readonly number[]>('a list of numbers', {
      default: [],
      doc: 'a shape',
      refine: (value) => value as number[],
    }),
  },
}).answer(() => ({
  state: 'complete',
  population: {},
  summary: {},
  findings: fromRows([], ['x'], []),
  notes: [],
}));

const read = (given: Record<string, unknown>) => readArguments(lens, given);

describe('arguments', () => {
  it('are the defaults where none is given', () => {
    expect(read({})).toEqual({
      on: false,
      count: 1,
      ratio: 0.5,
      word: 'pairs',
      kinds: ['CALLS'],
      name: null,
      maxTrees: null,
      patterns: [],
      tree: [],
    });
  });

  it.each([
    [
      'from the command line',
      {
        on: '',
        count: '3',
        ratio: '0.25',
        word: 'sites',
        kinds: 'TESTS,CALLS',
        name: 'x',
        'max-trees': '7',
        patterns: 'a',
        tree: '[1,2]',
      },
    ],
    [
      'from a cell',
      {
        on: true,
        count: 3,
        ratio: 0.25,
        word: 'sites',
        kinds: ['TESTS', 'CALLS'],
        name: 'x',
        maxTrees: 7,
        patterns: ['a'],
        tree: [1, 2],
      },
    ],
    [
      'with underscores',
      {
        on: 'on',
        count: 3,
        ratio: '0.25',
        word: 'sites',
        kinds: ['TESTS', 'CALLS'],
        name: 'x',
        max_trees: 7,
        patterns: ['a'],
        tree: [1, 2],
      },
    ],
  ])('are read %s', (_, given) => {
    expect(read(given)).toEqual({
      on: true,
      count: 3,
      ratio: 0.25,
      word: 'sites',
      kinds: ['TESTS', 'CALLS'],
      name: 'x',
      maxTrees: 7,
      patterns: ['a'],
      tree: [1, 2],
    });
  });

  it.each([
    [{ count: 'many' }, 'value of count: "many"; it takes an integer from 0 to 9 (a count)'],
    [{ count: 1.5 }, 'value of count: 1.5; it takes an integer from 0 to 9 (a count)'],
    [{ count: 10 }, 'value of count: 10; it takes an integer from 0 to 9 (a count)'],
    [{ count: '' }, 'value of count: ""; it takes an integer from 0 to 9 (a count)'],
    [{ count: null }, 'value of count: null; it takes an integer from 0 to 9 (a count)'],
    [{ ratio: NaN }, 'value of ratio: NaN; it takes a number from 0 to 1 (a ratio)'],
    [{ on: 'maybe' }, 'value of on: "maybe"; it takes true or false (a switch)'],
    [
      { word: 'pears' },
      'value of word: "pears"; did you mean pairs? it takes one of pairs, sites (a word)',
    ],
    [{ word: 'zzzzzz' }, 'value of word: "zzzzzz"; it takes one of pairs, sites (a word)'],
    [
      { kinds: 'CALL' },
      'value of kinds: "CALL"; did you mean CALLS? it takes any of CALLS, TESTS (some words)',
    ],
    [{ name: 3 }, 'value of name: 3; it takes a text such as core (a name)'],
    [{ patterns: [3] }, 'value of patterns: [3]; it takes a list of texts (some texts)'],
    [{ tree: '[1,' }, 'value of tree: "[1,"; it takes a list of numbers (a shape)'],
    [{ cuont: 1 }, 'unknown parameter of all-kinds: cuont; did you mean count, on?'],
    [
      { zzz: 1 },
      'unknown parameter of all-kinds: zzz; there is on, count, ratio, word, kinds, name, maxTrees, patterns, tree',
    ],
    [{ maxTrees: 1, 'max-trees': 2 }, 'parameter given twice: max-trees; give it once'],
  ])('refuse %j in one line that names the remedy', (given, message) => {
    expect(() => read(given as Record<string, unknown>)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message }),
    );
  });

  it('are spelled alike at every door', () => {
    expect([
      kebabCase('maxTrees'),
      kebabCase('max_trees'),
      snakeCase('max-trees'),
      snakeCase('maxTrees'),
    ]).toEqual(['max-trees', 'max-trees', 'max_trees', 'max_trees']);
  });

  it('are declared once: the interface for cells carries their text', () => {
    expect(declareParameters(lens, 'AllKinds').split('\n')).toEqual([
      'interface AllKinds {',
      '  /** a switch. Default: false. */',
      '  on?: boolean;',
      '  /** a count. Default: 1. */',
      '  count?: number;',
      '  /** a ratio. Default: 0.5. */',
      '  ratio?: number;',
      '  /** a word. Default: "pairs". */',
      '  word?: "pairs" | "sites";',
      '  /** some words. Default: ["CALLS"]. */',
      '  kinds?: readonly ("CALLS" | "TESTS")[];',
      '  /** a name. Default: null. */',
      '  name?: string | null;',
      '  /** at most. Default: null. */',
      '  maxTrees?: number | null;',
      '  /** some texts. Default: []. */',
      '  patterns?: readonly string[];',
      '  /** a shape. Default: []. */',
      '  tree?: unknown;',
      '}',
      '',
    ]);
  });
});

describe('the registry', () => {
  const { lens: toy } = toyLens();
  const registry = createRegistry([lens, toy]);

  it('finds a lens under any spelling', () => {
    expect([
      registry.named('toy-sieve'),
      registry.named('toy_sieve'),
      registry.named('toySieve'),
    ]).toEqual([toy, toy, toy]);
  });

  it('names the nearest one', () => {
    expect(() => registry.named('toy-seive')).toThrow(
      'unknown lens: toy-seive; did you mean toy-sieve?',
    );
  });

  it('lists by kind, and refuses two of one id', () => {
    expect(registry.all().map(({ id }) => id)).toEqual(['all-kinds', 'toy-sieve']);
    expect(registry.all('judge')).toEqual([]);
    expect(() => createRegistry([toy, toy])).toThrow('two lenses of one id: toy-sieve');
  });
});
