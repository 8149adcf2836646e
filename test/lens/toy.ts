import { graphOf, type CodeGraph } from '../../src/graph/index.js';
import { defineLens, param } from '../../src/lens/index.js';
import { fromRows, type Relation } from '../../src/table/index.js';

/** A small lens that counts how often each of its steps runs. */
export function toyLens() {
  const ran: string[] = [];
  const list = (rows: readonly number[]): Relation =>
    fromRows(
      ['n'],
      ['n:integer'],
      rows.map((n) => [n]),
    );
  const lens = defineLens({
    id: 'toy-sieve',
    version: 1,
    title: 'Numbers that pass a sieve',
    question: 'Which numbers below a bound are multiples of one, and above a floor?',
    facts: [],
    params: {
      bound: param.integer({
        default: 10,
        min: 1,
        max: 1000,
        doc: 'numbers below it are looked at',
      }),
      maxStep: param.integer({ default: 2, min: 1, doc: 'only its multiples' }),
      floor: param.integer({ default: 0, doc: 'only numbers above it' }),
      mode: param.choice(['fast', 'slow'], { default: 'fast', doc: 'how' }),
      base: param.dump({ doc: 'another dump' }),
    },
  })
    .step({
      id: 'numbers',
      title: 'Numbers',
      formula: 'n',
      params: ['bound'],
      inputs: [],
      key: ['n'],
      run: (_, { bound }) => {
        ran.push('numbers');
        const state = Array.from({ length: bound }, (_, n) => n);
        return { state, table: () => list(state), bytes: 8 * bound };
      },
    })
    .step({
      id: 'multiples',
      title: 'Multiples',
      formula: 'kn',
      params: ['maxStep'],
      inputs: ['numbers'],
      key: ['n'],
      run: async (_, { maxStep }, { numbers }) => {
        ran.push('multiples');
        const state = await Promise.resolve(numbers.filter((n) => n % maxStep === 0));
        return {
          state,
          table: () => list(state),
          rows: state.length,
          drawn: { first: () => list(state.slice(0, 1)) },
        };
      },
    })
    .step({
      id: 'above',
      title: 'Above the floor',
      formula: 'n > f',
      params: ['floor'],
      inputs: ['multiples'],
      key: ['n'],
      run: (_, { floor }, { multiples }) => {
        ran.push('above');
        const state = multiples.filter((n) => n > floor);
        return {
          state,
          table: () => list(state),
          rows: state.length,
          needs: [{ fact: 'primes', producer: 'sieve', missing: 1 }],
        };
      },
    })
    .step({
      id: 'other',
      title: 'Nodes of the other dump',
      formula: '|V|',
      params: ['base'],
      inputs: [],
      key: ['n'],
      run: async ({ open }, { base }) => {
        ran.push('other');
        const state = base === null ? 0 : (await open(base)).nodeCount;
        return { state, table: () => list([state]) };
      },
    })
    .answer(({ states }) => ({
      state: 'complete',
      population: { numbers: states.numbers.length },
      summary: { found: states.above.length },
      findings: list(states.above),
      notes: [],
    }));
  return { lens, ran };
}

export const emptyGraph = (crate = 'demo'): CodeGraph =>
  graphOf({ nodes: [{ id: `test cargo ${crate} 1.0.0 f().`, kind: 'fn' }] });
