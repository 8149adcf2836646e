import { expect, expectTypeOf, it } from 'vitest';
import { defineLens, param, startRun } from '../../src/lens/index.js';
import { fromRows } from '../../src/table/index.js';
import { emptyGraph, toyLens } from './toy.js';

const head = {
  id: 'typed',
  version: 1,
  title: 't',
  question: 'q',
  facts: [],
  params: {
    size: param.integer({ default: 1, doc: 'size' }),
    word: param.choice(['a', 'b'], { default: 'a', doc: 'word' }),
  },
} as const;

const table = () => fromRows([], ['x'], []);

it('gives a step exactly the parameters and inputs that it declares', () => {
  defineLens(head)
    .step({
      id: 'one',
      title: '',
      formula: '',
      params: ['size'],
      inputs: [],
      key: [],
      run: (_, params, inputs) => {
        expectTypeOf(params).toEqualTypeOf<{ readonly size: number }>();
        expectTypeOf(inputs).toEqualTypeOf<Pick<unknown, never>>();
        return { state: 'text', table };
      },
    })
    .step({
      id: 'two',
      title: '',
      formula: '',
      params: ['word'],
      inputs: ['one'],
      key: [],
      run: (_, { word }, { one }) => {
        expectTypeOf(word).toEqualTypeOf<'a' | 'b'>();
        expectTypeOf(one).toEqualTypeOf<string>();
        return { state: 2, table };
      },
    });
});

it('refuses names that were not declared', () => {
  const builder = defineLens(head);
  const step = {
    id: 'one',
    title: '',
    formula: '',
    key: [],
    run: () => ({ state: 1, table }),
  } as const;
  // @ts-expect-error no such parameter
  expect(() => builder.step({ ...step, params: ['siez'], inputs: [] })).toThrow(
    'step of a lens: typed.one (siez)',
  );
  // @ts-expect-error no such step
  expect(() => builder.step({ ...step, params: [], inputs: ['zero'] })).toThrow(
    'step of a lens: typed.one (zero)',
  );
  expect(() =>
    builder.step({ ...step, params: [], inputs: [] }).step({ ...step, params: [], inputs: [] }),
  ).toThrow('a second step of this id');
});

it('types a run by its lens', async () => {
  const { lens } = toyLens();
  const run = startRun(lens, emptyGraph(), { mode: 'slow' });
  expectTypeOf(run.params.mode).toEqualTypeOf<'fast' | 'slow'>();
  await run.until('multiples');
  expectTypeOf(run.state('multiples')).toEqualTypeOf<number[]>();
  // @ts-expect-error no such step
  await expect(run.until('multiple')).rejects.toThrow('did you mean multiples?');
  // @ts-expect-error no such word
  expect(() => run.retune({ mode: 'quick' })).toThrow('value of mode');
});
